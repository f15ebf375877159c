// SPDX-License-Identifier: Apache-2.0
// NVIDIA GPUs through the driver: the library, devices, and the table.
#include "runtime/backends/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/log.h"

qn_cuda_api qn_cuda;
_Thread_local cu_context *qn_cuda_current QN_HOT_TLS;

static const qn_dl_symbol symbols[] = {
#define QN_DL_TABLE qn_cuda_api
#define QN_SYMBOL QN_DL_ENTRY
#define QN_SYMBOL_AS QN_DL_ENTRY_AS
#include "runtime/backends/cuda/symbols.def"
#undef QN_SYMBOL
#undef QN_SYMBOL_AS
#undef QN_DL_TABLE
};

// ---- Failures

// The driver's results that have no row in results.def.
static qn_result result_of(int error) {
  static const struct {
    int error;
    qn_result result;
  } others[] = {
      {221, QN_R_LIBRARY_INIT}, // no compiler for PTX
      {222, QN_R_NO_BINARY},    // PTX too new
      {223, QN_R_NO_BINARY},    // compilation switched off
      {713, QN_R_HOST_NOT_REGISTERED},
      {714, QN_R_LAUNCH_FAILURE},  // fault of the hardware's stack
      {715, QN_R_LAUNCH_FAILURE},  // illegal instruction
      {716, QN_R_ILLEGAL_ADDRESS}, // misaligned address
      {717, QN_R_ILLEGAL_ADDRESS}, // wrong address space
      {718, QN_R_ILLEGAL_ADDRESS}, // program counter
      {802, QN_R_NOT_INITIALIZED}, // the system is not ready
      {803, QN_R_INSUFFICIENT_DRIVER},
      {804, QN_R_INSUFFICIENT_DRIVER},
  };
  const qn_result_row *row = qn_result_from_cuda(error);
  if (row)
    return row->result;
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i)
    if (others[i].error == error)
      return others[i].result;
  return QN_R_UNKNOWN;
}

qn_result qn_cuda_result(int error, const char *call) {
  const char *name = NULL;
  const char *text = NULL;
  if (!error)
    return QN_R_OK;
  if (error == CU_NOT_READY)
    return QN_R_NOT_READY;
  if (qn_cuda.cuGetErrorName(error, &name) || !name)
    name = "unknown error";
  if (qn_cuda.cuGetErrorString(error, &text) || !text)
    text = "the driver has no text for it";
  return qn_refuse(result_of(error), "%s: %s (%s, %d)", call, text, name,
                   error);
}

// ---- The library

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned device_count;
static char unavailable[640]; // why it cannot be used
static qn_dl library;

static void open_driver(void) {
  const char *own = getenv("QUERN_LIBCUDA");
  const char *const asked[] = {own, NULL};
  qn_diag diag = {0};
  int count = 0;
  if (qn_failed(qn_dl_open(own && own[0] ? asked : qn_dl_cuda_names, &library,
                           NULL, &diag)) ||
      qn_failed(qn_dl_load(&library, symbols,
                           sizeof(symbols) / sizeof(symbols[0]), &qn_cuda,
                           &diag))) {
    snprintf(unavailable, sizeof(unavailable), "%s", diag.message);
    return; // stays open: closing libcuda is not safe
  }
  const char *call = "cuInit";
  int error = qn_cuda.cuInit(0);
  if (!error) {
    call = "cuDeviceGetCount";
    error = qn_cuda.cuDeviceGetCount(&count);
  }
  const char *text = NULL;
  if (error) {
    if (qn_cuda.cuGetErrorString(error, &text) || !text)
      text = "unknown error";
    snprintf(unavailable, sizeof(unavailable), "%s: %s (%d)", call, text,
             error);
  } else if (count <= 0) {
    snprintf(unavailable, sizeof(unavailable),
             "the driver '%s' finds no device", library.path);
  } else {
    device_count = (unsigned)count;
    QN_DEBUG("cuda", "%s: %u devices", library.path, device_count);
  }
}

