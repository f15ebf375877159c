// SPDX-License-Identifier: Apache-2.0
// Calls of a packet: intrinsics with a vector form, others lane by lane.
#include <assert.h>

#include "compiler/ir/roots.h"
#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/emit/dot.h"
#include "compiler/spmd/emit/frame.h"
#include "compiler/spmd/emit/warp.h"
#include "compiler/contract/functions.h"
#include "quern/cpu_abi.h"

// ---- One lane after another

qn_spmd_walk qn_spmd_begin_lanes(qn_spmd_emitter *e) {
  qn_spmd_walk loop = {.head = qn_spmd_block(e, "lane"),
                       .next = qn_spmd_block(e, "lane.next")};
  LLVMBasicBlockRef before = LLVMGetInsertBlock(e->b);
  LLVMBuildBr(e->b, loop.head);
  LLVMPositionBuilderAtEnd(e->b, loop.head);
  loop.index = LLVMBuildPhi(e->b, e->i32, "");
  LLVMValueRef zero = qn_spmd_int(e, e->i32, 0);
  LLVMAddIncoming(loop.index, &zero, &before, 1);
  if (e->mask) {
    LLVMBasicBlockRef body = qn_spmd_block(e, "lane.on");
    LLVMBuildCondBr(e->b,
                    LLVMBuildExtractElement(e->b, e->mask, loop.index, ""),
                    body, loop.next);
    LLVMPositionBuilderAtEnd(e->b, body);
  }
  return loop;
}

void qn_spmd_end_lanes(qn_spmd_emitter *e, const qn_spmd_walk *loop) {
  LLVMBasicBlockRef after = qn_spmd_block(e, "lane.end");
  LLVMBuildBr(e->b, loop->next);
  LLVMPositionBuilderAtEnd(e->b, loop->next);
  LLVMValueRef index =
      LLVMBuildNUWAdd(e->b, loop->index, qn_spmd_int(e, e->i32, 1), "");
  LLVMBasicBlockRef from = loop->next;
  LLVMAddIncoming(loop->index, &index, &from, 1);
  LLVMBuildCondBr(e->b,
                  LLVMBuildICmp(e->b, LLVMIntULT, index,
                                qn_spmd_int(e, e->i32, e->width), ""),
                  loop->head, after);
  LLVMPositionBuilderAtEnd(e->b, after);
}

static LLVMValueRef field_address(qn_spmd_emitter *e, int64_t offset) {
  LLVMValueRef at = qn_spmd_int(e, e->i64, (uint64_t)offset);
  return LLVMBuildInBoundsGEP2(e->b, e->i8, LLVMGetParam(e->made, 0), &at, 1,
                               "");
}

// Sets the context to that of lane `index`, for callees.
static void enter_item(qn_spmd_emitter *e, LLVMValueRef index) {
  LLVMValueRef thread = qn_spmd_field(e, e->i32, QN_ITEM_THREAD_X);
  LLVMValueRef linear = qn_spmd_field(e, e->i32, QN_ITEM_LINEAR);
  if (e->rows > 1) {
    LLVMValueRef columns = qn_spmd_int(e, e->i32, e->columns);
    LLVMValueRef row = LLVMBuildUDiv(e->b, index, columns, "");
    LLVMValueRef y = qn_spmd_field(e, e->i32, QN_ITEM_THREAD_Y);
    LLVMValueRef size = qn_spmd_field(e, e->i32, QN_ITEM_BLOCK_DIM_X);
    LLVMBuildStore(e->b, LLVMBuildAdd(e->b, y, row, ""),
                   field_address(e, QN_ITEM_THREAD_Y));
    linear = LLVMBuildAdd(e->b, linear, LLVMBuildMul(e->b, row, size, ""), "");
    index = LLVMBuildURem(e->b, index, columns, "");
  }
  LLVMValueRef own = LLVMBuildAdd(e->b, linear, index, "");
  LLVMBuildStore(e->b, LLVMBuildAdd(e->b, thread, index, ""),
                 field_address(e, QN_ITEM_THREAD_X));
  LLVMBuildStore(e->b, own, field_address(e, QN_ITEM_LINEAR));
  LLVMBuildStore(
      e->b,
      LLVMBuildAnd(e->b, own, qn_spmd_int(e, e->i32, QN_CPU_WARP_SIZE - 1), ""),
      field_address(e, QN_ITEM_LANE));
}

