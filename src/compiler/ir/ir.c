// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/ir.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

// LLVMAttributeFunctionIndex and LLVMAttributeReturnIndex as the unsigned
// values that the functions take.
static const unsigned FUNCTION_INDEX = ~0u;
static const unsigned RETURN_INDEX = 0;

qn_str qn_ir_name(LLVMValueRef global) {
  size_t size;
  const char *name = LLVMGetValueName2(global, &size);
  return (qn_str){name, size};
}

unsigned qn_ir_metadata_kind(LLVMContextRef context, const char *name) {
  return LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
}

// A function's metadata of a kind, or NULL.
static LLVMValueRef function_metadata(LLVMValueRef function, const char *kind) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  const unsigned wanted = qn_ir_metadata_kind(context, kind);
  size_t count = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(function, &count);
  LLVMValueRef found = NULL;
  for (unsigned i = 0; i < count; ++i)
    if (LLVMValueMetadataEntriesGetKind(entries, i) == wanted)
      found = LLVMMetadataAsValue(
          context, LLVMValueMetadataEntriesGetMetadata(entries, i));
  LLVMDisposeValueMetadataEntries(entries);
  return found;
}

size_t qn_ir_kernel_types(LLVMValueRef function, qn_str *out_type,
                          size_t argument) {
  LLVMValueRef types = function_metadata(function, "kernel_arg_base_type");
  const unsigned count = types ? LLVMGetMDNodeNumOperands(types) : 0;
  if (out_type && argument < count)
    *out_type = qn_ir_string(qn_ir_operand(types, (unsigned)argument));
  return count;
}

// !{i32 0}, which says that the function is none.
static bool is_null_mark(LLVMValueRef mark) {
  LLVMValueRef value = qn_ir_operand(mark, 0);
  return value && LLVMIsAConstantInt(value) && LLVMIsNull(value);
}

bool qn_ir_is_kernel(LLVMValueRef function) {
  const unsigned convention = LLVMGetFunctionCallConv(function);
  if (LLVMIsDeclaration(function))
    return false;
  if (convention == QN_CC_PTX_KERNEL || convention == QN_CC_SPIR_KERNEL ||
      convention == QN_CC_AMDGPU_KERNEL)
    return true;
  // The function to which clang moves an OpenCL kernel's body has the metadata,
  // too.
  const qn_str name = qn_ir_name(function);
  if (convention != LLVMCCallConv ||
      qn_str_starts(name, QN_STR("__clang_ocl_kern_imp_")))
    return false;
  LLVMValueRef mark = function_metadata(function, "codeplay_ca_kernel");
  if (mark)
    return !is_null_mark(mark);
  return LLVMGetStringAttributeAtIndex(function, FUNCTION_INDEX, "mux-kernel",
                                       10) ||
         qn_ir_is_opencl(function);
}

bool qn_ir_is_opencl(LLVMValueRef function) {
  return function_metadata(function, "kernel_arg_base_type") != NULL;
}

unsigned qn_ir_address_space(LLVMValueRef global) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(global));
}

bool qn_ir_is_dynamic_shared(LLVMValueRef global) {
  return LLVMIsAGlobalVariable(global) && LLVMIsDeclaration(global) &&
         qn_ir_address_space(global) == QN_AS_SHARED;
}

LLVMValueRef qn_ir_callee(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction))
    return NULL;
  LLVMValueRef called = LLVMGetCalledValue(instruction);
  while (called && LLVMIsAConstantExpr(called))
    called = LLVMGetOperand(called, 0);
  return called && LLVMIsAFunction(called) ? called : NULL;
}

bool qn_ir_is_lifetime(LLVMValueRef instruction) {
  LLVMValueRef callee =
      LLVMIsACallInst(instruction) ? qn_ir_callee(instruction) : NULL;
  return callee && qn_str_starts(qn_ir_name(callee), QN_STR("llvm.lifetime."));
}

qn_str qn_ir_attribute(LLVMValueRef function, const char *name) {
  LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
      function, FUNCTION_INDEX, name, (unsigned)strlen(name));
  if (!attribute)
    return (qn_str){0};
  unsigned size;
  const char *text = LLVMGetStringAttributeValue(attribute, &size);
  return (qn_str){text, size};
}

static LLVMContextRef context_of(LLVMValueRef value) {
  return LLVMGetTypeContext(LLVMTypeOf(value));
}

