// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/nvidia_maths.h"

#include <stdio.h>
#include <string.h>

#include "compiler/unit/codegen.h"
#include "compiler/unit/maths.h"

enum { NAME_MAX_SIZE = 64 };

// ---- OpenCL's names and ours, and libdevice's

// The functions whose names differ in more than their letters.
static const struct {
  const char *opencl, *libdevice;
} renamed[] = {
    {"_Z4pownfi", "__nv_powif"},       {"_Z4powndi", "__nv_powi"},
    {"_Z6remquoffPi", "__nv_remquof"}, {"_Z6remquoddPi", "__nv_remquo"},
    {"__qn_cpu_norm", "__nv_norm4d"},  {"__qn_cpu_rnorm", "__nv_rnorm4d"},
};

// The name of "_Z3expf" without its length and types, "exp"; empty where
// `symbol` is no such name.
static qn_str plain_name(qn_str symbol, qn_str *out_types) {
  size_t at = 2, length = 0;
  if (!qn_str_starts(symbol, QN_STR("_Z")))
    return (qn_str){0};
  for (; at < symbol.size && symbol.data[at] >= '0' && symbol.data[at] <= '9';
       ++at)
    length = length * 10 + (size_t)(symbol.data[at] - '0');
  if (!length || length > symbol.size - at)
    return (qn_str){0};
  *out_types = qn_str_skip(symbol, at + length);
  return (qn_str){symbol.data + at, length};
}

// Writes libdevice's name of a function of one or two floats or doubles, of one
// that only we have, or of one of the table; "" where `symbol` is none.
static void libdevice_name(qn_str symbol, char out[NAME_MAX_SIZE]) {
  const qn_str ours = QN_STR("__qn_cpu_");
  *out = '\0';
  for (size_t i = 0; i < sizeof(renamed) / sizeof(*renamed); ++i)
    if (qn_str_equal(symbol, qn_str_from(renamed[i].opencl)))
      snprintf(out, NAME_MAX_SIZE, "%s", renamed[i].libdevice);
  if (!*out && qn_str_starts(symbol, ours))
    snprintf(out, NAME_MAX_SIZE, "__nv_%.*s",
             QN_STR_ARG(qn_str_skip(symbol, ours.size)));
  qn_str types;
  const qn_str name = plain_name(symbol, &types);
  if (*out || !name.size || name.size > NAME_MAX_SIZE / 2)
    return;
  const bool single =
      qn_str_equal(types, QN_STR("f")) || qn_str_equal(types, QN_STR("ff"));
  if (single || qn_str_equal(types, QN_STR("d")) ||
      qn_str_equal(types, QN_STR("dd")))
    snprintf(out, NAME_MAX_SIZE, "__nv_%.*s%s", QN_STR_ARG(name),
             single ? "f" : "");
}

// ---- Binding

// Gives what the module calls the names of `library`, where it has them.
static void bind(qn_unit *unit, LLVMModuleRef library) {
  QN_EACH_FUNCTION (function, unit->module) {
    char name[NAME_MAX_SIZE];
    if (!LLVMIsDeclaration(function) || !LLVMGetFirstUse(function))
      continue;
    libdevice_name(qn_ir_name(function), name);
    LLVMValueRef found = *name ? LLVMGetNamedFunction(library, name) : NULL;
    if (found &&
        LLVMGlobalGetValueType(found) == LLVMGlobalGetValueType(function))
      LLVMSetValueName2(function, name, strlen(name));
  }
}

// ---- Linking

static bool has_option(const qn_unit *unit, const char *start) {
  const char *const *option = unit->params->front_end_args;
  for (; option && *option; ++option)
    if (strncmp(*option, start, strlen(start)) == 0)
      return true;
  return false;
}

// As nvcc has it, libdevice's products and sums may be fused, too: what must
// not be is written in it by functions that round.
static void let_fuse(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
      if (opcode == LLVMFAdd || opcode == LLVMFSub || opcode == LLVMFMul)
        LLVMSetFastMathFlags(i, LLVMFastMathAllowContract);
    }
}

// A loop with a call of what is rare in it would be unrolled as if it were
// short, and is slower then.
static void keep_call_single(LLVMValueRef function) {
  if (qn_ir_has_flag(function, "noinline"))
    qn_ir_add_flag(function, "noduplicate");
}

static void tune_libdevice(const qn_unit *unit) {
  const bool fuses = !has_option(unit, "-ffp-contract=off");
  QN_EACH_FUNCTION (function, unit->module) {
    const bool is_internal =
        qn_str_starts(qn_ir_name(function), QN_STR("__internal_"));
    if (is_internal)
      keep_call_single(function);
    if (fuses &&
        (is_internal || qn_str_starts(qn_ir_name(function), QN_STR("__nv_"))))
      let_fuse(function);
  }
}

static qn_status link_libdevice(qn_unit *unit, qn_diag *diag) {
  // The answers to what libdevice asks the compiler; LLVM knows the others.
  const char *options[] = {
      "-nvvm-reflect-add=__CUDA_PREC_SQRT=1",
      has_option(unit, "-fdenormal-fp-math-f32=preserve-sign")
          ? "-nvvm-reflect-add=__CUDA_FTZ=1"
          : NULL,
      NULL};
  const qn_str path = qn_arena_printf(&unit->arena, "%s/libdevice.10.bc",
                                      unit->tools->libdevice);
  LLVMModuleRef library;
  QN_TRY(qn_unit_read_bitcode(unit, path.data, true, &library, diag));
  bind(unit, library);
  LLVMDisposeModule(library);
  qn_codegen_options(options);
  QN_TRY(qn_unit_link_library(unit, path.data, diag));
  tune_libdevice(unit);
  return qn_ok();
}

qn_status qn_nvidia_link_maths(qn_unit *unit, qn_diag *diag) {
  qn_unit_bind_maths(unit->module);
  if (unit->tools->libdevice)
    QN_TRY(link_libdevice(unit, diag));
  QN_TRY(qn_unit_link_own_maths(unit, "maths-nvidia.bc", diag));
  return qn_unit_link_maths(unit, "nvptx64--.bc", diag);
}
