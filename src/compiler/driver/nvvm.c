// SPDX-License-Identifier: Apache-2.0
// The libraries are made of device/nvvm: nvvm.bc for CPUs, and libdevice.10.bc.
// They have libdevice's functions under their names, and a function
// "quern.nvvm.X" for an intrinsic "llvm.nvvm.X", whose pointers are generic.
// One that returns a struct stores its elements behind pointers that follow the
// arguments.
#include "compiler/driver/nvvm.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/driver/modules.h"
#include "compiler/ir/one_space.h"

#define INTRINSIC "llvm.nvvm."
#define COUNTERPART "quern.nvvm."

enum { ARGUMENTS_MAX = 32 };

static bool is_cpu(const qn_unit *unit) {
  return unit->ops->family == QN_FAMILY_CPU;
}

static const char *library_path(qn_unit *unit) {
  return qn_arena_printf(&unit->arena, "%s/%s", unit->tools->device,
                         is_cpu(unit) ? "nvvm.bc" : "libdevice.10.bc")
      .data;
}

// ---- libdevice's functions in the modules

static void replace_by_declaration(LLVMModuleRef module,
                                   LLVMValueRef function) {
  char name[128];
  const qn_str own = qn_ir_name(function);
  if (own.size >= sizeof(name))
    return;
  memcpy(name, own.data, own.size);
  name[own.size] = '\0';
  LLVMSetValueName2(function, "", 0);
  LLVMValueRef made =
      LLVMAddFunction(module, name, LLVMGlobalGetValueType(function));
  LLVMReplaceAllUsesWith(function, made);
  LLVMDeleteFunction(function);
}

// Drops the bodies that `library` has for this target.
static void drop_bodies(LLVMModuleRef module, LLVMModuleRef library) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module), next; function;
       function = next) {
    next = LLVMGetNextFunction(function);
    if (LLVMIsDeclaration(function) ||
        !qn_str_starts(qn_ir_name(function), QN_STR("__nv_")))
      continue;
    LLVMValueRef known =
        LLVMGetNamedFunction(library, qn_ir_name(function).data);
    if (known &&
        LLVMGlobalGetValueType(known) == LLVMGlobalGetValueType(function))
      replace_by_declaration(module, function);
  }
}

// What others may set by name is not a constant, though nothing here writes it.
static void keep_variables(LLVMModuleRef module) {
  QN_EACH_GLOBAL (global, module)
    if (!LLVMIsDeclaration(global) && !LLVMIsGlobalConstant(global) &&
        LLVMGetLinkage(global) == LLVMExternalLinkage &&
        qn_ir_address_space(global) != QN_AS_SHARED)
      LLVMSetExternallyInitialized(global, true);
}

static qn_status prepare(qn_unit *unit, LLVMModuleRef module, qn_diag *diag) {
  (void)diag;
  if (is_cpu(unit))
    drop_bodies(module, unit->nvvm_library);
  keep_variables(module);
  return qn_ok();
}

// ---- Questions to the compiler: __nvvm_reflect("__CUDA_FTZ")

static unsigned answer(const qn_unit *unit, qn_str question) {
  const qn_nvvm_options *options = &unit->params->nvvm;
  const bool nvidia = !is_cpu(unit);
  if (qn_str_equal(question, QN_STR("__CUDA_FTZ")))
    return options->flush;
  if (qn_str_equal(question, QN_STR("__CUDA_PREC_SQRT")))
    return !options->fast_sqrt;
  if (qn_str_equal(question, QN_STR("__CUDA_PREC_DIV")))
    return !options->fast_div;
  if (qn_str_equal(question, QN_STR("__CUDA_ARCH")))
    return nvidia ? unit->target->row->mach : QN_PERSONA_DEFAULT;
  return 0;
}

static qn_str question_of(LLVMValueRef call) {
  LLVMValueRef text = qn_ir_literal(LLVMGetOperand(call, 0));
  size_t size = 0;
  const char *characters =
      text ? qn_ir_characters(LLVMGetInitializer(text), &size) : NULL;
  return characters ? (qn_str){characters, strnlen(characters, size)}
                    : (qn_str){0};
}

static void answer_all(const qn_unit *unit, const char *name) {
  LLVMValueRef reflect = LLVMGetNamedFunction(unit->module, name);
  for (LLVMUseRef use = reflect ? LLVMGetFirstUse(reflect) : NULL, next; use;
       use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || qn_ir_callee(call) != reflect ||
        LLVMGetNumArgOperands(call) != 1 ||
        LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind)
      continue;
    LLVMReplaceAllUsesWith(
        call,
        LLVMConstInt(LLVMTypeOf(call), answer(unit, question_of(call)), false));
    LLVMInstructionEraseFromParent(call);
  }
}

static void answer_questions(const qn_unit *unit) {
  answer_all(unit, "__nvvm_reflect");
  answer_all(unit, "llvm.nvvm.reflect");
  answer_all(unit, "llvm.nvvm.reflect.p0");
}

// ---- Variables of the frame that are cleared as a whole