void qn_ir_set_attribute(LLVMValueRef function, const char *name,
                         const char *value) {
  LLVMAddAttributeAtIndex(function, FUNCTION_INDEX,
                          LLVMCreateStringAttribute(context_of(function), name,
                                                    (unsigned)strlen(name),
                                                    value,
                                                    (unsigned)strlen(value)));
}

static unsigned flag_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void add_enum(LLVMValueRef function, const char *name, uint64_t value) {
  LLVMAddAttributeAtIndex(
      function, FUNCTION_INDEX,
      LLVMCreateEnumAttribute(context_of(function), flag_kind(name), value));
}

void qn_ir_add_flag(LLVMValueRef function, const char *name) {
  add_enum(function, name, 0);
}

LLVMValueRef qn_ir_intrinsic(LLVMModuleRef module, const char *name,
                             LLVMTypeRef *types, size_t count) {
  const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  return LLVMGetIntrinsicDeclaration(module, id, types, count);
}

LLVMTypeRef qn_ir_scalar(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type)
                                                     : type;
}

unsigned qn_ir_width(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind
             ? LLVMGetIntTypeWidth(type)
             : 0;
}

unsigned qn_ir_number_width(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
    return 64;
  default:
    return qn_ir_width(type);
  }
}

LLVMValueRef qn_ir_index(LLVMTargetDataRef layout, LLVMValueRef address,
                         unsigned k, LLVMTypeRef *type, uint64_t *out_size) {
  LLVMValueRef index = LLVMGetOperand(address, k);
  if (k > 1 && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
    const unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
    *out_size = LLVMOffsetOfElement(layout, *type, field);
    *type = LLVMStructGetTypeAtIndex(*type, field);
    return NULL;
  }
  if (k > 1)
    *type = LLVMGetElementType(*type);
  *out_size = LLVMABISizeOfType(layout, *type);
  return index;
}

void qn_ir_keep_place(LLVMValueRef call) {
  LLVMAddCallSiteAttribute(
      call, FUNCTION_INDEX,
      LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(call)),
                              flag_kind("nomerge"), 0));
  LLVMSetTailCallKind(call, LLVMTailCallKindNoTail);
}

void qn_ir_set_vector_scale(LLVMValueRef function, unsigned min, unsigned max) {
  // LLVM packs both into one value.
  add_enum(function, "vscale_range", (uint64_t)min << 32 | max);
}

void qn_ir_remove_flag(LLVMValueRef function, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(function, FUNCTION_INDEX, flag_kind(name));
}

bool qn_ir_has_flag(LLVMValueRef function, const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, FUNCTION_INDEX,
                                     flag_kind(name)) != NULL;
}

LLVMTypeRef qn_ir_pointee(LLVMValueRef function, unsigned parameter) {
  static const char *const names[] = {"byval", "byref"};
  for (size_t i = 0; i < 2; ++i) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
        function, parameter + 1, flag_kind(names[i]));
    if (attribute)
      return LLVMGetTypeAttributeValue(attribute);
  }
  return NULL;
}

unsigned qn_ir_parameter_alignment(LLVMValueRef function, unsigned parameter) {
  LLVMAttributeRef attribute =
      LLVMGetEnumAttributeAtIndex(function, parameter + 1, flag_kind("align"));
  return attribute ? (unsigned)LLVMGetEnumAttributeValue(attribute) : 0;
}

LLVMValueRef qn_ir_operand(LLVMValueRef node, unsigned index) {
  enum { INLINE_COUNT = 32 };
  if (!node || !LLVMIsAMDNode(node))
    return NULL;
  const unsigned count = LLVMGetMDNodeNumOperands(node);
  if (index >= count)
    return NULL;
  LLVMValueRef few[INLINE_COUNT];
  LLVMValueRef *all =
      count <= INLINE_COUNT ? few : qn_alloc_array(count, sizeof(*all));
  if (!all)
    return NULL;
  LLVMGetMDNodeOperands(node, all);
  LLVMValueRef operand = all[index];
  if (all != few)
    qn_free(all);
  return operand;
}

qn_str qn_ir_string(LLVMValueRef node) {
  unsigned size = 0;
  const char *text =
      node && LLVMIsAMDString(node) ? LLVMGetMDString(node, &size) : NULL;
  return (qn_str){text, text ? size : 0};
}

