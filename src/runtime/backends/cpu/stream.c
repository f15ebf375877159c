// SPDX-License-Identifier: Apache-2.0
// Streams of the CPU: queues, and the threads that drive them.
//
// A stream's items run in order, on one thread at a time, which drives the
// stream. A thread that waits for a stream drives it itself if no other does,
// so launching and waiting needs no second thread. For callers that do not wait
// there are runners: threads with a list of the streams that have work. After
// recent work a runner polls the list every NAP_NS, because waking it would
// cost a caller more than a small kernel takes; large items are worth waking it
// for. Where it has no processor of its own, it seldom polls.
//
// A stream waits for another by an item {stream, number of an item there}.
// Numbers are given in the order of submission, so there are no cycles.
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "base/alloc.h"
#include "runtime/backends/cpu/cpu.h"
#include "runtime/check/check.h"

enum {
  NAP_NS = 50 * 1000,
  // On one processor, where it takes the time from those that work, and nothing
  // begins earlier.
  NAP_ALONE_NS = 1000 * 1000,
  AWAKE_NS = 2 * 1000 * 1000, // since its last work, in which a runner polls
  RUNNERS_MAX = 128,
  SPARE_MAX = 64,   // items that a stream keeps
  SPARE_ARGS = 256, // bytes of arguments in them
  // From here on work is worth waking a runner. A kernel known to take less
  // time waits for the next poll, unless its caller runs it before.
  HEAVY_NS = 4 * NAP_NS,
  HEAVY_BYTES = 256 * 1024,
  STAGE_MAX = 1 << 20, // bytes of pageable memory that an item may stage
};

typedef struct cpu_event {
  atomic_uint refs;
  bool timing;
  qn_mutex mutex;
  cpu_stream *stream; // of the last record; NULL: none yet
  uint64_t number;    // of its item
  uint64_t time_ns;   // when it ran; 0: not yet
} cpu_event;

enum { ITEM_DEPEND = QN_OP_KIND_COUNT };

typedef struct item {
  struct item *next;
  unsigned kind; // qn_op_kind or ITEM_DEPEND
  size_t args_capacity;
  uint64_t number;
  uint32_t checked; // of qn_check_submitting
  union {
    cpu_launch launch;
    struct {
      qn_op_copy op;
      qn_memory to, from; // its arrays
    } copy;
    qn_op op; // the rest
    cpu_event *event;
    struct {
      cpu_stream *stream;
      uint64_t number;
    } depend;
  };
  _Alignas(64) uint8_t args[];
} item;

typedef struct dependent {
  cpu_stream *stream;
  uint64_t number;
} dependent;

struct cpu_stream {
  cpu_device *device;
  bool null, non_blocking;
  int priority;
  atomic_uint refs;
  atomic_uint_fast64_t submitted, done; // numbers; written with the mutex held
  atomic_bool listed;
  cpu_stream *next_listed;

  qn_mutex mutex; // of the rest
  qn_cond moved;
  unsigned sleeping; // threads in `moved`
  item *head, *tail;
  item *spare;
  unsigned spare_count;
  bool driven;
  bool again; // the driving thread has to check once more before it ends
  dependent *dependents;
  size_t dependent_count, dependent_capacity;
};

struct cpu_runners {
  qn_mutex mutex;
  qn_cond work;
  cpu_stream *first, *last; // listed, each with a reference
  unsigned count;           // threads
  unsigned napping, asleep;
  atomic_bool ending;
  qn_thread threads[RUNNERS_MAX];
};

// ---- References

static void free_items(item *first) {
  while (first) {
    item *next = first->next;
    qn_free_aligned(first);
    first = next;
  }
}

static cpu_stream *hold(cpu_stream *s) {
  atomic_fetch_add_explicit(&s->refs, 1, memory_order_relaxed);
  return s;
}

static void drop_stream(cpu_stream *s) {
  if (atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) != 1)
    return;
  free_items(s->head); // not empty only when the device is closed
  free_items(s->spare);
  qn_free(s->dependents);
  qn_mutex_finish(&s->mutex);
  qn_cond_finish(&s->moved);
  qn_free(s);
}

