// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/wrap/trace.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/text.h"
#include "base/system/thread.h"
#include "runtime/backends/wrap/trace_file.h"
#include "runtime/backends/wrap/wrapper.h"

enum {
  HOST_TRACK = 1, // "pid" of the host's threads; devices follow
  TRIES = 5,      // to match the clocks
  RESOLVE_EVERY = 64,
};
// The age at which the anchor is renewed: drivers measure in 32-bit floats.
static const double ANCHOR_NS = 50e6;

// A submitted operation and the events around it.
typedef struct pending {
  void *begin, *end;
  uint64_t flow;
  char *text; // owned; for the file
} pending;

typedef struct trace_stream {
  struct trace_stream *next; // of the device
  struct trace_device *device;
  void *stream; // of the inner back end; NULL: destroyed
  uint64_t number;
  qn_mutex mutex; // an operation and the events around it stay together
  // Guarded by the device's mutex: first to last, oldest first.
  pending *ops;
  size_t first, last, capacity;
} trace_stream;

typedef struct trace_device {
  struct trace_device *next;
  const qn_backend *inner;
  void *device;
  unsigned track;
  uint64_t streams_made;
  qn_mutex mutex; // of the rest
  trace_stream *streams;
  void **spare; // events
  size_t spare_count, spare_capacity;
  void *anchor; // an event, and its time by the host's clock
  double anchor_ns;
} trace_device;

static qn_mutex mutex = QN_MUTEX_INIT; // of the rest
static qn_wrapper wrappers[QN_WRAPPERS];
static trace_device *devices;
static qn_map streams; // of inner back ends: to their trace_stream
static unsigned tracks = HOST_TRACK + 1;
static _Atomic uint64_t flows;

// ---- Output

static uint64_t this_thread(void) { return (uint64_t)syscall(SYS_gettid); }

static void add_name(qn_buffer *out, const char *category, qn_str name) {
  qn_buffer_printf(out, "\"cat\":\"%s\",\"name\":", category);
  qn_text_json(name, out);
}

static void add_metadata(unsigned process, uint64_t thread, const char *what,
                         const char *name) {
  qn_buffer text = {0};
  qn_buffer_printf(&text, "\"name\":\"%s\",\"args\":{\"name\":", what);
  qn_text_json(qn_str_from(name), &text);
  qn_buffer_printf(&text, "}");
  qn_trace_file_add(&(qn_trace_event){.phase = 'M',
                                      .process = process,
                                      .thread = thread,
                                      .text = qn_buffer_text(&text)});
  qn_buffer_finish(&text);
}

// Adds what this thread did from `begin_ns` until now.
static void add_host_slice(uint64_t begin_ns, const char *format, ...)
    QN_PRINTF(2, 3);
static void add_host_slice(uint64_t begin_ns, const char *format, ...) {
  const uint64_t end_ns = qn_clock_ns();
  char name[256];
  qn_buffer text = {0};
  va_list args;
  va_start(args, format);
  vsnprintf(name, sizeof(name), format, args);
  va_end(args);
  add_name(&text, "api", qn_str_from(name));
  qn_trace_file_add(&(qn_trace_event){.phase = 'X',
                                      .process = HOST_TRACK,
                                      .thread = this_thread(),
                                      .begin_ns = begin_ns,
                                      .duration_ns = end_ns - begin_ns,
                                      .text = qn_buffer_text(&text)});
  qn_buffer_finish(&text);
}

static void add_flow(char phase, const qn_trace_event *slice, uint64_t flow) {
  qn_trace_event event = *slice;
  event.phase = phase;
  event.flow = flow;
  event.text = phase == 'f' ? "\"cat\":\"flow\",\"name\":\"submit\","
                              "\"bp\":\"e\""
                            : "\"cat\":\"flow\",\"name\":\"submit\"";
  qn_trace_file_add(&event);
}

// ---- Names of operations

static qn_str kernel_name(const qn_op_kernel *op) {
  if (!op->kernel)
    return QN_STR("kernel");
  if (!op->kernel->demangled.size)
    return op->kernel->name;
  return (qn_str){op->kernel->demangled.data,
                  qn_str_find(op->kernel->demangled, '(')};
}

static void add_kernel(qn_buffer *out, const qn_op_kernel *op) {
  const uint64_t size = op->packed_size ? op->packed_size
                        : op->kernel
                            ? qn_figure_or(op->kernel->arguments_size, 0)
                            : 0;
  add_name(out, "kernel", kernel_name(op));
  qn_buffer_printf(
      out,
      ",\"args\":{\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],"
      "\"shared_bytes\":%u,\"argument_bytes\":%" PRIu64 ",\"cooperative\":%s}",
      op->grid[0], op->grid[1], op->grid[2], op->block[0], op->block[1],
      op->block[2], op->shared_size, size, op->cooperative ? "true" : "false");
}

