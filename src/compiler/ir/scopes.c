// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/scopes.h"

#include "base/text.h"

// Whether a mangled name is that of a function outside of classes that is
// called atomic..._block, as CUDA's are.
static bool is_block_function(qn_str name) {
  size_t size = 0;
  if (!qn_str_starts(name, QN_STR("_Z")))
    return false;
  name = qn_str_skip(name, 2);
  if (qn_str_starts(name, QN_STR("L"))) // of the file alone
    name = qn_str_skip(name, 1);
  while (name.size && name.data[0] >= '0' && name.data[0] <= '9' &&
         size < name.size) {
    size = 10 * size + (size_t)(name.data[0] - '0');
    name = qn_str_skip(name, 1);
  }
  if (size > name.size)
    return false;
  const qn_str own = {name.data, size};
  return qn_str_starts(own, QN_STR("atomic")) &&
         qn_str_ends(own, QN_STR("_block"));
}

// By the tags of include/quern/device/atomic.h, and by the scope that
// cuda::atomic's operations have as an argument (thread_scope).
typedef enum scope { WIDE, BLOCK, THREAD } scope;
static scope scope_of(qn_str name) {
  const bool is_class = qn_text_contains(name, "__qn_atomic_at");
  if (qn_text_contains(name, "__qn_atomic_of_thread") ||
      (is_class && qn_text_contains(name, "thread_scopeE10E")))
    return THREAD;
  return qn_text_contains(name, "__qn_atomic_of_block") ||
                 is_block_function(name) ||
                 (is_class && qn_text_contains(name, "thread_scopeE2E"))
             ? BLOCK
             : WIDE;
}

static bool has_scope(LLVMValueRef i) {
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
    return LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ||
         LLVMIsAFenceInst(i);
}

// In __threadfence_block, what it calls for the fence becomes one.
static void fence_instead(LLVMBuilderRef b, LLVMValueRef call, unsigned block) {
  LLVMPositionBuilderBefore(b, call);
  LLVMBuildFenceSyncScope(b, LLVMAtomicOrderingSequentiallyConsistent, block,
                          "");
  LLVMInstructionEraseFromParent(call);
}

static void set_scope(LLVMBuilderRef builder, LLVMValueRef function,
                      unsigned block) {
  const qn_str name = qn_ir_name(function);
  const bool fences = qn_text_contains(name, "threadfence_block");
  const scope s = scope_of(name);
  if (!fences && s == WIDE)
    return;
  QN_EACH_BLOCK (b, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (s != WIDE && has_scope(i))
        LLVMSetAtomicSyncScopeID(i, s == THREAD ? QN_IR_SCOPE_THREAD : block);
      if (fences && LLVMIsACallInst(i) && !qn_ir_is_lifetime(i))
        fence_instead(builder, i, block);
    }
}

unsigned qn_ir_scope_block(LLVMContextRef context) {
  return LLVMGetSyncScopeID(context, "block", 5);
}

void qn_ir_set_scopes(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  const unsigned block = qn_ir_scope_block(context);
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function))
      set_scope(builder, function, block);
  LLVMDisposeBuilder(builder);
}
