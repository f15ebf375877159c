// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/range.h"

#include "compiler/contract/functions.h"

// ---- What has effects

typedef struct range {
  const qn_spmd_emit_params *params;
  const qn_spmd_graph *graph;
  const qn_spmd_shapes *group;
} range;

static bool is_end(const range *r, unsigned node) {
  return r->graph->nodes[node].successors[0] == r->graph->count;
}

// Whether work-items that come to `node` and go on as they like have nothing to
// do up to the part's end.
static bool does_nothing(const range *r, unsigned node, qn_spmd_emitter *e) {
  if (node == r->graph->count)
    return true;
  uint64_t *reached = qn_spmd_bits(e->arena, r->graph->count);
  if (!reached) {
    qn_spmd_no_memory(e);
    return false;
  }
  qn_spmd_reach(r->graph, node, r->graph->count, reached);
  for (unsigned n = 0; n < r->graph->count; ++n)
    if (qn_spmd_bit(reached, n) &&
        (qn_spmd_block_has_effect(r->graph->nodes[n].block) ||
         (is_end(r, n) &&
          qn_spmd_leaves_lanes(r->params->parts, r->graph->nodes[n].block))))
      return false;
  return true;
}

// ---- Conditions

// A work-item's place in its row, also extended; `*linear`: in its block.
static bool is_place(LLVMValueRef value, bool *linear) {
  while (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    value = LLVMGetOperand(value, 0);
  const int64_t field =
      LLVMIsAInstruction(value) ? qn_spmd_context_field(value) : -1;
  *linear = field == QN_ITEM_LINEAR;
  return *linear || field == QN_ITEM_THREAD_X;
}

// place < limit, or <= with `closed`.
typedef struct condition {
  LLVMValueRef limit;
  bool is_signed, closed, linear;
} condition;

static LLVMIntPredicate negated(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ:
    return LLVMIntNE;
  case LLVMIntNE:
    return LLVMIntEQ;
  case LLVMIntULT:
    return LLVMIntUGE;
  case LLVMIntULE:
    return LLVMIntUGT;
  case LLVMIntUGT:
    return LLVMIntULE;
  case LLVMIntUGE:
    return LLVMIntULT;
  case LLVMIntSLT:
    return LLVMIntSGE;
  case LLVMIntSLE:
    return LLVMIntSGT;
  case LLVMIntSGT:
    return LLVMIntSLE;
  default:
    return LLVMIntSLT;
  }
}

// Reads a comparison that holds, with `met` true, only for places below a
// limit that the group has in common; with false, that fails only for those.
static bool read_comparison(const range *r, LLVMValueRef value, bool met,
                            condition *out) {
  if (!LLVMIsAICmpInst(value) ||
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) !=
          LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) > 64)
    return false;
  LLVMIntPredicate p = LLVMGetICmpPredicate(value);
  LLVMValueRef place = LLVMGetOperand(value, 0);
  LLVMValueRef limit = LLVMGetOperand(value, 1);
  p = met ? p : negated(p);
  if (!is_place(place, &out->linear)) {
    place = LLVMGetOperand(value, 1);
    limit = LLVMGetOperand(value, 0);
    p = qn_spmd_swapped(p);
  }
  if (!is_place(place, &out->linear) || !qn_spmd_is_uniform(r->group, limit))
    return false;
  out->limit = limit;
  out->is_signed = p == LLVMIntSLT || p == LLVMIntSLE;
  out->closed = p == LLVMIntULE || p == LLVMIntSLE || p == LLVMIntEQ;
  return out->closed || p == LLVMIntULT || p == LLVMIntSLT;
}

static bool read_condition(const range *r, LLVMValueRef value, bool met,
                           condition *out) {
  LLVMValueRef parts[2];
  bool is_and;
  if (read_comparison(r, value, met, out))
    return true;
  return qn_spmd_read_junction(value, parts, &is_and) && is_and == met &&
         (read_condition(r, parts[0], met, out) ||
          read_condition(r, parts[1], met, out));
}

// The condition under which work-items that part at `node` still have something
// to do.
static bool find_condition(const range *r, unsigned node, qn_spmd_emitter *e,
                           condition *out) {
  const qn_spmd_node *n = &r->graph->nodes[node];
  LLVMValueRef value = LLVMGetCondition(LLVMGetBasicBlockTerminator(n->block));
  for (unsigned k = 0; k < 2; ++k)
    if (read_condition(r, value, k == 0, out) &&
        does_nothing(r, n->successors[1 - k], e))
      return true;
  return false;
}

// ---- Emission

static void return_number(qn_spmd_emitter *e, uint64_t number) {
  LLVMBuildRet(e->b, qn_spmd_int(e, e->i32, number));
}

static void return_all(qn_spmd_emitter *e) { return_number(e, UINT32_MAX); }

static LLVMValueRef least(qn_spmd_emitter *e, LLVMValueRef value,
                          uint64_t most) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef args[] = {value, qn_spmd_int(e, type, most)};
  return qn_spmd_intrinsic(e, "llvm.umin", qn_spmd_types(&type, 1), args, 2);
}

