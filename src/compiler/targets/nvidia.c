// SPDX-License-Identifier: Apache-2.0
// NVIDIA GPUs: PTX by LLVM, and a cubin by ptxas, if that is installed and
// knows the target.
#include "compiler/targets/family.h"

#include <stdio.h>

#include "base/system/file.h"
#include "compiler/ir/arithmetic.h"
#include "compiler/ir/back_branches.h"
#include "compiler/ir/halves.h"
#include "compiler/ir/references.h"
#include "compiler/unit/codegen.h"
#include "compiler/targets/nvidia_constants.h"
#include "compiler/targets/nvidia_maths.h"
#include "compiler/targets/nvidia_printf.h"

// The first PTX version with a compute capability (x 10), from LLVM's table of
// NVPTX processors; new drivers accept old PTX, not the reverse.
static unsigned min_ptx_version(unsigned capability) {
  static const struct {
    unsigned capability;
    unsigned version;
  } versions[] = {{1000, 86}, {1010, 86}, {1030, 88}, {1100, 90}, {1200, 87},
                  {1210, 88}, {900, 78},  {890, 78},  {880, 90},  {870, 74},
                  {860, 71},  {800, 70},  {0, 63}};
  for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); ++i)
    if (capability == versions[i].capability || !versions[i].capability)
      return versions[i].version;
  return 63;
}

// Inline PTX has what the CUDA release knows that our headers stand for
// (dialect.def): 12.8. So have atomic operations of 16 bytes, since PTX 8.4.
static void print_features(const qn_unit *unit, bool has_newer, char *out,
                           size_t size) {
  // "a" and "f" variants came with PTX 8.0 and 8.6. Older GPUs may have older
  // drivers: PTX 8.0 is CUDA 12.0's.
  enum { VARIANT_MIN = 80, RELEASE = 87, OLDER = 80 };
  const qn_target_row *row = unit->target->row;
  const unsigned known = row->mach >= 900 ? RELEASE : OLDER;
  unsigned version = min_ptx_version(row->mach);
  if (row->cpu[strlen(row->cpu) - 1] == 'a' && version < VARIANT_MIN)
    version = VARIANT_MIN;
  if (row->cpu[strlen(row->cpu) - 1] == 'f' && version < 88)
    version = 88;
  if (has_newer && version < known)
    version = known;
  if (unit->params->ptx_version > version)
    version = unit->params->ptx_version;
  snprintf(out, size, "+ptx%u", version);
}

static void add_front_end_args(const qn_unit *unit, qn_args *args) {
  char features[32];
  print_features(unit, false, features, sizeof(features));
  qn_args_add_pair(args, "-triple", unit->target->row->triple);
  // Clang does not know family targets ("sm_100f"), only their base; LLVM does.
  qn_str cpu = qn_str_from(unit->target->row->cpu);
  if (qn_str_ends(cpu, QN_STR("f")))
    --cpu.size;
  qn_args_add(args, "-target-cpu");
  QN_ARGS_PRINTF(args, "%.*s", QN_STR_ARG(cpu));
  qn_args_add(args, "-target-feature");
  QN_ARGS_PRINTF(args, "%s", features);
}

static bool is_atomic_of_16(LLVMValueRef i) {
  if (!LLVMIsAAtomicCmpXchgInst(i) && !LLVMIsAAtomicRMWInst(i))
    return false;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == 128;
}

static bool has_newer(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (qn_ir_assembly(i) || is_atomic_of_16(i))
          return true;
  return false;
}

// PTX's texture references are no longer bound by any driver. Ours are plain
// variables that hold a texture object, so the mark that makes them references
// has to go: they become other variables, of the same name.
static void make_plain(LLVMModuleRef module, LLVMValueRef reference) {
  const qn_str name = qn_ir_name(reference);
  LLVMTypeRef type = LLVMGlobalGetValueType(reference);
  LLVMValueRef plain = LLVMAddGlobalInAddressSpace(
      module, type, "", qn_ir_address_space(reference));
  LLVMSetLinkage(plain, LLVMExternalLinkage);
  LLVMSetInitializer(plain, LLVMConstNull(type));
  LLVMSetExternallyInitialized(plain, true);
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function) && qn_ir_uses(function, reference))
      qn_ir_replace_global(function, reference, plain);
  char copy[512];
  if (name.size >= sizeof(copy))
    return;
  memcpy(copy, name.data, name.size);
  LLVMSetValueName2(reference, "quern.reference", 15);
  LLVMSetValueName2(plain, copy, name.size);
  // Other constants' uses are lists of what is used.
  LLVMReplaceAllUsesWith(reference, LLVMGetPoison(LLVMTypeOf(reference)));
  LLVMDeleteGlobal(reference);
}

