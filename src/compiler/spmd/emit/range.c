// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/range.h"

#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/range.h"
#include "compiler/spmd/emit/frame.h"

// The way through a region: `most` is a variable, how many had something to do
// on the way so far.
typedef struct way {
  const qn_spmd_range *range;
  LLVMValueRef most;
} way;

static LLVMValueRef most_of(qn_spmd_emitter *e, const way *w,
                            LLVMValueRef number) {
  LLVMValueRef args[] = {number, LLVMBuildLoad2(e->b, e->i32, w->most, "")};
  return qn_spmd_intrinsic(e, "llvm.umax", qn_spmd_types(&e->i32, 1), args, 2);
}

static void return_all(qn_spmd_emitter *e) {
  LLVMBuildRet(e->b, qn_spmd_int(e, e->i32, UINT32_MAX));
}

static LLVMValueRef at_most(qn_spmd_emitter *e, LLVMValueRef value,
                            uint64_t max) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef args[] = {value, qn_spmd_int(e, type, max)};
  return qn_spmd_intrinsic(e, "llvm.umin", qn_spmd_types(&type, 1), args, 2);
}

// The limit as a number of work-items, at most 2^31.
static LLVMValueRef limit_of(qn_spmd_emitter *e, const qn_spmd_range_limit *c) {
  LLVMValueRef limit = qn_spmd_scalar(e, c->limit);
  if (c->is_signed) {
    LLVMTypeRef type = LLVMTypeOf(limit);
    // Limits below 0 allow no work-items; neither does "up to -1".
    LLVMValueRef args[] = {limit,
                           qn_spmd_int(e, type, c->closed ? UINT64_MAX : 0)};
    limit = qn_spmd_intrinsic(e, "llvm.smax", qn_spmd_types(&type, 1), args, 2);
  }
  LLVMValueRef wide = c->is_signed && c->closed
                          ? LLVMBuildSExtOrBitCast(e->b, limit, e->i64, "")
                          : LLVMBuildZExtOrBitCast(e->b, limit, e->i64, "");
  if (c->closed) {
    // A limit of 2^64 - 1 would wrap to 0.
    if (!c->is_signed)
      wide = at_most(e, wide, UINT64_C(1) << 40);
    wide = LLVMBuildAdd(e->b, wide, qn_spmd_int(e, e->i64, 1), "");
  }
  return LLVMBuildTrunc(e->b, at_most(e, wide, UINT64_C(1) << 31), e->i32, "");
}

// The number of indices whose product with the factor is below `limit`; all
// where products might wrap.
static LLVMValueRef divided(qn_spmd_emitter *e, const qn_spmd_range_limit *c,
                            LLVMValueRef limit) {
  enum { FACTOR_MAX = 1 << 20, SHIFT_MAX = 20 }; // of indices below 1,024
  LLVMValueRef one = qn_spmd_int(e, e->i64, 1);
  LLVMValueRef factor = qn_spmd_scalar(e, c->factor);
  const bool is_wide = LLVMGetIntTypeWidth(LLVMTypeOf(factor)) > 64;
  if (is_wide)
    return qn_spmd_int(e, e->i32, UINT32_MAX);
  factor = LLVMBuildZExtOrBitCast(e->b, factor, e->i64, "");
  LLVMValueRef fits = LLVMBuildICmp(
      e->b, LLVMIntULE, factor,
      qn_spmd_int(e, e->i64, c->is_shift ? SHIFT_MAX : FACTOR_MAX), "");
  if (c->is_shift)
    factor = LLVMBuildShl(
        e->b, one,
        LLVMBuildSelect(e->b, fits, factor, qn_spmd_int(e, e->i64, 0), ""), "");
  fits = LLVMBuildAnd(
      e->b, fits,
      LLVMBuildICmp(e->b, LLVMIntNE, factor, qn_spmd_int(e, e->i64, 0), ""),
      "");
  factor = LLVMBuildSelect(e->b, fits, factor, one, "");
  LLVMValueRef sum = LLVMBuildAdd(e->b, LLVMBuildZExt(e->b, limit, e->i64, ""),
                                  LLVMBuildSub(e->b, factor, one, ""), "");
  LLVMValueRef count =
      LLVMBuildTrunc(e->b, LLVMBuildUDiv(e->b, sum, factor, ""), e->i32, "");
  return LLVMBuildSelect(e->b, fits, count, qn_spmd_int(e, e->i32, UINT32_MAX),
                         "");
}

