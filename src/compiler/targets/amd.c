// SPDX-License-Identifier: Apache-2.0
// AMD GPUs: code objects for the HSA runtime, linked by lld.
#include "compiler/targets/family.h"

#include <stdio.h>

#include "base/system/file.h"
#include "compiler/ir/arithmetic.h"
#include "compiler/ir/halves.h"
#include "compiler/ir/joins.h"
#include "compiler/targets/amd_divisions.h"
#include "compiler/targets/amd_leaving.h"
#include "compiler/targets/amd_traps.h"
#include "compiler/unit/codegen.h"
#include "compiler/unit/maths.h"

// Code object version 5, which loaders accept since ROCm 5.4; generic targets
// need version 6.
static const char *version_option(const qn_target *target) {
  return qn_str_ends(qn_str_from(target->row->name), QN_STR("-generic"))
             ? "-mcode-object-version=6"
             : "-mcode-object-version=5";
}

#define LIBCLC_FILE "amdgcn-amd-amdhsa.bc"
#define OWN_MATHS_FILE "maths-amd.bc" // in the device folder

static void add_feature(const char *name, int state, qn_args *args) {
  if (!state)
    return;
  qn_args_add(args, "-target-feature");
  QN_ARGS_PRINTF(args, "%c%s", state > 0 ? '+' : '-', name);
}

static void add_front_end_args(const qn_unit *unit, qn_args *args) {
  const qn_target *target = unit->target;
  qn_args_add_pair(args, "-triple", target->row->triple);
  qn_args_add_pair(args, "-target-cpu", target->row->cpu);
  add_feature("xnack", target->xnack, args);
  add_feature("sramecc", target->sramecc, args);
  qn_args_add(args, version_option(target));
  qn_args_add(args, "-mprintf-kind=buffered");
  // Conversions of what an integer cannot hold are defined, of literals, too.
  qn_args_add(args, "-fno-strict-float-cast-overflow");
}

// Prints "+xnack,-sramecc" according to the target's name.
static void print_features(const qn_target *target, char *out, size_t size) {
  snprintf(out, size, "%s%s%s",
           target->xnack ? (target->xnack > 0 ? "+xnack" : "-xnack") : "",
           target->xnack && target->sramecc ? "," : "",
           target->sramecc ? (target->sramecc > 0 ? "+sramecc" : "-sramecc")
                           : "");
}

// Adds the names and types of arguments, for AMD's own note and tools.
static void name_arguments(qn_unit *unit) {
  static const char *const kinds[] = {"kernel_arg_name", "kernel_arg_type"};
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    const qn_kernel *kernel = &unit->record.kernels[i];
    LLVMValueRef function =
        LLVMGetNamedFunction(unit->module, kernel->name.data);
    LLVMMetadataRef *texts = qn_arena_alloc(
        &unit->arena, kernel->argument_count + 1, sizeof(LLVMMetadataRef));
    for (size_t k = 0; k < 2 && texts && function; ++k) {
      for (size_t a = 0; a < kernel->argument_count; ++a) {
        const qn_argument *argument = &kernel->arguments[a];
        const qn_str text = k ? argument->type : argument->name;
        texts[a] = LLVMMDStringInContext2(unit->context, text.data, text.size);
      }
      LLVMGlobalSetMetadata(
          function, qn_ir_metadata_kind(unit->context, kinds[k]),
          LLVMMDNodeInContext2(unit->context, texts, kernel->argument_count));
    }
  }
}

// ROCm's file of a chip's constants, which is named after "90a" of "gfx90a".
// NULL when ROCm is not installed or does not know the chip.
static const char *rocm_chip_file(qn_unit *unit) {
  const qn_str name = qn_str_from(unit->target->row->name);
  if (!unit->tools->rocm_dir || !qn_str_starts(name, QN_STR("gfx")))
    return NULL;
  const qn_str path =
      qn_arena_printf(&unit->arena, "%s/oclc_isa_version_%.*s.bc",
                      unit->tools->rocm_dir, QN_STR_ARG(qn_str_skip(name, 3)));
  return path.data && qn_path_exists(path.data) ? path.data : NULL;
}

static bool lacks_maths(const qn_unit *unit) {
  QN_EACH_FUNCTION (function, unit->module)
    if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function) &&
        qn_str_starts(qn_ir_name(function), QN_STR("_Z")))
      return true;
  return false;
}

