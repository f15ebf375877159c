// SPDX-License-Identifier: Apache-2.0
// Each kind of inline assembly in the module becomes a function in another
// source, which the front end compiles for the unit's target; calls of it
// replace the assembly, and are inlined.
#include "compiler/driver/assembly.h"

#include <llvm-c/Linker.h>
#include <stdio.h>

#include "base/system/file.h"
#include "compiler/driver/front_end.h"
#include "compiler/driver/gcn.h"
#include "compiler/ir/scopes.h"
#include "compiler/ptx/ptx.h"

// A template with its constraints.
typedef struct assembly_kind {
  LLVMValueRef value; // the InlineAsm, one for each kind in a context
  const char *name;   // of the function; NULL: it has no counterpart
  const char *refusal;
  qn_ptx_assembly source;
} assembly_kind;

typedef struct assembly {
  qn_unit *unit;
  assembly_kind *kinds;
  size_t count, capacity;
  qn_buffer text; // the source
} assembly;

// ---- Operands

// The C++ type for an LLVM type; NULL for one that assembly cannot have.
static const char *type_name(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    switch (LLVMGetIntTypeWidth(type)) {
    case 1:
      return "bool";
    case 8:
      return "unsigned char";
    case 16:
      return "unsigned short";
    case 32:
      return "unsigned int";
    case 64:
      return "unsigned long long";
    case 128:
      return "unsigned __int128";
    default:
      return NULL;
    }
  case LLVMFloatTypeKind:
    return "float";
  case LLVMDoubleTypeKind:
    return "double";
  case LLVMHalfTypeKind:
    return "_Float16";
  case LLVMPointerTypeKind:
    return "void *";
  default:
    return NULL;
  }
}

static LLVMTypeRef output_type(LLVMTypeRef result, size_t i) {
  return LLVMGetTypeKind(result) == LLVMStructTypeKind
             ? LLVMStructGetTypeAtIndex(result, (unsigned)i)
             : result;
}

// Reads the constraints "=r,=&r,r,0,n,~{memory}".
static qn_status read_operands(qn_unit *unit, assembly_kind *kind,
                               qn_diag *diag) {
  size_t size, outputs = 0, inputs = 0;
  const char *text = LLVMGetInlineAsmConstraintString(kind->value, &size);
  LLVMTypeRef function = LLVMGetInlineAsmFunctionType(kind->value);
  LLVMTypeRef parameters[QN_PTX_OPERANDS_MAX];
  const unsigned parameter_count = LLVMCountParamTypes(function);
  qn_ptx_operand *operands =
      qn_arena_alloc(&unit->arena, QN_PTX_OPERANDS_MAX, sizeof(*operands));
  qn_str rest = {text, size}, part;
  if (!operands)
    return qn_fail_memory(diag, "operands");
  if (parameter_count > QN_PTX_OPERANDS_MAX)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "assembly with %u operands", parameter_count);
  LLVMGetParamTypes(function, parameters);
  while (rest.size && qn_str_split(&rest, ',', &part)) {
    if (qn_str_starts(part, QN_STR("~")))
      continue;
    const bool is_output = qn_str_starts(part, QN_STR("="));
    if (outputs + inputs == QN_PTX_OPERANDS_MAX ||
        memchr(part.data, '*', part.size) ||
        (!is_output && inputs == parameter_count))
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "the constraint '%.*s' of assembly", QN_STR_ARG(part));
    const char digit = part.size ? part.data[0] : 0;
    qn_ptx_operand *one = &operands[outputs + inputs];
    *one = (qn_ptx_operand){
        .type = type_name(
            is_output ? output_type(LLVMGetReturnType(function), outputs)
                      : parameters[inputs]),
        .is_output = is_output,
        .tied = digit >= '0' && digit <= '9' ? digit - '0' : -1};
    if (!one->type)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "the type of an operand of assembly");
    *(is_output ? &outputs : &inputs) += 1;
  }
  kind->source.operands = operands;
  kind->source.operand_count = outputs + inputs;
  return qn_ok();
}

