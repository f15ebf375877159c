// SPDX-License-Identifier: Apache-2.0
// SPIR-V for OpenCL drivers: Physical64 kernels of the Kernel model. What is
// not as in CUDA, compiler/spirv makes so.
#include "compiler/targets/family.h"

#include "compiler/ir/arithmetic.h"
#include "compiler/ir/halves.h"
#include "compiler/spirv/atomics.h"
#include "compiler/spirv/calls.h"
#include "compiler/spirv/casts.h"
#include "compiler/spirv/conditions.h"
#include "compiler/spirv/contract.h"
#include "compiler/spirv/convert.h"
#include "compiler/spirv/exits.h"
#include "compiler/spirv/failure.h"
#include "compiler/spirv/forms.h"
#include "compiler/spirv/initial.h"
#include "compiler/spirv/launch.h"
#include "compiler/spirv/narrow.h"
#include "compiler/spirv/overflow.h"
#include "compiler/spirv/parting.h"
#include "compiler/spirv/places.h"
#include "compiler/spirv/printf.h"
#include "compiler/spirv/rounds.h"
#include "compiler/spirv/spaces.h"
#include "compiler/spirv/start.h"
#include "compiler/spirv/stops.h"
#include "compiler/spirv/variables.h"
#include "compiler/spirv/widen.h"
#include "compiler/unit/codegen.h"
#include "compiler/unit/maths.h"
#include "base/system/file.h"
#include "formats/code/spirv.h"
#include "formats/object/elf_append.h"
#include "metadata/record/record.h"
#include "metadata/record/spirv.h"

static void add_front_end_args(const qn_unit *unit, qn_args *args) {
  qn_args_add_pair(args, "-triple", unit->target->row->triple);
  // __global__ has one, against a type that kernels would get.
  qn_args_add(args, "-Wno-ignored-attributes");
  // Conversions of what an integer cannot hold are defined, of literals, too.
  qn_args_add(args, "-fno-strict-float-cast-overflow");
  // The type is the host's; libraries use it where the macro is (CCCL).
  qn_args_add(args, "-U__SIZEOF_INT128__");
  if (qn_spirv_emulates_warps(unit))
    qn_args_add(args, "-D__QUERN_SPIRV_EMULATES_WARPS__");
}

// ---- The family

// Whether something is volatile, which may be how lanes of a warp go in step.
static bool has_volatile(const qn_unit *unit) {
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if ((LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i))
          return true;
  return false;
}

// Shuffles and ballots came with SPIR-V 1.3; without them the version of the
// table is enough, which more drivers take.
static const char *triple_of(const qn_unit *unit) {
  static const char *const newer[] = {
      "llvm.spv.subgroup.ballot", "llvm.spv.subgroup.shuffle", "llvm.spv.wave.",
      "__qn_spirv_warp_fence"};
  if (qn_spirv_emulates_warps(unit))
    return unit->target->row->triple;
  QN_EACH_FUNCTION (function, unit->module)
    for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); ++i)
      if (qn_str_starts(qn_ir_name(function), qn_str_from(newer[i])))
        return "spirv64v1.3-unknown-unknown";
  return has_volatile(unit) ? "spirv64v1.3-unknown-unknown"
                            : unit->target->row->triple;
}

// The SPIR-V back end knows no vector types beyond OpenCL's, so no vectoriser;
// and what -O0 leaves (indices into structs held in memory) it gets wrong.
static const char optimiser[] = "default<O1>";

// Functions of libraries are called as SPIR-V's are: in LLVM a call in another
// convention than the function's has no meaning.
static void settle_conventions(const qn_unit *unit) {
  enum { CC_SPIR_FUNCTION = 75 };
  QN_EACH_FUNCTION (function, unit->module) {
    if (!LLVMIsDeclaration(function) || qn_ir_is_intrinsic(function))
      continue;
    LLVMSetFunctionCallConv(function, CC_SPIR_FUNCTION);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use;
         use = LLVMGetNextUse(use))
      if (qn_ir_callee(LLVMGetUser(use)) == function)
        LLVMSetInstructionCallConv(LLVMGetUser(use), CC_SPIR_FUNCTION);
  }
}