static bool passes_context(const qn_spmd_emitter *e, LLVMValueRef i) {
  if (!LLVMIsACallInst(i))
    return false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
    if (LLVMGetOperand(i, k) == LLVMGetParam(e->source, 0))
      return true;
  return false;
}

LLVMValueRef qn_spmd_insert_lane(qn_spmd_emitter *e, LLVMValueRef vector,
                                 LLVMValueRef scalar, LLVMValueRef index) {
  LLVMTypeRef type = LLVMTypeOf(scalar);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return LLVMBuildInsertElement(e->b, vector, scalar, index, "");
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i) {
    LLVMValueRef field =
        qn_spmd_insert_lane(e, LLVMBuildExtractValue(e->b, vector, i, ""),
                            LLVMBuildExtractValue(e->b, scalar, i, ""), index);
    vector = LLVMBuildInsertValue(e->b, vector, field, i, "");
  }
  return vector;
}

void qn_spmd_prepare_operands(qn_spmd_emitter *e, LLVMValueRef i) {
  const unsigned count = (unsigned)LLVMGetNumOperands(i);
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    const qn_spmd_kind kind = qn_spmd_shape_of(e->shapes, operand).kind;
    if (kind == QN_SPMD_VARYING || (kind >= QN_SPMD_LINEAR && e->rows > 1))
      (void)qn_spmd_vector(e, operand);
    else
      (void)qn_spmd_scalar(e, operand);
  }
}

static LLVMValueRef clone_for_lane(qn_spmd_emitter *e, LLVMValueRef i,
                                   LLVMValueRef index) {
  const unsigned count = (unsigned)LLVMGetNumOperands(i);
  LLVMValueRef operands[QN_SPMD_OPERANDS_MAX];
  for (unsigned k = 0; k < count; ++k)
    operands[k] = qn_spmd_lane(e, LLVMGetOperand(i, k), index);
  LLVMValueRef made = LLVMInstructionClone(i);
  for (unsigned k = 0; k < count; ++k)
    LLVMSetOperand(made, k, operands[k]);
  LLVMInsertIntoBuilder(e->b, made);
  return made;
}

void qn_spmd_each_lane(qn_spmd_emitter *e, LLVMValueRef i,
                       qn_spmd_lane_fn *make) {
  const bool gives = LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind;
  LLVMTypeRef type = gives ? qn_spmd_vector_type(e, LLVMTypeOf(i)) : NULL;
  qn_spmd_prepare_operands(e, i);
  LLVMValueRef all = gives ? qn_spmd_variable(e, type, "lanes") : NULL;
  if (gives)
    LLVMBuildStore(e->b, LLVMGetPoison(type), all);
  const bool in_context = passes_context(e, i);
  const qn_spmd_walk loop = qn_spmd_begin_lanes(e);
  if (in_context)
    enter_item(e, loop.index);
  LLVMValueRef one = make(e, i, loop.index);
  if (gives)
    LLVMBuildStore(e->b,
                   qn_spmd_insert_lane(e, LLVMBuildLoad2(e->b, type, all, ""),
                                       one, loop.index),
                   all);
  qn_spmd_end_lanes(e, &loop);
  if (in_context)
    enter_item(e, qn_spmd_int(e, e->i32, 0));
  if (gives)
    qn_spmd_define(e, i, LLVMBuildLoad2(e->b, type, all, ""));
}

void qn_spmd_lane_loop(qn_spmd_emitter *e, LLVMValueRef i) {
  qn_spmd_each_lane(e, i, clone_for_lane);
}

// ---- Intrinsics

