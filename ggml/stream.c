// SPDX-License-Identifier: Apache-2.0
// A stream of a device: copies, graphs and events in order.
#include <stdlib.h>
#include <string.h>

#include "backend.h"

typedef struct stream {
  qg_device *device;
  hipStream_t handle;
  qg_records *records; // NULL: graphs are launched kernel by kernel
  qg_steps steps;      // of the graph that is being computed
} stream;

static const char *stream_name(ggml_backend_t backend) {
  return ((stream *)backend->context)->device->name;
}

static void stream_destroy(ggml_backend_t backend) {
  stream *s = backend->context;
  qg_records_destroy(s->records);
  qg_steps_finish(&s->steps);
  if (qg_enter(s->device))
    (void)qg_good(hipStreamDestroy(s->handle), "could not end a stream");
  free(s);
  free(backend);
}

static bool copy(stream *s, void *to, const void *from, size_t size) {
  return !size ||
         (qg_enter(s->device) &&
          qg_good(hipMemcpyAsync(to, from, size, hipMemcpyDefault, s->handle),
                  "could not copy"));
}

static void set_async(ggml_backend_t backend, struct ggml_tensor *tensor,
                      const void *from, size_t offset, size_t size) {
  (void)copy(backend->context, (char *)tensor->data + offset, from, size);
}

static void get_async(ggml_backend_t backend, const struct ggml_tensor *tensor,
                      void *to, size_t offset, size_t size) {
  (void)copy(backend->context, to, (const char *)tensor->data + offset, size);
}

static void synchronize(ggml_backend_t backend) {
  stream *s = backend->context;
  if (qg_enter(s->device))
    (void)qg_good(hipStreamSynchronize(s->handle), "a graph failed");
}

static bool copy_between(ggml_backend_t source, ggml_backend_t target,
                         const struct ggml_tensor *from,
                         struct ggml_tensor *to);

// ---- Graphs

// Operations that only look at memory in another way.
static bool is_view(const struct ggml_tensor *op) {
  return op->op == GGML_OP_NONE || op->op == GGML_OP_RESHAPE ||
         op->op == GGML_OP_VIEW || op->op == GGML_OP_PERMUTE ||
         op->op == GGML_OP_TRANSPOSE;
}

static bool add_launch(stream *s, const qg_launch *l) {
  const bool single = l->is_alone_on_cpu && s->device->is_cpu;
  if (!l->set && !l->size)
    return true;
  const hipFunction_t function =
      l->set ? qg_kernel(s->device, l->set, l->symbol) : NULL;
  if (l->set && !function) {
    GGML_LOG_ERROR("quern: %s has no kernel '%s'\n", s->device->name,
                   l->symbol);
    return false;
  }
  qg_step *step = qg_steps_add(&s->steps);
  if (!step)
    return false;
  step->function = function;
  step->size = l->size;
  step->call = l->call;
  memcpy(step->grid, l->grid, sizeof(step->grid));
  memcpy(step->block, l->block, sizeof(step->block));
  memcpy(step->at, l->at, sizeof(step->at));
  if (single)
    step->block[0] = step->block[1] = 1;
  return true;
}

static bool add_op(stream *s, const struct ggml_tensor *op) {
  qg_plan plan;
  if (is_view(op) || ggml_is_empty(op) ||
      !(op->flags & GGML_TENSOR_FLAG_COMPUTE))
    return true;
  if (!qg_plan_op(op, &plan)) {
    GGML_LOG_ERROR("quern: %s ('%s') is not supported\n", ggml_op_desc(op),
                   op->name);
    return false;
  }
  for (size_t i = 0; i < plan.count; ++i)
    if (!add_launch(s, &plan.launches[i]))
      return false;
  return true;
}

static qg_graph_id id_of(const struct ggml_cgraph *graph) {
#ifdef QG_HAS_UID
  return (qg_graph_id){graph->uid, graph->n_nodes};
#else
  return (qg_graph_id){0, graph->n_nodes};
#endif
}

// The device begins with the first operations while others are still planned,
// but when what is planned may be known.
static bool compute_all(stream *s, struct ggml_cgraph *graph) {
  qg_steps *steps = &s->steps;
  qg_records *records = s->records;
  bool good, waits = false;
  if (records && qg_records_again(records, id_of(graph), s->handle, &good))
    return good;
  qg_steps_clear(steps);
  for (int i = 0; i < ggml_graph_n_nodes(graph); ++i) {
    const bool is_first = !steps->count;
    if (!add_op(s, ggml_graph_node(graph, i)))
      return false;
    if (records && is_first && steps->count)
      waits = qg_records_begin(records, steps->items);
    if (!waits && !qg_steps_launch(steps, s->handle))
      return false;
    if (!records)
      qg_steps_clear(steps);
  }
  return !records || qg_records_launch(records, id_of(graph), steps, s->handle);
}