// ---- Kinds

static assembly_kind *find_kind(assembly *a, LLVMValueRef value) {
  for (size_t i = 0; i < a->count; ++i)
    if (a->kinds[i].value == value)
      return &a->kinds[i];
  return NULL;
}

static const char *refusal(assembly *a, const qn_diag *why) {
  return qn_arena_printf(&a->unit->arena, QN_UNIT_REFUSED "%s", why->message)
      .data;
}

// Where assembly has variants, clang writes braces and bars as $( $| $), and a
// dollar sign, here as everywhere, as two.
static qn_str without_variants(qn_arena *arena, const char *text, size_t size) {
  static const char marks[] = "(|)", meant[] = "{|}";
  char *out = qn_arena_alloc(arena, size + 1, 1);
  size_t used = 0;
  for (size_t i = 0; out && i < size; ++i) {
    const bool is_pair = text[i] == '$' && i + 1 < size;
    const char *mark = is_pair ? memchr(marks, text[i + 1], 3) : NULL;
    out[used++] = mark ? meant[mark - marks] : text[i];
    if (is_pair && text[i + 1] == '$')
      out[used++] = '$';
    i += mark || (is_pair && text[i + 1] == '$');
  }
  return (qn_str){out, used};
}

static qn_status add_kind(assembly *a, LLVMValueRef value, qn_diag *diag) {
  assembly_kind *kinds = qn_arena_grow(&a->unit->arena, a->kinds, a->count,
                                       &a->capacity, sizeof(*kinds));
  if (!kinds)
    return qn_fail_memory(diag, "the list of assembly");
  a->kinds = kinds;
  assembly_kind *kind = &kinds[a->count++];
  *kind = (assembly_kind){.value = value};
  size_t size;
  const char *text = LLVMGetInlineAsmAsmString(value, &size);
  kind->source.text = without_variants(&a->unit->arena, text, size);
  if (!kind->source.text.data)
    return qn_fail_memory(diag, "assembly");
  const char *name =
      qn_arena_printf(&a->unit->arena, "__qn_assembly_%zu", a->count).data;
  qn_diag why = {0};
  qn_status status = read_operands(a->unit, kind, &why);
  if (!qn_failed(status))
    status = (qn_gcn_is(kind->source.text)
                  ? qn_gcn_translate
                  : qn_ptx_translate)(&kind->source, name, &a->text, &why);
  if (!qn_failed(status))
    kind->name = name;
  else if (why.code != QN_E_UNSUPPORTED)
    return qn_fail(diag, why.code, QN_NOWHERE, "%s", why.message);
  else
    kind->refusal = refusal(a, &why);
  return kind->name || kind->refusal ? qn_ok() : qn_fail_memory(diag, "a name");
}

static qn_status collect(assembly *a, qn_diag *diag) {
  QN_EACH_FUNCTION (function, a->unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block) {
        LLVMValueRef value = qn_ir_assembly(instruction);
        if (value && !find_kind(a, value))
          QN_TRY(add_kind(a, value, diag));
      }
  return qn_ok();
}

// ---- The functions

// Of the program's own options only those in which linked modules must agree:
// flushing denormals is a flag of the module.
static qn_args options(assembly *a) {
  static const char shared[] = "-fdenormal-fp-math-f32=";
  const char *const *given = a->unit->params->front_end_args;
  qn_args args = {.arena = &a->unit->arena};
  qn_args_add(&args, "-std=gnu++17");
  for (; given && *given; ++given)
    if (strncmp(*given, shared, sizeof(shared) - 1) == 0)
      qn_args_add(&args, *given);
  return args;
}

