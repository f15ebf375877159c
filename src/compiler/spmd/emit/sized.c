// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/sized.h"

#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/ir/arrange.h"
#include "compiler/ir/lanes.h"
#include "compiler/ir/lines.h"
#include "compiler/spmd/emit/registers.h"
#include "compiler/spmd/plan/cost.h"
#include "compiler/spmd/plan/sized.h"
#include "quern/cpu_abi.h"

enum { ALIGNMENT = 64 };

// Marks of functions: of a group's packets, and of those that are to be inlined
// later.
#define IN_GROUP "quern-in-group"
#define LATER "quern-inline-later"

typedef struct making {
  const qn_spmd_sized_params *params;
  LLVMContextRef context;
  LLVMValueRef group;
  LLVMBuilderRef b;
  LLVMValueRef item;     // the group's own context
  LLVMValueRef live[2];  // values of the group: into a region, and out of it
  LLVMValueRef frames;   // of all packets; NULL: they have none
  LLVMMetadataRef place; // of code without a line
} making;

static unsigned pointer_size(const making *m) {
  return LLVMPointerSize(
      LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->group)));
}

static LLVMTypeRef word_type(const making *m) {
  return LLVMInt32TypeInContext(m->context);
}

static LLVMTypeRef pointer_type(const making *m) {
  return LLVMPointerTypeInContext(m->context, 0);
}

static LLVMValueRef at(const making *m, LLVMValueRef base, uint64_t offset) {
  LLVMValueRef index =
      LLVMConstInt(LLVMInt64TypeInContext(m->context), offset, false);
  return LLVMBuildInBoundsGEP2(m->b, LLVMInt8TypeInContext(m->context), base,
                               &index, 1, "");
}

static LLVMValueRef bytes(const making *m, uint64_t size, const char *name) {
  LLVMValueRef made = LLVMBuildAlloca(
      m->b, LLVMArrayType2(LLVMInt8TypeInContext(m->context), size), name);
  LLVMSetAlignment(made, ALIGNMENT);
  return made;
}

static void put_word(const making *m, unsigned field, uint64_t value) {
  LLVMBuildStore(m->b, LLVMConstInt(word_type(m), value, false),
                 at(m, m->item, field));
}

static void put_pointer(const making *m, qn_item_pointer field,
                        LLVMValueRef value) {
  LLVMBuildStore(
      m->b, value,
      at(m, m->item, qn_item_pointer_offset(field, pointer_size(m))));
}

// ---- What a region does

// Whether a function only reads the context, so that a copy of its beginning
// will do.
static bool only_reads_context(LLVMValueRef function) {
  LLVMValueRef context = LLVMGetParam(function, 0);
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
        if (LLVMGetOperand(i, k) == context && !LLVMIsALoadInst(i) &&
            !LLVMIsAGetElementPtrInst(i))
          return false;
  return true;
}

// How many work-items have something to do, where that is known.
static unsigned items_of(const making *m, LLVMValueRef range) {
  const unsigned size = m->params->size;
  LLVMBasicBlockRef first = range ? LLVMGetEntryBasicBlock(range) : NULL;
  LLVMValueRef end = first ? LLVMGetBasicBlockTerminator(first) : NULL;
  if (!end || !LLVMIsAReturnInst(end) ||
      !LLVMIsAConstantInt(LLVMGetOperand(end, 0)))
    return size;
  const uint64_t known = LLVMConstIntGetZExtValue(LLVMGetOperand(end, 0));
  return known < size ? (unsigned)known : size;
}

// How a region runs (qn_cpu_run_region).
typedef struct steps {
  LLVMValueRef function;
  unsigned width; // of its packets
  unsigned count; // of them, at least one
} steps;

static steps steps_of(const making *m, unsigned region) {
  const qn_spmd_code *code = m->params->code;
  const qn_spmd_packet *p = &code->packets[region];
  const unsigned items = items_of(m, p->range);
  if (p->single && items <= p->single_max)
    return (steps){p->single, 1, items ? items : 1};
  if (p->half && items <= code->width / 2)
    return (steps){p->half, code->width / 2, 1};
  const unsigned count = (items + code->width - 1) / code->width;
  return (steps){p->full, code->width, count ? count : 1};
}

// Simplifies what says how many work-items a region is for, and of its packet's
// functions the one that they run.
static qn_status simplify(const making *m, unsigned region, qn_diag *diag) {
  static const char pipeline[] =
      "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
      "simplifycfg";
  LLVMTargetMachineRef machine = m->params->machine;
  LLVMValueRef range = m->params->code->packets[region].range;
  if (range)
    QN_TRY(qn_ir_run_function_passes(range, pipeline, machine, diag));
  return qn_ir_run_function_passes(steps_of(m, region).function, pipeline,
                                   machine, diag);
}

