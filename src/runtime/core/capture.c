// SPDX-License-Identifier: Apache-2.0
// Capture: operations submitted to streams become nodes of a graph.
//
// A session is one capture. Every participating stream has a qn_capture: the
// nodes that its next node waits for. A stream joins a capture by waiting for
// an event that was recorded in a participating stream.
#include <string.h>

#include "base/alloc.h"
#include "runtime/core/graph.h"

typedef struct session {
  unsigned refs; // participants and events
  unsigned long long id;
  qn_capture_mode mode;
  qn_stream *origin;
  pthread_t thread;
  qn_graph *graph;
  bool own_graph; // created for the capture
  bool invalid;
  bool over;
  struct qn_capture *participants;
  struct session *next; // in the list of unfinished sessions
} session;

typedef struct qn_capture {
  session *session;
  qn_stream *stream;
  qn_node **after;
  size_t count;
  struct qn_capture *next;
} qn_capture;

// What an event keeps of its captured record.
typedef struct captured {
  qn_node **after;
  size_t count;
} captured;

// Captures are rare, and short: one lock for all of them.
static qn_mutex mutex = QN_MUTEX_INIT;
static session *sessions;           // unfinished
static atomic_uint active;          // how many of them are not RELAXED
static atomic_uint active_blocking; // capturing streams that are blocking
static _Thread_local qn_capture_mode thread_mode = QN_CAPTURE_GLOBAL;

static qn_result no_memory(void) {
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a capture");
}

static void drop_session(session *s) {
  if (--s->refs)
    return;
  if (s->own_graph)
    qn_graph_free(s->graph);
  qn_free(s);
}

static bool set_after(qn_node ***list, size_t *count, qn_node *const *after,
                      size_t after_count) {
  qn_node **copy = qn_alloc_array(after_count + 1, sizeof(*copy));
  if (!copy)
    return false;
  if (after_count)
    memcpy(copy, after, after_count * sizeof(*copy));
  qn_free(*list);
  *list = copy;
  *count = after_count;
  return true;
}

static bool join_after(qn_node ***list, size_t *count, qn_node *const *after,
                       size_t after_count) {
  qn_node **all = qn_alloc_array(*count + after_count + 1, sizeof(*all));
  if (!all)
    return false;
  size_t at = 0;
  for (size_t i = 0; i < *count; ++i)
    all[at++] = (*list)[i];
  for (size_t i = 0; i < after_count; ++i) {
    bool there = false;
    for (size_t j = 0; j < at && !there; ++j)
      there = all[j] == after[i];
    if (!there)
      all[at++] = after[i];
  }
  qn_free(*list);
  *list = all;
  *count = at;
  return true;
}

static qn_result add_participant(session *s, qn_stream *stream,
                                 qn_node *const *after, size_t count) {
  qn_capture *c = qn_alloc_array(1, sizeof(*c));
  if (!c || !set_after(&c->after, &c->count, after, count)) {
    qn_free(c);
    return no_memory();
  }
  c->session = s;
  c->stream = stream;
  c->next = s->participants;
  s->participants = c;
  ++s->refs;
  if (!stream->non_blocking)
    atomic_fetch_add(&active_blocking, 1);
  atomic_store(&stream->capture, c);
  return QN_R_OK;
}

static void remove_participants(session *s) {
  while (s->participants) {
    qn_capture *c = s->participants;
    s->participants = c->next;
    if (c->stream) {
      if (!c->stream->non_blocking)
        atomic_fetch_sub(&active_blocking, 1);
      atomic_store(&c->stream->capture, NULL);
    }
    qn_free(c->after);
    qn_free(c);
    drop_session(s); // the caller still holds a reference
  }
}

static qn_capture *capture_of(qn_stream *stream) {
  return atomic_load(&stream->capture);
}

static qn_result refuse_invalid(void) {
  return qn_refuse(QN_R_CAPTURE_INVALIDATED,
                   "the capture was invalidated by an earlier failure");
}

// ---- Operations of capturing streams

static qn_node_type type_of(const qn_op *op) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    return QN_NODE_KERNEL;
  case QN_OP_COPY:
    return QN_NODE_COPY;
  case QN_OP_FILL:
    return QN_NODE_FILL;
  case QN_OP_HOST:
    return QN_NODE_HOST;
  case QN_OP_WRITE:
  case QN_OP_POLL:
    return QN_NODE_VALUES;
  case QN_OP_NATIVE:
    return QN_NODE_NATIVE;
  default:
    return QN_NODE_EMPTY;
  }
}

