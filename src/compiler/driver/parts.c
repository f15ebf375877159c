// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/parts.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/reader.h"
#include "base/system/process.h"
#include "base/system/thread.h"
#include "compiler/unit/variables.h"

enum {
  // Instructions of a part, if it is more than one kernel. A process takes out
  // of the module what other parts have, first: with 8,000 the four files of
  // bench/cpu take 0.98 to 1.09 times the processor time (Zen 5), with 24,000
  // 0.94 to 1.03, and there is less to do side by side.
  PART_SIZE = 16000,
  // What a process takes beside this one's, in bytes: at first, and for each
  // instruction (measured: 130 MB for 30,000, most of it LLVM itself).
  PART_MEMORY = 192 << 20,
  INSTRUCTION_MEMORY = 16 << 10,
  // How often to ask again whether there is room for one more, and whether
  // there still is for those that run.
  WAIT_MS = 50,
  // With less than this part of what was available at first, one is stopped.
  LOW_SHARE = 8,
};

// ---- What a kernel's entries refer to

typedef struct reached {
  qn_map seen;
  size_t instructions;
  bool failed;
} reached;

static void visit(reached *r, LLVMValueRef value);

static void visit_body(reached *r, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      const int count = LLVMGetNumOperands(i);
      ++r->instructions;
      for (int n = 0; n < count; ++n)
        visit(r, LLVMGetOperand(i, (unsigned)n));
    }
}

static void visit(reached *r, LLVMValueRef value) {
  if (!value || !LLVMIsAConstant(value) || LLVMIsAConstantInt(value) ||
      LLVMIsAConstantFP(value) || r->failed ||
      qn_map_find(&r->seen, (uintptr_t)value))
    return;
  r->failed = qn_failed(qn_map_put(&r->seen, (uintptr_t)value, 1, NULL));
  if (LLVMIsAFunction(value)) {
    if (!LLVMIsDeclaration(value))
      visit_body(r, value);
    return;
  }
  const int count = LLVMGetNumOperands(value);
  for (int n = 0; n < count; ++n)
    visit(r, LLVMGetOperand(value, (unsigned)n));
}

static size_t weigh(const qn_unit *unit, const qn_kernel *kernel) {
  reached r = {0};
  for (size_t i = 0; i < kernel->entry_count; ++i)
    visit(&r,
          LLVMGetNamedFunction(unit->module, kernel->entries[i].symbol.data));
  qn_map_finish(&r.seen);
  return r.instructions;
}

// ---- Which kernels are together

typedef enum stage { WAITS, RUNS, ENDED } stage;

typedef struct part {
  qn_worker worker;
  stage stage;
  qn_unit *unit;
  qn_part_fn *make;
  size_t *part_of; // of each kernel
  size_t index, weight;
  bool is_vectorised;
} part;

static bool is_plain(const qn_unit *unit, size_t kernel) {
  return unit->plain_kernels && unit->plain_kernels[kernel];
}

// Fills `parts`, of which there is room for one a kernel; returns their number.
// Kernels that want LLVM's whole optimisation are not with those that do not.
static size_t divide(const qn_unit *unit, part *parts, size_t *part_of) {
  size_t count = 0;
  for (unsigned plain = 0; plain < 2; ++plain) {
    bool is_full = true;
    for (size_t i = 0; i < unit->record.kernel_count; ++i) {
      if (is_plain(unit, i) != (plain == 1))
        continue;
      const size_t weight = weigh(unit, &unit->record.kernels[i]);
      if (is_full || parts[count - 1].weight + weight > PART_SIZE)
        parts[count++] = (part){.is_vectorised = unit->plain_kernels && !plain};
      is_full = false;
      parts[count - 1].weight += weight;
      part_of[i] = count - 1;
    }
  }
  return count;
}

// Whether they may be separate: there is one image, and all of its code is
// below its kernels.
static bool can_divide(const qn_unit *unit) {
  size_t size;
  return unit->may_divide && unit->params->emit == QN_EMIT_IMAGE &&
         !unit->params->quick && !unit->params->save_temps &&
         unit->params->opt_level > 1 && unit->record.kernel_count > 1 &&
         (LLVMGetModuleInlineAsm(unit->module, &size), size == 0);
}

// ---- In a part's process

