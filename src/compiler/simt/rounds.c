// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/rounds.h"

#include "compiler/contract/functions.h"
#include "compiler/simt/meeting.h"
#include "compiler/simt/parts.h"
#include "compiler/simt/structure.h"

// Marks branches and votes (see there).
#define LEAVES "quern.leaves"
#define COUNTS "quern.counts"

// A loop becomes
//
//   head: phis, and a vote on who is left; nobody: the exit
//   test: who is left goes to the loop's code, the others to `next`
//   next: where all paths of a round end, also those out of the loop; phis
//         for what `head` has in the next round
typedef struct rounds {
  qn_simt_body *body;
  unsigned loop;
  LLVMBasicBlockRef before, start, exit; // of the loop as it is
  LLVMBasicBlockRef head, test, next;
  LLVMValueRef left;    // a phi of `head`
  LLVMValueRef goes_on; // one of `next`
} rounds;

static void mark(const rounds *r, LLVMValueRef i, const char *name) {
  LLVMContextRef context = r->body->unit->context;
  LLVMSetMetadata(
      i, qn_simt_metadata(r->body, name),
      LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

bool qn_simt_leaves_rounds(const qn_simt_body *body, LLVMValueRef branch) {
  return LLVMGetMetadata(branch, qn_simt_metadata(body, LEAVES)) != NULL;
}

bool qn_simt_counts_rounds(const qn_simt_body *body, LLVMValueRef call) {
  return LLVMGetMetadata(call, qn_simt_metadata(body, COUNTS)) != NULL;
}

static LLVMValueRef bit_of(const rounds *r, bool value) {
  return LLVMConstInt(LLVMInt1TypeInContext(r->body->unit->context), value,
                      false);
}

// ---- The paths of a round

static void add_value(LLVMValueRef phi, LLVMValueRef value,
                      LLVMBasicBlockRef from) {
  LLVMAddIncoming(phi, &value, &from, 1);
}

// What a phi has from `from`; a block that branches there twice has it twice.
static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  LLVMValueRef found = qn_ir_incoming(phi, from);
  return found ? found : LLVMGetPoison(LLVMTypeOf(phi));
}

// Phis of `next`: whether the lane is left, and for each phi of the loop's
// start and of its exit what it brings there, in that order.
static void add_phis(rounds *r) {
  LLVMBuilderRef b = r->body->b;
  LLVMBasicBlockRef of[] = {r->start, r->exit};
  LLVMPositionBuilderAtEnd(b, r->next);
  r->goes_on = LLVMBuildPhi(b, LLVMTypeOf(bit_of(r, false)), "");
  for (unsigned k = 0; k < 2; ++k)
    QN_EACH_INSTRUCTION (phi, of[k])
      if (LLVMIsAPHINode(phi))
        LLVMBuildPhi(b, LLVMTypeOf(phi), "");
}

// `at` is the first phi of `next` that belongs to one of `of`. Returns the
// first behind those. From `from` they have what `of` has from there; NULL:
// nothing that is used.
static LLVMValueRef fill_phis(LLVMValueRef at, LLVMBasicBlockRef of,
                              LLVMBasicBlockRef from, LLVMBasicBlockRef edge) {
  QN_EACH_INSTRUCTION (phi, of) {
    if (!LLVMIsAPHINode(phi))
      break;
    add_value(at, from ? incoming(phi, from) : LLVMGetPoison(LLVMTypeOf(phi)),
              edge);
    at = LLVMGetNextInstruction(at);
  }
  return at;
}

// Adds what phis of `next` have from `edge`: what the loop's start or its exit
// has from `from`, and nothing that is used for the other, or for both.
static void fill_next(const rounds *r, bool stays, LLVMBasicBlockRef from,
                      LLVMBasicBlockRef edge) {
  LLVMValueRef at = LLVMGetNextInstruction(r->goes_on);
  add_value(r->goes_on, bit_of(r, stays), edge);
  at = fill_phis(at, r->start, stays ? from : NULL, edge);
  (void)fill_phis(at, r->exit, stays ? NULL : from, edge);
}

// Makes the path from a block of the loop to its start or its exit end at
// `next`, over a block of its own.
static void end_path(const rounds *r, LLVMBasicBlockRef from, bool stays) {
  LLVMBasicBlockRef edge = qn_simt_block_before(r->body, r->next);
  fill_next(r, stays, from, edge);
  qn_simt_redirect(from, stays ? r->start : r->exit, edge);
  LLVMPositionBuilderAtEnd(r->body->b, edge);
  LLVMBuildBr(r->body->b, r->next);
  if (!stays)
    mark(r, LLVMGetBasicBlockTerminator(from), LEAVES);
}

static void end_paths(const rounds *r) {
  const qn_spmd_graph *g = &r->body->graph;
  for (unsigned n = 0; n < g->count; ++n) {
    const qn_spmd_node *node = &g->nodes[n];
    if (!qn_spmd_in_loop(g, r->loop, n))
      continue;
    for (unsigned k = 0; k < node->successor_count; ++k) {
      const unsigned to = node->successors[k];
      if (k && to == node->successors[0])
        continue;
      if (to == g->loops[r->loop].header)
        end_path(r, node->block, true);
      else if (!qn_spmd_in_loop(g, r->loop, to))
        end_path(r, node->block, false);
    }
  }
}

// ---- The head

// Moves the phis of the loop's start to the head, where they have what they had
// before the loop, and what `*at` and those behind it have.
static void take_start(const rounds *r, LLVMValueRef *at) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(r->start), next;
       LLVMIsAPHINode(phi); phi = next) {
    next = LLVMGetNextInstruction(phi);
    LLVMPositionBuilderAtEnd(r->body->b, r->head);
    LLVMValueRef made = LLVMBuildPhi(r->body->b, LLVMTypeOf(phi), "");
    add_value(made, incoming(phi, r->before), r->before);
    add_value(made, *at, r->next);
    *at = LLVMGetNextInstruction(*at);
    LLVMReplaceAllUsesWith(phi, made);
    LLVMInstructionEraseFromParent(phi);
  }
}