qn_str qn_ir_location(LLVMValueRef instruction, qn_arena *arena) {
  if (!LLVMInstructionGetDebugLoc(instruction))
    return (qn_str){0};
  unsigned size = 0;
  const char *file = LLVMGetDebugLocFilename(instruction, &size);
  const unsigned line = LLVMGetDebugLocLine(instruction);
  if (!file || !line)
    return (qn_str){0};
  return qn_arena_printf(arena, "%.*s:%u:%u", (int)size, file, line,
                         LLVMGetDebugLocColumn(instruction));
}

static qn_status check_passes(LLVMErrorRef error, const char *pipeline,
                              qn_diag *diag) {
  if (!error)
    return qn_ok();
  char *message = LLVMGetErrorMessage(error);
  const qn_status status =
      qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
              "LLVM refused the passes '%s': %s", pipeline, message);
  LLVMDisposeErrorMessage(message);
  return status;
}

qn_status qn_ir_run_passes(LLVMModuleRef module, const char *pipeline,
                           LLVMTargetMachineRef machine, bool vectorize,
                           qn_diag *diag) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(options, vectorize);
  LLVMPassBuilderOptionsSetSLPVectorization(options, vectorize);
  LLVMPassBuilderOptionsSetLoopInterleaving(options, vectorize);
  LLVMErrorRef error = LLVMRunPasses(module, pipeline, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return check_passes(error, pipeline, diag);
}

qn_status qn_ir_run_function_passes(LLVMValueRef function, const char *pipeline,
                                    LLVMTargetMachineRef machine,
                                    qn_diag *diag) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error =
      LLVMRunPassesOnFunction(function, pipeline, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return check_passes(error, pipeline, diag);
}

qn_status qn_ir_verify(LLVMModuleRef module, const char *after, qn_diag *diag) {
  char *message = NULL;
  qn_status status = qn_ok();
  if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
    status = qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                     "broken LLVM IR after %s: %s", after, message);
  LLVMDisposeMessage(message);
  return status;
}

// ---- Constants

// Whether the constant `value` is or contains `global`.
static bool contains(LLVMValueRef value, LLVMValueRef global) {
  if (value == global)
    return true;
  if (!LLVMIsAConstant(value) || LLVMIsAGlobalValue(value) ||
      LLVMIsABlockAddress(value))
    return false;
  const int count = LLVMGetNumOperands(value);
  for (int i = 0; i < count; ++i)
    if (contains(LLVMGetOperand(value, (unsigned)i), global))
      return true;
  return false;
}

// A substitution of a global.
typedef struct substitution {
  LLVMValueRef global;
  LLVMValueRef value; // an instruction or an argument, so nothing folds
} substitution;

static LLVMValueRef build_constant(LLVMBuilderRef b, LLVMValueRef constant,
                                   const substitution *s);

static LLVMValueRef build_gep(LLVMBuilderRef b, LLVMValueRef constant,
                              const substitution *s) {
  enum { INDICES_MAX = 16 };
  const unsigned count = (unsigned)LLVMGetNumOperands(constant) - 1;
  LLVMValueRef indices[INDICES_MAX];
  if (count > INDICES_MAX)
    return NULL;
  for (unsigned i = 0; i < count; ++i)
    indices[i] = build_constant(b, LLVMGetOperand(constant, i + 1), s);
  return LLVMBuildGEPWithNoWrapFlags(
      b, LLVMGetGEPSourceElementType(constant),
      build_constant(b, LLVMGetOperand(constant, 0), s), indices, count, "",
      LLVMGEPGetNoWrapFlags(constant));
}

// Builds structs, arrays and vectors, element by element.
static LLVMValueRef build_aggregate(LLVMBuilderRef b, LLVMValueRef constant,
                                    const substitution *s) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  const bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef built = LLVMGetPoison(type);
  const unsigned count = (unsigned)LLVMGetNumOperands(constant);
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef part = build_constant(b, LLVMGetOperand(constant, i), s);
    built = vector ? LLVMBuildInsertElement(b, built, part,
                                            LLVMConstInt(i32, i, false), "")
                   : LLVMBuildInsertValue(b, built, part, i, "");
  }
  return built;
}

