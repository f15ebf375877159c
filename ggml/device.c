// SPDX-License-Identifier: Apache-2.0
// The back end's devices, and what ggml asks for first.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "quern/run.h"

enum { DEVICES_MAX = 64 };

static struct {
  qg_device devices[DEVICES_MAX];
  size_t count;
  struct ggml_backend_reg base;
} registry;

bool qg_good(hipError_t result, const char *what) {
  if (result == hipSuccess)
    return true;
  GGML_LOG_ERROR("quern: %s: %s (%s)\n", what, quern_reason(),
                 hipGetErrorName(result));
  return false;
}

bool qg_enter(const qg_device *device) {
  return qg_good(hipSetDevice(device->ordinal), "could not choose the device");
}

static qg_device *device_of(ggml_backend_dev_t base) { return base->context; }

// ---- What a device is

static const char *device_name(ggml_backend_dev_t base) {
  return device_of(base)->name;
}

static const char *device_description(ggml_backend_dev_t base) {
  return device_of(base)->description;
}

static void device_memory(ggml_backend_dev_t base, size_t *unused,
                          size_t *total) {
  *unused = *total = 0;
  if (qg_enter(device_of(base)))
    (void)qg_good(hipMemGetInfo(unused, total), "could not ask for memory");
}

// A CPU is one more device to put layers on, too, as far as ggml is concerned.
static enum ggml_backend_dev_type device_type(ggml_backend_dev_t base) {
  (void)base;
  return GGML_BACKEND_DEVICE_TYPE_GPU;
}

static void device_props(ggml_backend_dev_t base,
                         struct ggml_backend_dev_props *props) {
  const qg_device *device = device_of(base);
  *props = (struct ggml_backend_dev_props){
      .name = device->name,
      .description = device->description,
      .type = device_type(base),
      .caps = {.async = true,
               .host_buffer = true,
               .buffer_from_host_ptr = device->uses_host_memory,
               .events = true,
               .mmap_support = true},
  };
  device_memory(base, &props->memory_free, &props->memory_total);
}

static ggml_backend_buffer_type_t device_buffers(ggml_backend_dev_t base) {
  return &device_of(base)->memory;
}

static ggml_backend_buffer_type_t device_host_buffers(ggml_backend_dev_t base) {
  return &device_of(base)->host_memory;
}

static bool supports_op(ggml_backend_dev_t base, const struct ggml_tensor *op) {
  qg_plan plan;
  if (!qg_plan_op(op, &plan))
    return false;
  for (size_t i = 0; i < plan.count; ++i)
    if (plan.launches[i].set &&
        !qg_kernel(device_of(base), plan.launches[i].set,
                   plan.launches[i].symbol))
      return false;
  return true;
}

static bool supports_buffers(ggml_backend_dev_t base,
                             ggml_backend_buffer_type_t type) {
  return qg_is_memory_of(device_of(base), type);
}

// Large batches are worth the copy of the weights; to a CPU nothing is.
static bool wants_op(ggml_backend_dev_t base, const struct ggml_tensor *op) {
  enum { BATCH_MIN = 32 };
  const bool product = op->op == GGML_OP_MUL_MAT;
  return !device_of(base)->uses_host_memory &&
         (product || op->op == GGML_OP_MUL_MAT_ID) &&
         op->ne[product ? 1 : 2] >= BATCH_MIN;
}

static const struct ggml_backend_device_i device_interface = {
    .get_name = device_name,
    .get_description = device_description,
    .get_memory = device_memory,
    .get_type = device_type,
    .get_props = device_props,
    .init_backend = qg_stream_create,
    .get_buffer_type = device_buffers,
    .get_host_buffer_type = device_host_buffers,
    .buffer_from_host_ptr = qg_buffer_over,
    .supports_op = supports_op,
    .supports_buft = supports_buffers,
    .offload_op = wants_op,
    .event_new = qg_event_create,
    .event_free = qg_event_destroy,
    .event_synchronize = qg_event_wait,
};

// ---- The list of devices

static void add_device(int ordinal) {
  qg_device *device = &registry.devices[registry.count];
  quern_device_info about = QUERN_DEVICE_INFO_INIT;
  quern_error error = QUERN_ERROR_INIT;
  quern_device *opened = NULL;
  char name[16];
  snprintf(name, sizeof(name), "%d", ordinal);
  if (quern_device_open(name, &opened, &error) != QUERN_OK ||
      quern_device_describe(opened, &about, &error) != QUERN_OK) {
    GGML_LOG_WARN("quern: device %d is left out: %s\n", ordinal, error.message);
    quern_device_close(opened);
    return;
  }
  quern_device_close(opened);
  device->ordinal = ordinal;
  device->uses_host_memory = about.host_memory != 0;
  device->is_cpu = strncmp(about.name, "cpu", 3) == 0;
  device->has_graphs = strncmp(about.name, "cuda", 4) == 0;
  snprintf(device->name, sizeof(device->name), "Quern%zu", registry.count);
  snprintf(device->description, sizeof(device->description), "%s",
           about.description);
  snprintf(device->target, sizeof(device->target), "%s", about.target);
  device->base = (struct ggml_backend_device){
      .iface = device_interface, .reg = &registry.base, .context = device};
  qg_buffers_init(device);
  ++registry.count;
}

// Beside GPUs the CPU, which comes last, is ggml's own back end's, unless it
// was asked for.
static bool is_wanted(int ordinal, int count) {
  quern_device_info about = QUERN_DEVICE_INFO_INIT;
  quern_device *opened = NULL;
  char name[16];
  snprintf(name, sizeof(name), "%d", ordinal);
  if (ordinal == 0 || ordinal + 1 < count || getenv("QUERN_DEVICE"))
    return true;
  const bool is_cpu = quern_device_open(name, &opened, NULL) == QUERN_OK &&
                      quern_device_describe(opened, &about, NULL) == QUERN_OK &&
                      strncmp(about.name, "cpu", 3) == 0;
  quern_device_close(opened);
  return !is_cpu;
}

static const char *registry_name(ggml_backend_reg_t base) {
  (void)base;
  return "Quern";
}

static size_t registry_count(ggml_backend_reg_t base) {
  (void)base;
  return registry.count;
}

static ggml_backend_dev_t registry_get(ggml_backend_reg_t base, size_t index) {
  (void)base;
  return index < registry.count ? &registry.devices[index].base : NULL;
}

static void *registry_address(ggml_backend_reg_t base, const char *name) {
  (void)base, (void)name;
  return NULL;
}

static void fill_registry(void) {
  registry.base = (struct ggml_backend_reg){
      .api_version = GGML_BACKEND_API_VERSION,
      .iface = {.get_name = registry_name,
                .get_device_count = registry_count,
                .get_device = registry_get,
                .get_proc_address = registry_address}};
  const int count = (int)quern_device_count();
  for (int i = 0; i < count && registry.count < DEVICES_MAX; ++i)
    if (is_wanted(i, count))
      add_device(i);
}

static ggml_backend_reg_t get_registry(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill_registry);
  return &registry.base;
}

GGML_BACKEND_DL_IMPL(get_registry)
