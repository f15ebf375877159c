// SPDX-License-Identifier: Apache-2.0
#include "compiler/unit/codegen.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdio.h>

#include "base/system/file.h"

static void initialize_targets(void) {
#define INITIALIZE(name)                                                       \
  LLVMInitialize##name##TargetInfo();                                          \
  LLVMInitialize##name##Target();                                              \
  LLVMInitialize##name##TargetMC();                                            \
  LLVMInitialize##name##AsmPrinter()
  INITIALIZE(AMDGPU);
  INITIALIZE(NVPTX);
  INITIALIZE(SPIRV);
  INITIALIZE(X86);
  INITIALIZE(AArch64);
  INITIALIZE(RISCV);
#undef INITIALIZE
  // For inline assembly and the device library's module assembly.
  LLVMInitializeAMDGPUAsmParser();
  LLVMInitializeX86AsmParser();
  LLVMInitializeAArch64AsmParser();
  LLVMInitializeRISCVAsmParser();
}

qn_status qn_codegen_machine(qn_unit *unit, const char *triple, const char *cpu,
                             const char *features, qn_diag *diag) {
  static const LLVMCodeGenOptLevel levels[] = {
      LLVMCodeGenLevelNone, LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault,
      LLVMCodeGenLevelAggressive};
  const bool plain =
      unit->params->quick || (unit->ops && unit->ops->codegen_plain);
  const LLVMCodeGenOptLevel level =
      plain ? LLVMCodeGenLevelNone : levels[unit->params->opt_level & 3];
  initialize_targets();
  LLVMTargetRef target;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    const qn_status status =
        qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                "this LLVM has no back end for '%s': %s", triple, message);
    LLVMDisposeMessage(message);
    return status;
  }
  unit->machine = LLVMCreateTargetMachine(target, triple, cpu, features, level,
                                          LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(unit->machine);
  LLVMSetTarget(unit->module, triple);
  LLVMSetModuleDataLayout(unit->module, layout);
  LLVMDisposeTargetData(layout);
  return qn_ok();
}

void qn_codegen_options(const char *const *options) {
  enum { OPTIONS_MAX = 16 };
  const char *all[OPTIONS_MAX] = {"quern"};
  int count = 1;
  for (; *options && count < OPTIONS_MAX; ++options)
    all[count++] = *options;
  LLVMParseCommandLineOptions(count, all, "");
}

qn_status qn_codegen_read(const char *path, qn_buffer *out, qn_diag *diag) {
  qn_file file;
  QN_TRY(qn_file_open(path, 0, &file, diag));
  qn_buffer_append(out, file.bytes.data, file.bytes.size);
  qn_file_close(&file);
  return qn_buffer_check(out, diag);
}

qn_status qn_codegen_link_elf(qn_unit *unit, qn_span object,
                              const char *const *extra, qn_buffer *out_image,
                              qn_diag *diag) {
  if (!unit->tools->lld) {
    const qn_status status = qn_fail(
        diag, QN_E_NOT_FOUND, QN_NOWHERE,
        "cannot find ld.lld, which links code for '%s'", unit->target->name);
    qn_diag_hint(diag, "Install Debian's package lld-" QUERN_LLVM_MAJOR
                       ", or set QUERN_LLD.");
    return status;
  }
  const char *input = qn_unit_path(unit, ".o");
  const char *output =
      qn_unit_path(unit, qn_family_at(unit->ops->family)->extension);
  qn_args args = {.arena = &unit->arena};
  qn_args_add_pair(&args, unit->tools->lld, "-shared");
  qn_args_add_pair(&args, "--no-undefined", "--no-allow-shlib-undefined");
  qn_args_add(&args, "--build-id=none");
  qn_args_add(&args, unit->params->debug ? "--gc-sections" : "--strip-debug");
  for (; extra && *extra; ++extra)
    qn_args_add(&args, *extra);
  qn_args_add_pair(&args, "-o", output);
  qn_args_add(&args, input);
  if (!unit->params->dry_run)
    QN_TRY(qn_file_write(input, object, diag));
  for (size_t i = 0; i < unit->object_count; ++i) {
    char suffix[32];
    snprintf(suffix, sizeof(suffix), ".%zu.o", i);
    const char *path = qn_unit_path(unit, suffix);
    QN_TRY(qn_file_write(path, qn_buffer_span(&unit->objects[i]), diag));
    qn_args_add(&args, path);
  }
  QN_TRY(qn_unit_run_tool(unit, &args, diag));
  return unit->params->dry_run ? qn_ok()
                               : qn_codegen_read(output, out_image, diag);
}
