// SPDX-License-Identifier: Apache-2.0
// Operations of streams: an event before and after each says when the device
// ran it, as in runtime/backends/wrap/trace.c.
#include "libs/cupti/cupti.h"

#include <string.h>

#include "base/alloc.h"
#include "hip/core/api.h"

enum {
  TRIES = 5, // to match the clocks
  COLLECT_EVERY = 256,
  COLLECT_PATIENCE = 64, // when many are running
  LOCKS = 64,            // of streams, by their address
};
// The age at which the anchor is renewed: drivers measure in 32-bit floats.
static const double ANCHOR_NS = 50e6;

typedef union record {
  CUpti_ActivityKernel10 kernel;
  CUpti_ActivityMemcpy6 copy;
  CUpti_ActivityMemset4 fill;
  CUpti_ActivityGraphTrace2 graph;
} record;

// An operation that was submitted, and the events around it.
typedef struct pending {
  struct pending *next;
  void *begin, *end;
  qn_batch *batch;    // held, of which it is a part; NULL: of none
  uint64_t queued_ns; // by the host's clock
  double begin_ns, end_ns;
  record record;
} pending;

typedef struct watched {
  struct watched *next;
  qn_device *device;
  void *native;   // of `device`, when it was opened
  qn_mutex mutex; // of the rest
  pending *first, **last;
  size_t count;
  void **spare; // events
  size_t spare_count, spare_capacity;
  void *anchor; // an event, and its time by the host's clock
  double anchor_ns;
} watched;

static qn_mutex mutex = QN_MUTEX_INIT;
static watched *devices; // stay in the list
static qn_mutex locks[LOCKS];
static atomic_bool is_ready; // the locks, and the hook
static atomic_uint since_collected;

// ---- Events; with the device's mutex held

static void *take_event(watched *w) {
  void *event = NULL;
  if (w->spare_count)
    return w->spare[--w->spare_count];
  return w->device->backend->event_create(w->native, true, false, &event) ==
                 QN_R_OK
             ? event
             : NULL;
}

static void give_event(watched *w, void *event) {
  if (!event || event == w->anchor)
    return;
  if (w->spare_count == w->spare_capacity) {
    const size_t capacity = w->spare_capacity ? 2 * w->spare_capacity : 64;
    void **spare = qn_realloc(w->spare, capacity * sizeof(void *));
    if (!spare) {
      w->device->backend->event_destroy(&event);
      return;
    }
    w->spare = spare;
    w->spare_capacity = capacity;
  }
  w->spare[w->spare_count++] = event;
}

static void move_anchor(watched *w, void *event, double ns) {
  void *old = w->anchor;
  w->anchor = event;
  w->anchor_ns = ns;
  give_event(w, old);
}

static qn_result record_event(const watched *w, void *stream, void *event) {
  return w->device->backend->submit(
      stream, &(qn_op){.kind = QN_OP_RECORD, .event = {event}});
}

// Records an event and reads the host's clock at the same moment: the closest
// of several tries.
static qn_result match_clocks(watched *w) {
  const qn_backend *b = w->device->backend;
  uint64_t best = UINT64_MAX;
  void *stream = NULL;
  qn_result result = b->stream_create(w->native, false, true, 0, &stream);
  for (int i = 0; i < TRIES && result == QN_R_OK; ++i) {
    void *event = NULL;
    result = b->event_create(w->native, true, false, &event);
    if (result != QN_R_OK)
      break;
    const uint64_t before = qn_clock_ns();
    result = record_event(w, stream, event);
    if (result == QN_R_OK)
      result = b->event_wait(event, true);
    const uint64_t took = qn_clock_ns() - before;
    if (result == QN_R_OK && took < best) {
      best = took;
      move_anchor(w, event, (double)before + (double)took / 2);
    } else {
      give_event(w, event);
    }
  }
  if (stream)
    b->stream_destroy(&stream);
  return result;
}

// ---- Devices

static void free_pending(watched *w, pending *p) {
  give_event(w, p->begin);
  give_event(w, p->end);
  if (p->batch)
    qn_batch_drop(p->batch);
  qn_free(p);
}

