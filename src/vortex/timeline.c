// SPDX-License-Identifier: Apache-2.0
#include "vortex/timeline.h"

#include <string.h>

#include "base/alloc.h"

#define DECLARE(result, name, parameters) VX_EXPORT result name parameters;
VX_FUNCTIONS_2(DECLARE)
VX_FUNCTIONS_3(DECLARE)
VX_FUNCTIONS_3_MORE(DECLARE)
#undef DECLARE

// ---- Events; the device's `order` is held

static void drop_event(vx_event *e) {
  if (e && --e->references == 0)
    qn_free(e);
}

static vx_event *make_event(vx_device *d) {
  vx_event *e = qn_alloc_array(1, sizeof(*e));
  if (e)
    *e = (vx_event){.device = d, .references = 1};
  return e;
}

static void advance(vx_event *e, uint64_t value) {
  if (value > e->value)
    e->value = value;
  qn_cond_broadcast(&e->device->changed);
}

// ---- Commands; the device's `order` is held

static void drop_queue(vx_queue *q) {
  if (--q->references)
    return;
  for (vx_queue **link = &q->device->queues; *link; link = &(*link)->next)
    if (*link == q) {
      *link = q->next;
      break;
    }
  qn_free(q);
}

static void free_command(vx_command *c) {
  for (uint32_t i = 0; i < c->wait_count; ++i)
    drop_event(c->waits[i]);
  qn_free(c->waits);
  drop_event(c->done);
  drop_event(c->other);
  if (c->kernel)
    qn_vx_kernel_drop(c->kernel);
  if (c->to)
    (void)vx_mem_free(c->to);
  if (c->from)
    (void)vx_mem_free(c->from);
  qn_free(c->bytes);
  drop_queue(c->queue);
  qn_free(c);
}

static bool is_ready(const vx_command *c) {
  bool ready = !c->waits_for_other || c->other->value >= c->value ||
               c->other->has_failed;
  for (uint32_t i = 0; i < c->wait_count; ++i)
    ready = ready && (c->waits[i]->value || c->waits[i]->has_failed);
  return ready;
}

static bool waits_for_failed(const vx_command *c) {
  bool failed = c->waits_for_other && c->other->has_failed;
  for (uint32_t i = 0; i < c->wait_count; ++i)
    failed = failed || c->waits[i]->has_failed;
  return failed;
}

static void complete(vx_command *c, int result) {
  vx_device *d = c->queue->device;
  c->times.end_ns = qn_clock_ns();
  if (c->done) {
    c->done->has_failed = result != VX_SUCCESS;
    c->done->has_times = c->queue->flags & VX_QUEUE_PROFILING_ENABLE;
    c->done->times = c->times;
    advance(c->done, result == VX_SUCCESS);
  }
  if (c->other && !c->waits_for_other) {
    c->other->has_failed |= result != VX_SUCCESS;
    advance(c->other, result == VX_SUCCESS ? c->value : 0);
  }
  free_command(c);
  qn_cond_broadcast(&d->changed);
}

static vx_queue *find_ready(vx_device *d) {
  for (vx_queue *q = d->queues; q; q = q->next)
    if (!q->is_busy && q->first && is_ready(q->first))
      return q;
  return NULL;
}

// Does all that can be done, and what that makes possible.
static void make_progress(vx_device *d) {
  for (vx_queue *q = find_ready(d); q; q = find_ready(d)) {
    vx_command *c = q->first;
    const bool failed = waits_for_failed(c);
    q->is_busy = true;
    c->times.submit_ns = c->times.start_ns = qn_clock_ns();
    qn_mutex_unlock(&d->order);
    const int result = failed ? VX_ERR_EVENT_FAILED : c->run ? c->run(c) : 0;
    qn_mutex_lock(&d->order);
    q->is_busy = false;
    q->first = c->next;
    if (!q->first)
      q->last = &q->first;
    complete(c, result); // may free the queue
  }
}

void qn_vx_timeline_finish(vx_device *d) {
  qn_mutex_lock(&d->order);
  while (d->queues) {
    vx_queue *q = d->queues;
    d->queues = q->next;
    ++q->references; // of a queue that commands alone still hold
    while (q->first) {
      vx_command *c = q->first;
      q->first = c->next;
      free_command(c);
    }
    qn_free(q);
  }
  qn_mutex_unlock(&d->order);
}

// ---- Submission