static qn_status compile(assembly *a, qn_diag *diag) {
  static const char head[] = "#include <quern/device/ptx/ptx.h>\n";
  qn_unit *unit = a->unit;
  const qn_compile_params *given = unit->params;
  qn_compile_params params = *given;
  qn_buffer text = {0};
  LLVMModuleRef module;
  const qn_args args = options(a);
  const char *source = qn_unit_path(unit, ".assembly.cu");
  const char *bitcode = qn_unit_path(unit, ".assembly.bc");
  qn_buffer_append(&text, head, strlen(head));
  qn_buffer_append(&text, a->text.data, a->text.size);
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = qn_file_write(source, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  QN_TRY(args.failed ? qn_fail_memory(diag, "options") : status);
  params.front_end_args = args.items;
  params.dependencies = false;
  params.dialect = QN_DIALECT_CUDA;
  unit->params = &params;
  status = qn_front_end_run(unit, source, bitcode, diag);
  unit->params = given;
  if (qn_failed(status)) {
    qn_diag_context(diag, "compiling what inline assembly does");
    return status;
  }
  QN_TRY(qn_unit_read_bitcode(unit, bitcode, false, &module, diag));
  if (unit->params->checks || unit->params->embed_bitcode)
    qn_ir_set_scopes(module);
  return LLVMLinkModules2(unit->module, module)
             ? qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                       "cannot link what inline assembly does")
             : qn_ok();
}

// ---- Calls

// A variable of the function, as what the parameter `as` takes.
static LLVMValueRef add_variable(LLVMBuilderRef b, LLVMValueRef call,
                                 LLVMTypeRef type, LLVMTypeRef as) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMValueRef variable = LLVMBuildAlloca(b, type, "");
  LLVMPositionBuilderBefore(b, call);
  return LLVMTypeOf(variable) == as
             ? variable
             : LLVMBuildAddrSpaceCast(b, variable, as, "");
}

// Replaces assembly by a call of its kind's function.
static void replace(assembly *a, const assembly_kind *kind, LLVMValueRef call) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(a->unit->context);
  LLVMValueRef callee = LLVMGetNamedFunction(a->unit->module, kind->name);
  LLVMTypeRef type = LLVMGlobalGetValueType(callee);
  LLVMTypeRef result = LLVMTypeOf(call);
  LLVMTypeRef parameters[QN_PTX_OPERANDS_MAX];
  LLVMValueRef arguments[QN_PTX_OPERANDS_MAX];
  const qn_ptx_assembly *source = &kind->source;
  unsigned outputs = 0;
  LLVMGetParamTypes(type, parameters);
  LLVMPositionBuilderBefore(b, call);
  for (unsigned i = 0; i < source->operand_count; ++i)
    if (source->operands[i].is_output)
      arguments[i] =
          add_variable(b, call, output_type(result, outputs++), parameters[i]);
    else
      arguments[i] = LLVMGetOperand(call, i - outputs);
  LLVMValueRef made = LLVMBuildCall2(b, type, callee, arguments,
                                     (unsigned)source->operand_count, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(callee));
  const bool many = LLVMGetTypeKind(result) == LLVMStructTypeKind;
  LLVMValueRef value = many ? LLVMGetUndef(result) : NULL;
  for (unsigned i = 0; i < outputs; ++i) {
    LLVMValueRef one =
        LLVMBuildLoad2(b, output_type(result, i), arguments[i], "");
    value = many ? LLVMBuildInsertValue(b, value, one, i, "") : one;
  }
  if (value)
    LLVMReplaceAllUsesWith(call, value);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(b);
}

