// SPDX-License-Identifier: Apache-2.0
// Atomic operations of a packet: lane by lane. A group runs on one thread, so
// atomics in its shared memory become plain loads and stores.
#include <llvm-c/Target.h>

#include "compiler/spmd/analysis/effect.h"
#include "compiler/spmd/emit/emit.h"
#include "compiler/contract/functions.h"

// ---- Places that a row says

// Whether nothing but shared memory is written between `load` and `i`, which
// follows it in its block.
static bool stays_until(LLVMValueRef load, LLVMValueRef i) {
  for (; load != i; load = LLVMGetNextInstruction(load)) {
    const bool is_atomic =
        LLVMIsAAtomicRMWInst(load) || LLVMIsAAtomicCmpXchgInst(load);
    if (!LLVMIsAStoreInst(load) && !is_atomic && qn_spmd_has_effect(load))
      return false;
    if ((LLVMIsAStoreInst(load) || is_atomic) &&
        !qn_spmd_is_group_memory(
            LLVMGetOperand(load, LLVMIsAStoreInst(load) ? 1 : 0)))
      return false;
  }
  return true;
}

// The load of a row, by an argument, that says which element of shared memory
// `i` changes, as in counts[keys[t]], and nothing else; NULL: there is none.
// Lanes load it one by one then, which takes less than a lane out of a vector.
static LLVMValueRef row_of_places(const qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(i);
  LLVMValueRef address = LLVMGetOperand(i, 0);
  if (e->mask || e->rows > 1 || !LLVMIsAGetElementPtrInst(address) ||
      LLVMGetNumOperands(address) > 3 || !qn_ir_has_one_use(address))
    return NULL;
  const unsigned last = (unsigned)LLVMGetNumOperands(address) - 1;
  LLVMValueRef load = LLVMGetOperand(address, last);
  if ((LLVMIsAZExtInst(load) || LLVMIsASExtInst(load)) &&
      qn_ir_has_one_use(load))
    load = LLVMGetOperand(load, 0);
  if (!LLVMIsALoadInst(load) || LLVMGetInstructionParent(load) != home ||
      LLVMGetVolatile(load) || !qn_ir_has_one_use(load) ||
      LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
    return NULL;
  const qn_spmd_shape shape =
      qn_spmd_shape_of(e->shapes, LLVMGetOperand(load, 0));
  const int64_t size = (int64_t)LLVMABISizeOfType(e->layout, LLVMTypeOf(load));
  return shape.kind == QN_SPMD_LINEAR && shape.stride == size &&
                 qn_spmd_is_by_argument(LLVMGetOperand(load, 0)) &&
                 stays_until(load, i)
             ? load
             : NULL;
}

// The address of one lane, whose place it loads.
static LLVMValueRef load_place(qn_spmd_emitter *e, LLVMValueRef i,
                               LLVMValueRef row, LLVMValueRef index) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(i);
  LLVMValueRef address = LLVMGetOperand(i, 0), indices[2];
  const unsigned count = (unsigned)LLVMGetNumOperands(address) - 1;
  LLVMValueRef from =
      LLVMBuildGEP2(e->b, LLVMTypeOf(row),
                    qn_spmd_scalar(e, LLVMGetOperand(row, 0)), &index, 1, "");
  LLVMValueRef place = LLVMBuildLoad2(e->b, LLVMTypeOf(row), from, "");
  LLVMSetAlignment(place, LLVMGetAlignment(row));
  LLVMValueRef last = LLVMGetOperand(address, count);
  if (last != row)
    place = LLVMBuildCast(e->b, LLVMGetInstructionOpcode(last), place,
                          LLVMTypeOf(last), "");
  for (unsigned k = 0; k + 1 < count; ++k)
    indices[k] =
        qn_spmd_lane_of(e, LLVMGetOperand(address, k + 1), index, home);
  indices[count - 1] = place;
  return LLVMBuildGEP2(
      e->b, LLVMGetGEPSourceElementType(address),
      qn_spmd_lane_of(e, LLVMGetOperand(address, 0), index, home), indices,
      count, "");
}

// ---- One lane

// The address of what `i` does, of one lane.
static LLVMValueRef address_of(qn_spmd_emitter *e, LLVMValueRef i,
                               LLVMValueRef index) {
  LLVMValueRef row = row_of_places(e, i);
  return row ? load_place(e, i, row, index)
             : qn_spmd_lane_of(e, LLVMGetOperand(i, 0), index,
                               LLVMGetInstructionParent(i));
}

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
  LLVMValueRef address = address_of(e, i, index);
  LLVMValueRef by = qn_spmd_lane(e, LLVMGetOperand(i, 1), index);
  LLVMValueRef old = load(e, i, LLVMTypeOf(by), address);
  store(e, i, changed(e, LLVMGetAtomicRMWBinOp(i), old, by), address);
  return old;
}

static LLVMValueRef exchange(qn_spmd_emitter *e, LLVMValueRef i,
                             LLVMValueRef index) {
  LLVMValueRef address = address_of(e, i, index);
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