// Makes the entries of other kernels internal, so that they go.
static void hide_entries(const qn_unit *unit, const size_t *part_of,
                         size_t keep) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    const qn_kernel *kernel = &unit->record.kernels[i];
    for (size_t n = 0; n < kernel->entry_count && part_of[i] != keep; ++n) {
      LLVMValueRef function =
          LLVMGetNamedFunction(unit->module, kernel->entries[n].symbol.data);
      if (function)
        LLVMSetLinkage(function, LLVMInternalLinkage);
    }
  }
}

static qn_status work(void *user, qn_buffer *reply, qn_diag *diag) {
  const part *p = user;
  qn_unit *unit = p->unit;
  const size_t before = unit->messages.size;
  qn_buffer code = {0};
  unit->is_vectorised = p->is_vectorised;
  hide_entries(unit, p->part_of, p->index);
  QN_EACH_GLOBAL (global, unit->module)
    if (!LLVMIsDeclaration(global))
      QN_TRY(qn_map_put(&unit->elsewhere, (uintptr_t)global, 1, diag));
  qn_unit_borrow_variables(unit->module);
  QN_TRY(
      qn_ir_run_passes(unit->module, "globaldce", unit->machine, false, diag));
  QN_TRY(p->make(unit, &code, diag));
  qn_buffer_u64(reply, code.size);
  qn_buffer_append(reply, code.data, code.size);
  qn_buffer_u64(reply, unit->messages.size - before);
  if (unit->messages.size > before)
    qn_buffer_append(reply, unit->messages.data + before,
                     unit->messages.size - before);
  return qn_ok();
}

// ---- Running them

typedef struct crowd {
  qn_unit *unit;
  qn_worker_pool *pool;
  part **order;        // the heaviest first
  size_t count, first; // those in front of the first have ended or run
  unsigned taken;      // cores beside our own
  unsigned most;       // how many may run at a time
  uint64_t low;        // bytes of memory that are too few
} crowd;

static part *waiting(crowd *c) {
  while (c->first < c->count && c->order[c->first]->stage != WAITS)
    ++c->first;
  return c->first < c->count ? c->order[c->first] : NULL;
}

// Whether one more process may run beside those that do: there is a core that
// no other target uses, and memory.
static bool take_room(crowd *c, const part *p) {
  char core;
  if (qn_worker_pool_running(c->pool) >= c->most ||
      qn_memory_available() <
          c->low + PART_MEMORY + (uint64_t)INSTRUCTION_MEMORY * p->weight ||
      !c->unit->cores || read(c->unit->cores[0], &core, 1) != 1)
    return false;
  ++c->taken;
  return true;
}

static void give_room(crowd *c) {
  for (; c->taken && c->taken + 1 > qn_worker_pool_running(c->pool); --c->taken)
    if (write(c->unit->cores[1], "", 1) != 1)
      return; // the others then use a core less
}

static void start_parts(crowd *c) {
  for (part *p; (p = waiting(c));) {
    if (qn_worker_pool_running(c->pool) && !take_room(c, p))
      return;
    p->stage = RUNS;
    if (!qn_worker_pool_start(c->pool, &p->worker)) {
      p->stage = ENDED;
      p->worker.status =
          qn_fail_errno(&p->worker.diag, "start", p->worker.name);
    }
  }
}

// A part may need many times what its instructions let expect, as when its
// loops are unrolled. Where memory runs out, the one that began last waits
// until another has ended, and there are never as many again.
static void spare_memory(crowd *c) {
  if (qn_worker_pool_running(c->pool) < 2 || qn_memory_available() >= c->low)
    return;
  size_t last = c->count;
  while (c->order[--last]->stage != RUNS)
    ;
  qn_worker_pool_stop(c->pool, &c->order[last]->worker);
  c->order[last]->stage = WAITS;
  c->first = last < c->first ? last : c->first;
  c->most = qn_worker_pool_running(c->pool);
}