static bool keep_waits(vx_command *c, uint32_t count, const vx_event_h *waits) {
  c->waits = count ? qn_alloc_array(count, sizeof(vx_event *)) : NULL;
  if (count && !c->waits)
    return false;
  for (; c->wait_count < count; ++c->wait_count) {
    vx_event *e = waits[c->wait_count];
    ++e->references;
    c->waits[c->wait_count] = e;
  }
  return true;
}

static void keep_named(vx_command *c) {
  ++c->queue->references;
  if (c->other)
    ++c->other->references;
  if (c->kernel)
    ++c->kernel->references;
  if (c->to)
    (void)vx_buffer_retain(c->to);
  if (c->from)
    (void)vx_buffer_retain(c->from);
}

static bool are_events(const vx_device *d, uint32_t count,
                       const vx_event_h *waits) {
  for (uint32_t i = 0; i < count; ++i)
    if (!waits || !waits[i] || ((const vx_event *)waits[i])->device != d)
      return false;
  return true;
}

static vx_command *copy_command(vx_queue *q, const vx_command *from,
                                uint32_t wait_count, const vx_event_h *waits,
                                bool wants_event) {
  vx_command *c = qn_alloc(sizeof(*c));
  if (!c) {
    qn_free(from->bytes);
    return NULL;
  }
  *c = *from;
  c->queue = q;
  c->next = NULL;
  c->times.queued_ns = qn_clock_ns();
  keep_named(c);
  if (wants_event)
    c->done = make_event(q->device);
  if (keep_waits(c, wait_count, waits) && (c->done || !wants_event))
    return c;
  free_command(c);
  return NULL;
}

int qn_vx_submit(vx_queue_h handle, const vx_command *from, uint32_t wait_count,
                 const vx_event_h *waits, vx_event_h *event) {
  vx_queue *q = handle;
  if (!q || !are_events(q->device, wait_count, waits)) {
    qn_free(from->bytes);
    return VX_ERR_INVALID_HANDLE;
  }
  vx_device *d = q->device;
  qn_mutex_lock(&d->order);
  vx_command *c = copy_command(q, from, wait_count, waits, event != NULL);
  if (c) {
    if (event) {
      ++c->done->references;
      *event = c->done;
    }
    *q->last = c;
    q->last = &c->next;
    make_progress(d);
  }
  qn_mutex_unlock(&d->order);
  return c ? VX_SUCCESS : VX_ERR_OUT_OF_HOST_MEMORY;
}

// ---- Waiting

// Waits until the function says so; false when the time is over. `order` is
// held.
typedef bool is_done_fn(const void *what);
static bool wait_until(vx_device *d, is_done_fn *is_done, const void *what,
                       uint64_t timeout_ns) {
  const uint64_t from = qn_clock_ns();
  while (!is_done(what)) {
    const uint64_t now = qn_clock_ns() - from;
    if (timeout_ns == VX_TIMEOUT_INFINITE)
      qn_cond_wait(&d->changed, &d->order);
    else if (now >= timeout_ns)
      return false;
    else
      (void)qn_cond_wait_for(&d->changed, &d->order, timeout_ns - now);
  }
  return true;
}

typedef struct awaited {
  const vx_event *event;
  uint64_t value;
} awaited;
static bool has_come(const void *what) {
  const awaited *w = what;
  return w->event->value >= w->value || w->event->has_failed;
}

int vx_event_wait_value(vx_event_h handle, uint64_t value,
                        uint64_t timeout_ns) {
  vx_event *e = handle;
  if (!e)
    return VX_ERR_INVALID_HANDLE;
  vx_device *d = e->device;
  const awaited w = {e, value};
  qn_mutex_lock(&d->order);
  ++e->references;
  const bool came = wait_until(d, has_come, &w, timeout_ns);
  const int result = !came                ? VX_ERR_TIMEOUT
                     : e->value < w.value ? VX_ERR_EVENT_FAILED
                                          : VX_SUCCESS;
  drop_event(e);
  qn_mutex_unlock(&d->order);
  return result;
}

int vx_event_wait_values(uint32_t count, const vx_event_h *events,
                         const uint64_t *values, uint64_t timeout_ns) {
  const uint64_t from = qn_clock_ns();
  if (count && (!events || !values))
    return VX_ERR_INVALID_VALUE;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t now = qn_clock_ns() - from;
    const uint64_t left = timeout_ns == VX_TIMEOUT_INFINITE ? timeout_ns
                          : now < timeout_ns                ? timeout_ns - now
                                                            : 0;
    const int result = vx_event_wait_value(events[i], values[i], left);
    if (result != VX_SUCCESS)
      return result;
  }
  return VX_SUCCESS;
}

