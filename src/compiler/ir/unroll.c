// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/unroll.h"

#include <llvm-c/DebugInfo.h>

static const char mark[] = "llvm.loop.unroll.count";

static unsigned loop_kind(LLVMContextRef context) {
  static const char kind[] = "llvm.loop";
  return LLVMGetMDKindIDInContext(context, kind, sizeof(kind) - 1);
}

// What a loop's branch says of it: a node that begins with itself, so that no
// other loop's is the same.
static LLVMValueRef loop_node(LLVMContextRef context, unsigned rounds) {
  LLVMValueRef count =
      LLVMConstInt(LLVMInt32TypeInContext(context), rounds, false);
  LLVMMetadataRef pair[] = {
      LLVMMDStringInContext2(context, mark, sizeof(mark) - 1),
      LLVMValueAsMetadata(count)};
  LLVMMetadataRef itself = LLVMTemporaryMDNode(context, NULL, 0);
  LLVMMetadataRef parts[] = {itself, LLVMMDNodeInContext2(context, pair, 2)};
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, parts, 2);
  LLVMMetadataReplaceAllUsesWith(itself, node);
  return LLVMMetadataAsValue(context, node);
}

static bool ends_loop(LLVMValueRef branch, LLVMBasicBlockRef block) {
  for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); ++i)
    if (LLVMGetSuccessor(branch, i) == block)
      return true;
  return false;
}

void qn_ir_mark_rounds(LLVMValueRef function, unsigned rounds) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  QN_EACH_BLOCK (block, function) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    if (ends_loop(branch, block))
      LLVMSetMetadata(branch, loop_kind(context), loop_node(context, rounds));
  }
}

static bool is_marked(LLVMValueRef branch, unsigned kind) {
  LLVMValueRef node = LLVMGetMetadata(branch, kind);
  LLVMValueRef parts[2] = {NULL, NULL}, pair[2] = {NULL, NULL};
  if (!node || LLVMGetMDNodeNumOperands(node) != 2)
    return false;
  LLVMGetMDNodeOperands(node, parts);
  if (!parts[1] || !LLVMIsAMDNode(parts[1]) ||
      LLVMGetMDNodeNumOperands(parts[1]) != 2)
    return false;
  LLVMGetMDNodeOperands(parts[1], pair);
  return qn_str_equal(qn_ir_string(pair[0]), QN_STR("llvm.loop.unroll.count"));
}

static bool has_marks(LLVMValueRef function, unsigned kind) {
  QN_EACH_BLOCK (block, function)
    if (is_marked(LLVMGetBasicBlockTerminator(block), kind))
      return true;
  return false;
}

qn_status qn_ir_unroll_marked(LLVMModuleRef module,
                              LLVMTargetMachineRef machine, qn_diag *diag) {
  static const char pipeline[] =
      "loop-simplify,lcssa,loop-unroll<O2;no-partial;no-peeling;no-runtime;"
      "no-upperbound;full-unroll-max=1>,adce,simplifycfg";
  const unsigned kind = loop_kind(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    if (has_marks(function, kind))
      QN_TRY(qn_ir_run_function_passes(function, pipeline, machine, diag));
  return qn_ok();
}