// What lanes brought to the exit's phis when they left: those who are not left
// keep it from round to round.
static void take_exit(const rounds *r, LLVMValueRef at) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(r->exit), next;
       LLVMIsAPHINode(phi); phi = next) {
    LLVMTypeRef type = LLVMTypeOf(phi);
    next = LLVMGetNextInstruction(phi);
    LLVMPositionBuilderAtEnd(r->body->b, r->head);
    LLVMValueRef held = LLVMBuildPhi(r->body->b, type, "");
    add_value(held, LLVMGetPoison(type), r->before);
    add_value(held, at, r->next);
    for (unsigned k = 0; k < LLVMCountIncoming(at); ++k)
      if (LLVMGetIncomingBlock(at, k) == r->test)
        LLVMSetOperand(at, k, held);
    at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(r->body->b, phi);
    LLVMValueRef made = LLVMBuildPhi(r->body->b, type, "");
    add_value(made, held, r->head);
    LLVMReplaceAllUsesWith(phi, made);
    LLVMInstructionEraseFromParent(phi);
  }
}

static void end_head(const rounds *r) {
  LLVMBuilderRef b = r->body->b;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(r->body->unit->context);
  LLVMPositionBuilderAtEnd(b, r->head);
  LLVMValueRef values[] = {LLVMGetParam(r->body->function, 0),
                           LLVMConstInt(i32, QN_REDUCE_ANY, false),
                           LLVMBuildZExt(b, r->left, i32, "")};
  LLVMValueRef any = qn_devlib_call(b, QN_DEVLIB_BARRIER_REDUCE, values, 3);
  mark(r, any, COUNTS);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, any, LLVMConstNull(i32), ""),
                  r->test, r->exit);
  LLVMPositionBuilderAtEnd(b, r->test);
  mark(r, LLVMBuildCondBr(b, r->left, r->start, r->next), LEAVES);
  LLVMPositionBuilderAtEnd(b, r->next);
  LLVMBuildBr(b, r->head);
}

static void share(rounds *r) {
  qn_simt_body *body = r->body;
  r->head = qn_simt_block_before(body, r->start);
  r->test = qn_simt_block_before(body, r->start);
  r->next = qn_simt_block_before(body, r->exit);
  add_phis(r);
  fill_next(r, false, NULL, r->test);
  end_paths(r);
  LLVMPositionBuilderAtEnd(body->b, r->head);
  r->left = LLVMBuildPhi(body->b, LLVMTypeOf(r->goes_on), "");
  add_value(r->left, bit_of(r, true), r->before);
  add_value(r->left, r->goes_on, r->next);
  LLVMValueRef at = LLVMGetNextInstruction(r->goes_on);
  take_start(r, &at);
  take_exit(r, at);
  qn_simt_redirect(r->before, r->start, r->head);
  end_head(r);
}

// ---- Which loop

static bool set_waits(const qn_simt_body *body, const uint64_t *set,
                      bool *out_meets) {
  bool waits = false;
  for (unsigned n = 0; n < body->graph.count; ++n)
    if (qn_spmd_bit(set, n))
      QN_EACH_INSTRUCTION (i, body->graph.nodes[n].block) {
        const qn_devlib_function f = qn_devlib_called_by(i);
        *out_meets = *out_meets || qn_simt_is_meeting(i);
        waits =
            waits || (!qn_simt_counts_rounds(body, i) &&
                      (qn_devlib_is_barrier(f) || f == QN_DEVLIB_WARP_SYNC));
      }
  return waits;
}

static bool fits(qn_simt_body *body, unsigned loop) {
  const qn_spmd_graph *g = &body->graph;
  const unsigned exit = qn_simt_only_exit(g, loop);
  uint64_t *after = qn_spmd_bits(&body->arena, g->count + 1);
  bool meets = false, ignored = false;
  if (!after || exit == QN_SPMD_NONE ||
      qn_spmd_preheader(g, loop) == QN_SPMD_NONE ||
      !qn_spmd_loop_diverges(&body->shapes, g, loop))
    return false;
  qn_spmd_reach(g, exit, g->count, after);
  const bool waits = set_waits(body, g->loops[loop].members, &meets);
  return meets && !(waits && set_waits(body, after, &ignored));
}

bool qn_simt_share_rounds(qn_simt_body *body) {
  const qn_spmd_graph *g = &body->graph;
  for (unsigned loop = g->loop_count; loop--;) {
    if (!fits(body, loop))
      continue;
    rounds r = {.body = body,
                .loop = loop,
                .before = g->nodes[qn_spmd_preheader(g, loop)].block,
                .start = g->nodes[g->loops[loop].header].block,
                .exit = g->nodes[qn_simt_only_exit(g, loop)].block};
    share(&r);
    return true;
  }
  return false;
}
