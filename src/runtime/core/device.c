// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/device.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/wrap/wrap.h"
#include "runtime/core/handles.h"
#include "runtime/core/ranges.h"
#include "runtime/core/stream.h"

enum { HOOKS_MAX = 16 };

static qn_device *devices[QN_DEVICES_MAX];
static unsigned device_count;
static atomic_uint known_count; // the same; 0 until enumeration is complete
static pthread_once_t devices_once = PTHREAD_ONCE_INIT;
static char why_none[512];
static _Atomic(qn_device_serves *) serves;
static qn_device_hook *hooks[HOOKS_MAX];
static unsigned hook_count;

static _Thread_local int current QN_HOT_TLS;

// ---- Opening and closing

static qn_device *new_device(const qn_backend *backend, unsigned ordinal) {
  qn_device *device = qn_alloc_array(1, sizeof(*device));
  if (!device)
    return NULL;
  device->backend = backend;
  device->backend_ordinal = ordinal;
  device->ordinal = -1;
  qn_mutex_init(&device->mutex);
  return device;
}

static bool is_blocking(void) {
  const char *text = getenv("HIP_LAUNCH_BLOCKING");
  if (!text)
    text = getenv("CUDA_LAUNCH_BLOCKING");
  return text && text[0] == '1';
}

static qn_result open_locked(qn_device *device) {
  void *native = NULL;
  device->options.heap_size = &device->limits[QN_LIMIT_HEAP];
  QN_CHECK(device->backend->open(device->backend_ordinal, &device->options,
                                 &native));
  device->backend->describe(native, &device->info);
  qn_stream *null = qn_alloc_array(1, sizeof(*null));
  qn_result result = QN_R_OUT_OF_MEMORY;
  if (null) {
    null->device = device;
    null->null = true;
    atomic_init(&null->refs, 1);
    result =
        device->backend->stream_create(native, true, false, 0, &null->native);
  }
  if (result != QN_R_OK) {
    qn_free(null);
    device->backend->close(&native);
    return result;
  }
  device->streams = null;
  device->blocking = is_blocking();
  atomic_store(&device->null_stream, null);
  atomic_store(&device->native, native);
  QN_DEBUG("device", "opened %s:%u, %s", device->backend->name,
           device->backend_ordinal, device->info.name);
  return QN_R_OK;
}

static qn_result open_device(qn_device *device) {
  qn_result result = QN_R_OK;
  if (atomic_load_explicit(&device->native, memory_order_acquire))
    return QN_R_OK;
  qn_mutex_lock(&device->mutex);
  if (!atomic_load(&device->native))
    result = open_locked(device);
  qn_mutex_unlock(&device->mutex);
  return result;
}

static void collect_range(void *user, const qn_range *range) {
  qn_range **at = user;
  *(*at)++ = *range;
}

static void count_range(void *user, const qn_range *range) {
  (void)range;
  ++*(size_t *)user;
}

// Frees the memory that the program did not.
static void free_ranges(qn_device *device, void *native) {
  size_t count = 0;
  qn_ranges_each(device, count_range, &count);
  qn_range *all = qn_alloc_array(count + 64, sizeof(*all));
  if (!all)
    return;
  qn_range *end = all;
  qn_ranges_each(device, collect_range, &end);
  for (const qn_range *r = all; r < end; ++r) {
    qn_range removed;
    qn_memory memory = {
        .native = r->native, .address = (void *)r->start, .pitch = r->size};
    if (qn_ranges_remove((void *)r->start, &removed) && !r->owner)
      (void)device->backend->release(native, (qn_memory_kind)r->kind, &memory);
  }
  qn_free(all);
}

static void close_device(qn_device *device) {
  void *native = atomic_load(&device->native);
  if (!native)
    return;
  for (unsigned i = 0; i < hook_count; ++i)
    hooks[i](device);
  while (device->streams || device->leaving) {
    qn_stream **list = device->streams ? &device->streams : &device->leaving;
    qn_stream *s = *list;
    *list = s->next;
    if (s->handle && list == &device->streams)
      (void)qn_handle_remove(QN_HANDLE_STREAM, s->handle);
    qn_stream_drop(s);
  }
  atomic_store(&device->null_stream, NULL);
  device->gate = NULL;
  atomic_store(&device->native, NULL);
  free_ranges(device, native);
  device->backend->close(&native);
  atomic_fetch_add(&device->generation, 1);
}