// `constant` with the substitution made, computed by instructions at the
// builder's place.
static LLVMValueRef build_constant(LLVMBuilderRef b, LLVMValueRef constant,
                                   const substitution *s) {
  if (constant == s->global)
    return s->value;
  if (!contains(constant, s->global))
    return constant;
  if (!LLVMIsAConstantExpr(constant))
    return build_aggregate(b, constant, s);
  const LLVMOpcode opcode = LLVMGetConstOpcode(constant);
  if (opcode == LLVMGetElementPtr)
    return build_gep(b, constant, s);
  LLVMValueRef first = build_constant(b, LLVMGetOperand(constant, 0), s);
  if (LLVMGetNumOperands(constant) == 1)
    return LLVMTypeOf(first) == LLVMTypeOf(constant)
               ? first
               : LLVMBuildCast(b, opcode, first, LLVMTypeOf(constant), "");
  return LLVMBuildBinOp(b, opcode, first,
                        build_constant(b, LLVMGetOperand(constant, 1), s), "");
}

// Places the builder where a value for operand `index` of `user` belongs.
static void position_for(LLVMBuilderRef b, LLVMValueRef user, unsigned index) {
  if (LLVMIsAPHINode(user))
    LLVMPositionBuilderBefore(
        b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, index)));
  else
    LLVMPositionBuilderBefore(b, user);
}

static void replace_operands(LLVMBuilderRef b, LLVMValueRef instruction,
                             const substitution *s) {
  const unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    if (instruction == s->value || !contains(operand, s->global))
      continue;
    position_for(b, instruction, i);
    LLVMSetOperand(instruction, i, build_constant(b, operand, s));
  }
}

void qn_ir_replace_global(LLVMValueRef function, LLVMValueRef global,
                          LLVMValueRef value) {
  const substitution s = {global, value};
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context_of(global));
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (instruction, block)
      replace_operands(b, instruction, &s);
  LLVMDisposeBuilder(b);
}

static bool is_used_list(LLVMValueRef global) {
  const qn_str name = qn_ir_name(global);
  return qn_str_equal(name, QN_STR("llvm.used")) ||
         qn_str_equal(name, QN_STR("llvm.compiler.used"));
}

qn_status qn_ir_check_initializers(LLVMModuleRef module, LLVMValueRef global,
                                   qn_diag *diag) {
  QN_EACH_GLOBAL (other, module) {
    LLVMValueRef initializer = LLVMGetInitializer(other);
    if (initializer && !is_used_list(other) && contains(initializer, global))
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "the initialiser of '%.*s' holds the address of '%.*s', "
                     "which is known only at run time",
                     QN_STR_ARG(qn_ir_name(other)),
                     QN_STR_ARG(qn_ir_name(global)));
  }
  return qn_ok();
}

// Walks uses, not instructions, as few of a module's many instructions refer to
// a variable.
bool qn_ir_uses(LLVMValueRef function, LLVMValueRef global) {
  for (LLVMUseRef use = LLVMGetFirstUse(global); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user)) {
      LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
      if (block && LLVMGetBasicBlockParent(block) == function)
        return true;
    } else if (LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user) &&
               !LLVMIsABlockAddress(user) && qn_ir_uses(function, user))
      return true;
  }
  return false;
}

bool qn_ir_delete_unused(LLVMModuleRef module, LLVMValueRef global) {
  QN_EACH_FUNCTION (function, module)
    if (qn_ir_uses(function, global))
      return false;
  if (LLVMGetFirstUse(global))
    LLVMReplaceAllUsesWith(global, LLVMGetPoison(LLVMTypeOf(global)));
  LLVMDeleteGlobal(global);
  return true;
}

// ---- Call graph

bool qn_ir_address_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (qn_ir_callee(user) != function)
      return true;
    const unsigned arguments = LLVMGetNumArgOperands(user);
    for (unsigned i = 0; i < arguments; ++i)
      if (LLVMGetOperand(user, i) == function)
        return true;
  }
  return false;
}

bool qn_ir_is_indirect_call(LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) && !qn_ir_callee(instruction) &&
         !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction));
}

static bool reach_any_address_taken(LLVMModuleRef module, qn_map *set) {
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function) && qn_ir_address_taken(function) &&
        !qn_ir_reach(module, function, set))
      return false;
  return true;
}