// The limit as a number of places, at most 2^31.
static LLVMValueRef limit_of(qn_spmd_emitter *e, const condition *c) {
  LLVMValueRef limit = qn_spmd_scalar(e, c->limit);
  if (c->is_signed) {
    LLVMTypeRef type = LLVMTypeOf(limit);
    // Below 0 there are none; -1 and equal to it, none as well.
    LLVMValueRef args[] = {limit,
                           qn_spmd_int(e, type, c->closed ? UINT64_MAX : 0)};
    limit = qn_spmd_intrinsic(e, "llvm.smax", qn_spmd_types(&type, 1), args, 2);
  }
  LLVMValueRef wide = c->is_signed && c->closed
                          ? LLVMBuildSExtOrBitCast(e->b, limit, e->i64, "")
                          : LLVMBuildZExtOrBitCast(e->b, limit, e->i64, "");
  if (c->closed) {
    // 2^64 - 1 as a place would come round to 0.
    if (!c->is_signed)
      wide = least(e, wide, UINT64_C(1) << 40);
    wide = LLVMBuildAdd(e->b, wide, qn_spmd_int(e, e->i64, 1), "");
  }
  return LLVMBuildTrunc(e->b, least(e, wide, UINT64_C(1) << 31), e->i32, "");
}

static void return_limit(qn_spmd_emitter *e, const condition *c) {
  LLVMValueRef limit = limit_of(e, c);
  if (c->linear) {
    // The same as the place in the row, where there is one row.
    LLVMValueRef rows =
        LLVMBuildMul(e->b, qn_spmd_field(e, e->i32, QN_ITEM_BLOCK_DIM_Y),
                     qn_spmd_field(e, e->i32, QN_ITEM_BLOCK_DIM_Z), "");
    LLVMValueRef one =
        LLVMBuildICmp(e->b, LLVMIntEQ, rows, qn_spmd_int(e, e->i32, 1), "");
    limit = LLVMBuildSelect(e->b, one, limit,
                            qn_spmd_int(e, e->i32, UINT32_MAX), "");
  }
  LLVMBuildRet(e->b, limit);
}

static LLVMBasicBlockRef block_of(qn_spmd_emitter *e, unsigned node) {
  if (!e->plain[node])
    e->plain[node] = qn_spmd_block(e, "range");
  return e->plain[node];
}

static void go_to(const range *r, qn_spmd_emitter *e, unsigned from,
                  unsigned to) {
  if (to <= from) { // not to go round in a loop for it
    return_all(e);
    return;
  }
  qn_spmd_pass_edge(e, from, to, NULL, false);
  (void)r;
  LLVMBuildBr(e->b, block_of(e, to));
}

// What of a block the whole group computes.
static void emit_common(const range *r, qn_spmd_emitter *e,
                        LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block);
       i != end && !qn_spmd_failed(e); i = LLVMGetNextInstruction(i))
    if (!qn_spmd_is_barrier(i) && qn_spmd_is_uniform(r->group, i))
      qn_spmd_instruction(e, i);
}

static void emit_choice(const range *r, qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_node *n = &r->graph->nodes[node];
  LLVMValueRef value = LLVMGetCondition(LLVMGetBasicBlockTerminator(n->block));
  LLVMBasicBlockRef ways[2];
  for (unsigned k = 0; k < 2; ++k)
    ways[k] = qn_spmd_block(e, "way");
  LLVMBuildCondBr(e->b, qn_spmd_scalar(e, value), ways[0], ways[1]);
  for (unsigned k = 0; k < 2; ++k) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    qn_spmd_forget(e);
    go_to(r, e, node, n->successors[k]);
  }
}

// Returns whether a limit was found.
static bool emit_node(const range *r, qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_node *n = &r->graph->nodes[node];
  condition c;
  LLVMPositionBuilderAtEnd(e->b, e->plain[node]);
  qn_spmd_forget(e);
  if (qn_spmd_block_has_effect(n->block)) {
    return_all(e);
    return false;
  }
  if (is_end(r, node)) {
    const bool leaves = qn_spmd_leaves_lanes(r->params->parts, n->block);
    return_number(e, leaves ? UINT32_MAX : 1);
    return !leaves;
  }
  emit_common(r, e, n->block);
  if (n->successor_count == 1 || n->successors[0] == n->successors[1]) {
    go_to(r, e, node, n->successors[0]);
    return false;
  }
  if (!qn_spmd_branches_apart(r->group, r->graph, node)) {
    emit_choice(r, e, node);
    return false;
  }
  if (find_condition(r, node, e, &c)) {
    return_limit(e, &c);
    return true;
  }
  return_all(e);
  return false;
}

qn_status qn_spmd_emit_range(const qn_spmd_emit_params *params,
                             const qn_spmd_shapes *group,
                             LLVMValueRef *out_made, qn_diag *diag) {
  *out_made = NULL;
  // Lanes that are left note so in their frames.
  if (!params->parts || params->parts->has_exits)
    return qn_ok();
  const range r = {params, params->graph, group};
  qn_spmd_emitter e;
  bool found = false;
  qn_spmd_begin_function(&e, params, diag);
  e.group = group;
  if (!qn_spmd_failed(&e)) {
    qn_spmd_begin_part(&e);
    LLVMBuildBr(e.b, block_of(&e, 0));
  }
  // Edges go upwards, so a block is there before it is its turn.
  for (unsigned n = 0; n < r.graph->count && !qn_spmd_failed(&e); ++n)
    if (e.plain[n])
      found |= emit_node(&r, &e, n);
  LLVMValueRef made = NULL;
  const qn_status status = qn_spmd_end_function(&e, &made);
  if (qn_failed(status)) // what cannot be said needs no range
    return status.code == QN_E_UNSUPPORTED ? qn_ok() : status;
  if (found)
    *out_made = made;
  else
    LLVMDeleteFunction(made);
  return qn_ok();
}