static cpu_event *hold_event(cpu_event *event) {
  atomic_fetch_add_explicit(&event->refs, 1, memory_order_relaxed);
  return event;
}

static void drop_event(cpu_event *event) {
  if (atomic_fetch_sub_explicit(&event->refs, 1, memory_order_acq_rel) != 1)
    return;
  if (event->stream)
    drop_stream(event->stream);
  qn_mutex_finish(&event->mutex);
  qn_free(event);
}

static bool is_done(const cpu_stream *s, uint64_t number) {
  return atomic_load_explicit(&s->done, memory_order_acquire) >= number;
}

// ---- Listing

static void *run_runner(void *user);

// With the mutex held: another runner looks at the list soon, or, if urgent,
// now.
static void call_runner(cpu_device *device, bool urgent) {
  cpu_runners *r = device->runners;
  if (r->asleep + r->napping) {
    if (urgent || !r->napping)
      qn_cond_signal(&r->work);
  } else if (r->count < RUNNERS_MAX && !r->ending) {
    // The existing runners may be busy for long.
    if (!qn_failed(qn_thread_start(&r->threads[r->count], "quern-stream",
                                   run_runner, device, NULL)))
      ++r->count;
  }
}

// Makes a runner look at the stream soon, or, if urgent, now.
static void list(cpu_stream *s, bool urgent) {
  cpu_runners *r = s->device->runners;
  const bool listed = atomic_exchange(&s->listed, true);
  if (listed && !urgent)
    return;
  qn_mutex_lock(&r->mutex);
  if (!listed) {
    hold(s)->next_listed = NULL;
    if (!r->first) {
      r->first = r->last = s;
    } else if (s->priority < 0) { // smaller is more urgent
      s->next_listed = r->first;
      r->first = s;
    } else {
      r->last->next_listed = s;
      r->last = s;
    }
  }
  call_runner(s->device, urgent);
  qn_mutex_unlock(&r->mutex);
}

// ---- Driving

static void run_poll(const cpu_device *device, const qn_op *op) {
  uint64_t pause = 1000;
  for (;;) {
    uint64_t now = 0;
    if (op->value.size == 4)
      now = __atomic_load_n((uint32_t *)op->value.address, __ATOMIC_ACQUIRE);
    else
      now = __atomic_load_n((uint64_t *)op->value.address, __ATOMIC_ACQUIRE);
    now &= op->value.mask;
    const uint64_t value = op->value.value;
    // >= compares modulo the size, as counters wrap around.
    const int64_t ahead = op->value.size == 4
                              ? (int32_t)((uint32_t)now - (uint32_t)value)
                              : (int64_t)(now - value);
    const bool hit = op->value.how == 0   ? ahead >= 0
                     : op->value.how == 1 ? now == value
                     : op->value.how == 2 ? (now & value) != 0
                                          : ~(now | value) != 0;
    if (hit || device->runners->ending)
      return;
    nanosleep(&(struct timespec){.tv_nsec = (long)pause}, NULL);
    if (pause < 100 * 1000)
      pause *= 2;
  }
}

#define REDUCE(word, value, how)                                               \
  ((how) == QN_REDUCE_ADD ? __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL)  \
   : (how) == QN_REDUCE_AND                                                    \
       ? __atomic_fetch_and(word, value, __ATOMIC_ACQ_REL)                     \
       : __atomic_fetch_or(word, value, __ATOMIC_ACQ_REL))

static void write_value(const qn_op *op) {
  if (op->value.how && op->value.size == 4)
    (void)REDUCE((uint32_t *)op->value.address, (uint32_t)op->value.value,
                 op->value.how);
  else if (op->value.how)
    (void)REDUCE((uint64_t *)op->value.address, op->value.value, op->value.how);
  else if (op->value.size == 4)
    __atomic_store_n((uint32_t *)op->value.address, (uint32_t)op->value.value,
                     __ATOMIC_RELEASE);
  else
    __atomic_store_n((uint64_t *)op->value.address, op->value.value,
                     __ATOMIC_RELEASE);
}

static void record(cpu_event *event, const cpu_stream *s, uint64_t number) {
  qn_mutex_lock(&event->mutex);
  if (event->stream == s && event->number == number)
    event->time_ns = qn_clock_ns();
  qn_mutex_unlock(&event->mutex);
}

