// SPDX-License-Identifier: Apache-2.0
// SPIR-V for OpenCL drivers: Physical64 kernels of the Kernel model.
//
// OpenCL has no dynamic shared memory outside the argument list, so a kernel
// that reaches `extern __shared__` gets one more argument, a pointer to shared
// memory, of kind "shared" in the record.
#include "compiler/targets/family.h"

#include "base/alloc.h"
#include "compiler/unit/codegen.h"
#include "compiler/targets/spirv_printf.h"
#include "formats/code/spirv.h"
#include "metadata/record/spirv.h"

static void add_front_end_args(const qn_unit *unit, qn_args *args) {
  qn_args_add_pair(args, "-triple", unit->target->row->triple);
}

// ---- Dynamic shared memory as an argument

static bool reaches_global(qn_unit *unit, LLVMValueRef kernel,
                           LLVMValueRef global) {
  qn_map reached = {0};
  bool uses = false;
  if (qn_ir_reach(unit->module, kernel, &reached))
    for (size_t i = 0; i < reached.count && !uses; ++i)
      uses =
          qn_ir_uses((LLVMValueRef)(uintptr_t)reached.entries[i].key, global);
  qn_map_finish(&reached);
  return uses;
}

static qn_kernel *find_record(qn_unit *unit, qn_str name) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i)
    if (qn_str_equal(unit->record.kernels[i].name, name))
      return (qn_kernel *)&unit->record.kernels[i];
  return NULL;
}

static qn_status record_argument(qn_unit *unit, qn_kernel *kernel,
                                 qn_diag *diag) {
  qn_argument *arguments = qn_arena_alloc(
      &unit->arena, kernel->argument_count + 1, sizeof(*arguments));
  if (!arguments)
    return qn_fail_memory(diag, "the description of a kernel");
  if (kernel->argument_count)
    memcpy(arguments, kernel->arguments,
           kernel->argument_count * sizeof(*arguments));
  const uint64_t offset = qn_align_up(kernel->arguments_size.value, 8);
  arguments[kernel->argument_count] = (qn_argument){
      .index = (uint32_t)kernel->argument_count,
      .kind = QN_ARGUMENT_SHARED,
      .space = QN_SPACE_SHARED,
      .name = QN_STR("__dynamic_shared"),
      .type = QN_STR("void*"),
      .offset = offset,
      .size = 8,
      .alignment = 8,
  };
  kernel->arguments = arguments;
  ++kernel->argument_count;
  kernel->arguments_size = qn_known(offset + 8);
  if (kernel->arguments_alignment.value < 8)
    kernel->arguments_alignment = qn_known(8);
  return qn_ok();
}

static qn_status lower_kernel(qn_unit *unit, LLVMValueRef kernel,
                              LLVMValueRef const *globals, size_t count,
                              qn_diag *diag) {
  bool used = false;
  for (size_t i = 0; i < count; ++i)
    used = used || reaches_global(unit, kernel, globals[i]);
  if (!used)
    return qn_ok();
  qn_kernel *record = find_record(unit, qn_ir_name(kernel));
  if (!record)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE, "a kernel has no record");
  // The kernel anew, with the pointer as its last parameter.
  LLVMTypeRef shared = LLVMPointerTypeInContext(unit->context, QN_AS_SHARED);
  LLVMValueRef made = qn_ir_append_parameters(kernel, &shared, 1);
  if (!made)
    return qn_fail_memory(diag, "a kernel");
  LLVMDeleteFunction(kernel);
  LLVMValueRef argument = LLVMGetParam(made, LLVMCountParams(made) - 1);
  for (size_t i = 0; i < count; ++i)
    qn_ir_replace_global(made, globals[i], argument);
  record->flags |= QN_KERNEL_DYNAMIC_SHARED;
  return record_argument(unit, record, diag);
}

static qn_status lower_dynamic_shared(qn_unit *unit, qn_diag *diag) {
  enum { GLOBALS_MAX = 64 };
  LLVMValueRef globals[GLOBALS_MAX];
  size_t count = 0;
  QN_EACH_GLOBAL (global, unit->module)
    if (qn_ir_is_dynamic_shared(global) && count < GLOBALS_MAX)
      globals[count++] = global;
  if (!count)
    return qn_ok();
  // Every function between a kernel and a use would need the pointer, so they
  // become part of the kernel first.
  QN_EACH_FUNCTION (function, unit->module)
    for (size_t i = 0; i < count; ++i)
      if (!qn_ir_is_kernel(function) && !LLVMIsDeclaration(function) &&
          qn_ir_uses(function, globals[i])) {
        qn_ir_remove_flag(function, "noinline");
        qn_ir_add_flag(function, "alwaysinline");
      }
  QN_TRY(qn_ir_run_passes(unit->module, "always-inline,globaldce", NULL, false,
                          diag));
  for (size_t i = 0; i < count; ++i)
    QN_TRY(qn_ir_check_initializers(unit->module, globals[i], diag));
  for (LLVMValueRef function = LLVMGetFirstFunction(unit->module), next;
       function; function = next) {
    next = LLVMGetNextFunction(function);
    if (qn_ir_is_kernel(function))
      QN_TRY(lower_kernel(unit, function, globals, count, diag));
  }
  for (size_t i = 0; i < count; ++i)
    if (!qn_ir_delete_unused(unit->module, globals[i]))
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "SPIR-V cannot use dynamic shared memory '%.*s' in a "
                     "recursive or indirectly called function",
                     QN_STR_ARG(qn_ir_name(globals[i])));
  return qn_ok();
}

// ---- The family