static const char *side_name(const qn_copy_side *side) {
  return side->array ? "array" : side->device ? "device" : "host";
}

static void add_copy(qn_buffer *out, const qn_op_copy *op) {
  char name[64];
  snprintf(name, sizeof(name), "copy %s to %s", side_name(&op->from),
           side_name(&op->to));
  add_name(out, "copy", qn_str_from(name));
  qn_buffer_printf(out,
                   ",\"args\":{\"bytes\":%zu,\"width\":%zu,\"height\":%zu,"
                   "\"depth\":%zu}",
                   op->width * op->height * op->depth, op->width, op->height,
                   op->depth);
}

static void add_batch(qn_buffer *out, const qn_batch *batch) {
  size_t counts[QN_OP_KIND_COUNT] = {0};
  for (size_t i = 0; i < batch->count; ++i)
    ++counts[batch->ops[i].kind];
  add_name(out, "graph", QN_STR("graph"));
  qn_buffer_printf(out,
                   ",\"args\":{\"nodes\":%zu,\"kernels\":%zu,\"copies\":%zu,"
                   "\"fills\":%zu,\"host_functions\":%zu}",
                   batch->count, counts[QN_OP_KERNEL], counts[QN_OP_COPY],
                   counts[QN_OP_FILL], counts[QN_OP_HOST]);
}

static void describe(qn_buffer *out, const qn_op *op) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    add_kernel(out, &op->kernel);
    return;
  case QN_OP_COPY:
    add_copy(out, &op->copy);
    return;
  case QN_OP_FILL:
    add_name(out, "fill", QN_STR("fill"));
    qn_buffer_printf(out, ",\"args\":{\"bytes\":%zu}",
                     op->fill.width * op->fill.height * op->fill.depth *
                         op->fill.value_size);
    return;
  case QN_OP_PREFETCH:
    add_name(out, "prefetch", QN_STR("prefetch"));
    qn_buffer_printf(out, ",\"args\":{\"bytes\":%zu}", op->prefetch.size);
    return;
  case QN_OP_BATCH:
    add_batch(out, op->batch);
    return;
  default: // host, wait, write, poll
    add_name(out, qn_op_name(op->kind), qn_str_from(qn_op_name(op->kind)));
  }
}

// ---- Events around operations; with the device's mutex held

static void *take_event(trace_device *d) {
  void *event = NULL;
  if (d->spare_count)
    return d->spare[--d->spare_count];
  return d->inner->event_create(d->device, true, false, &event) == QN_R_OK
             ? event
             : NULL;
}

static void give_event(trace_device *d, void *event) {
  if (!event || event == d->anchor)
    return;
  if (d->spare_count == d->spare_capacity) {
    const size_t capacity = d->spare_capacity ? 2 * d->spare_capacity : 64;
    void **spare = qn_realloc(d->spare, capacity * sizeof(void *));
    if (!spare) {
      d->inner->event_destroy(&event);
      return;
    }
    d->spare = spare;
    d->spare_capacity = capacity;
  }
  d->spare[d->spare_count++] = event;
}

static bool add_pending(trace_stream *s, const pending *p) {
  if (s->first && s->last == s->capacity) {
    memmove(s->ops, s->ops + s->first, (s->last - s->first) * sizeof(pending));
    s->last -= s->first;
    s->first = 0;
  }
  if (s->last == s->capacity) {
    const size_t capacity = s->capacity ? 2 * s->capacity : 64;
    pending *ops = qn_realloc(s->ops, capacity * sizeof(*ops));
    if (!ops)
      return false;
    s->ops = ops;
    s->capacity = capacity;
  }
  s->ops[s->last++] = *p;
  return true;
}

static void move_anchor(trace_device *d, void *event, double ns) {
  void *old = d->anchor;
  d->anchor = event;
  d->anchor_ns = ns;
  give_event(d, old);
}

// Writes an operation that has ended.
static void write_pending(const trace_stream *s, const pending *p) {
  trace_device *d = s->device;
  double since = 0;
  double lasted = 0;
  if (d->inner->event_elapsed(d->anchor, p->begin, &since) != QN_R_OK ||
      d->inner->event_elapsed(p->begin, p->end, &lasted) != QN_R_OK)
    return;
  const double begin = d->anchor_ns + since;
  const qn_trace_event slice = {
      .phase = 'X',
      .process = d->track,
      .thread = s->number,
      .begin_ns = begin > 0 ? (uint64_t)begin : 0,
      .duration_ns = lasted > 0 ? (uint64_t)lasted : 0,
      .text = p->text,
  };
  qn_trace_file_add(&slice);
  add_flow('f', &slice, p->flow);
  if (since > ANCHOR_NS)
    move_anchor(d, p->begin, begin);
}