static qn_status lower(qn_unit *unit, qn_diag *diag) {
  // Extensions that code may come to use without the source asking. And loops
  // that the source wants unrolled stay such where much would come of them, on
  // which drivers' compilers take minutes.
  static const char *const options[] = {"-spirv-ext=+SPV_KHR_bit_instructions,"
                                        "+SPV_KHR_no_integer_wrap_decoration,"
                                        "+SPV_KHR_shader_clock",
                                        "-pragma-unroll-threshold=1000", NULL};
  qn_codegen_options(options); // read when the machine is made
  QN_TRY(qn_codegen_machine(unit, triple_of(unit), "", "", diag));
  qn_unit_internalize(unit, LLVMDefaultVisibility);
  qn_ir_drop_empty_assembly(unit->module);
  qn_unit_bind_maths(unit->module);
  settle_conventions(unit);
  qn_ir_define_arithmetic(unit->module);
  qn_ir_bound_halves(unit->module);
  qn_spirv_lower_conversions(unit);
  qn_spirv_name_traps(unit);
  QN_TRY(qn_spirv_mark_inline(unit, diag));
  // What is left is what kernels do need, in the kernels themselves.
  QN_TRY(qn_ir_run_passes(unit->module, optimiser, unit->machine, false, diag));
  QN_TRY(qn_spirv_check_calls(unit, diag));
  QN_TRY(qn_spirv_copy_structs(unit, diag));
  QN_TRY(qn_spirv_infer_spaces(unit, diag));
  QN_TRY(qn_spirv_lower_launch(unit, diag));
  qn_spirv_lower_end(unit);
  qn_spirv_add_host(unit);
  QN_TRY(qn_spirv_lower_printf(unit, diag));
  QN_TRY(qn_spirv_lower_atomics(unit, diag));
  qn_unit_set_target(unit, "", "");
  return qn_ok();
}

// Builtins of OpenCL and SPIR-V, which the back end turns into instructions.
// What it does not know is found in the module's imports.
static bool is_provided(const qn_unit *unit, qn_str symbol) {
  return qn_str_starts(symbol, QN_STR("_Z")) ||
         qn_str_equal(symbol, QN_STR(QN_SPIRV_YIELD)) ||
         (qn_spirv_emulates_warps(unit) && qn_spirv_is_for_stops(symbol));
}

static const char *pipeline(const qn_unit *unit) {
  (void)unit;
  return optimiser;
}

// After the optimiser, which makes atomic loads of additions of 0.
static qn_status finish(qn_unit *unit, qn_diag *diag) {
  QN_TRY(qn_spirv_lower_atomics(unit, diag));
  qn_spirv_add_start(unit);
  QN_TRY(qn_ir_run_passes(unit->module, "always-inline,globaldce",
                          unit->machine, false, diag));
  QN_TRY(qn_spirv_lower_exits(unit, diag));
  QN_TRY(qn_spirv_lower_stops(unit, diag));
  QN_TRY(qn_spirv_settle_loops(unit, diag));
  QN_TRY(qn_spirv_join_accesses(unit, diag));
  QN_TRY(qn_spirv_contract(unit, diag));
  QN_TRY(qn_spirv_settle_leaving(unit, diag));
  QN_TRY(qn_spirv_settle_rounds(unit, diag));
  QN_TRY(qn_spirv_settle_parting(unit, diag));
  QN_TRY(qn_spirv_settle_counters(unit, diag));
  QN_TRY(qn_spirv_keep_inside(unit, diag));
  qn_spirv_settle_conditions(unit);
  QN_TRY(qn_spirv_add_initial(unit, diag));
  QN_TRY(qn_spirv_settle_variables(unit, diag));
  qn_spirv_lower_overflows(unit);
  QN_TRY(qn_spirv_widen_integers(unit, diag));
  qn_spirv_narrow_indices(unit);
  qn_spirv_join_places(unit);
  qn_spirv_settle_forms(unit);
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

// ---- Machine code of Intel's GPUs

// What ocloc writes is relocatable in form: drivers pass over notes that they
// do not know.
static qn_status add_note(qn_unit *unit, qn_span code, qn_buffer *out_image,
                          qn_diag *diag) {
  enum { MACHINE = 205 };
  qn_elf elf;
  qn_buffer note = {0};
  QN_TRY(qn_elf_open(code, 0, &elf, diag));
  if (elf.machine != MACHINE)
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "ocloc made code for machine %u, not a zebin", elf.machine);
  qn_status status =
      qn_note_write(qn_buffer_span(&unit->camd), false, &note, diag);
  if (!qn_failed(status)) {
    const qn_elf_addition addition = {.name = QN_NOTE_SECTION,
                                      .type = QN_ELF_NOTE,
                                      .alignment = 4,
                                      .bytes = qn_buffer_span(&note)};
    status = qn_elf_append(&elf, &addition, out_image, diag);
  }
  qn_buffer_finish(&note);
  return status;
}