// Links ROCm's libraries: OpenCL's names, the maths functions, and constants
// for the chip and the accuracy.
static qn_status link_rocm(qn_unit *unit, const char *chip_file,
                           qn_diag *diag) {
  const char *const names[] = {"opencl",
                               "ocml",
                               "ockl",
                               "oclc_finite_only_off",
                               "oclc_unsafe_math_off",
                               "oclc_daz_opt_off",
                               "oclc_correctly_rounded_sqrt_on",
                               "oclc_abi_version_500",
                               unit->target->row->wave_size == 64
                                   ? "oclc_wavefrontsize64_on"
                                   : "oclc_wavefrontsize64_off"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const qn_str path = qn_arena_printf(&unit->arena, "%s/%s.bc",
                                        unit->tools->rocm_dir, names[i]);
    // Releases differ in which of these they have.
    if (path.data && qn_path_exists(path.data))
      QN_TRY(qn_unit_link_library(unit, path.data, diag));
  }
  QN_TRY(qn_unit_link_library(unit, chip_file, diag));
  // What only our maths library has, and the few functions that have other
  // names in older releases.
  QN_TRY(qn_unit_link_own_maths(unit, OWN_MATHS_FILE, diag));
  qn_unit_internalize_library(unit);
  return lacks_maths(unit) && unit->tools->clc_dir
             ? qn_unit_link_maths(unit, LIBCLC_FILE, diag)
             : qn_ok();
}

static qn_status link_maths(qn_unit *unit, qn_diag *diag) {
  const char *chip_file = rocm_chip_file(unit);
  if (chip_file)
    return link_rocm(unit, chip_file, diag);
  QN_TRY(qn_unit_link_own_maths(unit, OWN_MATHS_FILE, diag));
  return qn_unit_link_maths(unit, LIBCLC_FILE, diag);
}

// Where malloc in kernels finds the heap: the runtime writes its address, and
// finds the variable by its name.
static void define_heap(qn_unit *unit) {
  LLVMValueRef heap = LLVMGetNamedGlobal(unit->module, "__quern_heap");
  if (!heap || !LLVMGetFirstUse(heap))
    return;
  LLVMSetInitializer(heap, LLVMConstNull(LLVMGlobalGetValueType(heap)));
  LLVMSetExternallyInitialized(heap, true);
}

static qn_status lower(qn_unit *unit, qn_diag *diag) {
  char features[64];
  const qn_target *target = unit->target;
  print_features(target, features, sizeof(features));
  QN_TRY(qn_codegen_machine(unit, target->row->triple, target->row->cpu,
                            features, diag));
  qn_ir_define_arithmetic(unit->module);
  qn_ir_bound_halves(unit->module);
  qn_unit_align_shared(unit);
  name_arguments(unit);
  define_heap(unit);
  qn_unit_internalize(unit, LLVMProtectedVisibility);
  qn_unit_bind_maths(unit->module);
  QN_TRY(link_maths(unit, diag));
  qn_unit_set_target(unit, target->row->cpu, features);
  return qn_ok();
}

static qn_status finish(qn_unit *unit, qn_diag *diag) {
  qn_ir_keep_zero_signs(unit->module);
  qn_amd_guard_divisions(unit->module);
  QN_TRY(qn_amd_leave_first(unit->module, diag));
  qn_ir_hide_joined(unit->module, "=v,0");
  qn_amd_write_traps(unit->module, unit->target->row->cpu);
  return qn_unit_add_note(unit, diag);
}

static qn_status link_image(qn_unit *unit, qn_span object, qn_buffer *out_image,
                            qn_diag *diag) {
  return qn_codegen_link_elf(unit, object, NULL, out_image, diag);
}

const qn_family_ops qn_family_ops_amd = {
    .family = QN_FAMILY_AMD,
    .language = "hip",
    .macro = "__QUERN_TARGET_AMDGPU__",
    .add_front_end_args = add_front_end_args,
    .lower = lower,
    .add_record = finish,
    .link = link_image,
    .code = LLVMObjectFile,
    .record_form = QN_RECORD_NOTE,
    .record_space = QN_AS_CONSTANT,
};