static void resolve_stream(trace_stream *s) {
  trace_device *d = s->device;
  while (s->first < s->last) {
    pending *p = &s->ops[s->first];
    const qn_result result = d->inner->event_wait(p->end, false);
    if (result == QN_R_NOT_READY)
      return;
    if (result == QN_R_OK)
      write_pending(s, p);
    give_event(d, p->begin);
    give_event(d, p->end);
    qn_free(p->text);
    ++s->first;
  }
}

static void resolve_device(trace_device *d) {
  qn_mutex_lock(&d->mutex);
  for (trace_stream *s = d->streams; s; s = s->next)
    resolve_stream(s);
  qn_mutex_unlock(&d->mutex);
}

static void resolve_all(const qn_backend *inner) {
  qn_mutex_lock(&mutex);
  for (trace_device *d = devices; d; d = d->next)
    if (d->inner == inner)
      resolve_device(d);
  qn_mutex_unlock(&mutex);
}

// ---- Submission

static trace_stream *find_stream(const void *stream) {
  qn_mutex_lock(&mutex);
  const uint64_t *found = qn_map_find(&streams, (uintptr_t)stream);
  trace_stream *s = found ? (trace_stream *)(uintptr_t)*found : NULL;
  qn_mutex_unlock(&mutex);
  return s;
}

static qn_result record(trace_stream *s, void *event) {
  return s->device->inner->submit(
      s->stream, &(qn_op){.kind = QN_OP_RECORD, .event = {event}});
}

// Submits the operation between two events; without events or memory, untimed.
static qn_result submit_timed(trace_stream *s, const qn_op *op, pending *p) {
  trace_device *d = s->device;
  qn_mutex_lock(&d->mutex);
  p->begin = take_event(d);
  p->end = take_event(d);
  qn_mutex_unlock(&d->mutex);
  bool timed = p->begin && p->end && p->text;
  qn_mutex_lock(&s->mutex);
  timed = timed && record(s, p->begin) == QN_R_OK;
  const qn_result result = d->inner->submit(s->stream, op);
  timed = timed && result == QN_R_OK && record(s, p->end) == QN_R_OK;
  qn_mutex_lock(&d->mutex);
  timed = timed && add_pending(s, p);
  if (!timed) {
    give_event(d, p->begin);
    give_event(d, p->end);
  }
  if (timed && s->last % RESOLVE_EVERY == 0)
    resolve_stream(s);
  qn_mutex_unlock(&d->mutex);
  qn_mutex_unlock(&s->mutex);
  if (!timed)
    qn_free(p->text);
  return result;
}

static char *copy_text(qn_buffer *text) {
  const char *bytes = qn_buffer_text(text);
  char *copy = bytes[0] ? qn_alloc(text->size + 1) : NULL;
  if (copy)
    memcpy(copy, bytes, text->size + 1);
  return copy;
}

static qn_result submit(const qn_wrapper *w, void *stream, const qn_op *op) {
  trace_stream *s = find_stream(stream);
  const uint64_t begin_ns = qn_clock_ns();
  if (!s || op->kind == QN_OP_RECORD)
    return w->inner->submit(stream, op);
  qn_buffer text = {0};
  describe(&text, op);
  pending p = {.flow = atomic_fetch_add(&flows, 1) + 1,
               .text = copy_text(&text)};
  qn_buffer_finish(&text);
  const qn_str name =
      op->kind == QN_OP_KERNEL ? kernel_name(&op->kernel) : (qn_str){0};
  const uint64_t flow = p.flow;
  const qn_result result = submit_timed(s, op, &p);
  add_host_slice(begin_ns, "submit %s%s%.*s%s", qn_op_name(op->kind),
                 name.size ? " " : "", QN_STR_ARG(name),
                 result == QN_R_OK ? "" : " (failed)");
  if (result == QN_R_OK)
    add_flow('s',
             &(qn_trace_event){.process = HOST_TRACK,
                               .thread = this_thread(),
                               .begin_ns = begin_ns},
             flow);
  return result;
}

