// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/gate.h"

#include "base/alloc.h"

enum { STREAM_NON_BLOCKING = 1, EVENT_NO_TIMING = 2 };

qn_result qn_streams_of(qn_device *device, qn_streams *out) {
  size_t room = 0;
  *out = (qn_streams){0};
  qn_mutex_lock(&device->mutex);
  for (const qn_stream *s = device->streams; s; s = s->next)
    ++room;
  out->items = qn_alloc_array(room + 1, sizeof(qn_stream *));
  for (qn_stream *s = device->streams; s && out->items; s = s->next)
    if (s != device->gate)
      out->items[out->count++] = qn_stream_hold(s);
  qn_mutex_unlock(&device->mutex);
  return out->items ? QN_R_OK
                    : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for streams");
}

void qn_streams_drop(qn_streams *streams) {
  for (size_t i = 0; i < streams->count; ++i)
    qn_stream_drop(streams->items[i]);
  qn_free(streams->items);
  *streams = (qn_streams){0};
}

static qn_result check_captures(const qn_streams *streams) {
  for (size_t i = 0; i < streams->count; ++i)
    if (atomic_load(&streams->items[i]->capture))
      return qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                       "a stream of the context captures");
  return QN_R_OK;
}

// Makes `to` wait for what is in `from` now.
static qn_result order(qn_stream *from, qn_stream *to) {
  qn_event *event;
  QN_CHECK(qn_event_create(from->device, EVENT_NO_TIMING, &event));
  qn_result result = qn_event_record(event, from);
  if (result == QN_R_OK)
    result = qn_stream_wait_event(to, event);
  const qn_result end = qn_event_destroy(event->handle);
  return result == QN_R_OK ? end : result;
}

qn_result qn_streams_record(const qn_streams *streams, qn_event *event) {
  qn_stream *meeting; // one stream in which all others' work is waited for
  QN_CHECK(check_captures(streams));
  QN_CHECK(qn_stream_create_ours(event->device, STREAM_NON_BLOCKING, &meeting));
  qn_result result = QN_R_OK;
  for (size_t i = 0; i < streams->count && result == QN_R_OK; ++i)
    result = order(streams->items[i], meeting);
  if (result == QN_R_OK)
    result = qn_event_record(event, meeting);
  const qn_result end = qn_stream_destroy(meeting->handle);
  return result == QN_R_OK ? end : result;
}

qn_result qn_streams_wait(const qn_streams *streams, qn_event *event) {
  QN_CHECK(check_captures(streams));
  for (size_t i = 0; i < streams->count; ++i)
    QN_CHECK(qn_stream_wait_event(streams->items[i], event));
  return QN_R_OK;
}

// Made at its first use.
static qn_result gate_of(qn_device *device, qn_stream **out) {
  qn_stream *made;
  qn_mutex_lock(&device->mutex);
  *out = device->gate;
  qn_mutex_unlock(&device->mutex);
  if (*out)
    return QN_R_OK;
  QN_CHECK(qn_stream_create_ours(device, STREAM_NON_BLOCKING, &made));
  qn_mutex_lock(&device->mutex);
  *out = device->gate ? device->gate : made;
  device->gate = *out;
  qn_mutex_unlock(&device->mutex);
  return *out == made ? QN_R_OK : qn_stream_destroy(made->handle);
}

qn_result qn_device_wait_event(qn_device *device, qn_event *event) {
  qn_stream *gate;
  qn_streams all;
  QN_CHECK(gate_of(device, &gate));
  QN_CHECK(qn_streams_of(device, &all));
  qn_result result = check_captures(&all);
  if (result == QN_R_OK)
    result = qn_stream_wait_event(gate, event);
  if (result == QN_R_OK)
    result = qn_streams_wait(&all, event);
  qn_streams_drop(&all);
  return result;
}

qn_result qn_gate_pass(qn_stream *stream) {
  qn_device *device = stream->device;
  qn_mutex_lock(&device->mutex);
  qn_stream *gate = device->gate;
  qn_mutex_unlock(&device->mutex);
  return gate && gate != stream ? order(gate, stream) : QN_R_OK;
}
