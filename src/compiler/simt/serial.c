// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/serial.h"

#include "compiler/simt/meeting.h"
#include "compiler/simt/parts.h"
#include "compiler/simt/straight.h"

// Marks what one lane at a time comes to.
#define SERIAL "quern.serial"

// So many instructions between two that are done lane by lane are done so, too.
enum { GAP_MAX = 4 };

// A lane's own bit, once it is asked for, and what is left to do.
typedef struct maker {
  qn_simt_body *body;
  LLVMValueRef own_bit;
} maker;

bool qn_simt_is_serial(const qn_simt_body *body, LLVMValueRef i) {
  return LLVMGetMetadata(i, qn_simt_metadata(body, SERIAL)) != NULL;
}

static void mark(const qn_simt_body *body, LLVMValueRef i) {
  LLVMContextRef context = body->unit->context;
  LLVMSetMetadata(
      i, qn_simt_metadata(body, SERIAL),
      LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

// ---- Values

static LLVMValueRef add_slot(qn_simt_body *body, LLVMTypeRef type) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  if (first)
    LLVMPositionBuilderBefore(body->b, first);
  else
    LLVMPositionBuilderAtEnd(body->b, entry);
  return LLVMBuildAlloca(body->b, type, "");
}

// Gives what follows in `tail` the values that each lane found in `once`.
static void hand_on(qn_simt_body *body, LLVMBasicBlockRef once,
                    LLVMBasicBlockRef tail) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(once), next; i; i = next) {
    LLVMTypeRef type = LLVMTypeOf(i);
    next = LLVMGetNextInstruction(i);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind ||
        !qn_simt_is_used_outside(i, once))
      continue;
    LLVMValueRef slot = add_slot(body, type);
    LLVMPositionBuilderBefore(body->b, LLVMGetFirstInstruction(tail));
    LLVMValueRef found = LLVMBuildLoad2(body->b, type, slot, "");
    qn_simt_replace_outside(i, once, found);
    if (next)
      LLVMPositionBuilderBefore(body->b, next);
    else
      LLVMPositionBuilderAtEnd(body->b, once);
    LLVMBuildStore(body->b, i, slot);
  }
}

// ---- The loop over active lanes

static LLVMValueRef own_bit(maker *m) {
  qn_simt_body *body = m->body;
  if (!m->own_bit) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
    LLVMValueRef i = LLVMGetFirstInstruction(entry);
    while (i && LLVMIsAAllocaInst(i))
      i = LLVMGetNextInstruction(i);
    if (i)
      LLVMPositionBuilderBefore(body->b, i);
    else
      LLVMPositionBuilderAtEnd(body->b, entry);
    m->own_bit = qn_simt_own_bit(body);
  }
  return m->own_bit;
}

// Each active lane, one after another, does what `once` has, and all go on.
static void build_loop(maker *m, const LLVMBasicBlockRef blocks[4],
                       LLVMBasicBlockRef tail) {
  qn_simt_body *body = m->body;
  LLVMBuilderRef b = body->b;
  LLVMBasicBlockRef head = blocks[0], loop = blocks[1], once = blocks[2],
                    next = blocks[3];
  LLVMValueRef bit = own_bit(m);
  LLVMPositionBuilderAtEnd(b, head);
  LLVMValueRef active = qn_simt_active(body);
  LLVMBuildBr(b, loop);
  LLVMPositionBuilderAtEnd(b, loop);
  LLVMValueRef left = LLVMBuildPhi(b, body->word, "");
  LLVMValueRef none = LLVMConstNull(body->word);
  LLVMValueRef one = LLVMBuildAnd(b, left, LLVMBuildSub(b, none, left, ""), "");
  LLVMValueRef is_own =
      LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, one, bit, ""), none, "");
  LLVMBuildCondBr(b, is_own, once, next);
  LLVMPositionBuilderAtEnd(b, once);
  LLVMBuildBr(b, next);
  LLVMPositionBuilderAtEnd(b, next);
  LLVMValueRef rest = LLVMBuildXor(b, left, one, "");
  LLVMValueRef goes_on = LLVMBuildICmp(b, LLVMIntNE, rest, none, "");
  LLVMBuildCondBr(b, goes_on, loop, tail);
  LLVMValueRef values[] = {active, rest};
  LLVMBasicBlockRef from[] = {head, next};
  LLVMAddIncoming(left, values, from, 2);
}

// What may be done before the run as well as in it, by all lanes at once.
static bool is_free(const qn_simt_body *body, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMGetElementPtr:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
    return qn_simt_form_of(body, i) == QN_SIMT_STRAIGHT;
  default:
    return false;
  }
}

// Whether `i` uses what the instructions from `first` to it make.
static bool uses_run(LLVMValueRef first, LLVMValueRef i) {
  for (LLVMValueRef made = first; made != i;
       made = LLVMGetNextInstruction(made))
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
      if (LLVMGetOperand(i, k) == made)
        return true;
  return false;
}

