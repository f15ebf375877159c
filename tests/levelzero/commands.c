// SPDX-License-Identifier: Apache-2.0
// The test driver's lists and events.
#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "commands.h"

enum { OUT_OF_ORDER = 1, ORDINAL_COMPUTES = 1, WAITS_MAX = 8, PATIENCE_S = 5 };
static const uint64_t timer_mask = (UINT64_C(1) << 36) - 1;

// ---- Events

int pool_create(ze_context *c, const ze_pool_desc *desc, uint32_t count,
                ze_device **devices, ze_pool **out) {
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE_DESC(desc, ZE_EVENT_POOL_DESC);
  REQUIRE(desc->count && desc->flags & ZE_POOL_HOST_VISIBLE, "an event pool");
  for (uint32_t i = 0; i < count; ++i)
    REQUIRE_KIND(devices[i], KIND_DEVICE);
  const int error = fails("zeEventPoolCreate");
  if (error)
    return error;
  ze_pool *p = new_object(sizeof(*p), KIND_POOL);
  p->context = c;
  p->count = desc->count;
  ++c->users;
  *out = p;
  return 0;
}

int pool_destroy(ze_pool *p) {
  REQUIRE_KIND(p, KIND_POOL);
  REQUIRE(!p->events, "zeEventPoolDestroy: %d events are left", p->events);
  --p->context->users;
  drop_object(p);
  return 0;
}

int event_create(ze_pool *p, const ze_event_desc *desc, ze_event **out) {
  REQUIRE_KIND(p, KIND_POOL);
  REQUIRE_DESC(desc, ZE_EVENT_DESC);
  REQUIRE(desc->index < p->count, "event %u of %u", desc->index, p->count);
  ze_event *e = new_object(sizeof(*e), KIND_EVENT);
  e->pool = p;
  pthread_mutex_init(&e->mutex, NULL);
  pthread_cond_init(&e->cond, NULL);
  ++p->events;
  *out = e;
  return 0;
}

// OpenCL calls back in any order, so what is done may not be known yet.
static void wait_unused(ze_event *e, const char *function) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += PATIENCE_S;
  while (e->pending)
    REQUIRE(pthread_cond_timedwait(&e->cond, &e->mutex, &end) != ETIMEDOUT,
            "%s: %d commands still use the event", function, e->pending);
}

static void drop_gate(ze_event *e) {
  if (!e->gate)
    return;
  if (!e->signaled) // nothing waits for it
    (void)cl.clSetUserEventStatus(e->gate, CL_COMPLETE);
  (void)cl.clReleaseEvent(e->gate);
  e->gate = NULL;
}

int event_destroy(ze_event *e) {
  REQUIRE_KIND(e, KIND_EVENT);
  pthread_mutex_lock(&e->mutex);
  if (!is_lost)
    wait_unused(e, "zeEventDestroy");
  drop_gate(e);
  pthread_mutex_unlock(&e->mutex);
  --e->pool->events;
  drop_object(e);
  return 0;
}

cl_event *gate_of(ze_event *e) {
  int error = 0;
  pthread_mutex_lock(&e->mutex);
  if (!e->gate) {
    e->gate = cl.clCreateUserEvent(e->pool->context->context, &error);
    REQUIRE(e->gate, "clCreateUserEvent: %d", error);
    if (e->signaled)
      (void)cl.clSetUserEventStatus(e->gate, CL_COMPLETE);
  }
  pthread_mutex_unlock(&e->mutex);
  return e->gate;
}

void begin_pending(ze_event *e) {
  pthread_mutex_lock(&e->mutex);
  ++e->pending;
  pthread_mutex_unlock(&e->mutex);
}

void end_pending(ze_event *e) {
  pthread_mutex_lock(&e->mutex);
  --e->pending;
  pthread_cond_broadcast(&e->cond);
  pthread_mutex_unlock(&e->mutex);
}

// OpenCL may call back at once, so no lock is held then.
void signal_event(ze_event *e) {
  pthread_mutex_lock(&e->mutex);
  REQUIRE(!e->signaled, "an event is signaled twice");
  cl_event *gate = e->gate;
  if (gate)
    (void)cl.clRetainEvent(gate);
  e->signaled = true;
  pthread_cond_broadcast(&e->cond);
  pthread_mutex_unlock(&e->mutex);
  if (gate) {
    (void)cl.clSetUserEventStatus(gate, CL_COMPLETE);
    (void)cl.clReleaseEvent(gate);
  }
}

