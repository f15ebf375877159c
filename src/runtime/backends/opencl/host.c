// SPDX-License-Identifier: Apache-2.0
// Functions of the host in OpenCL's queues. What OpenCL calls back runs on a
// thread of the driver's, which must not block, so the functions run on threads
// of the device's own; the queue goes on behind an event that these complete.
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

enum { THREADS_MAX = 128, PATIENCE_MS = 2000 };

typedef struct task {
  struct task *next;
  void (*fn)(void *user);
  void *user;
  cl_event *gate; // completed behind it; NULL: nothing waits for it
  qn_opencl_device *device;
} task;

typedef struct qn_opencl_runners {
  qn_mutex mutex;
  qn_cond work;
  task *first, *last;
  unsigned waiting; // tasks in the list
  unsigned idle, count;
  atomic_uint pending;  // tasks that exist, also those the driver has
  atomic_bool stopping; // what waits for a value ends
  bool ending;
  qn_thread threads[THREADS_MAX];
} qn_opencl_runners;

// ---- The threads

static void drop_task(task *t) {
  atomic_fetch_sub(&t->device->runners->pending, 1);
  qn_free(t);
}

static void run_task(task *t) {
  t->fn(t->user);
  if (t->gate) {
    (void)qn_opencl.clSetUserEventStatus(t->gate, CL_COMPLETE);
    (void)qn_opencl.clReleaseEvent(t->gate);
  }
  drop_task(t);
}

static void *run_thread(void *user) {
  qn_opencl_runners *r = user;
  qn_mutex_lock(&r->mutex);
  for (;;) {
    task *t = r->first;
    if (t) {
      r->first = t->next;
      --r->waiting;
      qn_mutex_unlock(&r->mutex);
      run_task(t);
      qn_mutex_lock(&r->mutex);
    } else if (r->ending) {
      break;
    } else {
      ++r->idle;
      qn_cond_wait(&r->work, &r->mutex);
      --r->idle;
    }
  }
  qn_mutex_unlock(&r->mutex);
  return NULL;
}

// With the mutex held. A function may wait for another one's effect, so each
// task has a thread that is not busy.
static bool start_thread(qn_opencl_runners *r) {
  if (r->count == THREADS_MAX ||
      qn_failed(qn_thread_start(&r->threads[r->count], "quern-opencl",
                                run_thread, r, NULL)))
    return r->count != 0;
  ++r->count;
  return true;
}

static qn_opencl_runners *runners_of(qn_opencl_device *d) {
  qn_mutex_lock(&d->streams_mutex);
  qn_opencl_runners *r = d->runners;
  if (!r) {
    r = qn_alloc_array(1, sizeof(*r));
    if (r) {
      qn_mutex_init(&r->mutex);
      qn_cond_init(&r->work);
      if (!start_thread(r)) {
        qn_free(r);
        r = NULL;
      }
    }
    d->runners = r;
  }
  qn_mutex_unlock(&d->streams_mutex);
  return r;
}

bool qn_opencl_runners_finish(qn_opencl_device *d) {
  qn_opencl_runners *r = d->runners;
  if (!r)
    return true;
  // The driver may still have some, unless it is lost; then they stay.
  atomic_store(&r->stopping, true);
  for (int i = 0; i < PATIENCE_MS && atomic_load(&r->pending); ++i)
    nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
  if (atomic_load(&r->pending))
    return false;
  qn_mutex_lock(&r->mutex);
  r->ending = true;
  qn_cond_broadcast(&r->work);
  qn_mutex_unlock(&r->mutex);
  for (unsigned i = 0; i < r->count; ++i)
    qn_thread_join(r->threads[i]);
  qn_cond_finish(&r->work);
  qn_mutex_finish(&r->mutex);
  qn_free(r);
  d->runners = NULL;
  return true;
}

// ---- Submitting