// The launch was checked, so an entry exists for its block.
static cpu_launch launch_of(const qn_op_kernel *op, const void *args) {
  cpu_launch launch = {
      .function = op->function,
      .shared_size = op->shared_size,
      .cooperative = op->cooperative,
      .plain = op->plain,
      .args = args,
  };
  memcpy(launch.grid, op->grid, sizeof(op->grid));
  memcpy(launch.block, op->block, sizeof(op->block));
  if (qn_cpu_choose(op->function, op->block[0], &launch.entry) != QN_R_OK)
    launch.entry = NULL;
  return launch;
}

static void run_launch(cpu_device *device, const cpu_launch *launch) {
  if (atomic_load_explicit(&device->failure, memory_order_relaxed))
    return;
  if (launch->entry)
    qn_cpu_run(device, launch);
  else
    qn_cpu_fail(device, QN_R_INVALID_CONFIGURATION,
                "no variant of a kernel takes blocks of this size");
}

static void run_op(cpu_device *device, const qn_op *op, cpu_graph *graph);

void qn_cpu_run_batch(cpu_device *device, cpu_graph *graph) {
  const qn_batch *batch = graph->batch;
  const uint32_t whole = qn_check_running();
  for (size_t i = 0; i < batch->count; ++i) {
    // One after another, whatever order the graph leaves open.
    if (qn_check_on(QN_CPU_CHECK_ALL))
      qn_check_set_running(qn_check_continue(whole));
    run_op(device, &batch->ops[i], graph);
  }
}

// A kernel of a graph.
static void run_kernel(cpu_device *device, const qn_op_kernel *op,
                       cpu_graph *graph) {
  const qn_kernel_live *live = op->live;
  if (live && !live->enabled)
    return;
  cpu_launch launch = launch_of(op, live ? live->args : op->packed);
  if (live)
    memcpy(launch.grid, live->grid, sizeof(launch.grid));
  launch.graph = graph;
  run_launch(device, &launch);
}

static void run_op(cpu_device *device, const qn_op *op, cpu_graph *graph) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    run_kernel(device, &op->kernel, graph);
    break;
  case QN_OP_COPY:
    qn_cpu_copy(&op->copy);
    break;
  case QN_OP_FILL:
    qn_cpu_fill(&op->fill);
    break;
  case QN_OP_HOST:
    op->host.fn(op->host.user);
    break;
  case QN_OP_WRITE:
    write_value(op);
    break;
  case QN_OP_POLL:
    run_poll(device, op);
    break;
  case QN_OP_BATCH:
    qn_cpu_run_graph(device, op->batch, NULL);
    break;
  default: // events and dependencies: by the caller; a prefetch: nothing to do
    break;
  }
}

static void run_item(cpu_stream *s, item *it) {
  cpu_device *device = s->device;
  qn_check_set_running(it->checked);
  switch (it->kind) {
  case QN_OP_KERNEL:
    run_launch(device, &it->launch);
    break;
  case QN_OP_COPY:
    qn_cpu_copy(&it->copy.op);
    break;
  case QN_OP_RECORD:
    record(it->event, s, it->number);
    drop_event(it->event);
    break;
  case ITEM_DEPEND:
    drop_stream(it->depend.stream);
    break;
  case QN_OP_BATCH:
    qn_cpu_run_graph(device, it->op.batch, NULL);
    qn_batch_drop(it->op.batch);
    break;
  default:
    run_op(device, &it->op, NULL);
  }
}

// The following functions are called with the mutex held.

static void finish_item(cpu_stream *s, item *it) {
  const uint64_t number = it->number;
  if (it->args_capacity == SPARE_ARGS && s->spare_count < SPARE_MAX) {
    it->next = s->spare;
    s->spare = it;
    ++s->spare_count;
  } else {
    qn_free_aligned(it);
  }
  atomic_store_explicit(&s->done, number, memory_order_release);
  if (s->sleeping)
    qn_cond_broadcast(&s->moved);
  for (size_t i = 0; i < s->dependent_count;) {
    const dependent d = s->dependents[i];
    if (d.number > number) {
      ++i;
      continue;
    }
    s->dependents[i] = s->dependents[--s->dependent_count];
    list(d.stream, true);
    drop_stream(d.stream);
  }
}