static bool is_empty(const void *what) {
  return !((const vx_queue *)what)->first;
}

int vx_queue_finish(vx_queue_h handle, uint64_t timeout_ns) {
  vx_queue *q = handle;
  if (!q)
    return VX_ERR_INVALID_HANDLE;
  vx_device *d = q->device;
  qn_mutex_lock(&d->order);
  ++q->references;
  const bool done = wait_until(d, is_empty, q, timeout_ns);
  drop_queue(q);
  qn_mutex_unlock(&d->order);
  return !done           ? VX_ERR_TIMEOUT
         : d->has_failed ? VX_ERR_DEVICE_LOST
                         : VX_SUCCESS;
}

// ---- Events for hosts

int vx_event_create(vx_device_h device, vx_event_h *event) {
  if (!device || !event)
    return VX_ERR_INVALID_VALUE;
  *event = make_event(device);
  return *event ? VX_SUCCESS : VX_ERR_OUT_OF_HOST_MEMORY;
}

int vx_event_signal(vx_event_h handle, uint64_t value) {
  vx_event *e = handle;
  if (!e)
    return VX_ERR_INVALID_HANDLE;
  vx_device *d = e->device;
  qn_mutex_lock(&d->order);
  advance(e, value);
  make_progress(d);
  qn_mutex_unlock(&d->order);
  return VX_SUCCESS;
}

int vx_event_get_value(vx_event_h handle, uint64_t *value) {
  vx_event *e = handle;
  if (!e || !value)
    return e ? VX_ERR_INVALID_VALUE : VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&e->device->order);
  *value = e->value;
  qn_mutex_unlock(&e->device->order);
  return VX_SUCCESS;
}

int vx_event_get_profiling(vx_event_h handle, vx_profile_info_t *times) {
  vx_event *e = handle;
  if (!e || !times)
    return e ? VX_ERR_INVALID_VALUE : VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&e->device->order);
  const bool has = e->has_times;
  if (has)
    *times = e->times;
  qn_mutex_unlock(&e->device->order);
  return has ? VX_SUCCESS : VX_ERR_NOT_SUPPORTED;
}

int vx_event_retain(vx_event_h handle) {
  vx_event *e = handle;
  if (!e)
    return VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&e->device->order);
  ++e->references;
  qn_mutex_unlock(&e->device->order);
  return VX_SUCCESS;
}

int vx_event_release(vx_event_h handle) {
  vx_event *e = handle;
  if (!e)
    return VX_ERR_INVALID_HANDLE;
  vx_device *d = e->device;
  qn_mutex_lock(&d->order);
  drop_event(e);
  qn_mutex_unlock(&d->order);
  return VX_SUCCESS;
}

// ---- Queues

int vx_queue_create(vx_device_h device, const vx_queue_info_t *info,
                    vx_queue_h *out) {
  vx_device *d = device;
  if (!d || !out || (info && info->struct_size < sizeof(size_t)))
    return VX_ERR_INVALID_VALUE;
  if (qn_vx_sim_config(d->sim)->version != 3)
    return VX_ERR_NOT_SUPPORTED;
  vx_queue *q = qn_alloc_array(1, sizeof(*q));
  if (!q)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  qn_mutex_lock(&d->order);
  *q = (vx_queue){.device = d, .references = 1, .next = d->queues};
  q->flags = info && info->struct_size >= sizeof(*info) ? info->flags : 0;
  q->last = &q->first;
  d->queues = q;
  qn_mutex_unlock(&d->order);
  *out = q;
  return VX_SUCCESS;
}

int vx_queue_retain(vx_queue_h handle) {
  vx_queue *q = handle;
  if (!q)
    return VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&q->device->order);
  ++q->references;
  qn_mutex_unlock(&q->device->order);
  return VX_SUCCESS;
}

// Its commands are done all the same.
int vx_queue_release(vx_queue_h handle) {
  vx_queue *q = handle;
  if (!q)
    return VX_ERR_INVALID_HANDLE;
  vx_device *d = q->device;
  qn_mutex_lock(&d->order);
  drop_queue(q);
  qn_mutex_unlock(&d->order);
  return VX_SUCCESS;
}

int vx_queue_flush(vx_queue_h q) {
  return q ? VX_SUCCESS : VX_ERR_INVALID_HANDLE;
}