int event_signal(ze_event *e) {
  REQUIRE_KIND(e, KIND_EVENT);
  signal_event(e);
  return 0;
}

int event_reset(ze_event *e) {
  REQUIRE_KIND(e, KIND_EVENT);
  pthread_mutex_lock(&e->mutex);
  if (!is_lost)
    wait_unused(e, "zeEventHostReset");
  drop_gate(e);
  e->signaled = false;
  pthread_mutex_unlock(&e->mutex);
  return 0;
}

int event_query(ze_event *e) {
  REQUIRE_KIND(e, KIND_EVENT);
  pthread_mutex_lock(&e->mutex);
  const bool signaled = e->signaled;
  pthread_mutex_unlock(&e->mutex);
  if (is_lost)
    return ZE_ERROR_DEVICE_LOST;
  return signaled ? 0 : ZE_NOT_READY;
}

int event_wait(ze_event *e, uint64_t timeout_ns) {
  REQUIRE_KIND(e, KIND_EVENT);
  REQUIRE(timeout_ns == UINT64_MAX, "a wait with an end");
  const int error = fails("zeEventHostSynchronize");
  if (error)
    return error;
  pthread_mutex_lock(&e->mutex);
  while (!e->signaled && !is_lost) {
    // Of a lost device nobody tells the event.
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_sec += 1;
    (void)pthread_cond_timedwait(&e->cond, &e->mutex, &soon);
  }
  pthread_mutex_unlock(&e->mutex);
  return is_lost ? ZE_ERROR_DEVICE_LOST : 0;
}

// ---- Lists

int list_create(ze_context *c, ze_device *device, const ze_queue_desc *desc,
                ze_list **out) {
  const uint64_t properties[] = {CL_QUEUE_PROPERTIES, OUT_OF_ORDER, 0};
  int error = fails("zeCommandListCreateImmediate");
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE_DESC(desc, ZE_QUEUE_DESC);
  REQUIRE(desc->ordinal == ORDINAL_COMPUTES && !desc->index && !desc->flags &&
              desc->mode == ZE_MODE_ASYNCHRONOUS &&
              desc->priority <= ZE_PRIORITY_HIGH,
          "zeCommandListCreateImmediate: a list that is not there");
  if (error)
    return error;
  ze_list *l = new_object(sizeof(*l), KIND_LIST);
  l->context = c;
  l->queue = cl.clCreateCommandQueueWithProperties(c->context, the_cl_device,
                                                   properties, &error);
  REQUIRE(l->queue, "clCreateCommandQueueWithProperties: %d", error);
  atomic_flag_clear(&l->busy);
  ++c->users;
  *out = l;
  return 0;
}

int list_destroy(ze_list *l) {
  cl_event *end = NULL;
  int status = 1;
  REQUIRE_KIND(l, KIND_LIST);
  (void)cl.clEnqueueMarkerWithWaitList(l->queue, 0, NULL, &end);
  (void)cl.clFlush(l->queue);
  const struct timespec pause = {.tv_nsec = 1000 * 1000};
  for (int i = 0; i < 1000 * PATIENCE_S && status > 0; ++i) {
    (void)cl.clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS,
                            sizeof(status), &status, NULL);
    if (status > 0)
      nanosleep(&pause, NULL);
  }
  REQUIRE(status <= 0 || is_lost, "zeCommandListDestroy: it has work");
  (void)cl.clReleaseEvent(end);
  if (l->barrier)
    (void)cl.clReleaseEvent(l->barrier);
  // Events are done before Intel's runtime lets go of their commands, and where
  // its own thread is the last to let go of the queue, it waits for itself.
  if (status <= 0)
    (void)cl.clFinish(l->queue);
  (void)cl.clReleaseCommandQueue(l->queue);
  --l->context->users;
  drop_object(l);
  return 0;
}

// ---- Commands

// What happens when one is done.
typedef struct completion {
  ze_event *signal; // NULL: none
  uint64_t *time;   // to be written; NULL: none
  ze_event *waits[WAITS_MAX];
  uint32_t wait_count;
} completion;

static void on_done(cl_event *event, int status, void *user) {
  completion *c = user;
  if (status < 0)
    is_lost = true;
  if (c->time) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    *c->time = ((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec) &
               timer_mask;
  }
  for (uint32_t i = 0; i < c->wait_count; ++i)
    end_pending(c->waits[i]);
  if (c->signal) {
    signal_event(c->signal);
    end_pending(c->signal);
  }
  if (event)
    (void)cl.clReleaseEvent(event);
  free(c);
}