static bool add_dependent(cpu_stream *s, cpu_stream *who, uint64_t number) {
  for (size_t i = 0; i < s->dependent_count; ++i)
    if (s->dependents[i].stream == who && s->dependents[i].number == number)
      return true;
  if (s->dependent_count == s->dependent_capacity) {
    const size_t capacity = s->dependent_capacity * 2 + 4;
    dependent *grown =
        qn_realloc(s->dependents, capacity * sizeof(*s->dependents));
    if (!grown)
      return false;
    s->dependents = grown;
    s->dependent_capacity = capacity;
  }
  s->dependents[s->dependent_count++] = (dependent){hold(who), number};
  return true;
}

// Whether `s` has to wait for the dependency at its head. If so, it is notified
// when it may go on.
static bool stops(cpu_stream *s) {
  cpu_stream *on = s->head->depend.stream;
  const uint64_t number = s->head->depend.number;
  if (is_done(on, number))
    return false;
  hold(on);
  qn_mutex_unlock(&s->mutex);
  qn_mutex_lock(&on->mutex);
  bool waits = !is_done(on, number);
  if (waits && !add_dependent(on, s, number)) {
    // Out of memory: polls instead.
    waits = false;
  }
  qn_mutex_unlock(&on->mutex);
  drop_stream(on);
  qn_mutex_lock(&s->mutex);
  return waits;
}

// Runs items up to number `until`, or until one has to wait for another stream.
// No other thread may drive `s`.
static void drive(cpu_stream *s, uint64_t until) {
  bool stopped = false;
  s->driven = true;
  while (s->head && s->head->number <= until) {
    item *it = s->head;
    if (it->kind == ITEM_DEPEND &&
        !is_done(it->depend.stream, it->depend.number)) {
      s->again = false;
      stopped = stops(s) && !s->again;
      if (stopped)
        break;
      continue;
    }
    s->head = it->next;
    if (!s->head)
      s->tail = NULL;
    qn_mutex_unlock(&s->mutex);
    run_item(s, it);
    qn_mutex_lock(&s->mutex);
    finish_item(s, it);
  }
  s->driven = false;
  if (!s->head)
    return;
  if (s->sleeping)
    qn_cond_broadcast(&s->moved); // a waiting thread may drive the other stream
  if (!stopped)
    list(s, true);
}

static void try_drive(cpu_stream *s) {
  qn_mutex_lock(&s->mutex);
  if (s->driven)
    s->again = true;
  else
    drive(s, UINT64_MAX);
  qn_mutex_unlock(&s->mutex);
}

// Returns when item `number` of `s` is done; drives whatever it depends on.
static void wait_for(cpu_stream *s, uint64_t number) {
  if (is_done(s, number))
    return;
  qn_mutex_lock(&s->mutex);
  while (!is_done(s, number)) {
    if (s->driven || !s->head) {
      ++s->sleeping;
      qn_cond_wait(&s->moved, &s->mutex);
      --s->sleeping;
      continue;
    }
    drive(s, number);
    if (is_done(s, number) || s->driven || !s->head ||
        s->head->kind != ITEM_DEPEND)
      continue;
    // Dependencies have no cycles, so this recursion ends.
    cpu_stream *on = hold(s->head->depend.stream);
    const uint64_t other = s->head->depend.number;
    qn_mutex_unlock(&s->mutex);
    wait_for(on, other);
    drop_stream(on);
    qn_mutex_lock(&s->mutex);
  }
  qn_mutex_unlock(&s->mutex);
}

// ---- Runners