void qn_device_on_reset(qn_device_hook *hook) {
  for (unsigned i = 0; i < hook_count; ++i)
    if (hooks[i] == hook)
      return;
  if (hook_count < HOOKS_MAX)
    hooks[hook_count++] = hook;
}

void qn_device_close(qn_device **where) {
  qn_device *device = *where;
  if (!device)
    return;
  close_device(device);
  qn_mutex_finish(&device->mutex);
  qn_free(device);
  *where = NULL;
}

// Of a back end whose devices have names, none of which this is.
static qn_status refuse_name(const qn_backend *backend, qn_str name,
                             qn_diag *diag) {
  char reason[256] = "";
  if (!backend->probe(reason, sizeof(reason)))
    return qn_fail(diag, QN_E_DEVICE, QN_NOWHERE,
                   "'%.*s' is no device: %s has none: %s", QN_STR_ARG(name),
                   backend->name, reason);
  return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                 "'%.*s' is no device: '%s' has none of that name",
                 QN_STR_ARG(name), backend->name);
}

// Splits "cuda:1" into back end "cuda" and ordinal 1.
static qn_status split_name(qn_str name, const qn_backend **out_backend,
                            long *out_ordinal, qn_diag *diag) {
  const size_t colon = qn_str_find(name, ':');
  *out_ordinal = -1;
  if (colon < name.size) {
    char *end;
    char text[16] = "";
    const qn_str digits = qn_str_skip(name, colon + 1);
    memcpy(text, digits.data,
           digits.size < sizeof(text) ? digits.size : sizeof(text) - 1);
    *out_ordinal = strtol(text, &end, 10);
    const qn_backend *named = NULL;
    if (digits.size && *end &&
        !qn_failed(qn_backend_find((qn_str){name.data, colon}, &named, NULL)) &&
        named->find && (*out_ordinal = named->find(digits)) < 0)
      return refuse_name(named, name, diag);
    if (!digits.size || (*end && !(named && named->find)) || *out_ordinal < 0)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "'%.*s' is no device: a number comes after the ':'",
                     QN_STR_ARG(name));
  }
  QN_TRY(qn_backend_find((qn_str){name.data, colon}, out_backend, diag));
  *out_backend = qn_wrap(*out_backend);
  return qn_ok();
}

qn_status qn_device_open(const char *name, const qn_backend_options *options,
                         qn_device **out_device, qn_diag *diag) {
  const qn_backend *backend;
  long ordinal;
  char reason[256] = "";
  QN_TRY(split_name(qn_str_from(name), &backend, &ordinal, diag));
  const unsigned count = backend->probe(reason, sizeof(reason));
  if (!count)
    return qn_fail(diag, QN_E_DEVICE, QN_NOWHERE,
                   "no device of back end '%s': %s", backend->name, reason);
  if (ordinal >= (long)count)
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "no device '%s': there %s %u", name,
                   count == 1 ? "is" : "are", count);
  qn_device *device = new_device(backend, ordinal < 0 ? 0 : (unsigned)ordinal);
  if (!device)
    return qn_fail_memory(diag, "a device");
  if (options)
    device->options = *options;
  const qn_status status = qn_result_status(open_device(device), diag);
  if (qn_failed(status))
    qn_device_close(&device);
  else
    *out_device = device;
  return status;
}

// ---- Enumeration

static void add_device(const qn_backend *backend, unsigned ordinal) {
  qn_device *device =
      device_count < QN_DEVICES_MAX ? new_device(backend, ordinal) : NULL;
  if (device)
    devices[device_count++] = device;
}

static void note_why(const char *name, const char *reason) {
  const size_t used = strlen(why_none);
  snprintf(why_none + used, sizeof(why_none) - used, "%s%s: %s",
           used ? "; " : "", name, reason);
  QN_DEBUG("device", "%s: %s", name, reason);
}

static void add_backend(const qn_backend *backend, long ordinal) {
  char reason[256] = "";
  const unsigned count = backend->probe(reason, sizeof(reason));
  if (!count) {
    note_why(backend->name, reason[0] ? reason : "no device");
    return;
  }
  if (ordinal >= (long)count) {
    note_why(backend->name, "no device with that number");
    return;
  }
  for (unsigned i = 0; i < count; ++i)
    if (ordinal < 0 || ordinal == (long)i)
      add_device(backend, i);
}