// Returns the region that the packet's work-items go on to.
static LLVMValueRef call_packet(const making *m, const steps *s,
                                unsigned number) {
  const unsigned x = number * s->width;
  const qn_spmd_code *code = m->params->code;
  put_word(m, QN_ITEM_THREAD_X, x);
  put_word(m, QN_ITEM_LINEAR, x);
  put_word(m, QN_ITEM_LANE, x % QN_CPU_WARP_SIZE);
  if (m->frames)
    put_pointer(m, QN_ITEM_POINTER_FRAME,
                at(m, m->frames, (uint64_t)number * code->frame_size));
  LLVMValueRef args[] = {m->item, LLVMGetParam(m->group, 1)};
  return LLVMBuildCall2(m->b, LLVMGlobalGetValueType(s->function), s->function,
                        args, 2, "");
}

static void call_region(const making *m, unsigned region, LLVMValueRef *next) {
  const steps s = steps_of(m, region);
  const uint32_t size = m->params->code->group_size;
  for (unsigned k = 0; k < s.count; ++k)
    *next = call_packet(m, &s, k);
  if (size)
    LLVMBuildMemCpy(
        m->b, m->live[0], ALIGNMENT, m->live[1], ALIGNMENT,
        LLVMConstInt(LLVMInt64TypeInContext(m->context), size, false));
  qn_ir_set_attribute(s.function, IN_GROUP, "");
}

// Goes on to the region that a packet says, of those that may follow.
static void go_on(const making *m, uint64_t next, LLVMValueRef to,
                  const LLVMBasicBlockRef *blocks) {
  const unsigned end = m->params->plan->region_count;
  LLVMValueRef choice = NULL;
  for (unsigned k = end + 1; k-- > 0;) {
    if (!(next >> k & 1))
      continue;
    if (choice)
      LLVMAddCase(choice, LLVMConstInt(LLVMTypeOf(to), k, false), blocks[k]);
    else if (next == UINT64_C(1) << k)
      LLVMBuildBr(m->b, blocks[k]);
    else
      choice = LLVMBuildSwitch(m->b, to, blocks[k], end);
  }
}

static void call_regions(const making *m, const qn_spmd_step *order,
                         unsigned count) {
  LLVMBasicBlockRef blocks[QN_COST_SIZED_REGIONS_MAX + 1];
  for (unsigned i = 0; i <= count; ++i)
    blocks[i < count ? order[i].region : count] =
        LLVMAppendBasicBlockInContext(m->context, m->group, "");
  LLVMBuildBr(m->b, blocks[order[0].region]);
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef to = NULL;
    LLVMPositionBuilderAtEnd(m->b, blocks[order[i].region]);
    call_region(m, order[i].region, &to);
    go_on(m, order[i].next, to, blocks);
  }
  LLVMPositionBuilderAtEnd(m->b, blocks[count]);
  LLVMBuildRetVoid(m->b);
}

// ---- The group

// Copies what is the same for all packets; shared memory is where `frames`
// points to, so that it is known from nothing else.
static void make_context(making *m) {
  static const unsigned copied[] = {QN_ITEM_BLOCK_X,      QN_ITEM_BLOCK_Y,
                                    QN_ITEM_BLOCK_Z,      QN_ITEM_GRID_DIM_X,
                                    QN_ITEM_GRID_DIM_Y,   QN_ITEM_GRID_DIM_Z,
                                    QN_ITEM_DYNAMIC_SIZE, QN_ITEM_STATE};
  static const unsigned none[] = {QN_ITEM_THREAD_Y, QN_ITEM_THREAD_Z};
  const qn_spmd_code *code = m->params->code;
  m->item = bytes(
      m, qn_item_pointer_offset(QN_ITEM_POINTER_COUNT, pointer_size(m)), "");
  for (unsigned i = 0; i < sizeof(copied) / sizeof(copied[0]); ++i)
    LLVMBuildStore(m->b,
                   LLVMBuildLoad2(m->b, word_type(m),
                                  at(m, LLVMGetParam(m->group, 0), copied[i]),
                                  ""),
                   at(m, m->item, copied[i]));
  for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); ++i)
    put_word(m, none[i], 0);
  put_word(m, QN_ITEM_BLOCK_DIM_X, m->params->size);
  put_word(m, QN_ITEM_BLOCK_DIM_Y, 1);
  put_word(m, QN_ITEM_BLOCK_DIM_Z, 1);
  put_pointer(m, QN_ITEM_POINTER_SHARED, LLVMGetParam(m->group, 2));
  if (code->frame_size)
    m->frames = bytes(m,
                      (uint64_t)code->frame_size *
                          ((m->params->size + code->width - 1) / code->width),
                      "frames");
  for (unsigned i = 0; i < 2 && code->group_size; ++i) {
    m->live[i] = bytes(m, code->group_size, "live");
    put_pointer(m, i ? QN_ITEM_POINTER_LIVE_OUT : QN_ITEM_POINTER_LIVE_IN,
                m->live[i]);
  }
}

