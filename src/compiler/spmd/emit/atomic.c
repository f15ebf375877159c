// SPDX-License-Identifier: Apache-2.0
// Atomic operations of a packet: lane by lane. A group runs on one thread, so
// atomics in its shared memory become plain loads and stores.
#include "compiler/spmd/emit/emit.h"
#include "compiler/contract/functions.h"

// ---- One lane

static LLVMValueRef lesser(qn_spmd_emitter *e, LLVMIntPredicate predicate,
                           LLVMValueRef a, LLVMValueRef b) {
  return LLVMBuildSelect(e->b, LLVMBuildICmp(e->b, predicate, a, b, ""), a, b,
                         "");
}

// The new value in memory; NULL for rare operations.
static LLVMValueRef changed(qn_spmd_emitter *e, LLVMAtomicRMWBinOp op,
                            LLVMValueRef old, LLVMValueRef by) {
  switch (op) {
  case LLVMAtomicRMWBinOpXchg:
    return by;
  case LLVMAtomicRMWBinOpAdd:
    return LLVMBuildAdd(e->b, old, by, "");
  case LLVMAtomicRMWBinOpSub:
    return LLVMBuildSub(e->b, old, by, "");
  case LLVMAtomicRMWBinOpAnd:
    return LLVMBuildAnd(e->b, old, by, "");
  case LLVMAtomicRMWBinOpOr:
    return LLVMBuildOr(e->b, old, by, "");
  case LLVMAtomicRMWBinOpXor:
    return LLVMBuildXor(e->b, old, by, "");
  case LLVMAtomicRMWBinOpMax:
    return lesser(e, LLVMIntSGT, old, by);
  case LLVMAtomicRMWBinOpMin:
    return lesser(e, LLVMIntSLT, old, by);
  case LLVMAtomicRMWBinOpUMax:
    return lesser(e, LLVMIntUGT, old, by);
  case LLVMAtomicRMWBinOpUMin:
    return lesser(e, LLVMIntULT, old, by);
  case LLVMAtomicRMWBinOpFAdd:
    return LLVMBuildFAdd(e->b, old, by, "");
  case LLVMAtomicRMWBinOpFSub:
    return LLVMBuildFSub(e->b, old, by, "");
  default:
    return NULL;
  }
}

static LLVMValueRef load(qn_spmd_emitter *e, LLVMValueRef i, LLVMTypeRef type,
                         LLVMValueRef address) {
  LLVMValueRef made = LLVMBuildLoad2(e->b, type, address, "");
  LLVMSetAlignment(made, LLVMGetAlignment(i));
  return made;
}

static void store(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef value,
                  LLVMValueRef address) {
  LLVMSetAlignment(LLVMBuildStore(e->b, value, address), LLVMGetAlignment(i));
}

static LLVMValueRef change(qn_spmd_emitter *e, LLVMValueRef i,
                           LLVMValueRef index) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(i);
  LLVMValueRef address = qn_spmd_lane_of(e, LLVMGetOperand(i, 0), index, home);
  LLVMValueRef by = qn_spmd_lane(e, LLVMGetOperand(i, 1), index);
  LLVMValueRef old = load(e, i, LLVMTypeOf(by), address);
  store(e, i, changed(e, LLVMGetAtomicRMWBinOp(i), old, by), address);
  return old;
}

static LLVMValueRef exchange(qn_spmd_emitter *e, LLVMValueRef i,
                             LLVMValueRef index) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(i);
  LLVMValueRef address = qn_spmd_lane_of(e, LLVMGetOperand(i, 0), index, home);
  LLVMValueRef expected = qn_spmd_lane(e, LLVMGetOperand(i, 1), index);
  LLVMValueRef by = qn_spmd_lane(e, LLVMGetOperand(i, 2), index);
  LLVMValueRef old = load(e, i, LLVMTypeOf(by), address);
  LLVMValueRef same = LLVMBuildICmp(e->b, LLVMIntEQ, old, expected, "");
  store(e, i, LLVMBuildSelect(e->b, same, by, old, ""), address);
  LLVMValueRef made = LLVMGetPoison(LLVMTypeOf(i));
  made = LLVMBuildInsertValue(e->b, made, old, 0, "");
  return LLVMBuildInsertValue(e->b, made, same, 1, "");
}

// ---- All lanes

static bool is_plain(LLVMValueRef i) {
  if (LLVMGetVolatile(i) || !qn_spmd_is_group_memory(LLVMGetOperand(i, 0)))
    return false;
  if (LLVMIsAAtomicCmpXchgInst(i))
    return true;
  const LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
  return op <= LLVMAtomicRMWBinOpFSub && op != LLVMAtomicRMWBinOpNand;
}

void qn_spmd_atomic(qn_spmd_emitter *e, LLVMValueRef i) {
  if (!is_plain(i)) {
    qn_spmd_lane_loop(e, i);
    return;
  }
  qn_spmd_lane_fn *make = LLVMIsAAtomicCmpXchgInst(i) ? exchange : change;
  LLVMTypeRef type = qn_spmd_vector_type(e, LLVMTypeOf(i));
  if (e->mask) {
    qn_spmd_each_lane(e, i, make);
    return;
  }
  qn_spmd_prepare_operands(e, i);
  LLVMValueRef all = LLVMGetPoison(type);
  for (unsigned lane = 0; lane < e->width; ++lane) {
    LLVMValueRef index = qn_spmd_int(e, e->i32, lane);
    all = qn_spmd_insert_lane(e, all, make(e, i, index), index);
  }
  qn_spmd_define(e, i, all);
}