static int heaviest_first(const void *a, const void *b) {
  const part *x = *(const part *const *)a, *y = *(const part *const *)b;
  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static qn_status run(qn_unit *unit, part **order, size_t count, qn_diag *diag) {
  crowd c = {.unit = unit,
             .pool = qn_worker_pool_create((unsigned)count),
             .order = order,
             .count = count,
             .most = (unsigned)count,
             .low = qn_memory_available() / LOW_SHARE};
  if (!c.pool)
    return qn_fail_memory(diag, "the parts of an image");
  for (;;) {
    start_parts(&c);
    if (!qn_worker_pool_running(c.pool))
      break;
    const bool alone =
        qn_worker_pool_running(c.pool) == 1 && (!waiting(&c) || !unit->cores);
    qn_worker *ended = qn_worker_pool_wait(c.pool, alone ? -1 : WAIT_MS, -1);
    if (ended)
      ((part *)ended->user)->stage = ENDED;
    spare_memory(&c);
    give_room(&c);
  }
  qn_worker_pool_destroy(&c.pool);
  return qn_ok();
}

// Appends the object and the messages of a part.
static qn_status take(qn_unit *unit, const part *p, qn_buffer *out,
                      qn_diag *diag) {
  qn_reader r = qn_reader_over(qn_buffer_span(&p->worker.reply), 0);
  const uint64_t size = qn_read_u64(&r, "code.size");
  const qn_span code = qn_read_bytes(&r, size, "code");
  const uint64_t said = qn_read_u64(&r, "messages.size");
  const qn_span messages = qn_read_bytes(&r, said, "messages");
  QN_TRY(qn_reader_finish(&r, diag));
  qn_buffer_append(out, code.data, code.size);
  qn_buffer_append(&unit->messages, messages.data, messages.size);
  return qn_buffer_check(out, diag);
}

// Takes all objects, or none if a part failed.
static qn_status collect(qn_unit *unit, const part *parts, size_t count,
                         bool *out_ok, qn_diag *diag) {
  for (size_t i = 0; i < count; ++i)
    if (qn_failed(parts[i].worker.status))
      return qn_ok();
  unit->objects = qn_arena_alloc(&unit->arena, count, sizeof(*unit->objects));
  if (!unit->objects)
    return qn_fail_memory(diag, "the parts of an image");
  for (; unit->object_count < count; ++unit->object_count)
    QN_TRY(take(unit, &parts[unit->object_count],
                &unit->objects[unit->object_count], diag));
  *out_ok = true;
  return qn_ok();
}

static qn_status make_parts(qn_unit *unit, part *parts, size_t count,
                            bool *out_separate, qn_diag *diag) {
  qn_unit_opened variables = {0};
  part **order = qn_arena_alloc(&unit->arena, count, sizeof(*order));
  if (!order)
    return qn_fail_memory(diag, "the parts of an image");
  for (size_t i = 0; i < count; ++i)
    order[i] = &parts[i];
  qsort(order, count, sizeof(*order), heaviest_first);
  QN_TRY(qn_unit_open_variables(unit, &variables, diag));
  for (size_t i = 0; i < variables.count; ++i)
    LLVMSetVisibility(variables.globals[i], LLVMHiddenVisibility);
  qn_status status = run(unit, order, count, diag);
  if (!qn_failed(status))
    status = collect(unit, parts, count, out_separate, diag);
  if (!qn_failed(status) && *out_separate) {
    hide_entries(unit, parts->part_of, count);
    return qn_ir_run_passes(unit->module, "globaldce", unit->machine, false,
                            diag);
  }
  for (size_t i = 0; i < variables.count; ++i)
    LLVMSetVisibility(variables.globals[i], LLVMDefaultVisibility);
  qn_unit_close_variables(&variables);
  return status;
}

qn_status qn_parts_make(qn_unit *unit, qn_part_fn *make, bool *out_separate,
                        qn_diag *diag) {
  const size_t kernels = unit->record.kernel_count;
  *out_separate = false;
  if (!can_divide(unit))
    return qn_ok();
  part *parts = qn_arena_alloc(&unit->arena, kernels, sizeof(*parts));
  size_t *part_of = qn_arena_alloc(&unit->arena, kernels, sizeof(*part_of));
  if (!parts || !part_of)
    return qn_fail_memory(diag, "the parts of an image");
  const size_t count = divide(unit, parts, part_of);
  if (count < 2)
    return qn_ok();
  for (size_t i = 0; i < count; ++i) {
    part *p = &parts[i];
    p->unit = unit;
    p->make = make;
    p->part_of = part_of;
    p->index = i;
    p->worker = (qn_worker){.fn = work, .user = p, .name = unit->target->name};
  }
  const qn_status status = make_parts(unit, parts, count, out_separate, diag);
  for (size_t i = 0; i < count; ++i) {
    qn_buffer_finish(&parts[i].worker.reply);
    qn_buffer_finish(&parts[i].worker.err);
  }
  return status;
}
