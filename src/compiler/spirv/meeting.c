// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/meeting.h"

#include "base/map.h"
#include "compiler/spirv/divergence.h"
#include "formats/code/spirv.h"

enum { CC_SPIR_FUNCTION = 75 };

LLVMValueRef qn_spirv_first_barrier(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (i && !qn_spirv_is_barrier(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

LLVMValueRef qn_spirv_build_barrier(const qn_unit *unit, LLVMBuilderRef b) {
  static const char name[] = "_Z22__spirv_ControlBarrieriii";
  enum { SEMANTICS = 0x10 | 0x100 | 0x200 }; // as __syncthreads has them
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMTypeRef types[] = {i32, i32, i32};
  LLVMValueRef scope = LLVMConstInt(i32, QN_SPIRV_SCOPE_BLOCK, false);
  LLVMValueRef arguments[] = {scope, scope,
                              LLVMConstInt(i32, SEMANTICS, false)};
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(unit->context), types, 3, false);
  LLVMValueRef barrier = LLVMGetNamedFunction(unit->module, name);
  if (!barrier) {
    barrier = LLVMAddFunction(unit->module, name, type);
    LLVMSetFunctionCallConv(barrier, CC_SPIR_FUNCTION);
    qn_ir_add_flag(barrier, "convergent");
    qn_ir_add_flag(barrier, "nounwind");
  }
  LLVMValueRef call = LLVMBuildCall2(b, type, barrier, arguments, 3, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(barrier));
  return call;
}

// Puts what lies up to `last` in a block before `block`, so that later blocks'
// phis stay as they are.
static void split_behind(const qn_spirv_meeting *m, LLVMBasicBlockRef block,
                         LLVMValueRef last) {
  LLVMBasicBlockRef head =
      LLVMInsertBasicBlockInContext(m->unit->context, block, "");
  LLVMPositionBuilderAtEnd(m->b, head);
  for (bool done = false; !done;) {
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    done = i == last;
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(m->b, i);
  }
  QN_EACH_BLOCK (from, m->kernel) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
      if (LLVMGetSuccessor(end, k) == block)
        LLVMSetSuccessor(end, k, head);
  }
  LLVMBuildBr(m->b, block);
}

void qn_spirv_split_barriers(qn_spirv_meeting *m) {
  LLVMBasicBlockRef next;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(m->kernel); block;
       block = next) {
    next = LLVMGetNextBasicBlock(block);
    for (LLVMValueRef i; (i = qn_spirv_first_barrier(block));) {
      m->barrier = i;
      split_behind(m, block, i);
    }
  }
}

qn_status qn_spirv_free_order(const qn_spirv_meeting *m, qn_diag *diag) {
  return qn_ir_run_function_passes(m->kernel, "reg2mem", m->unit->machine,
                                   diag);
}

// Ends a block with the way to where all threads come.
static void go_to_meet(const qn_spirv_meeting *m, LLVMValueRef end,
                       unsigned place) {
  LLVMPositionBuilderBefore(m->b, end);
  LLVMBuildStore(m->b, LLVMConstInt(m->i32, place, false), m->place);
  LLVMBuildBr(m->b, m->meet);
  LLVMInstructionEraseFromParent(end);
}

static LLVMBasicBlockRef append_block(const qn_spirv_meeting *m) {
  return LLVMAppendBasicBlockInContext(m->unit->context, m->kernel, "");
}

// The choice of where to go on from the meeting.
static LLVMValueRef add_meeting(qn_spirv_meeting *m) {
  LLVMPositionBuilderBefore(
      m->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->kernel)));
  m->place = LLVMBuildAlloca(m->b, m->i32, "");
  m->meet = append_block(m);
  m->go = append_block(m);
  m->end = append_block(m);
  LLVMPositionBuilderAtEnd(m->b, m->meet);
  m->build(m);
  LLVMPositionBuilderAtEnd(m->b, m->end);
  LLVMBuildRetVoid(m->b);
  LLVMPositionBuilderAtEnd(m->b, m->go);
  LLVMValueRef place =
      m->next ? m->next : LLVMBuildLoad2(m->b, m->i32, m->place, "");
  return LLVMBuildSwitch(m->b, place, m->meet, 8);
}