static qn_result add_node(qn_capture *c, qn_node_type type, const qn_op *op,
                          qn_node **out_node) {
  qn_node *node;
  if (c->session->invalid)
    return refuse_invalid();
  QN_CHECK(qn_graph_add(c->session->graph, type, c->after, c->count, &node));
  if (op)
    QN_CHECK(qn_node_set_op(node, op));
  if (!set_after(&c->after, &c->count, &node, 1))
    return no_memory();
  *out_node = node;
  return QN_R_OK;
}

static qn_result capture_submit(qn_stream *stream, const qn_op *op) {
  qn_node *node;
  qn_mutex_lock(&mutex);
  qn_capture *c = capture_of(stream);
  const qn_result result = c ? add_node(c, type_of(op), op, &node)
                             : qn_stream_submit_now(stream, op);
  qn_mutex_unlock(&mutex);
  return result;
}

qn_result qn_capture_add(qn_stream *stream, qn_node_type type,
                         qn_node **out_node) {
  qn_mutex_lock(&mutex);
  qn_capture *c = capture_of(stream);
  const qn_result result =
      c ? add_node(c, type, NULL, out_node)
        : qn_refuse(QN_R_ILLEGAL_STATE, "the stream does not capture");
  qn_mutex_unlock(&mutex);
  return result;
}

static void forget_event(qn_event *event) {
  captured *kept = event->captured;
  if (!event->session)
    return;
  drop_session(event->session);
  event->session = NULL;
  event->captured = NULL;
  qn_free(kept->after);
  qn_free(kept);
}

static void drop_event(qn_event *event) {
  qn_mutex_lock(&mutex);
  forget_event(event);
  qn_mutex_unlock(&mutex);
}

static qn_result record_locked(qn_event *event, const qn_capture *c) {
  captured *kept = qn_alloc_array(1, sizeof(*kept));
  if (!kept || !set_after(&kept->after, &kept->count, c->after, c->count)) {
    qn_free(kept);
    return no_memory();
  }
  forget_event(event);
  ++c->session->refs;
  event->session = c->session;
  event->captured = kept;
  return QN_R_OK;
}

static qn_result capture_record(qn_event *event, qn_stream *stream) {
  qn_mutex_lock(&mutex);
  const qn_capture *c = capture_of(stream);
  const qn_result result = !c                    ? QN_R_ILLEGAL_STATE
                           : c->session->invalid ? refuse_invalid()
                                                 : record_locked(event, c);
  qn_mutex_unlock(&mutex);
  return result;
}

static qn_result invalidate(session *s, qn_result result, const char *why) {
  s->invalid = true;
  return qn_refuse(result, "%s", why);
}

static qn_result refuse_wait(qn_stream *stream) {
  qn_mutex_lock(&mutex);
  const qn_capture *c = capture_of(stream);
  if (c)
    c->session->invalid = true;
  qn_mutex_unlock(&mutex);
  return qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                   "a stream that captures cannot be waited for");
}

static qn_result wait_locked(qn_stream *stream, const qn_event *event) {
  qn_capture *c = capture_of(stream);
  session *s = event->session;
  const captured *kept = event->captured;
  if (!s || s->over)
    return c ? invalidate(c->session, QN_R_CAPTURE_ISOLATION,
                          "a stream that captures waits for an event that was "
                          "recorded outside")
             : qn_refuse(QN_R_CAPTURED_EVENT,
                         "the event was recorded in a capture that is over");
  if (s->invalid)
    return refuse_invalid();
  if (!c)
    return stream->null ? invalidate(s, QN_R_CAPTURE_IMPLICIT,
                                     "the null stream cannot take part in a "
                                     "capture")
                        : add_participant(s, stream, kept->after, kept->count);
  if (c->session != s) {
    c->session->invalid = true;
    return invalidate(s, QN_R_CAPTURE_MERGE,
                      "the event belongs to another capture");
  }
  return join_after(&c->after, &c->count, kept->after, kept->count)
             ? QN_R_OK
             : no_memory();
}

static qn_result capture_wait(qn_stream *stream, qn_event *event) {
  qn_mutex_lock(&mutex);
  const qn_result result = wait_locked(stream, event);
  qn_mutex_unlock(&mutex);
  return result;
}