static void *run_runner(void *user) {
  cpu_device *device = user;
  cpu_runners *r = device->runners;
  const uint64_t nap_ns = qn_cpu_count() > 1 ? NAP_NS : NAP_ALONE_NS;
  uint64_t last_work = qn_clock_ns();
  (void)prctl(PR_SET_TIMERSLACK, 1000); // for accurate short naps
  qn_mutex_lock(&r->mutex);
  while (!r->ending) {
    cpu_stream *s = r->first;
    if (s) {
      r->first = s->next_listed;
      if (!r->first)
        r->last = NULL;
      else // this one's work may wait for what is still listed
        call_runner(device, false);
      qn_mutex_unlock(&r->mutex);
      atomic_store(&s->listed, false);
      try_drive(s);
      drop_stream(s);
      last_work = qn_clock_ns();
      qn_mutex_lock(&r->mutex);
    } else if (!r->napping && qn_clock_ns() - last_work < AWAKE_NS) {
      ++r->napping;
      (void)qn_cond_wait_for(&r->work, &r->mutex, nap_ns);
      --r->napping;
    } else {
      ++r->asleep;
      qn_cond_wait(&r->work, &r->mutex);
      --r->asleep;
      last_work = qn_clock_ns();
    }
  }
  qn_mutex_unlock(&r->mutex);
  return NULL;
}

qn_result qn_cpu_runners_create(cpu_device *device) {
  cpu_runners *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for the CPU device");
  qn_mutex_init(&r->mutex);
  qn_cond_init(&r->work);
  device->runners = r;
  return QN_R_OK;
}

void qn_cpu_runners_destroy(cpu_device *device) {
  cpu_runners *r = device->runners;
  if (!r)
    return;
  qn_mutex_lock(&r->mutex);
  r->ending = true;
  qn_cond_broadcast(&r->work);
  qn_mutex_unlock(&r->mutex);
  for (unsigned i = 0; i < r->count; ++i)
    qn_thread_join(r->threads[i]);
  while (r->first) {
    cpu_stream *next = r->first->next_listed;
    drop_stream(r->first);
    r->first = next;
  }
  qn_cond_finish(&r->work);
  qn_mutex_finish(&r->mutex);
  qn_free(r);
  device->runners = NULL;
}

// ---- Submitting

// With the mutex held, as it reuses spare items.
static item *new_item(cpu_stream *s, size_t args_size) {
  item *it = s->spare;
  if (it && args_size <= SPARE_ARGS) {
    s->spare = it->next;
    --s->spare_count;
    return it;
  }
  if (args_size < SPARE_ARGS)
    args_size = SPARE_ARGS;
  it = qn_alloc_aligned(64, sizeof(*it) + (size_t)qn_align_up(args_size, 64));
  if (it)
    it->args_capacity = args_size;
  return it;
}

static void push(cpu_stream *s, item *it) {
  it->next = NULL;
  it->checked = qn_check_submitting();
  it->number = atomic_load_explicit(&s->submitted, memory_order_relaxed) + 1;
  if (s->tail)
    s->tail->next = it;
  else
    s->head = it;
  s->tail = it;
  atomic_store_explicit(&s->submitted, it->number, memory_order_release);
}

static bool push_depend(cpu_stream *s, cpu_stream *on, uint64_t number) {
  if (on == s || is_done(on, number))
    return true;
  item *it = new_item(s, 0);
  if (!it)
    return false;
  it->kind = ITEM_DEPEND;
  it->depend.stream = hold(on);
  it->depend.number = number;
  push(s, it);
  return true;
}

static uint64_t submitted(cpu_stream *s) {
  return atomic_load_explicit(&s->submitted, memory_order_acquire);
}

// Orders the null stream with the blocking streams: each waits for the other's
// earlier work.
static bool push_order(cpu_stream *s) {
  cpu_device *device = s->device;
  bool good = true;
  if (s->null) {
    for (size_t i = 0; i < device->stream_count && good; ++i)
      good = push_depend(s, device->streams[i], submitted(device->streams[i]));
    return good;
  }
  cpu_stream *null = atomic_load_explicit(&device->null, memory_order_acquire);
  if (!s->non_blocking && null)
    good = push_depend(s, null, submitted(null));
  return good;
}

static item *kernel_item(cpu_stream *s, const qn_op_kernel *op) {
  size_t size = (size_t)qn_figure_or(op->kernel->arguments_size, 0);
  if (op->packed_size > size)
    size = op->packed_size;
  item *it = new_item(s, size);
  if (!it)
    return NULL;
  it->launch = launch_of(op, it->args);
  if (op->packed)
    memcpy(it->args, op->packed, op->packed_size);
  else
    qn_kernel_pack(op->kernel, op->args, it->args);
  return it;
}

