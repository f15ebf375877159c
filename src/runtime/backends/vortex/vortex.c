// SPDX-License-Identifier: Apache-2.0
// The back ends `vortex` and `vortex-sim`: what libvortex is opened, devices,
// streams, events.
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/install.h"
#include "runtime/backends/vortex/device.h"

// ---- The library

typedef struct library {
  qn_dl dl;
  qn_vx_api api;
  bool is_tried, is_open;
  char reason[256];
} library;

static qn_mutex library_mutex = PTHREAD_MUTEX_INITIALIZER;
static library real, simulator;

static const qn_dl_symbol symbols[] = {
#define ENTRY_2(result, name, parameters)                                      \
  {#name, offsetof(qn_vx_api, name), true},
#define ENTRY_3(result, name, parameters)                                      \
  {#name, offsetof(qn_vx_api, name), false},
    VX_FUNCTIONS_2(ENTRY_2) VX_FUNCTIONS_3(ENTRY_3)
#undef ENTRY_2
#undef ENTRY_3
        {QN_VX_CONFIGURE, offsetof(qn_vx_api, configure), false},
    {QN_VX_FAILURE, offsetof(qn_vx_api, failure), false},
    {QN_VX_IS_HOST, offsetof(qn_vx_api, is_host), false},
};

static void open_library(library *l, const char *const *names) {
  qn_diag diag = {0};
  qn_status status = qn_dl_open(names, &l->dl, NULL, &diag);
  if (!qn_failed(status))
    status = qn_dl_load(&l->dl, symbols, sizeof(symbols) / sizeof(symbols[0]),
                        &l->api, &diag);
  l->is_open = !qn_failed(status);
  snprintf(l->reason, sizeof(l->reason), "%s", diag.message);
}

static library *get_real(void) {
  qn_mutex_lock(&library_mutex);
  if (!real.is_tried) {
    const char *own = getenv("QUERN_LIBVORTEX");
    const char *const names[] = {own ? own : "libvortex.so", NULL};
    real.is_tried = true;
    open_library(&real, names);
  }
  qn_mutex_unlock(&library_mutex);
  return &real;
}

static library *get_simulator(void) {
  char path[512];
  qn_mutex_lock(&library_mutex);
  if (!simulator.is_tried) {
    simulator.is_tried = true;
    if (qn_install_find("vortex/libvortex.so", path, sizeof(path))) {
      const char *const names[] = {path, NULL};
      open_library(&simulator, names);
    } else {
      snprintf(simulator.reason, sizeof(simulator.reason),
               "Quern's folder vortex was not found");
    }
  }
  qn_mutex_unlock(&library_mutex);
  return &simulator;
}

// ---- Devices

static unsigned real_probe(char *reason, size_t capacity) {
  const library *l = get_real();
  if (!l->is_open)
    snprintf(reason, capacity, "%s", l->reason);
  return l->is_open;
}

// The forms of the simulated machine, each a device.
static const char *const forms[] = {"rv64,v2", "rv32,v2", "rv64,v3", "rv32,v3"};
enum { FORM_COUNT = sizeof(forms) / sizeof(forms[0]) };

static unsigned simulator_probe(char *reason, size_t capacity) {
  const library *l = get_simulator();
  if (!l->is_open)
    snprintf(reason, capacity, "%s", l->reason);
  return l->is_open ? FORM_COUNT : 0;
}

static qn_result open_version(qn_vx_device *d) {
  const qn_vx_api *api = d->api;
  const vx_queue_info_t info = {.struct_size = sizeof(info), .priority = 1};
  const bool newer = api->vx_queue_create && api->vx_module_load_bytes &&
                     api->vx_module_get_kernel && api->vx_enqueue_launch &&
                     api->vx_queue_finish;
  d->version = 2;
  if (!newer || api->vx_queue_create(d->handle, &info, &d->queue))
    return QN_R_OK;
  d->version = 3;
  return qn_vx_load_launcher(d);
}

static uint64_t ask(const qn_vx_device *d, uint32_t id) {
  uint64_t value = 0;
  return d->api->vx_dev_caps(d->handle, id, &value) ? 0 : value;
}

static void read_info(qn_vx_device *d, bool simulated) {
  const uint64_t cores = ask(d, VX_CAPS_NUM_CORES);
  const uint64_t warps = ask(d, VX_CAPS_NUM_WARPS);
  const uint64_t memory = ask(d, VX_CAPS_GLOBAL_MEM_SIZE);
  d->xlen = (ask(d, VX_CAPS_ISA_FLAGS) >> 30 & 3) == 2 ? 64 : 32;
  d->workers = (unsigned)(cores * warps);
  d->warps = (unsigned)warps;
  d->lanes = (unsigned)ask(d, VX_CAPS_NUM_THREADS);
  d->is_host = d->api->is_host && d->api->is_host(d->handle);
  d->info = (qn_device_info){
      .memory_size = memory,
      .compute_major = 8,
      .compute_minor = 9,
      .multiprocessors = (uint32_t)cores,
      .wave_size = 32,
      .max_threads = 1024,
      .max_block = {1024, 1024, 64},
      .max_grid = {INT32_MAX, UINT16_MAX, UINT16_MAX},
      .max_threads_mp = (uint32_t)warps * 1024,
      .max_blocks_mp = (uint32_t)warps,
      .shared_size = 48 * 1024,
      .shared_size_optin = 227 * 1024,
      .shared_size_mp = 227 * 1024,
      .registers = 65536,
      .registers_mp = 65536,
      .constant_size = 65536,
      .clock_khz = 1000000,
      .texture_alignment = 256,
      .texture_pitch_alignment = 32,
      .cooperative = true,
      .managed = d->is_host,
      .concurrent_managed = d->is_host,
      .host_reaches = d->is_host,
  };
  snprintf(d->info.target, sizeof(d->info.target), "vortex-rv%u%s", d->xlen,
           d->version == 3 ? "-v3" : "");
  snprintf(d->info.name, sizeof(d->info.name),
           "Vortex %u%s, RV%u, %u cores of %u warps of %u threads", d->version,
           simulated ? " (simulated)" : "", d->xlen, (unsigned)cores,
           (unsigned)warps, d->lanes);
}

static void vortex_close(void **where) {
  qn_vx_device *d = *where;
  if (!d)
    return;
  *where = NULL;
  if (d->launch)
    (void)d->api->vx_kernel_release(d->launch);
  if (d->launcher)
    (void)d->api->vx_module_release(d->launcher);
  if (d->queue)
    (void)d->api->vx_queue_release(d->queue);
  while (d->blocks)
    qn_vx_give(d, d->blocks);
  if (d->handle)
    (void)d->api->vx_dev_close(d->handle);
  qn_mutex_finish(&d->mutex);
  qn_free(d);
}

static qn_result open_device(const library *l, const char *form,
                             const qn_backend_options *options,
                             void **out_device) {
  qn_vx_device *d = qn_alloc_array(1, sizeof(*d));
  if (!d)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a device");
  d->api = &l->api;
  if (options)
    d->options = *options;
  qn_mutex_init(&d->mutex);
  void *made = d;
  qn_mutex_lock(&library_mutex);
  const bool opened =
      !(form && l->api.configure(form)) && !l->api.vx_dev_open(&d->handle);
  qn_mutex_unlock(&library_mutex);
  if (!opened) {
    d->handle = NULL;
    vortex_close(&made);
    return qn_refuse(QN_R_NO_DEVICE, "libvortex opened no device%s%s",
                     getenv("VORTEX_DRIVER") ? " of the driver " : "",
                     getenv("VORTEX_DRIVER") ? getenv("VORTEX_DRIVER") : "");
  }
  read_info(d, form != NULL); // its width, which the launcher needs
  const qn_result result = open_version(d);
  if (result != QN_R_OK) {
    vortex_close(&made);
    return result;
  }
  read_info(d, form != NULL);
  *out_device = d;
  return QN_R_OK;
}

static qn_result real_open(unsigned ordinal, const qn_backend_options *options,
                           void **out_device) {
  (void)ordinal;
  return open_device(get_real(), NULL, options, out_device);
}

static qn_result simulator_open(unsigned ordinal,
                                const qn_backend_options *options,
                                void **out_device) {
  const library *l = get_simulator();
  if (ordinal >= FORM_COUNT || !l->api.configure)
    return qn_refuse(QN_R_INVALID_DEVICE, "there is no simulated Vortex %u",
                     ordinal);
  return open_device(l, forms[ordinal], options, out_device);
}

static void vortex_describe(void *device, qn_device_info *out_info) {
  qn_vx_device *d = device;
  uint64_t free = 0;
  uint64_t used = 0;
  qn_mutex_lock(&d->mutex);
  if (d->api->vx_mem_info(d->handle, &free, &used))
    free = 0;
  qn_mutex_unlock(&d->mutex);
  *out_info = d->info;
  out_info->memory_free = free;
}

static unsigned vortex_fitness(void *device, const qn_target *target) {
  const qn_vx_device *d = device;
  return target->row->family == QN_FAMILY_VORTEX &&
         8 * target->row->pointer_size == d->xlen &&
         target->row->mach == d->version;
}

static qn_result vortex_occupancy(void *device, void *function,
                                  uint32_t threads, size_t shared_size,
                                  int *out_blocks) {
  const qn_vx_device *d = device;
  (void)function;
  *out_blocks = threads && threads <= d->info.max_threads &&
                        shared_size <= d->info.shared_size_optin
                    ? (int)d->info.max_blocks_mp
                    : 0;
  return QN_R_OK;
}

// ---- Failures

qn_result qn_vx_fail(qn_vx_device *d, qn_result result, const char *text) {
  if (!d->failure) {
    d->failure = (int)result;
    snprintf(d->failure_text, sizeof(d->failure_text), "%s", text);
  }
  return qn_vx_failure_of(d);
}

qn_result qn_vx_failure_of(const qn_vx_device *d) {
  return d->failure ? qn_refuse((qn_result)d->failure, "%s", d->failure_text)
                    : QN_R_OK;
}

// ---- Streams: submitting is doing

typedef struct stream {
  qn_vx_device *device;
} stream;

typedef struct event {
  qn_vx_device *device;
  bool has_time;
  _Atomic uint64_t at; // nanoseconds; 0: never recorded
} event;

static qn_result vortex_stream_create(void *device, bool null,
                                      bool non_blocking, int priority,
                                      void **out_stream) {
  (void)null;
  (void)non_blocking;
  (void)priority;
  stream *s = qn_alloc(sizeof(*s));
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  s->device = device;
  *out_stream = s;
  return QN_R_OK;
}

static void vortex_stream_destroy(void **s) {
  qn_free(*s);
  *s = NULL;
}

static qn_result write_value(qn_vx_device *d, const qn_op *op) {
  const qn_op_fill fill = {.address = op->value.address,
                           .value = (uint32_t)op->value.value,
                           .value_size = 4,
                           .width = 1,
                           .height = 1,
                           .depth = 1};
  if (op->value.size == 4)
    return qn_vx_fill(d, &fill);
  qn_op_fill high = fill;
  high.address = (char *)fill.address + 4;
  high.value = (uint32_t)(op->value.value >> 32);
  QN_CHECK(qn_vx_fill(d, &fill));
  return qn_vx_fill(d, &high);
}

static qn_result run_locked(qn_vx_device *d, const qn_op *op) {
  QN_CHECK(qn_vx_failure_of(d));
  switch (op->kind) {
  case QN_OP_KERNEL: {
    const qn_result result = qn_vx_launch_kernel(d, &op->kernel);
    // A failed kernel is found by the next wait, as on other devices.
    return d->failure ? QN_R_OK : result;
  }
  case QN_OP_COPY:
    return qn_vx_copy(d, &op->copy);
  case QN_OP_FILL:
    return qn_vx_fill(d, &op->fill);
  case QN_OP_WRITE:
    return write_value(d, op);
  default:
    return qn_refuse(QN_R_NOT_SUPPORTED, "'%s' on Vortex",
                     qn_op_name(op->kind));
  }
}

static qn_result vortex_submit(void *user, const qn_op *op) {
  const stream *s = user;
  switch (op->kind) {
  case QN_OP_HOST:
    op->host.fn(op->host.user);
    return QN_R_OK;
  case QN_OP_RECORD:
    atomic_store(&((event *)op->event.event)->at, qn_clock_ns());
    return QN_R_OK;
  case QN_OP_WAIT:
  case QN_OP_PREFETCH:
    return QN_R_OK;
  case QN_OP_POLL:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "waits for values in memory on Vortex");
  case QN_OP_BATCH:
    for (size_t i = 0; i < op->batch->count; ++i)
      QN_CHECK(vortex_submit(user, &op->batch->ops[i]));
    return QN_R_OK;
  default:
    break;
  }
  qn_mutex_lock(&s->device->mutex);
  const qn_result result = run_locked(s->device, op);
  qn_mutex_unlock(&s->device->mutex);
  return result;
}

static qn_result wait_device(qn_vx_device *d) {
  qn_mutex_lock(&d->mutex);
  const qn_result result = qn_vx_failure_of(d);
  qn_mutex_unlock(&d->mutex);
  return result;
}

static qn_result vortex_stream_wait(void *user, bool block) {
  (void)block;
  return wait_device(((const stream *)user)->device);
}

static qn_result vortex_event_create(void *device, bool timing, bool blocking,
                                     void **out_event) {
  (void)blocking;
  event *e = qn_alloc_array(1, sizeof(*e));
  if (!e)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->device = device;
  e->has_time = timing;
  *out_event = e;
  return QN_R_OK;
}

static void vortex_event_destroy(void **e) {
  qn_free(*e);
  *e = NULL;
}

static qn_result vortex_event_wait(void *user, bool block) {
  (void)block;
  return wait_device(((const event *)user)->device);
}

static qn_result vortex_event_elapsed(void *from, void *to, double *out_ns) {
  const uint64_t begin = atomic_load(&((event *)from)->at);
  const uint64_t end = atomic_load(&((event *)to)->at);
  if (!((event *)from)->has_time || !((event *)to)->has_time || !begin || !end)
    return qn_refuse(QN_R_INVALID_HANDLE,
                     "the time between events that have none, or were never "
                     "recorded");
  *out_ns = (double)end - (double)begin;
  return QN_R_OK;
}

#define VORTEX_SLOTS                                                           \
  .on_request = true, .close = vortex_close, .describe = vortex_describe,      \
  .fitness = vortex_fitness, .allocate = qn_vx_allocate,                       \
  .release = qn_vx_release, .load = qn_vx_load, .unload = qn_vx_unload,        \
  .function = qn_vx_function_get, .variable = qn_vx_variable,                  \
  .occupancy = vortex_occupancy, .stream_create = vortex_stream_create,        \
  .stream_destroy = vortex_stream_destroy, .submit = vortex_submit,            \
  .stream_wait = vortex_stream_wait, .event_create = vortex_event_create,      \
  .event_destroy = vortex_event_destroy, .event_wait = vortex_event_wait,      \
  .event_elapsed = vortex_event_elapsed

const qn_backend qn_backend_vortex = {
    .name = "vortex",
    .summary = "Vortex, a GPU of RISC-V cores, through libvortex",
    .probe = real_probe,
    .open = real_open,
    VORTEX_SLOTS,
};

const qn_backend qn_backend_vortex_sim = {
    .name = "vortex-sim",
    .summary = "a simulated Vortex",
    .probe = simulator_probe,
    .open = simulator_open,
    VORTEX_SLOTS,
};