// Shuffles and ballots came with SPIR-V 1.3; without them the version of the
// table is enough, which more drivers take.
static const char *triple_of(const qn_unit *unit) {
  static const char *const newer[] = {"llvm.spv.subgroup.ballot",
                                      "llvm.spv.subgroup.shuffle",
                                      "llvm.spv.wave."};
  QN_EACH_FUNCTION (function, unit->module)
    for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); ++i)
      if (qn_str_starts(qn_ir_name(function), qn_str_from(newer[i])))
        return "spirv64v1.3-unknown-unknown";
  return unit->target->row->triple;
}

static qn_status lower(qn_unit *unit, qn_diag *diag) {
  // Extensions that code may come to use without the source asking.
  static const char *const options[] = {
      "-spirv-ext=+SPV_KHR_bit_instructions,"
      "+SPV_KHR_no_integer_wrap_decoration,"
      "+SPV_EXT_relaxed_printf_string_address_space",
      NULL};
  qn_codegen_options(options); // read when the machine is made
  QN_TRY(qn_codegen_machine(unit, triple_of(unit), "", "", diag));
  qn_unit_internalize(unit, LLVMDefaultVisibility);
  qn_ir_drop_empty_assembly(unit->module);
  QN_TRY(lower_dynamic_shared(unit, diag));
  QN_TRY(qn_spirv_lower_printf(unit, diag));
  qn_unit_set_target(unit, "", "");
  return qn_ok();
}

// Builtins of OpenCL and SPIR-V, which the back end turns into instructions.
// What it does not know is found in the module's imports.
static bool is_provided(const qn_unit *unit, qn_str symbol) {
  (void)unit;
  return qn_str_starts(symbol, QN_STR("_Z"));
}

// The SPIR-V back end knows no vector types beyond OpenCL's, so no vectoriser;
// and what -O0 leaves (indices into structs held in memory) it gets wrong.
static const char *pipeline(const qn_unit *unit) {
  (void)unit;
  return "default<O1>";
}

static bool calls_itself(const qn_unit *unit, LLVMValueRef function) {
  bool found = false;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef callee = qn_ir_callee(instruction);
      qn_map reached = {0};
      if (callee && !LLVMIsDeclaration(callee) &&
          qn_ir_reach(unit->module, callee, &reached))
        found = found || qn_map_find(&reached, (uintptr_t)function) != NULL;
      qn_map_finish(&reached);
    }
  return found;
}

// SPIR-V has neither recursion nor calls through pointers; what is left of them
// after the optimiser is reported by name. (The record goes in at the end.)
static qn_status check_calls(qn_unit *unit, qn_diag *diag) {
  QN_EACH_FUNCTION (function, unit->module) {
    const char *what = calls_itself(unit, function) ? "recursion" : NULL;
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        if (qn_ir_is_indirect_call(instruction))
          what = "calls through pointers and virtual calls";
    if (what)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "SPIR-V does not have %s; '%.*s' needs it", what,
                     QN_STR_ARG(qn_ir_name(function)));
  }
  return qn_ok();
}

enum { DECORATION_LINKAGE = 41, LINKAGE_IMPORT = 1 };

// The name that an OpDecorate %id LinkageAttributes "name" Import imports;
// empty for every other instruction.
static qn_str imported_name(const qn_spirv_op *op) {
  qn_reader operands = op->operands;
  if (op->opcode != QN_SPIRV_DECORATE)
    return (qn_str){0};
  (void)qn_read_u32(&operands, "target");
  if (qn_read_u32(&operands, "decoration") != DECORATION_LINKAGE)
    return (qn_str){0};
  const qn_str name = qn_spirv_text(&operands, "name");
  return qn_read_u32(&operands, "linkage") == LINKAGE_IMPORT && !operands.failed
             ? name
             : (qn_str){0};
}

static qn_status check_imports(qn_unit *unit, qn_span bytes, qn_diag *diag) {
  qn_spirv module;
  qn_spirv_op op;
  bool end = false;
  size_t at = QN_SPIRV_HEADER_SIZE;
  qn_str *names = NULL;
  size_t count = 0;
  size_t capacity = 0;
  QN_TRY(qn_spirv_open(bytes, 0, &module, diag));
  for (;;) {
    QN_TRY(qn_spirv_next(&module, &at, &op, &end, diag));
    if (end)
      break;
    const qn_str name = imported_name(&op);
    if (!name.size)
      continue;
    names =
        qn_arena_grow(&unit->arena, names, count, &capacity, sizeof(*names));
    if (!names)
      return qn_fail_memory(diag, "the list of undefined symbols");
    names[count++] = name;
  }
  return count ? qn_unit_fail_missing(unit, names, count, diag) : qn_ok();
}

static qn_status link_image(qn_unit *unit, qn_span module, qn_buffer *out_image,
                            qn_diag *diag) {
  if (unit->params->dry_run)
    return qn_ok();
  QN_TRY(check_imports(unit, module, diag));
  return qn_spirv_add_record(module, qn_buffer_span(&unit->camd), out_image,
                             diag);
}

const qn_family_ops qn_family_ops_spirv = {
    .family = QN_FAMILY_SPIRV,
    .language = "hip",
    .macro = "__QUERN_TARGET_SPIRV__",
    .add_front_end_args = add_front_end_args,
    .lower = lower,
    .pipeline = pipeline,
    .is_provided = is_provided,
    .add_record = check_calls,
    .link = link_image,
    .code = LLVMObjectFile,
    .record_form = QN_RECORD_WORDS,
    .record_space = 2, // UniformConstant
};