bool qn_ir_reach(LLVMModuleRef module, LLVMValueRef function, qn_map *set) {
  if (qn_map_find(set, (uintptr_t)function))
    return true;
  if (qn_failed(qn_map_put(set, (uintptr_t)function, 1, NULL)))
    return false;
  bool indirect = false;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef callee = qn_ir_callee(instruction);
      if (callee && !qn_ir_reach(module, callee, set))
        return false;
      indirect |= qn_ir_is_indirect_call(instruction);
    }
  return !indirect || reach_any_address_taken(module, set);
}

// ---- Signatures

static void copy_attributes(LLVMValueRef from, unsigned from_index,
                            LLVMValueRef to, unsigned to_index) {
  const unsigned count = LLVMGetAttributeCountAtIndex(from, from_index);
  LLVMAttributeRef *all = qn_alloc_array(count ? count : 1, sizeof(*all));
  if (!all)
    return;
  LLVMGetAttributesAtIndex(from, from_index, all);
  for (unsigned i = 0; i < count; ++i)
    LLVMAddAttributeAtIndex(to, to_index, all[i]);
  qn_free(all);
}

// Attributes of a function or a call site whose parameters moved by `shift`.
static void copy_call_attributes(LLVMValueRef from, LLVMValueRef to,
                                 unsigned parameters, unsigned shift) {
  copy_attributes(from, FUNCTION_INDEX, to, FUNCTION_INDEX);
  if (shift)
    LLVMRemoveEnumAttributeAtIndex(to, FUNCTION_INDEX, flag_kind("allocsize"));
  copy_attributes(from, RETURN_INDEX, to, RETURN_INDEX);
  for (unsigned i = 0; i < parameters; ++i)
    copy_attributes(from, i + 1, to, i + 1 + shift);
}

// Whether an attribute refers to parameters by index, which have moved: that of
// `operator new`. It is dropped.
static bool names_parameters(LLVMAttributeRef attribute, unsigned shift) {
  return shift && LLVMIsEnumAttribute(attribute) &&
         LLVMGetEnumAttributeKind(attribute) == flag_kind("allocsize");
}

static void copy_call_site_attributes(LLVMValueRef from, LLVMValueRef to,
                                      unsigned arguments, unsigned shift) {
  for (unsigned i = 0; i < arguments + 2; ++i) {
    const unsigned index = i < 2 ? (i ? RETURN_INDEX : FUNCTION_INDEX) : i - 1;
    const unsigned target = i < 2 ? index : index + shift;
    const unsigned count = LLVMGetCallSiteAttributeCount(from, index);
    LLVMAttributeRef *all = qn_alloc_array(count ? count : 1, sizeof(*all));
    if (!all)
      return;
    LLVMGetCallSiteAttributes(from, index, all);
    for (unsigned k = 0; k < count; ++k)
      if (!names_parameters(all[k], shift))
        LLVMAddCallSiteAttribute(to, target, all[k]);
    qn_free(all);
  }
}

// LLVMMoveBasicBlockBefore works within one function only.
static void move_body(LLVMValueRef from, LLVMValueRef to) {
  for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(from));) {
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(to, block);
  }
}

// Recreates `function` with the parameter types `types`; its own first `kept`
// parameters start at index `shift`.
static LLVMValueRef resign(LLVMValueRef function, LLVMTypeRef *types,
                           unsigned count, unsigned kept, unsigned shift) {
  LLVMTypeRef old = LLVMGlobalGetValueType(function);
  LLVMTypeRef type = LLVMFunctionType(LLVMGetReturnType(old), types, count,
                                      LLVMIsFunctionVarArg(old));
  LLVMValueRef made = LLVMAddFunction(LLVMGetGlobalParent(function), "", type);
  char *name = LLVMCreateMessage(qn_ir_name(function).data);
  LLVMSetValueName2(function, "", 0);
  LLVMSetValueName2(made, name, strlen(name));
  LLVMDisposeMessage(name);
  LLVMSetLinkage(made, LLVMGetLinkage(function));
  LLVMSetVisibility(made, LLVMGetVisibility(function));
  LLVMSetFunctionCallConv(made, LLVMGetFunctionCallConv(function));
  copy_call_attributes(function, made, kept, shift);
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  if (subprogram)
    LLVMSetSubprogram(made, subprogram);
  for (unsigned i = 0; i < kept; ++i) {
    LLVMValueRef from = LLVMGetParam(function, i);
    LLVMValueRef to = LLVMGetParam(made, i + shift);
    const qn_str parameter = qn_ir_name(from);
    LLVMSetValueName2(to, parameter.data, parameter.size);
    LLVMReplaceAllUsesWith(from, to);
  }
  if (!LLVMIsDeclaration(function))
    move_body(function, made);
  return made;
}