static void add_asked(const char *list) {
  qn_str rest = qn_str_from(list), name;
  while (qn_str_split(&rest, ',', &name)) {
    const qn_backend *backend;
    long ordinal;
    qn_diag diag = {0};
    if (qn_failed(split_name(name, &backend, &ordinal, &diag)))
      note_why("QUERN_DEVICE", diag.message);
    else
      add_backend(backend, ordinal);
  }
}

// Keeps the devices in a list of numbers, which ends at the first invalid one,
// as in ROCm and CUDA.
static void keep_visible(const char *list) {
  qn_device *kept[QN_DEVICES_MAX];
  unsigned count = 0;
  for (const char *at = list; *at;) {
    char *end;
    const long number = strtol(at, &end, 10);
    bool good = end != at && number >= 0 && number < (long)device_count;
    for (unsigned i = 0; good && i < count; ++i)
      good = kept[i] != devices[number];
    if (!good)
      break;
    kept[count++] = devices[number];
    while (isspace((unsigned char)*end))
      ++end;
    if (*end != ',')
      break;
    at = end + 1;
  }
  memcpy(devices, kept, count * sizeof(*kept));
  device_count = count;
  if (!count)
    note_why("HIP_VISIBLE_DEVICES", "no device is left");
}

// Moves devices that the program has code for to the front; otherwise keeps the
// order.
static void order_devices(void) {
  qn_device_serves *ask = atomic_load(&serves);
  qn_device *ordered[QN_DEVICES_MAX];
  unsigned count = 0;
  bool served[QN_DEVICES_MAX];
  for (unsigned i = 0; i < device_count; ++i)
    served[i] = open_device(devices[i]) == QN_R_OK &&
                ask(devices[i]->backend, atomic_load(&devices[i]->native));
  for (int pass = 1; pass >= 0; --pass)
    for (unsigned i = 0; i < device_count; ++i)
      if (served[i] == (pass == 1))
        ordered[count++] = devices[i];
  memcpy(devices, ordered, count * sizeof(*ordered));
}

static bool has_hidden_devices(void) {
  for (unsigned i = 0; i < device_count; ++i)
    if (devices[i]->backend->hides_devices)
      return true;
  return false;
}

static void enumerate(void) {
  const char *asked = getenv("QUERN_DEVICE");
  const char *visible = getenv("HIP_VISIBLE_DEVICES");
  qn_runtime_log_init();
  if (asked && asked[0])
    add_asked(asked);
  else
    for (const qn_backend *const *at = qn_backends(); *at; ++at)
      if (!(*at)->on_request)
        add_backend(qn_wrap(*at), -1);
  if (!visible && !has_hidden_devices())
    visible = getenv("CUDA_VISIBLE_DEVICES");
  if (visible && visible[0])
    keep_visible(visible);
  if (device_count > 1 && !(asked && asked[0]) && atomic_load(&serves))
    order_devices();
  for (unsigned i = 0; i < device_count; ++i)
    devices[i]->ordinal = (int)i;
  atomic_store(&known_count, device_count);
}

void qn_device_set_serves(qn_device_serves *ask) { atomic_store(&serves, ask); }

unsigned qn_device_count(void) {
  (void)pthread_once(&devices_once, enumerate);
  return device_count;
}

qn_device *qn_device_at(int ordinal) {
  const unsigned count = qn_device_count();
  return ordinal >= 0 && (unsigned)ordinal < count ? devices[ordinal] : NULL;
}

qn_status qn_device_find(const char *name, qn_device **out_device,
                         qn_diag *diag) {
  const qn_backend *backend;
  long ordinal;
  QN_TRY(split_name(qn_str_from(name), &backend, &ordinal, diag));
  *out_device = NULL;
  const unsigned count = qn_device_count();
  for (unsigned i = 0; i < count; ++i) {
    qn_device *device = devices[i];
    if (strcmp(device->backend->name, backend->name) != 0 ||
        (ordinal >= 0 && (unsigned)ordinal != device->backend_ordinal))
      continue;
    QN_TRY(qn_result_status(open_device(device), diag));
    *out_device = device;
    break;
  }
  return qn_ok();
}