// Whether a capture forbids the calling thread to wait for a device.
static bool is_forbidden(void) {
  bool forbidden = false;
  if (thread_mode == QN_CAPTURE_RELAXED ||
      !atomic_load_explicit(&active, memory_order_relaxed))
    return false;
  qn_mutex_lock(&mutex);
  for (const session *s = sessions; s && !forbidden; s = s->next)
    forbidden =
        (s->mode != QN_CAPTURE_RELAXED &&
         pthread_equal(s->thread, pthread_self())) ||
        (s->mode == QN_CAPTURE_GLOBAL && thread_mode == QN_CAPTURE_GLOBAL);
  qn_mutex_unlock(&mutex);
  return forbidden;
}

static qn_result check_unsafe(const char *what) {
  return is_forbidden()
             ? qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                         "%s is not allowed while a stream captures", what)
             : QN_R_OK;
}

// Whether a blocking stream of the device captures, which the null stream would
// have to wait for.
static bool find_implicit(qn_stream *stream, bool invalidate) {
  bool found = false;
  if (!atomic_load_explicit(&active_blocking, memory_order_relaxed))
    return false;
  qn_mutex_lock(&mutex);
  qn_mutex_lock(&stream->device->mutex);
  for (qn_stream *s = stream->device->streams; s; s = s->next) {
    qn_capture *c = capture_of(s);
    if (!c || s->non_blocking)
      continue;
    found = true;
    c->session->invalid |= invalidate;
  }
  qn_mutex_unlock(&stream->device->mutex);
  qn_mutex_unlock(&mutex);
  return found;
}

static qn_result refuse_implicit(void) {
  return qn_refuse(QN_R_CAPTURE_IMPLICIT,
                   "the null stream would wait for a stream that captures; "
                   "create that one with hipStreamNonBlocking");
}

static qn_result check_null(qn_stream *stream) {
  return find_implicit(stream, true) ? refuse_implicit() : QN_R_OK;
}

qn_result qn_capture_ask(qn_stream *stream, qn_capture_info *out) {
  if (stream->null && find_implicit(stream, false))
    return refuse_implicit();
  qn_capture_get_info(stream, out);
  return QN_R_OK;
}

static void end_session(session *s) {
  if (s->over)
    return;
  s->over = true;
  session **at = &sessions;
  while (*at != s)
    at = &(*at)->next;
  *at = s->next;
  if (s->mode != QN_CAPTURE_RELAXED)
    atomic_fetch_sub(&active, 1);
}

// Destroying the stream in which a capture began ends it; destroying another
// participant invalidates it.
static void drop_stream(qn_stream *stream) {
  qn_mutex_lock(&mutex);
  qn_capture *c = capture_of(stream);
  session *s = c ? c->session : NULL;
  if (s && s->origin == stream) {
    end_session(s);
    remove_participants(s);
    drop_session(s);
  } else if (s) {
    s->invalid = true;
    if (!stream->non_blocking)
      atomic_fetch_sub(&active_blocking, 1);
    atomic_store(&stream->capture, NULL);
    c->stream = NULL;
  }
  qn_mutex_unlock(&mutex);
}

static const struct qn_capture_ops ops = {
    .submit = capture_submit,
    .record = capture_record,
    .wait = capture_wait,
    .check_unsafe = check_unsafe,
    .check_null = check_null,
    .refuse_wait = refuse_wait,
    .drop_event = drop_event,
    .drop_stream = drop_stream,
};

// ---- Begin and end

static qn_result begin_locked(qn_stream *stream, qn_capture_mode mode,
                              qn_graph *graph, qn_node *const *after,
                              size_t after_count) {
  static unsigned long long last_id;
  if (capture_of(stream))
    return qn_refuse(QN_R_ILLEGAL_STATE, "the stream captures already");
  session *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return no_memory();
  s->refs = 1;
  s->id = ++last_id;
  s->mode = mode;
  s->origin = stream;
  s->thread = pthread_self();
  s->graph = graph;
  s->own_graph = !graph;
  qn_result result = graph ? QN_R_OK : qn_graph_create(&s->graph);
  if (result == QN_R_OK)
    result = add_participant(s, stream, after, after_count);
  if (result != QN_R_OK) {
    drop_session(s);
    return result;
  }
  if (mode != QN_CAPTURE_RELAXED)
    atomic_fetch_add(&active, 1);
  s->next = sessions;
  sessions = s;
  return QN_R_OK;
}