// LLVM would store up to 1024 elements one by one.
static bool clears_much(LLVMValueRef instruction, LLVMTargetDataRef layout) {
  enum { LITTLE = 64 }; // bytes
  if (LLVMGetInstructionOpcode(instruction) != LLVMStore ||
      LLVMGetVolatile(instruction))
    return false;
  LLVMValueRef value = LLVMGetOperand(instruction, 0);
  return LLVMIsConstant(value) && LLVMIsNull(value) &&
         LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMArrayTypeKind &&
         LLVMStoreSizeOfType(layout, LLVMTypeOf(value)) > LITTLE;
}

static void clear_at_once(LLVMBuilderRef b, LLVMValueRef store,
                          LLVMTargetDataRef layout) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(store));
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
  LLVMPositionBuilderBefore(b, store);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(store));
  LLVMBuildMemSet(b, LLVMGetOperand(store, 1),
                  LLVMConstNull(LLVMInt8TypeInContext(context)),
                  LLVMConstInt(LLVMInt64TypeInContext(context),
                               LLVMStoreSizeOfType(layout, type), false),
                  LLVMGetAlignment(store));
  LLVMInstructionEraseFromParent(store);
}

static void clear_arrays(const qn_unit *unit) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->module);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (clears_much(i, layout))
          clear_at_once(b, i, layout);
      }
  LLVMDisposeBuilder(b);
}

// ---- Options

// libNVVM joins products and sums unless told not to.
static void allow_contraction(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
    LLVMSetFastMathFlags(instruction, LLVMGetFastMathFlags(instruction) |
                                          LLVMFastMathAllowContract);
    return;
  default:
    return;
  }
}

static void contract(const qn_unit *unit) {
  if (unit->params->nvvm.no_fma)
    return;
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        allow_contraction(instruction);
}

// The libraries' functions, too: others are not inlined.
static void flush_denormals(const qn_unit *unit) {
  if (!unit->params->nvvm.flush)
    return;
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function))
      qn_ir_set_attribute(function, "denormal-fp-math-f32",
                          "preserve-sign,preserve-sign");
}

// ---- Intrinsics

typedef struct site {
  LLVMModuleRef module, library;
  LLVMBuilderRef b;
  LLVMValueRef call;
  LLVMTypeRef result;
} site;

static bool is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

static LLVMValueRef as_parameter(const site *s, LLVMValueRef value,
                                 LLVMTypeRef type) {
  return LLVMTypeOf(value) == type || !is_pointer(type)
             ? value
             : LLVMBuildAddrSpaceCast(s->b, value, type, "");
}

// A variable in the caller's frame, large enough for any element.
static LLVMValueRef add_slot(const site *s) {
  LLVMContextRef context = LLVMGetModuleContext(s->module);
  LLVMValueRef caller =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->call));
  LLVMPositionBuilderBefore(
      s->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(caller)));
  LLVMValueRef slot =
      LLVMBuildAlloca(s->b, LLVMInt64TypeInContext(context), "");
  LLVMPositionBuilderBefore(s->b, s->call);
  return slot;
}

// Booleans are bytes in memory.
static LLVMValueRef load_element(const site *s, LLVMTypeRef type,
                                 LLVMValueRef slot) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(s->module));
  const bool is_bit = LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
                      LLVMGetIntTypeWidth(type) == 1;
  LLVMValueRef value = LLVMBuildLoad2(s->b, is_bit ? byte : type, slot, "");
  return is_bit ? LLVMBuildTrunc(s->b, value, type, "") : value;
}

// Whether a value of the type fits into a slot.
static bool is_small(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) <= 64;
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return true;
  default:
    return false;
  }
}

// Whether the call is one of a function of `type`: nobody has checked those
// that LLVM does not know.
static bool fits(const site *s, LLVMTypeRef type, unsigned count,
                 unsigned elements) {
  LLVMTypeRef parameters[ARGUMENTS_MAX];
  if (count + elements > ARGUMENTS_MAX ||
      LLVMCountParamTypes(type) != count + elements ||
      (!elements && LLVMGetReturnType(type) != s->result))
    return false;
  LLVMGetParamTypes(type, parameters);
  for (unsigned i = 0; i < count; ++i) {
    LLVMTypeRef given = LLVMTypeOf(LLVMGetOperand(s->call, i));
    if (given != parameters[i] &&
        !(is_pointer(given) && is_pointer(parameters[i])))
      return false;
  }
  for (unsigned i = 0; i < elements; ++i)
    if (!is_pointer(parameters[count + i]) ||
        !is_small(LLVMStructGetTypeAtIndex(s->result, i)))
      return false;
  return true;
}

// The counterpart as a function of the module, or NULL.
static LLVMValueRef counterpart(const site *s, qn_str intrinsic, unsigned count,
                                unsigned elements) {
  char name[160];
  snprintf(name, sizeof(name), COUNTERPART "%.*s", QN_STR_ARG(intrinsic));
  LLVMValueRef known = LLVMGetNamedFunction(s->library, name);
  LLVMTypeRef type = known ? LLVMGlobalGetValueType(known) : NULL;
  if (!known || !fits(s, type, count, elements))
    return NULL;
  LLVMValueRef own = LLVMGetNamedFunction(s->module, name);
  return own ? own : LLVMAddFunction(s->module, name, type);
}