static qn_result stream_wait(const qn_wrapper *w, void *stream, bool block) {
  const uint64_t begin_ns = qn_clock_ns();
  const qn_result result = w->inner->stream_wait(stream, block);
  const trace_stream *s = find_stream(stream);
  if (block)
    add_host_slice(begin_ns, "wait for stream %" PRIu64, s ? s->number : 0);
  if (s && result != QN_R_NOT_READY)
    resolve_device(s->device);
  if (block)
    qn_trace_file_flush(true);
  return result;
}

static qn_result event_wait(const qn_wrapper *w, void *event, bool block) {
  const uint64_t begin_ns = qn_clock_ns();
  const qn_result result = w->inner->event_wait(event, block);
  if (!block)
    return result;
  add_host_slice(begin_ns, "wait for an event");
  resolve_all(w->inner);
  qn_trace_file_flush(true);
  return result;
}

// ---- Other calls that take time

static qn_result allocate(const qn_wrapper *w, void *device,
                          const qn_memory_request *request,
                          qn_memory *out_memory) {
  const uint64_t begin_ns = qn_clock_ns();
  const qn_result result = w->inner->allocate(device, request, out_memory);
  add_host_slice(begin_ns, "allocate %zu bytes", request->size);
  return result;
}

static qn_result release(const qn_wrapper *w, void *device, qn_memory_kind kind,
                         qn_memory *memory) {
  const uint64_t begin_ns = qn_clock_ns();
  const qn_result result = w->inner->release(device, kind, memory);
  add_host_slice(begin_ns, "free");
  return result;
}

static qn_result load(const qn_wrapper *w, void *device, qn_span image,
                      void **out_code) {
  const uint64_t begin_ns = qn_clock_ns();
  const qn_result result = w->inner->load(device, image, out_code);
  add_host_slice(begin_ns, "load an image of %zu bytes", image.size);
  return result;
}

// ---- Streams

static trace_device *find_device(const void *device) {
  qn_mutex_lock(&mutex);
  trace_device *d = devices;
  while (d && d->device != device)
    d = d->next;
  qn_mutex_unlock(&mutex);
  return d;
}

static qn_result watch_stream(trace_device *d, void *stream, bool null) {
  trace_stream *s = qn_alloc_array(1, sizeof(*s));
  char name[32];
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to trace a stream");
  s->device = d;
  s->stream = stream;
  qn_mutex_init(&s->mutex);
  qn_mutex_lock(&mutex);
  s->number = ++d->streams_made;
  const qn_status status =
      qn_map_put(&streams, (uintptr_t)stream, (uintptr_t)s, NULL);
  qn_mutex_unlock(&mutex);
  if (qn_failed(status)) {
    qn_mutex_finish(&s->mutex);
    qn_free(s);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to trace a stream");
  }
  qn_mutex_lock(&d->mutex);
  s->next = d->streams;
  d->streams = s;
  qn_mutex_unlock(&d->mutex);
  snprintf(name, sizeof(name), null ? "default stream" : "stream %" PRIu64,
           s->number);
  add_metadata(d->track, s->number, "thread_name", name);
  return QN_R_OK;
}

static qn_result stream_create(const qn_wrapper *w, void *device, bool null,
                               bool non_blocking, int priority, void **out) {
  trace_device *d = find_device(device);
  QN_CHECK(w->inner->stream_create(device, null, non_blocking, priority, out));
  const qn_result result = d ? watch_stream(d, *out, null) : QN_R_OK;
  if (result != QN_R_OK)
    w->inner->stream_destroy(out);
  return result;
}

static void free_stream(trace_stream *s) {
  qn_free(s->ops);
  qn_mutex_finish(&s->mutex);
  qn_free(s);
}

// Destroys a stream's state, once its running operations have been written.
static void forget_stream(trace_stream *s) {
  trace_device *d = s->device;
  qn_mutex_lock(&d->mutex);
  resolve_stream(s);
  s->stream = NULL;
  const bool done = s->first == s->last;
  for (trace_stream **at = &d->streams; done && *at; at = &(*at)->next)
    if (*at == s) {
      *at = s->next;
      break;
    }
  qn_mutex_unlock(&d->mutex);
  if (done)
    free_stream(s);
}

static void stream_destroy(const qn_wrapper *w, void **stream) {
  trace_stream *s = *stream ? find_stream(*stream) : NULL;
  if (s) {
    qn_mutex_lock(&mutex);
    (void)qn_map_remove(&streams, (uintptr_t)*stream);
    qn_mutex_unlock(&mutex);
    forget_stream(s);
  }
  w->inner->stream_destroy(stream);
}

// ---- Devices