static size_t copy_bytes(const qn_op_copy *op) {
  return op->width * op->height * op->depth;
}

// Whether the host may change the source as soon as the call has returned.
static bool is_pageable(const qn_op *op) {
  return op->kind == QN_OP_COPY && op->copy.from.pageable && op->copy.to.device;
}

// Copies the source into the item.
static void stage(item *it, const qn_op_copy *op) {
  const qn_copy_side staged = {
      .address = it->args, .pitch = op->width, .slice = op->width * op->height};
  qn_op_copy reading = *op;
  reading.to = staged;
  qn_cpu_copy(&reading);
  it->copy.op.from = staged;
}

static item *copy_item(cpu_stream *s, const qn_op_copy *op, bool staged) {
  item *it = new_item(s, staged ? copy_bytes(op) : 0);
  if (!it)
    return NULL;
  it->copy.op = *op;
  if (staged)
    stage(it, op);
  if (op->to.array) {
    it->copy.to = *op->to.array;
    it->copy.op.to.array = &it->copy.to;
  }
  if (op->from.array) {
    it->copy.from = *op->from.array;
    it->copy.op.from.array = &it->copy.from;
  }
  return it;
}

// The event refers to the new record from its submission on.
static item *record_item(cpu_stream *s, cpu_event *event) {
  item *it = new_item(s, 0);
  if (!it)
    return NULL;
  it->event = hold_event(event);
  qn_mutex_lock(&event->mutex);
  cpu_stream *before = event->stream;
  event->stream = hold(s);
  event->number = submitted(s) + 1;
  event->time_ns = 0;
  qn_mutex_unlock(&event->mutex);
  if (before)
    drop_stream(before);
  return it;
}

// The stream of an event's last record, with a reference; NULL without one.
static cpu_stream *snapshot(cpu_event *event, uint64_t *out_number) {
  qn_mutex_lock(&event->mutex);
  cpu_stream *s = event->stream ? hold(event->stream) : NULL;
  *out_number = event->number;
  qn_mutex_unlock(&event->mutex);
  return s;
}

// How an operation is submitted.
typedef struct submission {
  cpu_stream *on; // WAIT: the event's stream, NULL without; held
  uint64_t number;
  bool at_once; // not staged: the caller waits for it
} submission;

static bool push_op(cpu_stream *s, const qn_op *op, const submission *how) {
  item *it = NULL;
  switch (op->kind) {
  case QN_OP_WAIT:
    return !how->on || push_depend(s, how->on, how->number);
  case QN_OP_KERNEL:
    it = kernel_item(s, &op->kernel);
    break;
  case QN_OP_COPY:
    it = copy_item(s, &op->copy, is_pageable(op) && !how->at_once);
    break;
  case QN_OP_RECORD:
    it = record_item(s, op->event.event);
    break;
  default:
    it = new_item(s, 0);
    if (it)
      it->op = *op;
    if (it && op->kind == QN_OP_BATCH)
      (void)qn_batch_hold(op->batch);
  }
  if (!it)
    return false;
  it->kind = op->kind;
  push(s, it);
  return true;
}

static bool is_heavy_kernel(const qn_op_kernel *op) {
  const cpu_function *f = op->function;
  const uint64_t groups = qn_cpu_volume(op->grid);
  const uint64_t items = groups * qn_cpu_volume(op->block);
  const uint64_t group_ns =
      atomic_load_explicit(&f->group_ns, memory_order_relaxed);
  return items >= QN_CPU_MANY_ITEMS &&
         (!group_ns || groups * group_ns >= HEAVY_NS);
}

static bool is_heavy(const qn_op *op) {
  if (op->kind == QN_OP_KERNEL)
    return is_heavy_kernel(&op->kernel);
  if (op->kind == QN_OP_COPY)
    return copy_bytes(&op->copy) >= HEAVY_BYTES;
  if (op->kind == QN_OP_FILL)
    return op->fill.width * op->fill.height * op->fill.depth >= HEAVY_BYTES;
  return op->kind == QN_OP_BATCH || op->kind == QN_OP_HOST;
}