static void build_call(const site *s, LLVMValueRef callee, unsigned count,
                       unsigned elements) {
  LLVMTypeRef type = LLVMGlobalGetValueType(callee);
  LLVMTypeRef parameters[ARGUMENTS_MAX];
  LLVMValueRef arguments[ARGUMENTS_MAX];
  LLVMGetParamTypes(type, parameters);
  for (unsigned i = 0; i < count; ++i)
    arguments[i] = as_parameter(s, LLVMGetOperand(s->call, i), parameters[i]);
  for (unsigned i = 0; i < elements; ++i)
    arguments[count + i] = add_slot(s);
  LLVMValueRef made =
      LLVMBuildCall2(s->b, type, callee, arguments, count + elements, "");
  if (elements) {
    made = LLVMGetPoison(s->result);
    for (unsigned i = 0; i < elements; ++i)
      made = LLVMBuildInsertValue(
          s->b, made,
          load_element(s, LLVMStructGetTypeAtIndex(s->result, i),
                       arguments[count + i]),
          i, "");
  }
  LLVMReplaceAllUsesWith(s->call, made);
  LLVMInstructionEraseFromParent(s->call);
}

// A load through a cache of its own.
static bool lower_load(const site *s, qn_str intrinsic) {
  if (!qn_str_starts(intrinsic, QN_STR("ldu.global.")) &&
      !qn_str_starts(intrinsic, QN_STR("ldg.global.")))
    return false;
  if (!LLVMGetNumArgOperands(s->call) ||
      !is_pointer(LLVMTypeOf(LLVMGetOperand(s->call, 0))))
    return false;
  LLVMReplaceAllUsesWith(
      s->call, LLVMBuildLoad2(s->b, s->result, LLVMGetOperand(s->call, 0), ""));
  LLVMInstructionEraseFromParent(s->call);
  return true;
}

static bool lower_call(const site *s, qn_str intrinsic) {
  const unsigned count = LLVMGetNumArgOperands(s->call);
  const unsigned elements = LLVMGetTypeKind(s->result) == LLVMStructTypeKind
                                ? LLVMCountStructElementTypes(s->result)
                                : 0;
  LLVMPositionBuilderBefore(s->b, s->call);
  LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(s->call));
  if (lower_load(s, intrinsic))
    return true;
  LLVMValueRef callee = counterpart(s, intrinsic, count, elements);
  if (callee)
    build_call(s, callee, count, elements);
  return callee != NULL;
}

// What has no counterpart is called by a name that says so.
static void refuse(LLVMModuleRef module, LLVMValueRef intrinsic) {
  char name[200];
  snprintf(name, sizeof(name), QN_UNIT_REFUSED "the NVVM intrinsic '%.*s'",
           QN_STR_ARG(qn_ir_name(intrinsic)));
  LLVMValueRef made =
      LLVMAddFunction(module, name, LLVMGlobalGetValueType(intrinsic));
  LLVMReplaceAllUsesWith(intrinsic, made);
}

static void lower_intrinsic(qn_unit *unit, LLVMBuilderRef b,
                            LLVMValueRef function) {
  const qn_str name = qn_ir_name(function);
  for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function)
      continue;
    const site s = {unit->module, unit->nvvm_library, b, call,
                    LLVMTypeOf(call)};
    if (!lower_call(&s, qn_str_skip(name, strlen(INTRINSIC)))) {
      refuse(unit->module, function);
      return;
    }
  }
}

// On NVIDIA's GPUs those that LLVM does not know.
static void lower_intrinsics(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (LLVMValueRef function = LLVMGetFirstFunction(unit->module), next;
       function; function = next) {
    next = LLVMGetNextFunction(function);
    if (qn_str_starts(qn_ir_name(function), QN_STR(INTRINSIC)) &&
        (is_cpu(unit) || !LLVMGetIntrinsicID(function)))
      lower_intrinsic(unit, b, function);
  }
  LLVMDisposeBuilder(b);
}

// ---- All

qn_status qn_nvvm_read(qn_unit *unit, qn_diag *diag) {
  if (!is_cpu(unit) && unit->ops->family != QN_FAMILY_NVIDIA)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "NVVM IR cannot be compiled for '%s' targets",
                   qn_family_name(unit->ops->family));
  const char *path = library_path(unit);
  if (!path)
    return qn_fail_memory(diag, "a path");
  QN_TRY(qn_unit_read_bitcode(unit, path, true, &unit->nvvm_library, diag));
  QN_TRY(qn_modules_read(unit, prepare, diag));
  if (!unit->module)
    return qn_ok();
  answer_questions(unit);
  clear_arrays(unit);
  contract(unit);
  lower_intrinsics(unit);
  if (is_cpu(unit))
    QN_TRY(qn_ir_one_space(&unit->module, diag));
  LLVMDisposeModule(unit->nvvm_library);
  QN_TRY(qn_unit_link_library(unit, path, diag));
  flush_denormals(unit);
  return qn_ok();
}