static enum ggml_status compute(ggml_backend_t backend,
                                struct ggml_cgraph *graph) {
  stream *s = backend->context;
  return qg_enter(s->device) && compute_all(s, graph) ? GGML_STATUS_SUCCESS
                                                      : GGML_STATUS_FAILED;
}

// ---- Events

static void event_record(ggml_backend_t backend, ggml_backend_event_t event) {
  stream *s = backend->context;
  if (qg_enter(s->device))
    (void)qg_good(hipEventRecord(event->context, s->handle),
                  "could not record an event");
}

static void event_wait(ggml_backend_t backend, ggml_backend_event_t event) {
  stream *s = backend->context;
  if (qg_enter(s->device))
    (void)qg_good(hipStreamWaitEvent(s->handle, event->context, 0),
                  "could not wait for an event");
}

ggml_backend_event_t qg_event_create(ggml_backend_dev_t base) {
  hipEvent_t handle = NULL;
  ggml_backend_event_t event = malloc(sizeof(*event));
  if (!event || !qg_enter(base->context) ||
      !qg_good(hipEventCreateWithFlags(&handle, hipEventDisableTiming),
               "could not make an event")) {
    free(event);
    return NULL;
  }
  *event = (struct ggml_backend_event){base, handle};
  return event;
}

void qg_event_destroy(ggml_backend_dev_t base, ggml_backend_event_t event) {
  (void)base;
  (void)qg_good(hipEventDestroy(event->context), "could not free an event");
  free(event);
}

void qg_event_wait(ggml_backend_dev_t base, ggml_backend_event_t event) {
  (void)base;
  (void)qg_good(hipEventSynchronize(event->context),
                "could not wait for an event");
}

// ---- The stream

static const struct ggml_backend_i stream_interface = {
    .get_name = stream_name,
    .free = stream_destroy,
    .set_tensor_async = set_async,
    .get_tensor_async = get_async,
    .cpy_tensor_async = copy_between,
    .synchronize = synchronize,
    .graph_compute = compute,
    .event_record = event_record,
    .event_wait = event_wait,
};

// The target's stream goes on once the copy, on the source's, is done; the
// source's begins once the target is done with what was there.
static bool copy_between(ggml_backend_t source, ggml_backend_t target,
                         const struct ggml_tensor *from,
                         struct ggml_tensor *to) {
  if (source->iface.graph_compute != compute ||
      target->iface.graph_compute != compute)
    return false;
  stream *a = source->context, *b = target->context;
  if (a == b)
    return copy(a, to->data, from->data, ggml_nbytes(from));
  hipEvent_t before = NULL, after = NULL;
  const bool good =
      qg_enter(b->device) &&
      hipEventCreateWithFlags(&before, hipEventDisableTiming) == hipSuccess &&
      hipEventRecord(before, b->handle) == hipSuccess && qg_enter(a->device) &&
      hipEventCreateWithFlags(&after, hipEventDisableTiming) == hipSuccess &&
      hipStreamWaitEvent(a->handle, before, 0) == hipSuccess &&
      copy(a, to->data, from->data, ggml_nbytes(from)) &&
      hipEventRecord(after, a->handle) == hipSuccess && qg_enter(b->device) &&
      hipStreamWaitEvent(b->handle, after, 0) == hipSuccess;
  // Events that something waits for are freed when it no longer does.
  if (before)
    (void)qg_good(hipEventDestroy(before), "could not free an event");
  if (after)
    (void)qg_good(hipEventDestroy(after), "could not free an event");
  return good;
}

ggml_backend_t qg_stream_create(ggml_backend_dev_t base, const char *params) {
  static ggml_guid guid = {0x71, 0x75, 0x65, 0x72, 0x6e, 0x2d, 0x67, 0x67,
                           0x6d, 0x6c, 0x2d, 0x62, 0x61, 0x63, 0x6b, 0x31};
  stream *s = calloc(1, sizeof(*s));
  ggml_backend_t backend = malloc(sizeof(*backend));
  (void)params;
  if (s)
    s->device = base->context;
  if (!s || !backend || !qg_enter(s->device) ||
      !qg_good(hipStreamCreateWithFlags(&s->handle, hipStreamNonBlocking),
               "could not make a stream")) {
    free(s);
    free(backend);
    return NULL;
  }
  s->records = qg_records_create(s->device);
  *backend = (struct ggml_backend){
      .guid = &guid, .iface = stream_interface, .device = base, .context = s};
  return backend;
}