// Records an event and reads the host's clock at the same moment: the closest
// of several tries.
static qn_result match_clocks(trace_device *d) {
  uint64_t best = UINT64_MAX;
  void *stream = NULL;
  qn_result result =
      d->inner->stream_create(d->device, false, true, 0, &stream);
  for (int i = 0; i < TRIES && result == QN_R_OK; ++i) {
    void *event = NULL;
    result = d->inner->event_create(d->device, true, false, &event);
    if (result != QN_R_OK)
      break;
    const uint64_t before = qn_clock_ns();
    result = d->inner->submit(stream,
                              &(qn_op){.kind = QN_OP_RECORD, .event = {event}});
    if (result == QN_R_OK)
      result = d->inner->event_wait(event, true);
    const uint64_t took = qn_clock_ns() - before;
    if (result == QN_R_OK && took < best) {
      best = took;
      move_anchor(d, event, (double)before + (double)took / 2);
    } else {
      give_event(d, event);
    }
  }
  if (stream)
    d->inner->stream_destroy(&stream);
  return result;
}

static void drop_streams(trace_device *d) {
  size_t lost = 0;
  while (d->streams) {
    trace_stream *s = d->streams;
    d->streams = s->next;
    resolve_stream(s);
    for (size_t i = s->first; i < s->last; ++i, ++lost) {
      give_event(d, s->ops[i].begin);
      give_event(d, s->ops[i].end);
      qn_free(s->ops[i].text);
    }
    if (s->stream)
      (void)qn_map_remove(&streams, (uintptr_t)s->stream);
    free_stream(s);
  }
  if (lost)
    add_host_slice(qn_clock_ns(),
                   "%zu operations had not ended when the device was closed",
                   lost);
}

static void drop_device(trace_device *d) {
  void *anchor = d->anchor;
  drop_streams(d);
  d->anchor = NULL;
  if (anchor)
    d->inner->event_destroy(&anchor);
  for (size_t i = 0; i < d->spare_count; ++i)
    d->inner->event_destroy(&d->spare[i]);
  qn_free(d->spare);
  qn_mutex_finish(&d->mutex);
  qn_free(d);
}

static qn_result open_device(const qn_wrapper *w, unsigned ordinal,
                             const qn_backend_options *options,
                             void **out_device) {
  qn_device_info info;
  char name[320];
  trace_device *d = qn_alloc_array(1, sizeof(*d));
  if (!d)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to trace a device");
  qn_result result = w->inner->open(ordinal, options, out_device);
  if (result != QN_R_OK) {
    qn_free(d);
    return result;
  }
  d->inner = w->inner;
  d->device = *out_device;
  qn_mutex_init(&d->mutex);
  result = match_clocks(d);
  if (result != QN_R_OK) {
    drop_device(d);
    w->inner->close(out_device);
    return result;
  }
  w->inner->describe(d->device, &info);
  snprintf(name, sizeof(name), "%s (%s %u)", info.name, w->inner->name,
           ordinal);
  qn_mutex_lock(&mutex);
  d->track = tracks++;
  d->next = devices;
  devices = d;
  qn_mutex_unlock(&mutex);
  add_metadata(d->track, 0, "process_name", name);
  return QN_R_OK;
}

static void close_device(const qn_wrapper *w, void **where) {
  trace_device *d = *where ? find_device(*where) : NULL;
  qn_mutex_lock(&mutex);
  for (trace_device **at = &devices; *at; at = &(*at)->next)
    if (*at == d) {
      *at = d->next;
      break;
    }
  if (d)
    drop_device(d);
  if (!devices)
    qn_map_finish(&streams);
  qn_mutex_unlock(&mutex);
  w->inner->close(where);
  qn_trace_file_flush(true);
}

// ---- Tables

QN_WRAPPER_FUNCTIONS(0)
QN_WRAPPER_FUNCTIONS(1)
QN_WRAPPER_FUNCTIONS(2)
QN_WRAPPER_FUNCTIONS(3)

static void (*const wrap[])(qn_backend *) = {wrap_common_0, wrap_common_1,
                                             wrap_common_2, wrap_common_3};
static_assert(QN_WRAPPERS == sizeof(wrap) / sizeof(wrap[0]), "one each");

const qn_backend *qn_backend_trace(const qn_backend *inner, const char *path) {
  if (qn_trace_file_open(path) != QN_R_OK)
    return NULL;
  qn_mutex_lock(&mutex);
  if (!wrappers[0].inner)
    add_metadata(HOST_TRACK, 0, "process_name", "host");
  const qn_backend *found = qn_wrapper_find(wrappers, inner, wrap);
  qn_mutex_unlock(&mutex);
  if (!found)
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "at most %d back ends can be traced at a time",
                    QN_WRAPPERS);
  return found;
}

void qn_trace_flush(void) { qn_trace_file_flush(true); }