static qn_status fail_no_ocloc(const qn_unit *unit, qn_diag *diag) {
  const qn_status status =
      qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
              "machine code for '%s' is made by ocloc, which is not installed",
              unit->target->name);
  qn_diag_hint(diag,
               "Install Intel's ocloc (Debian 12: intel-opencl-icd, later "
               "intel-ocloc; or QUERN_OCLOC names it), or compile for "
               "spirv64, which drivers compile when it is loaded.");
  return status;
}

// Some versions add a suffix to the name that they are given.
static qn_status read_code(const char *path, const char *longer, qn_buffer *out,
                           qn_diag *diag) {
  return qn_codegen_read(qn_path_exists(path) ? path : longer, out, diag);
}

static qn_status assemble(qn_unit *unit, qn_span module, qn_buffer *out_image,
                          qn_diag *diag) {
  const char *source = qn_unit_path(unit, ".ocloc.spv");
  const char *path = qn_unit_path(unit, ".zebin");
  const char *longer = qn_unit_path(unit, ".zebin.bin");
  qn_args args = {.arena = &unit->arena};
  qn_buffer code = {0};
  if (!unit->tools->ocloc)
    return fail_no_ocloc(unit, diag);
  qn_args_add(&args, unit->tools->ocloc);
  qn_args_add(&args, "compile");
  qn_args_add(&args, "-spirv_input");
  qn_args_add_pair(&args, "-file", source);
  qn_args_add_pair(&args, "-device", unit->target->row->cpu);
  qn_args_add(&args, "-64");
  qn_args_add_pair(&args, "-output", path);
  qn_args_add(&args, "-output_no_suffix");
  qn_args_add_pair(&args, "--format", "zebin");
  const size_t before = unit->messages.size;
  qn_status status = qn_ok();
  if (!unit->params->dry_run)
    status = qn_file_write(source, module, diag);
  if (!qn_failed(status))
    status = qn_unit_run_tool(unit, &args, diag);
  if (!qn_failed(status))
    unit->messages.size = before; // it says that it succeeded
  if (!qn_failed(status) && !unit->params->dry_run)
    status = read_code(path, longer, &code, diag);
  if (!qn_failed(status) && !unit->params->dry_run)
    status = add_note(unit, qn_buffer_span(&code), out_image, diag);
  qn_buffer_finish(&code);
  return status;
}

// ---- Images

static qn_status link_image(qn_unit *unit, qn_span module, qn_buffer *out_image,
                            qn_diag *diag) {
  const bool is_intel = qn_target_is_intel(unit->target->row);
  if (unit->params->dry_run)
    return is_intel ? assemble(unit, module, out_image, diag) : qn_ok();
  QN_TRY(check_imports(unit, module, diag));
  qn_buffer settled = {0};
  qn_status status = qn_spirv_settle_casts(module, &settled, diag);
  if (!qn_failed(status) && is_intel)
    status = assemble(unit, qn_buffer_span(&settled), out_image, diag);
  else if (!qn_failed(status))
    status = qn_spirv_add_record(qn_buffer_span(&settled),
                                 qn_buffer_span(&unit->camd), out_image, diag);
  qn_buffer_finish(&settled);
  return status;
}

const qn_family_ops qn_family_ops_spirv = {
    .family = QN_FAMILY_SPIRV,
    .language = "hip",
    .macro = "__QUERN_TARGET_SPIRV__",
    .add_front_end_args = add_front_end_args,
    .settle_names = qn_spirv_settle_sleeps,
    .lower = lower,
    .pipeline = pipeline,
    .is_provided = is_provided,
    .add_record = finish,
    .link = link_image,
    .code = LLVMObjectFile,
    .codegen_plain = true,
    .record_form = QN_RECORD_WORDS,
    .record_space = 2, // UniformConstant
};