static unsigned cuda_probe(char *reason, size_t capacity) {
  (void)pthread_once(&once, open_driver);
  if (!device_count && capacity)
    snprintf(reason, capacity, "%s", unavailable);
  return device_count;
}

// ---- Devices

qn_result qn_cuda_enter(const qn_cuda_device *device) {
  QN_CUDA(cuCtxSetCurrent, device->context);
  qn_cuda_current = device->context;
  return QN_R_OK;
}

enum { // the driver's numbers of attributes
  ATTRIBUTE_MAX_THREADS = 1,
  ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  ATTRIBUTE_COMPUTE_MAJOR = 75,
  ATTRIBUTE_COMPUTE_MINOR = 76,
};

typedef struct attribute {
  int number;
  size_t offset; // in qn_device_info
} attribute;

#define FIELD(field) offsetof(qn_device_info, field)
static const attribute numbers[] = {
    // fields of 32 bits
    {ATTRIBUTE_MAX_THREADS, FIELD(max_threads)},
    {2, FIELD(max_block)},
    {3, FIELD(max_block) + 4},
    {4, FIELD(max_block) + 8},
    {5, FIELD(max_grid)},
    {6, FIELD(max_grid) + 4},
    {7, FIELD(max_grid) + 8},
    {8, FIELD(shared_size)},
    {9, FIELD(constant_size)},
    {10, FIELD(wave_size)},
    {12, FIELD(registers)},
    {13, FIELD(clock_khz)},
    {14, FIELD(texture_alignment)},
    {16, FIELD(multiprocessors)},
    {21, FIELD(texture_1d)},
    {22, FIELD(texture_2d)},
    {23, FIELD(texture_2d) + 4},
    {24, FIELD(texture_3d)},
    {25, FIELD(texture_3d) + 4},
    {26, FIELD(texture_3d) + 8},
    {33, FIELD(pci_bus)},
    {34, FIELD(pci_device)},
    {36, FIELD(memory_clock_khz)},
    {37, FIELD(memory_bus_bits)},
    {38, FIELD(l2_size)},
    {39, FIELD(max_threads_mp)},
    {40, FIELD(copy_engines)},
    {50, FIELD(pci_domain)},
    {51, FIELD(texture_pitch_alignment)},
    {69, FIELD(texture_1d_linear)},
    {70, FIELD(texture_2d_linear)},
    {71, FIELD(texture_2d_linear) + 4},
    {72, FIELD(texture_2d_linear) + 8},
    {ATTRIBUTE_COMPUTE_MAJOR, FIELD(compute_major)},
    {ATTRIBUTE_COMPUTE_MINOR, FIELD(compute_minor)},
    {81, FIELD(shared_size_mp)},
    {82, FIELD(registers_mp)},
    {97, FIELD(shared_size_optin)},
    {106, FIELD(max_blocks_mp)},
};
static const attribute answers[] = {
    // fields that are bool
    {18, FIELD(integrated)},
    {32, FIELD(ecc)},
    {83, FIELD(managed)},
    {88, FIELD(pageable)},
    {89, FIELD(concurrent_managed)},
    {95, FIELD(cooperative)},
    {99, FIELD(host_register)},
};
#undef FIELD

// Attributes that an old driver does not know stay 0.
static void read_attributes(int device, qn_device_info *info) {
  for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
    int value = 0;
    if (qn_cuda.cuDeviceGetAttribute(&value, numbers[i].number, device) == 0)
      memcpy((char *)info + numbers[i].offset, &value, sizeof(uint32_t));
  }
  for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); ++i) {
    int value = 0;
    if (qn_cuda.cuDeviceGetAttribute(&value, answers[i].number, device) == 0)
      *(bool *)((char *)info + answers[i].offset) = value != 0;
  }
}

