// SPDX-License-Identifier: Apache-2.0
// Functions of the host in OpenCL's queues. What OpenCL calls back runs on a
// thread of the driver's, which must not block, so the functions run on threads
// of the device's own; the queue goes on behind an event that these complete.
#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

typedef struct task {
  qn_spirv_task base; // first
  void (*fn)(void *user);
  void *user;
  cl_event *gate; // completed behind it; NULL: nothing waits for it
  qn_opencl_device *device;
} task;

static void open_gate(const task *t) {
  if (!t->gate)
    return;
  (void)qn_opencl.clSetUserEventStatus(t->gate, CL_COMPLETE);
  (void)qn_opencl.clReleaseEvent(t->gate);
}

static void run_task(void *user) {
  task *t = user;
  t->fn(t->user);
  open_gate(t);
  qn_free(t);
}

static void drop_task(task *t) {
  qn_spirv_forget(&t->device->base);
  qn_free(t);
}

// ---- Submitting

// Called by the driver: what came before is done, or failed.
static void on_ready(cl_event *event, int status, void *user) {
  task *t = user;
  qn_opencl_device *d = t->device;
  (void)event;
  if (status < 0)
    qn_spirv_fail(&d->base, QN_R_LAUNCH_FAILURE, qn_opencl_error_name(status));
  qn_spirv_run(&d->base, &t->base);
}

static qn_result new_task(qn_opencl_device *d, void (*fn)(void *user),
                          void *user, task **out_task) {
  QN_CHECK(qn_spirv_expect(&d->base));
  task *t = qn_alloc_array(1, sizeof(*t));
  if (!t) {
    qn_spirv_forget(&d->base);
    return qn_refuse(QN_R_OUT_OF_MEMORY,
                     "no memory for a function of the host");
  }
  *t = (task){
      .base = {.fn = run_task, .user = t}, .fn = fn, .user = user, .device = d};
  *out_task = t;
  return QN_R_OK;
}

qn_result qn_opencl_when_done(qn_opencl_device *d, cl_event *event,
                              void (*fn)(void *user), void *user) {
  task *t = NULL;
  QN_CHECK(new_task(d, fn, user, &t));
  const int error =
      qn_opencl.clSetEventCallback(event, CL_COMPLETE, on_ready, t);
  if (error)
    drop_task(t);
  return qn_opencl_result(error, "clSetEventCallback");
}

// The gate first, so that nothing behind it starts; then what opens it.
static qn_result close_gate(qn_opencl_stream *s, task *t) {
  cl_event *before = NULL;
  int error = 0;
  t->gate = qn_opencl.clCreateUserEvent(s->device->context, &error);
  if (!t->gate)
    return qn_opencl_result(error, "clCreateUserEvent");
  QN_CL(clEnqueueMarkerWithWaitList, s->queue, 0, NULL, &before);
  error = qn_opencl.clEnqueueBarrierWithWaitList(s->queue, 1, &t->gate, NULL);
  // From here on the driver may run the task, and free it.
  if (!error)
    error = qn_opencl.clSetEventCallback(before, CL_COMPLETE, on_ready, t);
  (void)qn_opencl.clReleaseEvent(before);
  return qn_opencl_result(error, "a function of the host");
}

qn_result qn_opencl_submit_host(qn_opencl_stream *s, void (*fn)(void *user),
                                void *user) {
  task *t = NULL;
  QN_CHECK(new_task(s->device, fn, user, &t));
  const qn_result result = close_gate(s, t);
  if (result != QN_R_OK) {
    open_gate(t); // whatever waits for it goes on
    drop_task(t);
  }
  return result;
}

// ---- Values in memory

typedef struct poll {
  qn_op op;
  const qn_opencl_device *device;
} poll;

static void run_poll(void *user) {
  poll *p = user;
  qn_spirv_poll(&p->device->base, &p->op, NULL, NULL);
  qn_free(p);
}

qn_result qn_opencl_submit_poll(qn_opencl_stream *s, const qn_op *op) {
  if (!s->device->is_cpu)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "streams of '%s' cannot wait for values in memory: its "
                     "memory is not the host's",
                     s->device->base.info.name);
  poll *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an operation");
  *p = (poll){*op, s->device};
  const qn_result result = qn_opencl_submit_host(s, run_poll, p);
  if (result != QN_R_OK)
    qn_free(p);
  return result;
}

qn_result qn_opencl_submit_write(qn_opencl_stream *s, const qn_op *op) {
  if (s->device->has_native)
    return qn_opencl_native_write(s, op);
  const int error = s->device->memory == QN_OPENCL_USM
                        ? s->device->extensions.clEnqueueMemFillINTEL(
                              s->queue, op->value.address, &op->value.value,
                              op->value.size, op->value.size, 0, NULL, NULL)
                        : qn_opencl.clEnqueueSVMMemFill(
                              s->queue, op->value.address, &op->value.value,
                              op->value.size, op->value.size, 0, NULL, NULL);
  return qn_opencl_result(error, "writing a value");
}