// Before a device is closed: what has not ended is lost.
static void forget(qn_device *device) {
  qn_cupti_collect();
  qn_mutex_lock(&mutex);
  for (watched *w = devices; w; w = w->next) {
    if (w->device != device || !w->native)
      continue;
    qn_mutex_lock(&w->mutex);
    while (w->first) {
      pending *p = w->first;
      w->first = p->next;
      free_pending(w, p);
    }
    w->last = &w->first;
    void *anchor = w->anchor;
    w->anchor = NULL;
    if (anchor)
      device->backend->event_destroy(&anchor);
    for (size_t i = 0; i < w->spare_count; ++i)
      device->backend->event_destroy(&w->spare[i]);
    w->spare_count = 0;
    w->native = NULL;
    qn_mutex_unlock(&w->mutex);
  }
  qn_mutex_unlock(&mutex);
}

static void prepare(void) {
  if (atomic_load_explicit(&is_ready, memory_order_acquire))
    return;
  for (int i = 0; i < LOCKS; ++i)
    qn_mutex_init(&locks[i]);
  qn_device_on_reset(forget);
  atomic_store_explicit(&is_ready, true, memory_order_release);
}

// NULL when its clock cannot be read, or out of memory.
static watched *watch(qn_device *device) {
  qn_mutex_lock(&mutex);
  prepare();
  watched *w = devices;
  while (w && w->device != device)
    w = w->next;
  if (!w) {
    w = qn_alloc_array(1, sizeof(*w));
    if (w) {
      w->device = device;
      w->last = &w->first;
      qn_mutex_init(&w->mutex);
      w->next = devices;
      devices = w;
    }
  }
  if (w && !w->native) {
    qn_mutex_lock(&w->mutex);
    w->native = atomic_load(&device->native);
    if (match_clocks(w) != QN_R_OK)
      w->native = NULL;
    qn_mutex_unlock(&w->mutex);
  }
  qn_mutex_unlock(&mutex);
  return w && w->native ? w : NULL;
}

// ---- Ended operations

// With the device's mutex held: when it ran. False: not known.
static bool read_times(watched *w, pending *p) {
  const qn_backend *b = w->device->backend;
  double since = 0, lasted = 0;
  if (b->event_elapsed(w->anchor, p->begin, &since) != QN_R_OK ||
      b->event_elapsed(p->begin, p->end, &lasted) != QN_R_OK)
    return false;
  // The clocks were matched as well as a busy machine let them be; nothing runs
  // before it was queued.
  if (w->anchor_ns + since < (double)p->queued_ns)
    w->anchor_ns = (double)p->queued_ns - since;
  p->begin_ns = w->anchor_ns + since;
  p->end_ns = p->begin_ns + (lasted > 0 ? lasted : 0);
  if (since > ANCHOR_NS)
    move_anchor(w, p->begin, p->begin_ns);
  return p->begin_ns > 0;
}

// Takes the operations that have ended out of the list, in its order; it looks
// at so many that have not.
static pending *take_ended(watched *w, size_t patience) {
  pending *ended = NULL, **end = &ended;
  qn_mutex_lock(&w->mutex);
  pending **at = &w->first;
  while (w->native && *at) {
    pending *p = *at;
    const qn_result result = w->device->backend->event_wait(p->end, false);
    if (result == QN_R_NOT_READY) {
      at = &p->next;
      if (!patience--)
        break;
      continue;
    }
    *at = p->next;
    --w->count;
    if (result == QN_R_OK && read_times(w, p)) {
      *end = p;
      end = &p->next;
      *end = NULL;
    } else {
      free_pending(w, p);
    }
  }
  if (!*at)
    w->last = at;
  qn_mutex_unlock(&w->mutex);
  return ended;
}

static void write_record(const pending *p) {
  record r = p->record;
  const uint64_t start = qn_cupti_time((uint64_t)p->begin_ns);
  const uint64_t end = qn_cupti_time((uint64_t)p->end_ns);
  switch (r.kernel.kind) {
  case CUPTI_ACTIVITY_KIND_MEMCPY:
    r.copy.start = start;
    r.copy.end = end;
    break;
  case CUPTI_ACTIVITY_KIND_MEMSET:
    r.fill.start = start;
    r.fill.end = end;
    break;
  case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
    r.graph.start = start;
    r.graph.end = end;
    break;
  default:
    r.kernel.start = start;
    r.kernel.end = r.kernel.completed = end;
    r.kernel.queued = qn_cupti_time(r.kernel.queued);
    r.kernel.submitted = qn_cupti_time(r.kernel.submitted);
  }
  qn_cupti_add(&r);
}

