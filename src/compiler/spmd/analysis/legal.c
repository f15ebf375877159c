// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/legal.h"

#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/operation.h"
#include "quern/cpu_abi.h"

static const char no_vectors[] =
    "vectors and arrays that differ between work-items";

static bool is_scalar(LLVMValueRef value) {
  const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  return kind != LLVMVectorTypeKind && kind != LLVMArrayTypeKind &&
         kind != LLVMStructTypeKind;
}

// ---- Values that differ between lanes

// Why an instruction with a varying result cannot be emitted
// (emit/instruction.c), or NULL.
static const char *refuse_varying(LLVMValueRef i) {
  if (!qn_spmd_has_vectors(LLVMTypeOf(i)))
    return no_vectors;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPHI:
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMCall:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMFNeg:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMGetElementPtr:
    return NULL;
  case LLVMExtractValue:
  case LLVMInsertValue:
    return LLVMGetNumIndices(i) == 1 ? NULL : no_vectors;
  default:
    return (LLVMIsABinaryOperator(i) || LLVMIsACastInst(i)) && is_scalar(i) &&
                   is_scalar(LLVMGetOperand(i, 0))
               ? NULL
               : no_vectors;
  }
}

// Whether a variable's address may get to where other work-items find it.
static bool goes_elsewhere(LLVMValueRef address, unsigned depth) {
  enum { DEPTH_MAX = 16 };
  if (depth > DEPTH_MAX)
    return true;
  for (LLVMUseRef at = LLVMGetFirstUse(address); at; at = LLVMGetNextUse(at)) {
    LLVMValueRef user = LLVMGetUser(at);
    LLVMValueRef callee = LLVMIsACallInst(user) ? qn_ir_callee(user) : NULL;
    const bool calls_ours =
        callee && (qn_devlib_find(callee) != QN_DEVLIB_NONE ||
                   qn_ir_is_intrinsic(callee));
    const bool is_address =
        (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) ||
        (LLVMIsAAtomicRMWInst(user) && LLVMGetOperand(user, 1) != address);
    const bool accesses = LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
                          is_address || calls_ours;
    const bool moves = LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) ||
                       LLVMIsASelectInst(user) || LLVMIsACastInst(user) ||
                       LLVMIsAFreezeInst(user);
    if (!accesses && !(moves && !LLVMIsAPtrToIntInst(user) &&
                       !goes_elsewhere(user, depth + 1)))
      return true;
  }
  return false;
}

static bool has_checks(const qn_spmd_shapes *shapes) {
  return qn_devlib_get(LLVMGetGlobalParent(shapes->function),
                       QN_DEVLIB_CHECK_ACCESS) != NULL;
}

static const char *refuse_variable(const qn_spmd_shapes *shapes,
                                   const qn_spmd_regions *regions,
                                   LLVMValueRef i) {
  enum { STACK_MAX = 128 * 1024 }; // bytes of all lanes, on a thread's stack
  LLVMValueRef copies = LLVMGetOperand(i, 0);
  // In packets the variables of all lanes lie together.
  if (has_checks(shapes) && goes_elsewhere(i, 0))
    return "a local variable whose address goes elsewhere, which is checked";
  if (qn_map_find(&regions->spills, (uintptr_t)i))
    return NULL; // in the frame (qn_spmd_regions_place)
  if (!LLVMIsAConstantInt(copies))
    return "a variable of varying size";
  const uint64_t count = LLVMConstIntGetZExtValue(copies) * shapes->width;
  return count * LLVMABISizeOfType(shapes->layout, LLVMGetAllocatedType(i)) >
                 STACK_MAX
             ? "large private arrays"
             : NULL;
}

// ---- Calls

static const char *refuse_shuffle(const qn_spmd_shapes *shapes,
                                  LLVMValueRef i) {
  LLVMValueRef kind = LLVMGetOperand(i, 1);
  if (!shapes->packet_is_warp || shapes->width != QN_CPU_WARP_SIZE)
    return "a warp operation";
  return qn_devlib_called_by(i) != QN_DEVLIB_SHUFFLE ||
                 (LLVMIsAConstantInt(kind) &&
                  LLVMConstIntGetZExtValue(kind) <= QN_SHUFFLE_XOR)
             ? NULL
             : "a shuffle of unknown kind";
}

static const char *refuse_vote(LLVMValueRef i) {
  return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind ||
                 LLVMIsAConstantInt(LLVMGetOperand(i, 1))
             ? NULL
             : "a vote of unknown kind";
}

static const char *refuse_call(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  LLVMValueRef callee = qn_ir_callee(i);
  const qn_spmd_known *known =
      callee ? qn_spmd_known_intrinsic(qn_ir_name(callee)) : NULL;
  if (qn_devlib_is_warp_op(function))
    return refuse_shuffle(shapes, i);
  if (qn_devlib_is_barrier(function))
    return refuse_vote(i);
  if (function == QN_DEVLIB_CHECK_ARRAY)
    return "a local array whose address goes elsewhere, which checks guard";
  return known && known->kind == QN_SPMD_VARIABLE_SIZE
             ? "a variable of varying size"
             : NULL;
}

// ---- All

static const char *refuse(const qn_spmd_shapes *shapes,
                          const qn_spmd_regions *regions, LLVMValueRef i) {
  const char *reason = NULL;
  if (!LLVMIsAPHINode(i) && !LLVMIsATerminatorInst(i) &&
      LLVMGetNumOperands(i) > QN_SPMD_OPERANDS_MAX)
    return "an instruction with many operands";
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMInvoke:
  case LLVMVAArg:
  case LLVMLandingPad:
    return "an exception or a variable argument list";
  case LLVMCall:
    reason = refuse_call(shapes, i);
    break;
  case LLVMAlloca:
    reason = refuse_variable(shapes, regions, i);
    break;
  default:
    break;
  }
  if (!reason && LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind &&
      qn_spmd_shape_of(shapes, i).kind == QN_SPMD_VARYING)
    reason = refuse_varying(i);
  return reason;
}

static unsigned count_passed(const qn_spmd_shapes *shapes,
                             LLVMBasicBlockRef block) {
  unsigned count = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    count +=
        qn_spmd_shape_of(shapes, i).kind == QN_SPMD_ROWS ? shapes->rows : 1;
  return count;
}

const char *qn_spmd_refusal(const qn_spmd_shapes *shapes,
                            const qn_spmd_regions *regions) {
  for (unsigned n = 0; n < shapes->graph->count; ++n) {
    LLVMBasicBlockRef block = shapes->graph->nodes[n].block;
    if (count_passed(shapes, block) > QN_SPMD_PASSED_MAX)
      return "a block with very many merged values";
    QN_EACH_INSTRUCTION (i, block) {
      const char *reason = refuse(shapes, regions, i);
      if (reason)
        return reason;
    }
  }
  return NULL;
}