qn_result qn_capture_begin(qn_stream *stream, qn_capture_mode mode,
                           qn_graph *graph, qn_node *const *after,
                           size_t after_count) {
  if (mode > QN_CAPTURE_RELAXED)
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no mode of capture", (int)mode);
  if (stream->null)
    return qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                     "the null stream cannot capture");
  qn_mutex_lock(&mutex);
  qn_capture_ops = &ops;
  const qn_result result =
      begin_locked(stream, mode, graph, after, after_count);
  qn_mutex_unlock(&mutex);
  return result;
}

// Whether the origin's next node would wait for everything that was captured in
// the other streams.
static bool is_joined(const session *s, const qn_capture *origin) {
  for (size_t i = 0; i < s->graph->count; ++i)
    s->graph->nodes[i]->mark = false;
  for (size_t i = 0; i < origin->count; ++i)
    origin->after[i]->mark = true;
  // Captured nodes are created after the nodes that they wait for.
  for (size_t i = s->graph->count; i-- > 0;) {
    const qn_node *node = s->graph->nodes[i];
    for (size_t j = 0; node->mark && j < node->after_count; ++j)
      node->after[j]->mark = true;
  }
  for (const qn_capture *c = s->participants; c; c = c->next)
    for (size_t i = 0; i < c->count; ++i)
      if (!c->after[i]->mark)
        return false;
  return true;
}

static qn_result end_locked(qn_stream *stream, qn_graph **out_graph) {
  qn_capture *c = capture_of(stream);
  *out_graph = NULL;
  if (!c)
    return qn_refuse(QN_R_ILLEGAL_STATE, "the stream does not capture");
  session *s = c->session;
  if (s->origin != stream) {
    s->invalid = true;
    return qn_refuse(QN_R_CAPTURE_UNMATCHED,
                     "a capture ends in the stream in which it began");
  }
  if (s->mode != QN_CAPTURE_RELAXED &&
      !pthread_equal(s->thread, pthread_self()))
    return qn_refuse(QN_R_CAPTURE_WRONG_THREAD,
                     "a capture ends in the thread in which it began, unless "
                     "its mode is relaxed");
  qn_result result = s->invalid        ? refuse_invalid()
                     : is_joined(s, c) ? QN_R_OK
                                       : qn_refuse(QN_R_CAPTURE_UNJOINED,
                                                   "a stream that joined the "
                                                   "capture was not waited "
                                                   "for");
  end_session(s);
  if (result == QN_R_OK) {
    *out_graph = s->graph;
    s->own_graph = false;
  }
  remove_participants(s);
  drop_session(s);
  return result;
}

qn_result qn_capture_end(qn_stream *stream, qn_graph **out_graph) {
  qn_mutex_lock(&mutex);
  const qn_result result = end_locked(stream, out_graph);
  qn_mutex_unlock(&mutex);
  return result;
}

void qn_capture_get_info(qn_stream *stream, qn_capture_info *out) {
  qn_mutex_lock(&mutex);
  const qn_capture *c = capture_of(stream);
  *out = (qn_capture_info){0};
  if (c)
    *out = (qn_capture_info){
        .status =
            c->session->invalid ? QN_CAPTURE_INVALIDATED : QN_CAPTURE_ACTIVE,
        .id = c->session->id,
        .graph = c->session->graph,
        .is_given = !c->session->own_graph,
        .after = c->after,
        .after_count = c->count,
    };
  qn_mutex_unlock(&mutex);
}

qn_result qn_capture_set_after(qn_stream *stream, qn_node *const *after,
                               size_t count, bool replace) {
  qn_mutex_lock(&mutex);
  qn_capture *c = capture_of(stream);
  qn_result result =
      c ? QN_R_OK
        : qn_refuse(QN_R_ILLEGAL_STATE, "the stream does not capture");
  if (c && !(replace ? set_after(&c->after, &c->count, after, count)
                     : join_after(&c->after, &c->count, after, count)))
    result = no_memory();
  qn_mutex_unlock(&mutex);
  return result;
}

qn_capture_mode qn_capture_exchange_mode(qn_capture_mode mode) {
  const qn_capture_mode before = thread_mode;
  thread_mode = mode;
  return before;
}