// With the mutex held. A copy of pageable memory is done at once when nothing
// is before it, and when it is too large to stage.
static bool submit_locked(cpu_stream *s, const qn_op *op, submission *how) {
  if (!push_order(s))
    return false;
  how->at_once = is_pageable(op) && ((!s->head && !s->driven) ||
                                     copy_bytes(&op->copy) > STAGE_MAX);
  if (!push_op(s, op, how))
    return false;
  if (how->at_once)
    how->number = submitted(s);
  return true;
}

static void check_launches(const cpu_stream *s, const qn_op *op) {
  if (op->kind == QN_OP_KERNEL)
    qn_check_launched(s->device->ordinal, &op->kernel);
  for (size_t i = 0; op->kind == QN_OP_BATCH && i < op->batch->count; ++i)
    check_launches(s, &op->batch->ops[i]);
}

qn_result qn_cpu_submit(void *stream, const qn_op *op) {
  cpu_stream *s = stream;
  submission how = {0};
  if (atomic_load_explicit(&s->device->failure, memory_order_relaxed))
    return qn_cpu_failure(s->device);
  qn_cpu_entry *entry;
  if (qn_check_on(QN_CPU_CHECK_ALL)) {
    check_launches(s, op);
    if (!qn_check_ours)
      qn_check_submit(s, op);
    qn_check_set_running(qn_check_submitting());
  }
  if (op->kind == QN_OP_KERNEL)
    QN_CHECK(qn_cpu_choose(op->kernel.function, op->kernel.block[0], &entry));
  if (op->kind == QN_OP_WAIT)
    how.on = snapshot(op->event.event, &how.number);
  // The list of streams is looked at for the null stream only.
  if (s->null)
    qn_mutex_lock(&s->device->streams_mutex);
  qn_mutex_lock(&s->mutex);
  const bool good = submit_locked(s, op, &how);
  const bool wants_driver = !s->driven && s->head && !how.at_once;
  qn_mutex_unlock(&s->mutex);
  if (s->null)
    qn_mutex_unlock(&s->device->streams_mutex);
  if (how.on)
    drop_stream(how.on);
  if (wants_driver)
    list(s, is_heavy(op));
  if (good && how.at_once)
    wait_for(s, how.number);
  return good ? QN_R_OK
              : qn_refuse(QN_R_OUT_OF_MEMORY,
                          "no memory for an operation of a stream");
}

// ---- Streams

qn_result qn_cpu_stream_create(void *user, bool null, bool non_blocking,
                               int priority, void **out_stream) {
  cpu_device *device = user;
  cpu_stream *s = qn_alloc_array(1, sizeof(*s));
  bool good = s != NULL;
  if (good) {
    s->device = device;
    s->null = null;
    s->non_blocking = non_blocking;
    s->priority = priority;
    atomic_init(&s->refs, 1);
    qn_mutex_init(&s->mutex);
    qn_cond_init(&s->moved);
  }
  qn_mutex_lock(&device->streams_mutex);
  if (good && null) {
    atomic_store(&device->null, s);
  } else if (good && !non_blocking) {
    if (device->stream_count == device->stream_capacity) {
      const size_t capacity = device->stream_capacity * 2 + 8;
      cpu_stream **grown =
          qn_realloc(device->streams, capacity * sizeof(*grown));
      good = grown != NULL;
      if (good) {
        device->streams = grown;
        device->stream_capacity = capacity;
      }
    }
    if (good)
      device->streams[device->stream_count++] = s;
  }
  qn_mutex_unlock(&device->streams_mutex);
  if (!good) {
    if (s)
      drop_stream(s);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  }
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_stream_made(s, null, non_blocking);
  *out_stream = s;
  return QN_R_OK;
}

void qn_cpu_stream_destroy(void **where) {
  cpu_stream *s = *where;
  if (!s)
    return;
  cpu_device *device = s->device;
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_stream_gone(s);
  qn_mutex_lock(&device->streams_mutex);
  if (s->null)
    atomic_store(&device->null, NULL);
  for (size_t i = 0; i < device->stream_count; ++i)
    if (device->streams[i] == s) {
      device->streams[i] = device->streams[--device->stream_count];
      break;
    }
  qn_mutex_unlock(&device->streams_mutex);
  drop_stream(s);
  *where = NULL;
}