// How many work-items of a row are below the limit.
static LLVMValueRef count_below(qn_spmd_emitter *e,
                                const qn_spmd_range_limit *c) {
  LLVMValueRef limit = limit_of(e, c);
  if (c->factor)
    limit = divided(e, c, limit);
  if (c->linear) {
    // With one row it is the same as the index in the row.
    LLVMValueRef rows =
        LLVMBuildMul(e->b, qn_spmd_field(e, e->i32, QN_ITEM_BLOCK_DIM_Y),
                     qn_spmd_field(e, e->i32, QN_ITEM_BLOCK_DIM_Z), "");
    LLVMValueRef one =
        LLVMBuildICmp(e->b, LLVMIntEQ, rows, qn_spmd_int(e, e->i32, 1), "");
    limit = LLVMBuildSelect(e->b, one, limit,
                            qn_spmd_int(e, e->i32, UINT32_MAX), "");
  }
  return limit;
}

static LLVMBasicBlockRef block_of(qn_spmd_emitter *e, unsigned node) {
  if (!e->plain[node])
    e->plain[node] = qn_spmd_block(e, "range");
  return e->plain[node];
}

static void go_to(qn_spmd_emitter *e, unsigned from, unsigned to) {
  if (to <= from) { // does not follow back edges
    return_all(e);
    return;
  }
  qn_spmd_pass_edge(e, from, to, NULL, false);
  LLVMBuildBr(e->b, block_of(e, to));
}

// Emits the instructions of a block that are uniform in the group.
static void emit_common(const qn_spmd_range *r, qn_spmd_emitter *e,
                        LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block);
       i != end && !qn_spmd_failed(e); i = LLVMGetNextInstruction(i))
    if (!qn_spmd_is_barrier(i) && qn_spmd_is_uniform(r->group, i))
      qn_spmd_instruction(e, i);
}

static void emit_choice(qn_spmd_emitter *e, const qn_spmd_range *r,
                        unsigned node) {
  const qn_spmd_node *n = &r->graph->nodes[node];
  LLVMValueRef value = LLVMGetCondition(LLVMGetBasicBlockTerminator(n->block));
  LLVMBasicBlockRef ways[2];
  for (unsigned k = 0; k < 2; ++k)
    ways[k] = qn_spmd_block(e, "way");
  LLVMBuildCondBr(e->b, qn_spmd_scalar(e, value), ways[0], ways[1]);
  for (unsigned k = 0; k < 2; ++k) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    qn_spmd_forget(e);
    go_to(e, node, n->successors[k]);
  }
}

static void emit_node(const way *w, qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_range *r = w->range;
  const qn_spmd_node *n = &r->graph->nodes[node];
  qn_spmd_range_limit limit;
  const qn_spmd_range_step step = qn_spmd_range_step_at(r, node, &limit);
  LLVMPositionBuilderAtEnd(e->b, e->plain[node]);
  qn_spmd_forget(e);
  if (step == QN_SPMD_RANGE_ALL) {
    return_all(e);
    return;
  }
  if (step == QN_SPMD_RANGE_ONE) {
    LLVMBuildRet(e->b, most_of(e, w, qn_spmd_int(e, e->i32, 1)));
    return;
  }
  emit_common(r, e, n->block);
  if (step == QN_SPMD_RANGE_ON) {
    go_to(e, node, n->successors[0]);
  } else if (step == QN_SPMD_RANGE_CHOICE) {
    emit_choice(e, r, node);
  } else {
    LLVMValueRef most = most_of(e, w, count_below(e, &limit));
    if (step == QN_SPMD_RANGE_LIMIT) {
      LLVMBuildRet(e->b, most);
      return;
    }
    LLVMBuildStore(e->b, most, w->most);
    go_to(e, node, n->postdominator);
  }
}

qn_status qn_spmd_emit_range(const qn_spmd_emit_params *params,
                             const qn_spmd_shapes *group,
                             LLVMValueRef *out_made, qn_diag *diag) {
  const qn_spmd_range r = {params->regions, params->graph, group,
                           params->arena};
  qn_spmd_emitter e;
  qn_spmd_begin_function(&e, params, diag);
  e.group = group;
  way w = {.range = &r};
  if (!qn_spmd_failed(&e)) {
    w.most = qn_spmd_variable(&e, e.i32, "most");
    LLVMBuildStore(e.first, qn_spmd_int(&e, e.i32, 0), w.most);
    qn_spmd_begin_region(&e);
    LLVMBuildBr(e.b, block_of(&e, 0));
  }
  // Edges lead to higher numbers, so a block has been made when it is reached.
  for (unsigned n = 0; n < r.graph->count && !qn_spmd_failed(&e); ++n)
    if (e.plain[n])
      emit_node(&w, &e, n);
  return qn_spmd_end_function(&e, out_made);
}