typedef struct command {
  ze_list *list;
  cl_event *waits[WAITS_MAX];
  unsigned wait_count;
  completion *completion;
  cl_event *event; // of the last of its parts
} command;

static command begin(const char *function, ze_list *l, ze_event *signal,
                     uint32_t count, ze_event **events) {
  command c = {.list = l};
  REQUIRE_KIND(l, KIND_LIST);
  REQUIRE(!atomic_flag_test_and_set(&l->busy), "%s: two threads at once",
          function);
  REQUIRE(count <= WAITS_MAX && (events || !count), "%s: its events", function);
  c.completion = calloc(1, sizeof(*c.completion));
  REQUIRE(c.completion, "no memory");
  c.completion->signal = signal;
  if (signal) {
    REQUIRE_KIND(signal, KIND_EVENT);
    begin_pending(signal);
  }
  for (uint32_t i = 0; i < count; ++i) {
    REQUIRE_KIND(events[i], KIND_EVENT);
    begin_pending(events[i]);
    c.waits[c.wait_count++] = gate_of(events[i]);
    c.completion->waits[c.completion->wait_count++] = events[i];
  }
  return c;
}

static int end(command *c, int error) {
  if (!error)
    error = cl.clSetEventCallback(c->event, CL_COMPLETE, on_done,
                                  c->completion);
  (void)cl.clFlush(c->list->queue);
  atomic_flag_clear(&c->list->busy);
  if (error) {
    c->completion->signal = NULL;
    on_done(c->event, 0, c->completion);
  }
  return as_ze(error);
}

int append_barrier(ze_list *l, ze_event *signal, uint32_t count,
                   ze_event **events) {
  cl_event *all[WAITS_MAX];
  command c = begin(__func__, l, signal, count, events);
  // First what the list has, then what it waits for.
  int error = cl.clEnqueueBarrierWithWaitList(l->queue, 0, NULL, &c.event);
  if (!error && c.wait_count) {
    memcpy(all, c.waits, sizeof(all));
    (void)cl.clReleaseEvent(c.event);
    error = cl.clEnqueueBarrierWithWaitList(l->queue, c.wait_count, all,
                                            &c.event);
  }
  if (!error) {
    if (l->barrier)
      (void)cl.clReleaseEvent(l->barrier);
    l->barrier = c.event;
    (void)cl.clRetainEvent(c.event);
  }
  return end(&c, error);
}

// Comes behind the last barrier, and not behind what follows that.
static int append_mark(ze_list *l, ze_event *signal, uint64_t *time) {
  REQUIRE_KIND(l, KIND_LIST);
  REQUIRE(signal, "a mark without an event");
  command c = begin(__func__, l, signal, 0, NULL);
  c.completion->time = time;
  if (!l->barrier) {
    atomic_flag_clear(&l->busy);
    on_done(NULL, 0, c.completion);
    return 0;
  }
  return end(&c, cl.clEnqueueMarkerWithWaitList(l->queue, 1, &l->barrier,
                                                &c.event));
}

int append_signal(ze_list *l, ze_event *event) {
  const int error = fails("zeCommandListAppendSignalEvent");
  return error ? error : append_mark(l, event, NULL);
}

int append_time(ze_list *l, uint64_t *time, ze_event *signal, uint32_t count,
                ze_event **events) {
  (void)events;
  REQUIRE(!count, "a time behind events");
  check_range(__func__, time, sizeof(*time));
  return append_mark(l, signal, time);
}

int append_copy(ze_list *l, void *to, const void *from, size_t size,
                ze_event *signal, uint32_t count, ze_event **events) {
  const int failure = fails("zeCommandListAppendMemoryCopy");
  if (failure)
    return failure;
  check_range(__func__, to, size);
  check_range(__func__, from, size);
  command c = begin(__func__, l, signal, count, events);
  return end(&c, cl.clEnqueueMemcpyINTEL(l->queue, 0, to, from, size,
                                         c.wait_count,
                                         c.wait_count ? c.waits : NULL,
                                         &c.event));
}