static void collect_device(watched *w, size_t patience) {
  pending *ended = take_ended(w, patience);
  for (const pending *p = ended; p; p = p->next)
    write_record(p);
  qn_mutex_lock(&w->mutex);
  while (ended) {
    pending *p = ended;
    ended = p->next;
    free_pending(w, p);
  }
  qn_mutex_unlock(&w->mutex);
}

static void collect_all(size_t patience) {
  atomic_store_explicit(&since_collected, 0, memory_order_relaxed);
  qn_mutex_lock(&mutex);
  watched *w = devices;
  qn_mutex_unlock(&mutex);
  for (; w; w = w->next)
    collect_device(w, patience);
}

void qn_cupti_collect(void) { collect_all(SIZE_MAX); }

// ---- What is known of an operation when it is submitted

// By the device, or by the kernel's record.
static uint64_t known_or(uint64_t figure, qn_figure recorded) {
  return figure ? figure : qn_figure_or(recorded, 0);
}

static void fill_resources(CUpti_ActivityKernel10 *r, const qn_function *f,
                           const qn_kernel *k) {
  const qn_function_info none = {0};
  const qn_function_info *info = f ? &f->info : &none;
  const qn_resources *own = &k->resources;
  r->staticSharedMemory =
      (int32_t)known_or(info->shared_static, own->shared_static);
  r->registersPerThread = (uint16_t)known_or(
      info->registers, own->vgpr.known ? own->vgpr : own->registers);
  r->localMemoryPerThread = (uint32_t)known_or(info->local_size, own->scratch);
}