qn_result qn_device_get(int ordinal, qn_device **out_device) {
  qn_device *device = qn_device_at(ordinal);
  if (device) {
    *out_device = device;
    return open_device(device);
  }
  if (!device_count)
    return qn_refuse(QN_R_NO_DEVICE, "no device: %s", why_none);
  // One that the user named may be missing.
  const char *asked = getenv("QUERN_DEVICE");
  const bool is_named = asked && asked[0] && why_none[0];
  return qn_refuse(QN_R_INVALID_DEVICE, "no device %d: there %s %u%s%s",
                   ordinal, device_count == 1 ? "is" : "are", device_count,
                   is_named ? "; " : "", is_named ? why_none : "");
}

int qn_device_current_ordinal(void) { return current; }

QN_HOT qn_result qn_device_current(qn_device **out_device) {
  const unsigned ordinal = (unsigned)current;
  if (ordinal < atomic_load_explicit(&known_count, memory_order_acquire) &&
      atomic_load_explicit(&devices[ordinal]->native, memory_order_acquire)) {
    *out_device = devices[ordinal];
    return QN_R_OK;
  }
  return qn_device_get(current, out_device);
}

qn_result qn_device_set_current(int ordinal) {
  qn_device *device;
  QN_CHECK(qn_device_get(ordinal, &device));
  current = ordinal;
  return QN_R_OK;
}

// ---- Waiting

// The device's streams, each held; NULL when out of memory.
static qn_stream **hold_streams(qn_device *device, size_t *out_count) {
  size_t count = 0;
  qn_mutex_lock(&device->mutex);
  qn_stream *const lists[] = {device->streams, device->leaving};
  for (int i = 0; i < 2; ++i)
    for (qn_stream *s = lists[i]; s; s = s->next)
      ++count;
  qn_stream **all = qn_alloc_array(count + 1, sizeof(*all));
  size_t at = 0;
  for (int i = 0; i < 2; ++i)
    for (qn_stream *s = lists[i]; all && s; s = s->next)
      all[at++] = qn_stream_hold(s);
  qn_mutex_unlock(&device->mutex);
  *out_count = at;
  return all;
}

// Most programs have the null stream alone, which is there until the device is
// closed.
static bool has_null_stream_alone(qn_device *device) {
  qn_mutex_lock(&device->mutex);
  const qn_stream *null = atomic_load(&device->null_stream);
  const bool alone = device->streams == null && !null->next && !device->leaving;
  qn_mutex_unlock(&device->mutex);
  return alone;
}

static qn_result wait_all(qn_device *device) {
  qn_result first = QN_R_OK;
  if (has_null_stream_alone(device))
    return device->backend->stream_wait(
        atomic_load(&device->null_stream)->native, true);
  // Waits without the lock, as functions of the host in these streams may
  // create and destroy streams.
  size_t count;
  qn_stream **all = hold_streams(device, &count);
  if (!all) {
    atomic_store(&device->dirty, true);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to wait for streams");
  }
  for (size_t i = 0; i < count; ++i) {
    const qn_result result = device->backend->stream_wait(all[i]->native, true);
    if (first == QN_R_OK)
      first = result;
    qn_stream_drop(all[i]);
  }
  qn_free(all);
  qn_stream_sweep(device);
  return first;
}

qn_result qn_device_synchronize(qn_device *device) {
  if (!atomic_load(&device->native))
    return QN_R_OK;
  // Not while another thread waits: it has cleared `dirty`, but this thread's
  // work may not be done.
  if (!atomic_load(&device->dirty) && !atomic_load(&device->waiting))
    // Returns the device's failure, if there is one.
    return device->backend->stream_wait(
        atomic_load(&device->null_stream)->native, true);
  atomic_fetch_add(&device->waiting, 1);
  atomic_store(&device->dirty, false);
  const qn_result result = wait_all(device);
  atomic_fetch_sub(&device->waiting, 1);
  return result;
}

qn_result qn_device_reset(qn_device *device) {
  if (!atomic_load(&device->native))
    return QN_R_OK;
  (void)qn_device_synchronize(device);
  close_device(device);
  return QN_R_OK;
}