static size_t extent(const ze_region *r, uint32_t pitch, uint32_t slice) {
  const size_t depth = r->depth ? r->depth : 1;
  REQUIRE(r->width && r->height && r->width <= pitch &&
              (depth == 1 || (size_t)pitch * r->height <= slice),
          "a region of %u by %u by %u with %u and %u", r->width, r->height,
          r->depth, pitch, slice);
  REQUIRE(!r->x && !r->y && !r->z, "a region that does not begin at 0");
  return (depth - 1) * slice + (r->height - 1) * (size_t)pitch + r->width;
}

int append_region(ze_list *l, void *to, const ze_region *to_region,
                  uint32_t to_pitch, uint32_t to_slice, const void *from,
                  const ze_region *from_region, uint32_t from_pitch,
                  uint32_t from_slice, ze_event *signal, uint32_t count,
                  ze_event **events) {
  const ze_region r = *to_region;
  int error = 0;
  REQUIRE(!memcmp(to_region, from_region, sizeof(r)), "regions that differ");
  check_range(__func__, to, extent(to_region, to_pitch, to_slice));
  check_range(__func__, from, extent(from_region, from_pitch, from_slice));
  command c = begin(__func__, l, signal, count, events);
  for (uint32_t z = 0; z < (r.depth ? r.depth : 1) && !error; ++z)
    for (uint32_t y = 0; y < r.height && !error; ++y)
      error = cl.clEnqueueMemcpyINTEL(
          l->queue, 0, (char *)to + (size_t)z * to_slice + (size_t)y * to_pitch,
          (const char *)from + (size_t)z * from_slice + (size_t)y * from_pitch,
          r.width, c.wait_count, c.wait_count ? c.waits : NULL, NULL);
  if (!error)
    error = cl.clEnqueueMarkerWithWaitList(l->queue, 0, NULL, &c.event);
  return end(&c, error);
}

int append_fill(ze_list *l, void *to, const void *pattern, size_t pattern_size,
                size_t size, ze_event *signal, uint32_t count,
                ze_event **events) {
  check_range(__func__, to, size);
  REQUIRE(pattern && pattern_size && pattern_size <= 16 &&
              !(pattern_size & (pattern_size - 1)) && size % pattern_size == 0,
          "a fill of %zu bytes with %zu", size, pattern_size);
  command c = begin(__func__, l, signal, count, events);
  return end(&c, cl.clEnqueueMemFillINTEL(l->queue, to, pattern, pattern_size,
                                          size, c.wait_count,
                                          c.wait_count ? c.waits : NULL,
                                          &c.event));
}

int append_prefetch(ze_list *l, const void *address, size_t size) {
  REQUIRE_KIND(l, KIND_LIST);
  check_range(__func__, address, size);
  return 0;
}

// What a launch is made of; the caller has asked whether it fails.
static int launch(command *c, ze_list *l, ze_kernel *k, const ze_groups *g) {
  const size_t global[3] = {g->x * k->group[0], g->y * k->group[1],
                            g->z * k->group[2]};
  return end(c, cl.clEnqueueNDRangeKernel(l->queue, k->kernel, 3, NULL, global,
                                          k->group, c->wait_count,
                                          c->wait_count ? c->waits : NULL,
                                          &c->event));
}

static void check_launch(const ze_kernel *k, const ze_groups *g) {
  REQUIRE_KIND(k, KIND_KERNEL);
  REQUIRE(g && g->x && g->y && g->z, "a grid of nothing");
  REQUIRE(k->group[0], "a launch without a group's size");
  REQUIRE(k->argument_count >= 64 ||
              k->set == (UINT64_C(1) << k->argument_count) - 1,
          "a launch without all of %u arguments", k->argument_count);
}

int append_launch(ze_list *l, ze_kernel *k, const ze_groups *g,
                  ze_event *signal, uint32_t count, ze_event **events) {
  const int failure = fails("zeCommandListAppendLaunchKernel");
  check_launch(k, g);
  if (failure)
    return failure;
  command c = begin(__func__, l, signal, count, events);
  return launch(&c, l, k, g);
}

int append_cooperative(ze_list *l, ze_kernel *k, const ze_groups *g,
                       ze_event *signal, uint32_t count, ze_event **events) {
  const int failure = fails("zeCommandListAppendLaunchCooperativeKernel");
  uint32_t most = 0;
  check_launch(k, g);
  REQUIRE(!kernel_resident(k, &most) && g->x * g->y * g->z <= most,
          "%u x %u x %u groups at a time, of %u", g->x, g->y, g->z, most);
  if (failure)
    return failure;
  command c = begin(__func__, l, signal, count, events);
  return launch(&c, l, k, g);
}