// Takes out of a run what all lanes may do at once: an address that is the same
// in all of them would not be known to be so behind it.
static void hoist_free(const qn_simt_body *body, LLVMValueRef first,
                       LLVMValueRef last) {
  for (LLVMValueRef i = LLVMGetNextInstruction(first), next;
       first != last && i != last; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!is_free(body, i) || uses_run(first, i))
      continue;
    LLVMPositionBuilderBefore(body->b, first);
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(body->b, i);
  }
}

// `first` to `last` are of one block, which keeps what follows.
static void serialise(maker *m, LLVMValueRef first, LLVMValueRef last) {
  qn_simt_body *body = m->body;
  LLVMBasicBlockRef tail = LLVMGetInstructionParent(first);
  LLVMBasicBlockRef blocks[4];
  hoist_free(body, first, last);
  for (unsigned k = 0; k < 4; ++k)
    blocks[k] = qn_simt_block_before(body, tail);
  qn_simt_enter_at(body->function, tail, blocks[0]);
  qn_simt_move_up_to(body, tail, LLVMGetPreviousInstruction(first), blocks[0]);
  qn_simt_move_up_to(body, tail, last, blocks[2]);
  QN_EACH_INSTRUCTION (i, blocks[2])
    mark(body, i);
  hand_on(body, blocks[2], tail);
  build_loop(m, blocks, tail);
}

// ---- Runs

static bool ends_run(LLVMValueRef i) {
  return qn_simt_is_meeting(i) || LLVMIsAAllocaInst(i) || LLVMIsAPHINode(i) ||
         LLVMIsATerminatorInst(i) ||
         (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)));
}

// Finds the first run of instructions in a block that lanes do one by one.
static LLVMValueRef find_run(const qn_simt_body *body, LLVMBasicBlockRef block,
                             LLVMValueRef *out_last) {
  LLVMValueRef first = NULL;
  unsigned gap = 0;
  QN_EACH_INSTRUCTION (i, block) {
    if (first && (ends_run(i) || gap > GAP_MAX))
      break;
    ++gap;
    if (qn_simt_form_of(body, i) != QN_SIMT_SERIAL)
      continue;
    first = first ? first : i;
    *out_last = i;
    gap = 0;
  }
  return first;
}

// What is found before anything is changed.
typedef struct run {
  LLVMValueRef first, last;
} run;

static bool replace_all(qn_simt_body *body) {
  bool any = false;
  for (unsigned n = 0; n < body->graph.count; ++n)
    for (LLVMValueRef i = LLVMGetFirstInstruction(body->graph.nodes[n].block),
                      next;
         i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (qn_simt_form_of(body, i) != QN_SIMT_REPLACED)
        continue;
      qn_simt_replace(body, i);
      any = true;
    }
  return any;
}

// One run of each block; a block keeps what is behind it.
static bool serialise_all(maker *m, run *runs) {
  qn_simt_body *body = m->body;
  unsigned count = 0;
  for (unsigned n = 0; n < body->graph.count; ++n) {
    runs[count].first =
        find_run(body, body->graph.nodes[n].block, &runs[count].last);
    count += runs[count].first != NULL;
  }
  for (unsigned k = 0; k < count; ++k)
    serialise(m, runs[k].first, runs[k].last);
  return count != 0;
}

// Gives phis a value where they have none. A choice that is calculated takes
// both values in, and code of one that is not defined, even frozen, may read
// two registers for it.
static void define_phis(const qn_simt_body *body) {
  QN_EACH_BLOCK (block, body->function)
    QN_EACH_INSTRUCTION (i, block)
      for (unsigned k = 0; LLVMIsAPHINode(i) && k < LLVMCountIncoming(i); ++k)
        if (LLVMIsUndef(LLVMGetIncomingValue(i, k)))
          LLVMSetOperand(i, k, LLVMConstNull(LLVMTypeOf(i)));
}

qn_status qn_simt_straighten(qn_simt_body *body, qn_diag *diag) {
  maker m = {.body = body};
  for (bool changed = true; changed && !qn_simt_is_refused(body);) {
    define_phis(body);
    QN_TRY(qn_simt_analyse(body, diag));
    if (qn_simt_is_refused(body))
      break;
    changed = replace_all(body);
    if (changed)
      continue; // what it is made of may differ from lane to lane
    run *runs =
        qn_arena_alloc(&body->arena, body->graph.count + 1, sizeof(*runs));
    if (!runs)
      return qn_fail_memory(diag, "what lanes do one by one");
    changed = serialise_all(&m, runs);
    qn_simt_forget(body);
    if (changed)
      QN_TRY(qn_ir_run_function_passes(body->function,
                                       "mem2reg,loop-simplify,lcssa",
                                       body->unit->machine, diag));
  }
  qn_simt_forget(body);
  return qn_ok();
}