// Called by the driver: what came before is done, or failed.
static void on_ready(cl_event *event, int status, void *user) {
  task *t = user;
  qn_opencl_device *d = t->device;
  qn_opencl_runners *r = d->runners;
  (void)event;
  if (status < 0)
    qn_opencl_fail(d, QN_R_LAUNCH_FAILURE, qn_opencl_error_name(status));
  qn_mutex_lock(&r->mutex);
  t->next = NULL;
  if (r->first)
    r->last->next = t;
  else
    r->first = t;
  r->last = t;
  if (++r->waiting > r->idle)
    (void)start_thread(r);
  qn_cond_signal(&r->work);
  qn_mutex_unlock(&r->mutex);
}

static qn_result no_memory(void) {
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function of the host");
}

static task *new_task(qn_opencl_device *d, void (*fn)(void *user), void *user) {
  task *t = runners_of(d) ? qn_alloc_array(1, sizeof(*t)) : NULL;
  if (t) {
    *t = (task){.fn = fn, .user = user, .device = d};
    atomic_fetch_add(&d->runners->pending, 1);
  }
  return t;
}

qn_result qn_opencl_when_done(qn_opencl_device *d, cl_event *event,
                              void (*fn)(void *user), void *user) {
  task *t = new_task(d, fn, user);
  if (!t)
    return no_memory();
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
  task *t = new_task(s->device, fn, user);
  if (!t)
    return no_memory();
  const qn_result result = close_gate(s, t);
  if (result != QN_R_OK) {
    if (t->gate) { // whatever waits for it goes on
      (void)qn_opencl.clSetUserEventStatus(t->gate, CL_COMPLETE);
      (void)qn_opencl.clReleaseEvent(t->gate);
    }
    drop_task(t);
  }
  return result;
}

// ---- Values in memory

typedef struct poll {
  qn_op op;
  const qn_opencl_device *device;
} poll;

static bool is_hit(const qn_op *op) {
  const uint64_t value = op->value.value;
  uint64_t now;
  if (op->value.size == 4)
    now = __atomic_load_n((uint32_t *)op->value.address, __ATOMIC_ACQUIRE);
  else
    now = __atomic_load_n((uint64_t *)op->value.address, __ATOMIC_ACQUIRE);
  now &= op->value.mask;
  // Greater or equal compares circularly, as counters wrap.
  const int64_t ahead = op->value.size == 4
                            ? (int32_t)((uint32_t)now - (uint32_t)value)
                            : (int64_t)(now - value);
  switch (op->value.how) {
  case 0:
    return ahead >= 0;
  case 1:
    return now == value;
  case 2:
    return (now & value) != 0;
  default:
    return ~(now | value) != 0;
  }
}

static void run_poll(void *user) {
  enum { FIRST_NS = 1000, LONGEST_NS = 100 * 1000 };
  poll *p = user;
  long pause = FIRST_NS;
  while (!is_hit(&p->op) && !atomic_load(&p->device->runners->stopping)) {
    nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    if (pause < LONGEST_NS)
      pause *= 2;
  }
  qn_free(p);
}

qn_result qn_opencl_submit_poll(qn_opencl_stream *s, const qn_op *op) {
  if (!s->device->is_cpu)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "streams of '%s' cannot wait for values in memory: its "
                     "memory is not the host's",
                     s->device->info.name);
  poll *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return no_memory();
  *p = (poll){*op, s->device};
  const qn_result result = qn_opencl_submit_host(s, run_poll, p);
  if (result != QN_R_OK)
    qn_free(p);
  return result;
}

qn_result qn_opencl_submit_write(qn_opencl_stream *s, const qn_op *op) {
  const int error = s->device->memory == QN_OPENCL_USM
                        ? s->device->extensions.clEnqueueMemFillINTEL(
                              s->queue, op->value.address, &op->value.value,
                              op->value.size, op->value.size, 0, NULL, NULL)
                        : qn_opencl.clEnqueueSVMMemFill(
                              s->queue, op->value.address, &op->value.value,
                              op->value.size, op->value.size, 0, NULL, NULL);
  return qn_opencl_result(error, "writing a value");
}