static LLVMValueRef add_parameters(LLVMValueRef function,
                                   const LLVMTypeRef *extra, unsigned count,
                                   bool in_front) {
  LLVMTypeRef old = LLVMGlobalGetValueType(function);
  const unsigned kept = LLVMCountParamTypes(old);
  LLVMTypeRef *types = qn_alloc_array(count + kept + 1, sizeof(*types));
  if (!types)
    return NULL;
  memcpy(types + (in_front ? 0 : kept), extra, count * sizeof(*types));
  LLVMGetParamTypes(old, types + (in_front ? count : 0));
  LLVMValueRef made =
      resign(function, types, count + kept, kept, in_front ? count : 0);
  qn_free(types);
  return made;
}

LLVMValueRef qn_ir_prepend_parameters(LLVMValueRef function,
                                      const LLVMTypeRef *extra,
                                      unsigned count) {
  return add_parameters(function, extra, count, true);
}

LLVMValueRef qn_ir_append_parameters(LLVMValueRef function,
                                     const LLVMTypeRef *extra, unsigned count) {
  return add_parameters(function, extra, count, false);
}

LLVMValueRef qn_ir_call_with(LLVMBuilderRef b, LLVMValueRef call,
                             LLVMValueRef callee, const LLVMValueRef *extra,
                             unsigned count) {
  LLVMTypeRef old = LLVMGetCalledFunctionType(call);
  const unsigned kept = LLVMGetNumArgOperands(call);
  const unsigned fixed = LLVMCountParamTypes(old);
  LLVMTypeRef *types = qn_alloc_array(count + fixed + 1, sizeof(*types));
  LLVMValueRef *values = qn_alloc_array(count + kept + 1, sizeof(*values));
  LLVMValueRef made = NULL;
  if (types && values) {
    for (unsigned i = 0; i < count; ++i) {
      types[i] = LLVMTypeOf(extra[i]);
      values[i] = extra[i];
    }
    LLVMGetParamTypes(old, types + count);
    for (unsigned i = 0; i < kept; ++i)
      values[count + i] = LLVMGetOperand(call, i);
    LLVMTypeRef type =
        LLVMFunctionType(LLVMGetReturnType(old), types, count + fixed,
                         LLVMIsFunctionVarArg(old));
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    made = LLVMBuildCall2(b, type, callee, values, count + kept, "");
    LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
    copy_call_site_attributes(call, made, kept, count);
    LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
  }
  qn_free(types);
  qn_free(values);
  return made;
}

LLVMValueRef qn_ir_assembly(LLVMValueRef instruction) {
  LLVMValueRef called =
      LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  size_t size = 0;
  if (!called || !LLVMIsAInlineAsm(called))
    return NULL;
  (void)LLVMGetInlineAsmAsmString(called, &size);
  return size ? called : NULL;
}

void qn_ir_drop_empty_assembly(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef call = LLVMGetFirstInstruction(block), next; call;
           call = next) {
        next = LLVMGetNextInstruction(call);
        if (!LLVMIsACallInst(call) ||
            !LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
          continue;
        size_t size;
        (void)LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &size);
        const bool passes_through =
            LLVMGetNumArgOperands(call) == 1 &&
            LLVMTypeOf(LLVMGetOperand(call, 0)) == LLVMTypeOf(call);
        if (size || (LLVMGetFirstUse(call) && !passes_through))
          continue;
        if (LLVMGetFirstUse(call))
          LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
      }
}

LLVMValueRef qn_ir_literal(LLVMValueRef value) {
  while (LLVMIsAConstantExpr(value) &&
         LLVMGetConstOpcode(value) == LLVMAddrSpaceCast)
    value = LLVMGetOperand(value, 0);
  return LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value) &&
                 LLVMGetInitializer(value)
             ? value
             : NULL;
}

const char *qn_ir_characters(LLVMValueRef value, size_t *out_size) {
  *out_size = 0;
  if (!value)
    return NULL;
  // "" is a constant of another kind, for which LLVMIsConstantString fails.
  if (LLVMIsAConstantAggregateZero(value) &&
      LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMArrayTypeKind)
    return "";
  return LLVMIsAConstantDataSequential(value) && LLVMIsConstantString(value)
             ? LLVMGetAsString(value, out_size)
             : NULL;
}