static void lower_references(LLVMModuleRef module) {
  LLVMValueRef listed[QN_IR_REFERENCES_MAX];
  const unsigned count = qn_ir_listed_references(module, listed);
  for (unsigned i = 0; i < count; ++i)
    make_plain(module, listed[i]);
}

// What NVVM's compiler is asked for, and what suits ptxas; read when the
// machine is made.
static void set_options(const qn_unit *unit) {
  const qn_nvvm_options *asked = &unit->params->nvvm;
  // As far as nvcc unrolls: arrays that loops of known length fill and read
  // can then be in registers.
  const char *options[5] = {"-unroll-threshold=1000",
                            "-unroll-partial-threshold=300"};
  size_t count = 2;
  if (asked->fast_sqrt)
    options[count++] = "-nvptx-prec-sqrtf32=0";
  if (asked->fast_div)
    options[count++] = "-nvptx-prec-divf32=0";
  qn_codegen_options(options);
}

// A precise square root is a dozen instructions and a branch: where one of two
// is chosen, LLVM must not think that doing both is cheap.
static void keep_roots_conditional(LLVMModuleRef module) {
  static const char *const names[] = {"llvm.sqrt.f32", "llvm.sqrt.f64"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    LLVMValueRef root = LLVMGetNamedFunction(module, names[i]);
    if (root)
      qn_ir_remove_flag(root, "speculatable");
  }
}

static qn_status lower(qn_unit *unit, qn_diag *diag) {
  char features[32];
  set_options(unit);
  print_features(unit, has_newer(unit->module), features, sizeof(features));
  QN_TRY(qn_codegen_machine(unit, unit->target->row->triple,
                            unit->target->row->cpu, features, diag));
  qn_ir_define_shifts(unit->module);
  qn_ir_bound_halves(unit->module);
  lower_references(unit->module);
  qn_nvidia_lower_printf(unit);
  qn_unit_align_shared(unit);
  qn_unit_internalize(unit, LLVMDefaultVisibility);
  qn_nvidia_fit_constants(unit->module);
  QN_TRY(qn_nvidia_link_maths(unit, diag));
  keep_roots_conditional(unit->module);
  qn_unit_set_target(unit, unit->target->row->cpu, features);
  return qn_ok();
}

static qn_status finish_code(qn_unit *unit, qn_diag *diag) {
  // Alignments that are known since loops were unrolled: two accesses of 4
  // bytes are one of 8 then.
  if (unit->params->opt_level > 1)
    QN_TRY(qn_ir_run_passes(unit->module,
                            "function(infer-address-spaces,infer-alignment)",
                            unit->machine, false, diag));
  return qn_ir_turn_back_branches(unit->module, diag);
}

// Whether the driver provides a function to every module.
static bool is_provided(const qn_unit *unit, qn_str symbol) {
  static const char *const names[] = {"vprintf", "malloc", "free",
                                      "__assertfail"};
  (void)unit;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_str_equal(symbol, qn_str_from(names[i])))
      return true;
  return false;
}

static qn_status add_record(qn_unit *unit, qn_diag *diag) {
  char name[QN_RECORD_SYMBOL_SIZE];
  qn_record_symbol(qn_buffer_span(&unit->camd), name);
  return qn_unit_add_bytes(
      unit,
      &(qn_unit_bytes){.bytes = qn_buffer_span(&unit->camd),
                       .name = name,
                       .address_space = unit->ops->record_space,
                       .alignment = 8},
      diag);
}

