// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/modules.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include "base/system/file.h"
#include "compiler/ir/typed_pointers.h"
#include "targets/nvvm.h"

// Of NVVM's target in this LLVM; modules come with those of older ones.
static const char triple[] = "nvptx64-nvidia-cuda";
static const char layout[] =
    "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";

// ---- One module

static qn_status fail_reading(const char *path, qn_diag *diag) {
  return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                 "cannot read the NVVM IR of '%s'", path);
}

static LLVMModuleRef parse(qn_unit *unit, const char *path, qn_str text,
                           char **out_message) {
  LLVMModuleRef module = NULL;
  LLVMMemoryBufferRef bytes =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text.data, text.size, path);
  if (LLVMParseIRInContext2(unit->context, bytes, &module, out_message))
    module = NULL;
  LLVMDisposeMemoryBuffer(bytes);
  return module;
}

// Bitcode may have a wrapper, whose number is another.
static bool is_bitcode(qn_str bytes) {
  return qn_str_starts(bytes, QN_STR("BC\xc0\xde")) ||
         qn_str_starts(bytes, QN_STR("\xde\xc0\x17\x0b"));
}

// Reads text as it is, and if that fails with its typed pointers rewritten. Of
// the two reasons the last one is the module's.
static qn_status parse_any(qn_unit *unit, const char *path, qn_str bytes,
                           LLVMModuleRef *out_module, qn_diag *diag) {
  char *message = NULL;
  qn_buffer rewritten = {0};
  LLVMModuleRef module = parse(unit, path, bytes, &message);
  if (!module && !is_bitcode(bytes) && memchr(bytes.data, '*', bytes.size) &&
      !qn_failed(qn_typed_pointers_rewrite(bytes, &rewritten, NULL))) {
    LLVMDisposeMessage(message);
    message = NULL;
    module = parse(unit, path, qn_buffer_str(&rewritten), &message);
  }
  qn_buffer_finish(&rewritten);
  if (!module)
    qn_buffer_printf(&unit->messages, "%s\n",
                     message ? message : "error: no LLVM IR");
  LLVMDisposeMessage(message);
  *out_module = module;
  return module ? qn_ok() : fail_reading(path, diag);
}

static bool says(const char *text, const char *word) {
  return text && strstr(text, word) != NULL;
}

// Pointers of 32 bits, which CUDA has not had since its release 12.
static qn_status check_width(LLVMModuleRef module, const char *path,
                             qn_diag *diag) {
  if (says(LLVMGetDataLayoutStr(module), "p:32:32") ||
      qn_str_starts(qn_str_from(LLVMGetTarget(module)), QN_STR("nvptx-")))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "'%s' is NVVM IR for 32 bits, which is not supported", path);
  return qn_ok();
}

// The first number of the module's !nvvmir.version; 0 without one.
static unsigned long long ir_version(LLVMModuleRef module) {
  static const char list[] = "nvvmir.version";
  enum { NODES_MAX = 64 };
  LLVMValueRef nodes[NODES_MAX];
  const unsigned count = LLVMGetNamedMetadataNumOperands(module, list);
  if (!count || count > NODES_MAX)
    return 0;
  LLVMGetNamedMetadataOperands(module, list, nodes);
  LLVMValueRef major = qn_ir_operand(nodes[0], 0);
  return major && LLVMIsAConstantInt(major) ? LLVMConstIntGetZExtValue(major)
                                            : 0;
}

static qn_status check_version(LLVMModuleRef module, const char *path,
                               qn_diag *diag) {
  const unsigned long long major = ir_version(module);
  return major > QN_NVVM_IR_MAJOR
             ? qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                       QN_NVVM_IR_VERSION " of '%s' is %llu, newer than %d",
                       path, major, QN_NVVM_IR_MAJOR)
             : qn_ok();
}

static qn_status check_verified(qn_unit *unit, LLVMModuleRef module,
                                const char *path, qn_diag *diag) {
  char *message = NULL;
  const bool broken =
      LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (broken)
    qn_buffer_printf(&unit->messages, "%s: error: %s\n", path, message);
  LLVMDisposeMessage(message);
  return broken ? fail_reading(path, diag) : qn_ok();
}

static qn_status parse_and_check(qn_unit *unit, const char *path, qn_str bytes,
                                 LLVMModuleRef *out_module, qn_diag *diag) {
  QN_TRY(parse_any(unit, path, bytes, out_module, diag));
  QN_TRY(check_width(*out_module, path, diag));
  QN_TRY(check_version(*out_module, path, diag));
  return check_verified(unit, *out_module, path, diag);
}

// Of a library in bitcode the functions are read when they are linked.
static qn_status read_module(qn_unit *unit, const qn_nvvm_module *what,
                             LLVMModuleRef *out_module, qn_diag *diag) {
  qn_file file;
  QN_TRY(qn_file_open(what->path, 0, &file, diag));
  const qn_str bytes = qn_span_str(file.bytes);
  const qn_status status =
      what->lazy && is_bitcode(bytes)
          ? qn_unit_read_bitcode(unit, what->path, true, out_module, diag)
          : parse_and_check(unit, what->path, bytes, out_module, diag);
  qn_file_close(&file);
  QN_TRY(status);
  LLVMSetTarget(*out_module, triple);
  LLVMSetDataLayout(*out_module, layout);
  return qn_ok();
}

// ---- All of them

static qn_status link_module(qn_unit *unit, LLVMModuleRef module,
                             const char *path, qn_diag *diag) {
  if (!unit->module)
    unit->module = module;
  else if (LLVMLinkModules2(unit->module, module))
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "cannot link '%s' to the modules before it", path);
  return qn_ok();
}

qn_status qn_modules_read(qn_unit *unit, qn_modules_prepare_fn *prepare,
                          qn_diag *diag) {
  const qn_nvvm_module *modules = unit->params->modules;
  for (int lazy = 0; lazy < 2; ++lazy)
    for (size_t i = 0; i < unit->params->module_count; ++i) {
      LLVMModuleRef module;
      if (modules[i].lazy != (lazy == 1))
        continue;
      QN_TRY(read_module(unit, &modules[i], &module, diag));
      QN_TRY(prepare(unit, module, diag));
      if (lazy)
        qn_unit_make_optional(module);
      QN_TRY(link_module(unit, module, modules[i].path, diag));
    }
  return qn_ok();
}