static void call_lanewise(qn_spmd_emitter *e, LLVMValueRef i,
                          const qn_spmd_known *what) {
  LLVMValueRef args[4];
  const unsigned count = LLVMGetNumArgOperands(i);
  LLVMTypeRef result = qn_spmd_vector_type(e, LLVMTypeOf(i));
  assert(count <= 4);
  for (unsigned k = 0; k < count; ++k)
    args[k] = what->scalars >> k & 1 ? qn_spmd_scalar(e, LLVMGetOperand(i, k))
                                     : qn_spmd_vector(e, LLVMGetOperand(i, k));
  LLVMTypeRef types[2] = {result, NULL};
  unsigned type_count = 1;
  if (what->overload == QN_SPMD_BY_FIRST) {
    types[0] = LLVMTypeOf(args[0]);
  } else if (what->overload != QN_SPMD_BY_RESULT) {
    types[1] = LLVMTypeOf(args[what->overload == QN_SPMD_BY_RESULT_AND_SECOND]);
    type_count = 2;
  }
  LLVMValueRef made = qn_spmd_intrinsic(
      e, what->name, qn_spmd_types(types, type_count), args, count);
  if (LLVMCanValueUseFastMathFlags(i) && LLVMCanValueUseFastMathFlags(made))
    LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(i));
  qn_spmd_define(e, i, made);
}

static bool operands_are_row_uniform(const qn_spmd_emitter *e, LLVMValueRef i) {
  for (unsigned k = 0; k < LLVMGetNumArgOperands(i); ++k)
    if (!qn_spmd_is_row_uniform(e->shapes, LLVMGetOperand(i, k)))
      return false;
  return true;
}

// Makes a call once for each row, if its lanes all do the same.
static bool call_by_rows(qn_spmd_emitter *e, LLVMValueRef i) {
  if (!operands_are_row_uniform(e, i) || !qn_spmd_is_row_uniform(e->shapes, i))
    return false;
  const bool rows = !qn_spmd_is_uniform(e->shapes, i);
  for (e->row = 0; e->row < (rows ? e->rows : 1); ++e->row)
    qn_spmd_define(e, i, qn_spmd_clone(e, i));
  e->row = 0;
  return true;
}

static void call_whole(qn_spmd_emitter *e, LLVMValueRef i, qn_spmd_whole kind) {
  if (call_by_rows(e, i))
    return;
  if (kind == QN_SPMD_RSQRT)
    qn_spmd_define(e, i,
                   qn_ir_build_rsqrt(e->b,
                                     qn_spmd_vector(e, LLVMGetOperand(i, 0)),
                                     e->machine.has_estimate));
  else
    qn_spmd_dot(e, i, kind);
}

void qn_spmd_call(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  const qn_str name = callee ? qn_ir_name(callee) : QN_STR("");
  const qn_spmd_known *known = qn_spmd_known_intrinsic(name);
  if (known && known->kind == QN_SPMD_NO_OPERATION)
    return;
  if (qn_devlib_is_warp_op(qn_devlib_called_by(i))) {
    qn_spmd_warp_call(e, i);
    return;
  }
  if (qn_devlib_is_check(qn_devlib_called_by(i))) {
    qn_spmd_check(e, i);
    return;
  }
  if (qn_spmd_is_barrier(i))
    return; // done at the region's end
  if (qn_spmd_whole_function(callee) != QN_SPMD_NOT_WHOLE) {
    call_whole(e, i, qn_spmd_whole_function(callee));
    return;
  }
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(i))) {
    // Only empty templates are left; those without a result only order memory.
    if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind)
      qn_spmd_clone(e, i);
    else
      qn_spmd_lane_loop(e, i);
    return;
  }
  if (!qn_str_starts(name, QN_STR("llvm."))) {
    qn_spmd_lane_loop(e, i);
    return;
  }
  const bool gives = LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind;
  if (gives && call_by_rows(e, i))
    return;
  if (gives && known && known->kind == QN_SPMD_LANEWISE)
    call_lanewise(e, i, known);
  else
    qn_spmd_lane_loop(e, i);
}