// Runs ptxas. If it does not know the target, the image stays PTX, which is
// only a note; an error in the PTX is an error.
static qn_status assemble(qn_unit *unit, const char *ptx, qn_buffer *out_image,
                          qn_diag *diag) {
  const char *cubin = qn_unit_path(unit, ".cubin");
  qn_args args = {.arena = &unit->arena};
  qn_args_add(&args, unit->tools->ptxas);
  QN_ARGS_PRINTF(&args, "-arch=%s", unit->target->row->cpu);
  QN_ARGS_PRINTF(&args, "-O%u", unit->params->opt_level);
  if (unit->params->debug)
    qn_args_add(&args,
                unit->params->debug == QN_DEBUG_LINES || unit->params->opt_level
                    ? "-lineinfo"
                    : "-g");
  qn_args_add_pair(&args, "-o", cubin);
  qn_args_add(&args, ptx);
  const size_t before = unit->messages.size;
  qn_diag tool = {0};
  const qn_status status = qn_unit_run_tool(unit, &args, &tool);
  if (!qn_failed(status)) {
    unit->is_ptx = false;
    return unit->params->dry_run ? qn_ok()
                                 : qn_codegen_read(cubin, out_image, diag);
  }
  const char *said = qn_buffer_text(&unit->messages) + before;
  if (!strstr(said, "is not defined for option 'gpu-name'")) {
    *diag = tool;
    return status;
  }
  unit->messages.size = before;
  qn_buffer_printf(&unit->messages,
                   "note: the installed ptxas does not know %s; the image "
                   "stays PTX\n",
                   unit->target->row->cpu);
  return qn_codegen_read(ptx, out_image, diag);
}

// Removes the mark in ".target sm_80, debug", which LLVM writes for modules
// with debug information and with which ptxas does not optimise. Line
// information remains, as with nvcc's -lineinfo.
static void drop_debug_mark(qn_span text, qn_buffer *out) {
  static const char mark[] = ", debug\n";
  const char *start = (const char *)text.data;
  const char *line = qn_str_search(qn_span_str(text), QN_STR("\n.target "));
  const char *at =
      line ? qn_str_search((qn_str){line, text.size - (size_t)(line - start)},
                           QN_STR(mark))
           : NULL;
  // Only on the directive's own line.
  if (at && memchr(line + 1, '\n', (size_t)(at - line - 1)))
    at = NULL;
  if (!at) {
    qn_buffer_append(out, text.data, text.size);
    return;
  }
  const size_t before = (size_t)(at - start);
  qn_buffer_append(out, text.data, before);
  qn_buffer_append(out, at + sizeof(mark) - 2,
                   text.size - before - (sizeof(mark) - 2));
}

static qn_status link_image(qn_unit *unit, qn_span text, qn_buffer *out_image,
                            qn_diag *diag) {
  const bool keeps_ptx = unit->target->ptx_only || !unit->tools->ptxas;
  qn_buffer ptx = {0};
  unit->is_ptx = true;
  if (unit->params->debug && unit->params->opt_level)
    drop_debug_mark(text, &ptx);
  else
    qn_buffer_append(&ptx, text.data, text.size);
  qn_status status = qn_buffer_check(&ptx, diag);
  const char *path = qn_unit_path(unit, ".ptx");
  // ptxas reads it, and --save-temps keeps it.
  if (!qn_failed(status) && !unit->params->dry_run &&
      (!keeps_ptx || unit->params->save_temps))
    status = qn_file_write(path, qn_buffer_span(&ptx), diag);
  if (!qn_failed(status) && !keeps_ptx)
    status = assemble(unit, path, out_image, diag);
  else if (!qn_failed(status)) {
    qn_buffer_append(out_image, ptx.data, ptx.size);
    status = qn_buffer_check(out_image, diag);
    if (!unit->target->ptx_only)
      qn_buffer_append_str(&unit->messages,
                           QN_STR("note: ptxas is not installed; the image "
                                  "stays PTX, which the driver compiles\n"));
  }
  qn_buffer_finish(&ptx);
  return status;
}

const qn_family_ops qn_family_ops_nvidia = {
    .family = QN_FAMILY_NVIDIA,
    .language = "cuda",
    .macro = "__QUERN_TARGET_NVPTX__",
    .add_front_end_args = add_front_end_args,
    .lower = lower,
    .finish_code = finish_code,
    .is_provided = is_provided,
    .add_record = add_record,
    .link = link_image,
    .code = LLVMAssemblyFile,
    .record_form = QN_RECORD_BYTES,
    .record_space = QN_AS_GLOBAL,
};