bool qn_ir_is(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

bool qn_ir_has_one_use(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use);
}

bool qn_ir_is_memory_free(LLVMValueRef function) {
  const unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
  return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

bool qn_ir_is_intrinsic(LLVMValueRef function) {
  return qn_str_starts(qn_ir_name(function), QN_STR("llvm."));
}

unsigned qn_ir_lanes(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type)
                                                     : 0;
}

bool qn_ir_is_each_lane_alone(LLVMValueRef i) {
  static const char *const names[] = {
      "llvm.fabs.",   "llvm.fma.",     "llvm.fmuladd.", "llvm.maximum.",
      "llvm.maxnum.", "llvm.minimum.", "llvm.minnum.",  "llvm.smax.",
      "llvm.smin.",   "llvm.umax.",    "llvm.umin."};
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  for (size_t n = 0; callee && n < sizeof(names) / sizeof(names[0]); ++n)
    if (qn_str_starts(qn_ir_name(callee), qn_str_from(names[n])))
      return true;
  return LLVMIsABinaryOperator(i) || LLVMIsAUnaryOperator(i) ||
         LLVMIsACmpInst(i) || LLVMIsAFreezeInst(i) || LLVMIsASelectInst(i) ||
         (LLVMIsACastInst(i) &&
          qn_ir_lanes(i) == qn_ir_lanes(LLVMGetOperand(i, 0)));
}

LLVMValueRef qn_ir_fence(LLVMBuilderRef b, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  const LLVMTypeKind kind = LLVMGetTypeKind(qn_ir_scalar(type));
  if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)
    return value;
  LLVMValueRef function = qn_ir_intrinsic(
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b))),
      "llvm.arithmetic.fence", &type, 1);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, &value,
                        1, "");
}

LLVMValueRef qn_ir_fence_words(LLVMBuilderRef b, LLVMValueRef vector,
                               unsigned bits) {
  LLVMTypeRef type = LLVMTypeOf(vector);
  LLVMContextRef c = LLVMGetTypeContext(type);
  LLVMTypeRef real = LLVMVectorType(bits == 32 ? LLVMFloatTypeInContext(c)
                                               : LLVMDoubleTypeInContext(c),
                                    LLVMGetVectorSize(type));
  LLVMValueRef plain = LLVMBuildBitCast(b, vector, real, "");
  return LLVMBuildBitCast(b, qn_ir_fence(b, plain), type, "");
}

LLVMValueRef qn_ir_incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k)
    if (LLVMGetIncomingBlock(phi, k) == from)
      return LLVMGetIncomingValue(phi, k);
  return NULL;
}

LLVMValueRef qn_ir_only_branch_to(LLVMBasicBlockRef block) {
  LLVMValueRef found = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsATerminatorInst(user))
      continue;
    if (found)
      return NULL;
    found = user;
  }
  return found;
}

LLVMValueRef qn_ir_behind_variables(LLVMValueRef function) {
  LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(at))
    at = LLVMGetNextInstruction(at);
  return at;
}

LLVMBasicBlockRef qn_ir_split_before(LLVMValueRef instruction,
                                     const char *name) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(c, block, name);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderAtEnd(b, head);
  for (LLVMValueRef i; (i = LLVMGetFirstInstruction(block)) != instruction;) {
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(b, i);
  }
  QN_EACH_BLOCK (from, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
      if (LLVMGetSuccessor(end, k) == block)
        LLVMSetSuccessor(end, k, head);
  }
  LLVMBuildBr(b, block);
  LLVMDisposeBuilder(b);
  return head;
}

void qn_ir_copy_flags(LLVMValueRef from, LLVMValueRef to) {
  if (!LLVMIsAInstruction(to))
    return;
  switch (LLVMGetInstructionOpcode(from)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
    LLVMSetNSW(to, LLVMGetNSW(from));
    LLVMSetNUW(to, LLVMGetNUW(from));
    break;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMLShr:
  case LLVMAShr:
    LLVMSetExact(to, LLVMGetExact(from));
    break;
  case LLVMZExt:
    LLVMSetNNeg(to, LLVMGetNNeg(from));
    break;
  default:
    if (LLVMCanValueUseFastMathFlags(from) && LLVMCanValueUseFastMathFlags(to))
      LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
  }
}