static void fill_kernel(CUpti_ActivityKernel10 *r, qn_stream *stream,
                        const qn_op_kernel *op) {
  qn_function *f = NULL;
  const qn_kernel *k = op->kernel;
  if (op->source &&
      qn_hip_any_function(op->source, stream->device, &f) != QN_R_OK)
    f = NULL;
  r->kind = qn_cupti_wants(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
                ? CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
                : CUPTI_ACTIVITY_KIND_KERNEL;
  r->deviceId = (uint32_t)stream->device->ordinal;
  r->contextId = qn_cupti_context_id(stream->device);
  r->streamId = qn_cupti_stream_id(stream);
  r->gridX = (int32_t)op->grid[0];
  r->gridY = (int32_t)op->grid[1];
  r->gridZ = (int32_t)op->grid[2];
  r->blockX = (int32_t)op->block[0];
  r->blockY = (int32_t)op->block[1];
  r->blockZ = (int32_t)op->block[2];
  r->dynamicSharedMemory = (int32_t)op->shared_size;
  if (k)
    fill_resources(r, f, k);
  r->sharedMemoryExecuted =
      (uint32_t)r->staticSharedMemory + (uint32_t)r->dynamicSharedMemory;
  r->name = k ? qn_cupti_name(k->name.data, k->name.size) : "kernel";
  r->launchType = op->cooperative
                      ? CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE
                      : CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR;
  r->channelType = CUPTI_CHANNEL_TYPE_COMPUTE;
}

static uint8_t memory_kind(const qn_copy_side *side) {
  return side->array      ? CUPTI_ACTIVITY_MEMORY_KIND_ARRAY
         : side->device   ? CUPTI_ACTIVITY_MEMORY_KIND_DEVICE
         : side->pageable ? CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE
                          : CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
}

// By the kinds of both sides: host, device, array.
static uint8_t copy_kind(const qn_op_copy *op) {
  static const uint8_t kinds[3][3] = {
      {CUPTI_ACTIVITY_MEMCPY_KIND_HTOH, CUPTI_ACTIVITY_MEMCPY_KIND_HTOD,
       CUPTI_ACTIVITY_MEMCPY_KIND_HTOA},
      {CUPTI_ACTIVITY_MEMCPY_KIND_DTOH, CUPTI_ACTIVITY_MEMCPY_KIND_DTOD,
       CUPTI_ACTIVITY_MEMCPY_KIND_DTOA},
      {CUPTI_ACTIVITY_MEMCPY_KIND_ATOH, CUPTI_ACTIVITY_MEMCPY_KIND_ATOD,
       CUPTI_ACTIVITY_MEMCPY_KIND_ATOA},
  };
  const int from = op->from.array ? 2 : op->from.device;
  const int to = op->to.array ? 2 : op->to.device;
  return kinds[from][to];
}

static void fill_copy(CUpti_ActivityMemcpy6 *r, const qn_stream *stream,
                      const qn_op_copy *op, bool is_async) {
  r->kind = CUPTI_ACTIVITY_KIND_MEMCPY;
  r->copyKind = copy_kind(op);
  r->srcKind = memory_kind(&op->from);
  r->dstKind = memory_kind(&op->to);
  r->flags = is_async ? CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : 0;
  r->bytes = (uint64_t)op->width * op->height * op->depth;
  r->deviceId = (uint32_t)stream->device->ordinal;
  r->contextId = qn_cupti_context_id(stream->device);
  r->streamId = qn_cupti_stream_id(stream);
  r->channelType = CUPTI_CHANNEL_TYPE_ASYNC_MEMCPY;
  r->copyCount = 1;
}

static void fill_fill(CUpti_ActivityMemset4 *r, const qn_stream *stream,
                      const qn_op_fill *op, bool is_async) {
  r->kind = CUPTI_ACTIVITY_KIND_MEMSET;
  r->value = op->value;
  r->bytes = (uint64_t)op->width * op->height * op->depth * op->value_size;
  r->deviceId = (uint32_t)stream->device->ordinal;
  r->contextId = qn_cupti_context_id(stream->device);
  r->streamId = qn_cupti_stream_id(stream);
  r->flags = is_async ? CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC : 0;
  r->memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  r->channelType = CUPTI_CHANNEL_TYPE_COMPUTE;
}

static uint32_t id_of_graph(qn_cupti_thread *t) {
  unsigned id = 0;
  if (!t->graph)
    return 0;
  ++t->depth;
  (void)cuGraphExecGetId((CUgraphExec)(uintptr_t)t->graph, &id);
  --t->depth;
  return id;
}

static void fill_graph(CUpti_ActivityGraphTrace2 *r, const qn_stream *stream,
                       uint32_t graph) {
  r->kind = CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
  r->deviceId = r->endDeviceId = (uint32_t)stream->device->ordinal;
  r->contextId = r->endContextId = qn_cupti_context_id(stream->device);
  r->streamId = qn_cupti_stream_id(stream);
  r->graphId = graph;
}

// False: nobody wants a record of it.
static bool fill_record(record *r, qn_stream *stream, const qn_op *op,
                        qn_cupti_thread *t) {
  const uint32_t id = t->call ? t->call : qn_cupti_next_id();
  const bool in_graph = t->graph != NULL;
  switch (op->kind) {
  case QN_OP_KERNEL:
    fill_kernel(&r->kernel, stream, &op->kernel);
    r->kernel.correlationId = id;
    r->kernel.gridId = id;
    r->kernel.graphId = in_graph ? id_of_graph(t) : 0;
    return true;
  case QN_OP_COPY:
    fill_copy(&r->copy, stream, &op->copy, t->is_async || in_graph);
    r->copy.correlationId = id;
    r->copy.graphId = in_graph ? id_of_graph(t) : 0;
    return true;
  case QN_OP_FILL:
    fill_fill(&r->fill, stream, &op->fill, t->is_async || in_graph);
    r->fill.correlationId = id;
    r->fill.graphId = in_graph ? id_of_graph(t) : 0;
    return true;
  default:
    fill_graph(&r->graph, stream, id_of_graph(t));
    r->graph.correlationId = id;
    return true;
  }
}

// ---- Submission

static void add_pending(watched *w, pending *p) {
  qn_mutex_lock(&w->mutex);
  *w->last = p;
  w->last = &p->next;
  ++w->count;
  qn_mutex_unlock(&w->mutex);
  if (atomic_fetch_add_explicit(&since_collected, 1, memory_order_relaxed) >=
      COLLECT_EVERY)
    collect_all(COLLECT_PATIENCE);
}

// Submits it between two events; without events, untimed.
static qn_result submit_timed(watched *w, qn_stream *stream, const qn_op *op,
                              pending *p) {
  qn_mutex *lock = &locks[((uintptr_t)stream >> 6) % LOCKS];
  qn_mutex_lock(&w->mutex);
  p->begin = take_event(w);
  p->end = take_event(w);
  qn_mutex_unlock(&w->mutex);
  bool timed = p->begin && p->end;
  const bool is_kernel =
      op->kind == QN_OP_KERNEL && atomic_load(&qn_cupti_latency);
  p->queued_ns = qn_clock_ns();
  if (is_kernel)
    p->record.kernel.queued = p->queued_ns;
  qn_mutex_lock(lock);
  timed = timed && record_event(w, stream->native, p->begin) == QN_R_OK;
  if (is_kernel)
    p->record.kernel.submitted = qn_clock_ns();
  const qn_result result = qn_stream_run_plain(stream, op);
  timed = timed && result == QN_R_OK &&
          record_event(w, stream->native, p->end) == QN_R_OK;
  qn_mutex_unlock(lock);
  if (timed) {
    add_pending(w, p);
  } else {
    qn_mutex_lock(&w->mutex);
    free_pending(w, p);
    qn_mutex_unlock(&w->mutex);
  }
  return result;
}

static qn_result submit_one(qn_stream *stream, const qn_op *op,
                            qn_batch *batch) {
  qn_cupti_thread *t = qn_cupti_mine();
  watched *w = t ? watch(stream->device) : NULL;
  pending *p = w ? qn_alloc_array(1, sizeof(*p)) : NULL;
  if (!p || !fill_record(&p->record, stream, op, t)) {
    qn_free(p);
    return qn_stream_run_plain(stream, op);
  }
  p->batch = batch ? qn_batch_hold(batch) : NULL;
  return submit_timed(w, stream, op, p);
}

static bool is_wanted(const qn_op *op) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    return qn_cupti_wants_kernels();
  case QN_OP_COPY:
    return qn_cupti_wants(CUPTI_ACTIVITY_KIND_MEMCPY);
  case QN_OP_FILL:
    return qn_cupti_wants(CUPTI_ACTIVITY_KIND_MEMSET);
  case QN_OP_BATCH:
    return qn_cupti_wants(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
  default:
    return false;
  }
}

