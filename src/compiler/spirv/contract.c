// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/contract.h"

#include "compiler/spirv/divergence.h"

// ---- Operations

static bool may_contract(LLVMValueRef i) {
  return LLVMCanValueUseFastMathFlags(i) &&
         (LLVMGetFastMathFlags(i) & LLVMFastMathAllowContract);
}

static bool is_product(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) ||
      LLVMGetInstructionOpcode(value) != LLVMFMul || !may_contract(value))
    return false;
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use);
}

static bool is_sum(LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
  return (opcode == LLVMFAdd || opcode == LLVMFSub) && may_contract(i) &&
         (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind);
}

// Replaces a sum with a product; the product goes, too.
static void fuse(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef sum) {
  static const char name[] = "llvm.fma";
  const unsigned at = is_product(LLVMGetOperand(sum, 0)) ? 0 : 1;
  LLVMTypeRef type = LLVMTypeOf(sum);
  LLVMValueRef product = LLVMGetOperand(sum, at);
  LLVMValueRef other = LLVMGetOperand(sum, 1 - at);
  if (!is_product(product))
    return;
  LLVMValueRef factor = LLVMGetOperand(product, 0);
  LLVMPositionBuilderBefore(b, sum);
  if (LLVMGetInstructionOpcode(sum) == LLVMFSub) {
    LLVMValueRef *less = at == 0 ? &other : &factor;
    *less = LLVMBuildFNeg(b, *less, "");
  }
  LLVMValueRef fma = qn_ir_intrinsic(unit->module, name, &type, 1);
  LLVMValueRef values[] = {factor, LLVMGetOperand(product, 1), other};
  LLVMReplaceAllUsesWith(
      sum, LLVMBuildCall2(b, LLVMGlobalGetValueType(fma), fma, values, 3, ""));
  LLVMInstructionEraseFromParent(sum);
  LLVMInstructionEraseFromParent(product);
}

// ---- Kernels

static bool has_divergent_exit(const qn_spirv_divergence *d, unsigned loop) {
  for (unsigned i = 0; i < d->graph->count; ++i) {
    const qn_spmd_node *node = &d->graph->nodes[i];
    if (!qn_spmd_in_loop(d->graph, loop, i) || !qn_spmd_bit(d->branches, i))
      continue;
    for (unsigned k = 0; k < node->successor_count; ++k)
      if (!qn_spmd_in_loop(d->graph, loop, node->successors[k]))
        return true;
  }
  return false;
}

static void fuse_block(qn_unit *unit, LLVMBuilderRef b,
                       LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (is_sum(i))
      fuse(unit, b, i);
  }
}

static qn_status fuse_all(qn_unit *unit, const qn_spirv_divergence *d,
                          qn_arena *arena, qn_diag *diag) {
  (void)arena, (void)diag;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (unsigned i = 0; i < d->graph->count; ++i) {
    bool divergent = false;
    for (unsigned loop = d->graph->nodes[i].loop;
         loop != QN_SPMD_NONE && !divergent;
         loop = d->graph->loops[loop].parent)
      divergent = has_divergent_exit(d, loop);
    if (!divergent)
      fuse_block(unit, b, d->graph->nodes[i].block);
  }
  LLVMDisposeBuilder(b);
  return qn_ok();
}

qn_status qn_spirv_contract(qn_unit *unit, qn_diag *diag) {
  return qn_spirv_each_divergence(unit, fuse_all, diag);
}