// The streams that the null stream has to wait for, each with a reference.
static cpu_stream **hold_blocking(cpu_device *device, size_t *out_count) {
  cpu_stream **all = NULL;
  size_t count = 0;
  *out_count = 0;
  if (!device->stream_count)
    return NULL;
  qn_mutex_lock(&device->streams_mutex);
  for (size_t i = 0; i < device->stream_count; ++i) {
    cpu_stream *s = device->streams[i];
    if (is_done(s, submitted(s)))
      continue;
    if (!all)
      all = qn_alloc_array(device->stream_count - i, sizeof(*all));
    if (!all)
      break;
    all[count++] = hold(s);
  }
  qn_mutex_unlock(&device->streams_mutex);
  *out_count = count;
  return all;
}

static qn_result wait_blocking(cpu_device *device, bool block) {
  size_t count;
  qn_result result = QN_R_OK;
  cpu_stream **all = hold_blocking(device, &count);
  for (size_t i = 0; i < count; ++i) {
    if (block)
      wait_for(all[i], submitted(all[i]));
    else
      result = QN_R_NOT_READY;
    drop_stream(all[i]);
  }
  qn_free(all);
  return result;
}

// Waiting for a blocking stream also waits for earlier work of the null stream,
// as on AMD.
static void wait_null(const cpu_device *device) {
  cpu_stream *null = atomic_load_explicit(&device->null, memory_order_acquire);
  if (null)
    wait_for(null, submitted(null));
}

qn_result qn_cpu_stream_wait(void *stream, bool block) {
  cpu_stream *s = stream;
  const uint64_t number = submitted(s);
  qn_result result = QN_R_OK;
  if (s->null)
    result = wait_blocking(s->device, block);
  else if (block && !s->non_blocking)
    wait_null(s->device);
  if (block)
    wait_for(s, number);
  else if (!is_done(s, number))
    result = QN_R_NOT_READY;
  if (result == QN_R_NOT_READY) {
    list(s, true);
    return result;
  }
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_stream_waited(s);
  return qn_cpu_failure(s->device);
}

// ---- Events

qn_result qn_cpu_event_create(void *device, bool timing, bool blocking,
                              void **out_event) {
  (void)device;
  (void)blocking; // a wait always spins briefly and then sleeps
  cpu_event *event = qn_alloc_array(1, sizeof(*event));
  if (!event)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  atomic_init(&event->refs, 1);
  event->timing = timing;
  qn_mutex_init(&event->mutex);
  *out_event = event;
  return QN_R_OK;
}

void qn_cpu_event_destroy(void **where) {
  if (*where)
    drop_event(*where);
  *where = NULL;
}

qn_result qn_cpu_event_wait(void *user, bool block) {
  uint64_t number;
  cpu_stream *s = snapshot(user, &number);
  if (!s)
    return QN_R_OK;
  qn_result result = QN_R_OK;
  if (block)
    wait_for(s, number);
  else if (!is_done(s, number)) {
    list(s, true);
    result = QN_R_NOT_READY;
  }
  if (qn_check_on(QN_CPU_CHECK_ALL) && result == QN_R_OK)
    qn_check_event_waited(user);
  if (result == QN_R_OK)
    result = qn_cpu_failure(s->device);
  drop_stream(s);
  return result;
}

static qn_result time_of(cpu_event *event, uint64_t *out_ns) {
  qn_mutex_lock(&event->mutex);
  const bool recorded = event->stream != NULL;
  const uint64_t ns = event->time_ns;
  qn_mutex_unlock(&event->mutex);
  *out_ns = ns;
  if (!recorded || !event->timing)
    return qn_refuse(QN_R_INVALID_HANDLE, "the event was %s",
                     recorded ? "created without timing" : "never recorded");
  return ns ? QN_R_OK : QN_R_NOT_READY;
}

qn_result qn_cpu_event_elapsed(void *from, void *to, double *out_ns) {
  uint64_t start, end;
  QN_CHECK(time_of(from, &start));
  QN_CHECK(time_of(to, &end));
  *out_ns = (double)end - (double)start;
  return QN_R_OK;
}