static void replace_refused(assembly *a, const assembly_kind *kind,
                            LLVMValueRef call) {
  LLVMTypeRef type = LLVMGetInlineAsmFunctionType(kind->value);
  LLVMValueRef callee = LLVMGetNamedFunction(a->unit->module, kind->refusal);
  LLVMValueRef arguments[QN_PTX_OPERANDS_MAX];
  const unsigned count = LLVMGetNumArgOperands(call);
  if (count > QN_PTX_OPERANDS_MAX)
    return; // the family refuses it later
  if (!callee)
    callee = LLVMAddFunction(a->unit->module, kind->refusal, type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(a->unit->context);
  LLVMPositionBuilderBefore(b, call);
  for (unsigned i = 0; i < count; ++i)
    arguments[i] = LLVMGetOperand(call, i);
  LLVMValueRef made = LLVMBuildCall2(b, type, callee, arguments, count, "");
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(b);
}

static void replace_all(assembly *a) {
  QN_EACH_FUNCTION (function, a->unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef value = qn_ir_assembly(i);
        const assembly_kind *kind = value ? find_kind(a, value) : NULL;
        if (kind && kind->name)
          replace(a, kind, i);
        else if (kind)
          replace_refused(a, kind, i);
      }
}

static void keep_inside(assembly *a) {
  for (size_t i = 0; i < a->count; ++i)
    if (a->kinds[i].name)
      LLVMSetLinkage(LLVMGetNamedFunction(a->unit->module, a->kinds[i].name),
                     LLVMInternalLinkage);
}

// ---- The end of a work-item

// The function in quern/device/ptx/warp.h for the instruction `exit`.
static LLVMValueRef find_exit(LLVMModuleRef module) {
  return LLVMGetNamedFunction(module, QN_UNIT_REFUSED
                              "the PTX instruction 'exit' in a function "
                              "that is not part of its kernel");
}

// Marks all callers of `callee` to be inlined, up to kernels.
static void mark_callers(LLVMValueRef callee, unsigned depth) {
  enum { DEPTH_MAX = 64 }; // recursion is refused later
  for (LLVMUseRef use = LLVMGetFirstUse(callee); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || qn_ir_callee(call) != callee)
      continue;
    LLVMValueRef caller =
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (qn_ir_is_kernel(caller) || depth == DEPTH_MAX)
      continue;
    qn_ir_remove_flag(caller, "noinline");
    qn_ir_remove_flag(caller, "optnone");
    qn_ir_add_flag(caller, "alwaysinline");
    mark_callers(caller, depth + 1);
  }
}

// Replaces calls of `exit` in kernels by returns.
static void make_returns(LLVMValueRef exit) {
  for (LLVMUseRef use = LLVMGetFirstUse(exit), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    LLVMValueRef end =
        LLVMIsACallInst(call) ? LLVMGetNextInstruction(call) : NULL;
    if (!end || !LLVMIsAUnreachableInst(end) ||
        !qn_ir_is_kernel(
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
      continue;
    LLVMBuilderRef b =
        LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(exit)));
    LLVMPositionBuilderBefore(b, call);
    LLVMBuildRetVoid(b);
    LLVMInstructionEraseFromParent(end);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(b);
  }
}

static qn_status lower_exit(qn_unit *unit, qn_diag *diag) {
  LLVMValueRef exit = find_exit(unit->module);
  if (!exit)
    return qn_ok();
  mark_callers(exit, 0);
  QN_TRY(qn_ir_run_passes(unit->module, "always-inline", NULL, false, diag));
  make_returns(exit);
  return qn_ok();
}

// ---- All

static bool is_left(const qn_unit *unit) {
  const bool is_hip =
      qn_front_end_dialect(unit->params, qn_unit_source_name(unit)) ==
      QN_DIALECT_HIP;
  return unit->ops->family == QN_FAMILY_NVIDIA ||
         (unit->ops->family == QN_FAMILY_AMD && is_hip);
}

qn_status qn_assembly_translate(qn_unit *unit, qn_diag *diag) {
  assembly a = {.unit = unit};
  if (is_left(unit))
    return qn_ok();
  qn_status status = collect(&a, diag);
  if (!qn_failed(status) && a.text.size)
    status = compile(&a, diag);
  if (!qn_failed(status) && a.count) {
    replace_all(&a);
    keep_inside(&a);
    status = qn_ir_run_passes(unit->module, "always-inline,globaldce", NULL,
                              false, diag);
    if (!qn_failed(status))
      status = lower_exit(unit, diag);
  }
  qn_buffer_finish(&a.text);
  return status;
}