static void begin_group(making *m) {
  LLVMValueRef source = m->params->plan->item;
  LLVMModuleRef module = LLVMGetGlobalParent(source);
  m->context = LLVMGetModuleContext(module);
  LLVMTypeRef p = pointer_type(m);
  LLVMTypeRef types[] = {p, p, p};
  m->group = LLVMAddFunction(
      module, m->params->name,
      LLVMFunctionType(LLVMVoidTypeInContext(m->context), types, 3, false));
  LLVMSetLinkage(m->group, LLVMInternalLinkage);
  qn_lines_describe(m->group, source);
  m->b = LLVMCreateBuilderInContext(m->context);
  LLVMPositionBuilderAtEnd(
      m->b, LLVMAppendBasicBlockInContext(m->context, m->group, ""));
  LLVMSetCurrentDebugLocation2(m->b, qn_lines_none(m->group));
}

// Whether the packets are few and small enough, and need nothing else.
static bool is_worth_it(const making *m, const qn_spmd_step *order,
                        unsigned count) {
  size_t size = 0;
  for (unsigned i = 0; i < count; ++i) {
    const steps s = steps_of(m, order[i].region);
    if (!only_reads_context(s.function))
      return false;
    size += (size_t)s.count * qn_spmd_count_instructions(s.function);
  }
  return size <= QN_COST_SIZED_CODE_MAX;
}

qn_status qn_spmd_begin_sized(const qn_spmd_sized_params *params,
                              LLVMValueRef *out_group, qn_diag *diag) {
  making m = {.params = params};
  qn_spmd_step order[QN_COST_SIZED_REGIONS_MAX];
  *out_group = NULL;
  const unsigned count = qn_spmd_order_regions(params->plan, order);
  if (!count || params->size % params->code->width)
    return qn_ok();
  begin_group(&m);
  qn_status status = qn_ok();
  for (unsigned i = 0; i < count && !qn_failed(status); ++i)
    status = simplify(&m, order[i].region, diag);
  const bool made = !qn_failed(status) && is_worth_it(&m, order, count);
  if (made) {
    make_context(&m);
    call_regions(&m, order, count);
    *out_group = m.group;
  }
  LLVMDisposeBuilder(m.b);
  if (!made)
    LLVMDeleteFunction(m.group);
  return status;
}

static bool has_mark(LLVMValueRef function, const char *mark) {
  return LLVMGetStringAttributeAtIndex(
             function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark,
             (unsigned)strlen(mark)) != NULL;
}

static void begin_inlining(LLVMValueRef function) {
  if (has_mark(function, IN_GROUP)) {
    qn_ir_add_flag(function, "alwaysinline");
  } else if (qn_ir_has_flag(function, "alwaysinline")) {
    qn_ir_remove_flag(function, "alwaysinline");
    qn_ir_set_attribute(function, LATER, "");
  }
}

static void end_inlining(LLVMValueRef function) {
  if (!has_mark(function, LATER))
    return;
  LLVMRemoveStringAttributeAtIndex(
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LATER,
      (unsigned)strlen(LATER));
  qn_ir_add_flag(function, "alwaysinline");
}

qn_status qn_spmd_inline_sized(LLVMModuleRef module,
                               LLVMTargetMachineRef machine, qn_diag *diag) {
  QN_EACH_FUNCTION (function, module)
    begin_inlining(function);
  const qn_status status =
      qn_ir_run_passes(module, "always-inline", machine, false, diag);
  QN_EACH_FUNCTION (function, module)
    end_inlining(function);
  return status;
}

qn_status qn_spmd_finish_sized(const qn_spmd_finish_params *params,
                               LLVMValueRef *group, qn_diag *diag) {
  static const char before[] =
      "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
      "simplifycfg,adce";
  static const char after[] = "sroa<modify-cfg>,early-cse,"
                              "instcombine<no-verify-fixpoint>,simplifycfg,"
                              "adce";
  static const char last[] = "instcombine<no-verify-fixpoint>,adce";
  LLVMTargetMachineRef machine = params->machine;
  QN_TRY(qn_ir_run_function_passes(*group, before, machine, diag));
  if (!qn_spmd_keep_in_registers(*group, LLVMGetParam(*group, 2),
                                 params->always)) {
    LLVMDeleteFunction(*group);
    *group = NULL;
    return qn_ok();
  }
  QN_TRY(qn_ir_run_function_passes(*group, after, machine, diag));
  qn_ir_follow_lanes(*group);
  QN_TRY(qn_ir_run_function_passes(*group, last, machine, diag));
  if (params->in_halves)
    qn_ir_arrange_lanes(*group);
  return qn_ok();
}