static qn_result read_info(qn_cuda_device *device) {
  qn_device_info *info = &device->info;
  size_t size = 0;
  int unified = 0;
  QN_CUDA(cuDeviceGetName, info->name, (int)sizeof(info->name), device->device);
  QN_CUDA(cuDeviceGetUuid, info->uuid, device->device);
  QN_CUDA(cuDeviceTotalMem, &size, device->device);
  QN_CUDA(cuDeviceGetAttribute, &unified, ATTRIBUTE_UNIFIED_ADDRESSING,
          device->device);
  if (!unified)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device '%s' has no unified addresses, which the "
                     "back end 'cuda' needs",
                     info->name);
  info->memory_size = size;
  read_attributes(device->device, info);
  info->shares = true; // by cuIpcGetMemHandle
  snprintf(info->target, sizeof(info->target), "sm_%u",
           info->compute_major * 10 + info->compute_minor);
  info->granularity = qn_cuda_granularity(device->device);
  QN_CUDA(cuCtxGetStreamPriorityRange, &info->priority_least,
          &info->priority_greatest);
  return QN_R_OK;
}

static void cuda_close(void **where) {
  qn_cuda_device *device = *where;
  if (!device)
    return;
  *where = NULL;
  if (device->context) {
    // A driver that has shut down has nothing left to release. This does not
    // wait: the driver stops what is still running along with the context.
    (void)qn_cuda.cuDevicePrimaryCtxRelease(device->device);
    if (qn_cuda_current == device->context)
      qn_cuda_current = NULL;
  }
  qn_map_finish(&device->mapped);
  qn_map_finish(&device->surfaces);
  qn_mutex_finish(&device->mutex);
  qn_free(device);
}

static qn_result open_device(unsigned ordinal, qn_cuda_device *device) {
  QN_CUDA(cuDeviceGet, &device->device, (int)ordinal);
  QN_CUDA(cuDevicePrimaryCtxRetain, &device->context, device->device);
  QN_CHECK(qn_cuda_enter(device));
  return read_info(device);
}

static qn_result cuda_open(unsigned ordinal, const qn_backend_options *options,
                           void **out_device) {
  (void)options; // the driver prints the output of kernels itself
  qn_cuda_device *device = qn_alloc_array(1, sizeof(*device));
  if (!device)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a device");
  qn_mutex_init(&device->mutex);
  const qn_result result = open_device(ordinal, device);
  *out_device = device;
  if (result != QN_R_OK)
    cuda_close(out_device);
  return result;
}

static void cuda_describe(void *user, qn_device_info *out_info) {
  const qn_cuda_device *device = user;
  size_t available = 0;
  size_t total = 0;
  *out_info = device->info;
  if (qn_cuda_enter(device) == QN_R_OK &&
      qn_cuda.cuMemGetInfo(&available, &total) == 0)
    out_info->memory_free = available;
}

static void *cuda_vendor(void *device, const char *name) {
  return qn_cuda_enter(device) == QN_R_OK ? qn_dl_find(&library, name) : NULL;
}

// ---- The table

const qn_backend qn_backend_cuda = {
    .name = "cuda",
    .summary = "NVIDIA GPUs, through the driver that is installed",
    .hides_devices = true,
    .has_native = true,
    .probe = cuda_probe,
    .open = cuda_open,
    .close = cuda_close,
    .describe = cuda_describe,
    .fitness = qn_cuda_fitness,
    .allocate = qn_cuda_allocate,
    .release = qn_cuda_release,
    .map = qn_cuda_map,
    .advise = qn_cuda_advise,
    .texture = qn_cuda_texture,
    .peer = qn_cuda_peer,
    .reaches = qn_cuda_reaches,
    .load = qn_cuda_load,
    .unload = qn_cuda_unload,
    .function = qn_cuda_function,
    .variable = qn_cuda_variable,
    .configure = qn_cuda_configure,
    .occupancy = qn_cuda_occupancy,
    .stream_create = qn_cuda_stream_create,
    .stream_destroy = qn_cuda_stream_destroy,
    .submit = qn_cuda_submit,
    .stream_wait = qn_cuda_stream_wait,
    .event_create = qn_cuda_event_create,
    .event_destroy = qn_cuda_event_destroy,
    .event_wait = qn_cuda_event_wait,
    .event_elapsed = qn_cuda_event_elapsed,
    .vendor = cuda_vendor,
};