qn_status qn_spirv_lead_through(qn_spirv_meeting *m, qn_diag *diag) {
  LLVMBasicBlockRef last = LLVMGetLastBasicBlock(m->kernel);
  LLVMValueRef choice = add_meeting(m);
  unsigned places = 0;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(m->kernel);;
       block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef barrier = qn_spirv_first_barrier(block);
    if (barrier) {
      const unsigned place = m->number ? m->number(m->user, block) : ++places;
      LLVMAddCase(choice, LLVMConstInt(m->i32, place, false),
                  LLVMGetSuccessor(end, 0));
      go_to_meet(m, end, place);
      LLVMInstructionEraseFromParent(barrier);
    } else if (LLVMIsAReturnInst(end)) {
      go_to_meet(m, end, 0);
    }
    if (block == last)
      break;
  }
  return qn_ir_run_function_passes(
      m->kernel, "mem2reg,lower-switch,break-crit-edges,fix-irreducible",
      m->unit->machine, diag);
}

// ---- In the finished module

// Where a module is read.
typedef struct place {
  uint32_t block; // the label
  bool barrier;   // it has come to one in the block
  bool any;       // and has asked whether any thread goes on
} place;

static void follow(place *p, const qn_spirv_op *op) {
  qn_reader r = op->operands;
  if (op->opcode == QN_SPIRV_LABEL)
    *p = (place){.block = qn_read_u32(&r, "label")};
  p->barrier = p->barrier || op->opcode == QN_SPIRV_CONTROL_BARRIER;
  p->any = p->any || op->opcode == QN_SPIRV_GROUP_ANY;
}

static bool ends_meeting(const place *p, const qn_spirv_op *op) {
  return op->opcode == QN_SPIRV_BRANCH_CONDITIONAL && p->barrier && p->any;
}

// Blocks stand behind those that they can only be reached through, so a branch
// to a block that was there before ends a round.
static void note_rounds(qn_map *meetings, const place *p,
                        const qn_spirv_op *op) {
  qn_reader r = op->operands;
  if (op->opcode != QN_SPIRV_BRANCH &&
      op->opcode != QN_SPIRV_BRANCH_CONDITIONAL)
    return;
  if (op->opcode == QN_SPIRV_BRANCH_CONDITIONAL)
    (void)qn_read_u32(&r, "condition");
  for (int i = 0; i < (op->opcode == QN_SPIRV_BRANCH ? 1 : 2); ++i) {
    uint64_t *last = qn_map_find(meetings, qn_read_u32(&r, "target"));
    if (last && !r.failed)
      *last = p->block;
  }
}

// Of each meeting the block that ends a round, the last one; 0: none does.
static qn_status find_meetings(const qn_spirv *module, qn_map *meetings,
                               qn_diag *diag) {
  place p = {0};
  size_t at = QN_SPIRV_HEADER_SIZE;
  for (;;) {
    qn_spirv_op op;
    bool end = false;
    QN_TRY(qn_spirv_next(module, &at, &op, &end, diag));
    if (end)
      return qn_ok();
    follow(&p, &op);
    if (ends_meeting(&p, &op))
      QN_TRY(qn_map_put(meetings, p.block, 0, diag));
    note_rounds(meetings, &p, &op);
  }
}

static void put_loop(const qn_spirv_op *branch, uint64_t last, qn_buffer *out) {
  enum { DONT_UNROLL = 2 };
  qn_reader r = branch->operands;
  (void)qn_read_u32(&r, "condition");
  (void)qn_read_u32(&r, "another round");
  const uint32_t end = qn_read_u32(&r, "the end");
  qn_spirv_put(out, QN_SPIRV_LOOP_MERGE,
               (const uint32_t[]){end, (uint32_t)last, DONT_UNROLL}, 3);
}

static qn_status write_meetings(const qn_spirv *module, const qn_map *meetings,
                                qn_buffer *out, qn_diag *diag) {
  place p = {0};
  size_t at = QN_SPIRV_HEADER_SIZE;
  qn_buffer_append(out, module->bytes.data, QN_SPIRV_HEADER_SIZE);
  for (;;) {
    qn_spirv_op op;
    bool end = false;
    QN_TRY(qn_spirv_next(module, &at, &op, &end, diag));
    if (end)
      return qn_buffer_check(out, diag);
    follow(&p, &op);
    const uint64_t *last =
        ends_meeting(&p, &op) ? qn_map_find(meetings, p.block) : NULL;
    if (last && *last)
      put_loop(&op, *last, out);
    qn_buffer_append(out, module->bytes.data + op.offset, op.size);
  }
}

qn_status qn_spirv_keep_meetings(qn_span bytes, qn_buffer *out, qn_diag *diag) {
  qn_spirv module;
  qn_map meetings = {0};
  QN_TRY(qn_spirv_open(bytes, 0, &module, diag));
  qn_status status = find_meetings(&module, &meetings, diag);
  if (!qn_failed(status))
    status = write_meetings(&module, &meetings, out, diag);
  qn_map_finish(&meetings);
  return status;
}
