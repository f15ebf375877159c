// SPDX-License-Identifier: Apache-2.0
// Events: the OpenCL event of a marker at the place of the last record.
#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

typedef struct event {
  bool timing;
  qn_mutex mutex;       // of the rest
  cl_event *marker;     // NULL: never recorded
  qn_opencl_device *on; // whose the marker is
} event;

qn_result qn_opencl_event_create(void *device, bool timing, bool blocking,
                                 void **out_event) {
  (void)device;
  (void)blocking; // the driver decides how it waits
  event *e = qn_alloc_array(1, sizeof(*e));
  if (!e)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->timing = timing;
  qn_mutex_init(&e->mutex);
  *out_event = e;
  return QN_R_OK;
}

void qn_opencl_event_destroy(void **where) {
  event *e = *where;
  if (!e)
    return;
  *where = NULL;
  if (e->marker)
    (void)qn_opencl.clReleaseEvent(e->marker);
  qn_mutex_finish(&e->mutex);
  qn_free(e);
}

// The marker, which the caller releases; NULL: never recorded.
static cl_event *hold_marker(event *e, qn_opencl_device **out_on) {
  qn_mutex_lock(&e->mutex);
  cl_event *marker = e->marker;
  if (marker && qn_opencl.clRetainEvent(marker))
    marker = NULL;
  *out_on = e->on;
  qn_mutex_unlock(&e->mutex);
  return marker;
}

qn_result qn_opencl_event_record(qn_opencl_stream *s, void *user) {
  event *e = user;
  cl_event *marker = NULL;
  QN_CL(clEnqueueMarkerWithWaitList, s->queue, 0, NULL, &marker);
  qn_mutex_lock(&e->mutex);
  cl_event *before = e->marker;
  e->marker = marker;
  e->on = s->device;
  qn_mutex_unlock(&e->mutex);
  if (before)
    (void)qn_opencl.clReleaseEvent(before);
  return QN_R_OK;
}

bool qn_opencl_event_has_time(const void *user) {
  return ((const event *)user)->timing;
}

// ---- Waiting

static void open_gate(cl_event *done, int status, void *user) {
  (void)done;
  (void)status;
  (void)qn_opencl.clSetUserEventStatus(user, CL_COMPLETE);
  (void)qn_opencl.clReleaseEvent(user);
}

// Events of another device are of another context: one of ours stands for it.
static qn_result await_other(const qn_opencl_stream *s, cl_event *marker) {
  int error = 0;
  cl_event *gate = qn_opencl.clCreateUserEvent(s->device->context, &error);
  if (!gate)
    return qn_opencl_result(error, "clCreateUserEvent");
  error = qn_opencl.clEnqueueBarrierWithWaitList(s->queue, 1, &gate, NULL);
  const int failed = error ? error
                           : qn_opencl.clSetEventCallback(marker, CL_COMPLETE,
                                                          open_gate, gate);
  if (failed)
    open_gate(marker, 0, gate);
  return qn_opencl_result(failed, "waiting for an event of another device");
}

qn_result qn_opencl_event_await(qn_opencl_stream *s, void *user) {
  qn_opencl_device *on;
  cl_event *marker = hold_marker(user, &on);
  if (!marker)
    return QN_R_OK;
  const qn_result result =
      on == s->device ? qn_opencl_result(qn_opencl.clEnqueueBarrierWithWaitList(
                                             s->queue, 1, &marker, NULL),
                                         "clEnqueueBarrierWithWaitList")
                      : await_other(s, marker);
  (void)qn_opencl.clReleaseEvent(marker);
  return result;
}

static qn_result check_status(qn_opencl_device *d, cl_event *marker) {
  int status = 0;
  QN_CL(clGetEventInfo, marker, CL_EVENT_COMMAND_EXECUTION_STATUS,
        sizeof(status), &status, NULL);
  if (status > CL_COMPLETE)
    return QN_R_NOT_READY;
  if (status < 0)
    qn_spirv_fail(&d->base, QN_R_LAUNCH_FAILURE, qn_opencl_error_name(status));
  return QN_R_OK;
}

typedef struct question {
  qn_opencl_device *device;
  cl_event *marker;
} question;

static qn_result ask_marker(void *user) {
  const question *q = user;
  return check_status(q->device, q->marker);
}

static qn_result wait_marker(qn_opencl_device *d, cl_event *marker,
                             bool block) {
  question q = {d, marker};
  if (block && d->is_cpu && d->base.stream_count &&
      qn_spirv_others_busy(&d->base, NULL))
    qn_opencl_let_begin(ask_marker, &q);
  if (block) {
    const int error = qn_opencl.clWaitForEvents(1, &marker);
    if (error) {
      const qn_result result = qn_opencl_result(error, "clWaitForEvents");
      qn_spirv_fail(&d->base, result, qn_reason());
    }
  } else {
    QN_CHECK(check_status(d, marker));
  }
  qn_spirv_collect(&d->base);
  return qn_spirv_failure(&d->base);
}

qn_result qn_opencl_event_wait(void *user, bool block) {
  qn_opencl_device *on;
  cl_event *marker = hold_marker(user, &on);
  if (!marker)
    return QN_R_OK;
  const qn_result result = wait_marker(on, marker, block);
  (void)qn_opencl.clReleaseEvent(marker);
  return result;
}

// ---- Times

static qn_result time_of(event *e, uint64_t *out_ns) {
  qn_opencl_device *on;
  cl_event *marker = hold_marker(e, &on);
  if (!marker || !e->timing) {
    if (marker)
      (void)qn_opencl.clReleaseEvent(marker);
    return qn_refuse(QN_R_INVALID_HANDLE, "the event was %s",
                     marker ? "created without timing" : "never recorded");
  }
  qn_result result = check_status(on, marker);
  if (result == QN_R_OK)
    result = qn_opencl_result(
        qn_opencl.clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END,
                                          sizeof(*out_ns), out_ns, NULL),
        "clGetEventProfilingInfo");
  (void)qn_opencl.clReleaseEvent(marker);
  return result;
}

qn_result qn_opencl_event_elapsed(void *from, void *to, double *out_ns) {
  uint64_t start = 0;
  uint64_t end = 0;
  QN_CHECK(time_of(from, &start));
  QN_CHECK(time_of(to, &end));
  *out_ns = (double)end - (double)start;
  return QN_R_OK;
}