// ---- Graphs, one operation after another: in their order one stream can run
// them

static bool can_split(const qn_stream *stream, const qn_batch *batch) {
  if (!stream->device->backend->on_host)
    return false;
  for (size_t i = 0; i < batch->count; ++i) {
    const qn_op *op = &batch->ops[i];
    if ((op->kind == QN_OP_KERNEL && op->kernel.live) ||
        op->kind == QN_OP_NATIVE)
      return false;
    if (op->kind == QN_OP_BATCH && !can_split(stream, op->batch))
      return false;
  }
  return true;
}

static qn_result submit_parts(qn_stream *stream, qn_batch *batch) {
  for (size_t i = 0; i < batch->count; ++i) {
    qn_op op = batch->ops[i];
    if (op.kind == QN_OP_BATCH) {
      QN_CHECK(submit_parts(stream, op.batch));
      continue;
    }
    if (op.kind == QN_OP_COPY) // is read when it runs, as in a batch
      op.copy.from.pageable = false;
    QN_CHECK(is_wanted(&op) ? submit_one(stream, &op, batch)
                            : qn_stream_run_plain(stream, &op));
  }
  return QN_R_OK;
}

static bool wants_parts(void) {
  return qn_cupti_wants_kernels() ||
         qn_cupti_wants(CUPTI_ACTIVITY_KIND_MEMCPY) ||
         qn_cupti_wants(CUPTI_ACTIVITY_KIND_MEMSET);
}

qn_result qn_cupti_submit(qn_stream *stream, const qn_op *op) {
  if (is_wanted(op))
    return submit_one(stream, op, NULL);
  if (op->kind == QN_OP_BATCH && wants_parts() && can_split(stream, op->batch))
    return submit_parts(stream, op->batch);
  return qn_stream_run_plain(stream, op);
}
