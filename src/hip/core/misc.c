// SPDX-License-Identifier: Apache-2.0
// Names and addresses of functions, launches in older forms, attributes.
#include <string.h>

#include "base/alloc.h"
#include "hip/core/api.h"
#include "runtime/core/graph.h"
#include "runtime/core/handles.h"

// ---- Functions by name

typedef void function(void);
typedef struct entry {
  const char *name;
  function *address;
} entry;

static const entry entries[] = {
#define __QN_P(name) hip##name
#define __QN_CALL(name, parameters) {"hip" #name, (function *)hip##name},
#define __QN_CALL_OF(type, name, parameters)                                   \
  {"hip" #name, (function *)hip##name},
#include "quern/host/api.def"
#include "quern/host/hip_api.def"
#undef __QN_CALL
#undef __QN_CALL_OF
#undef __QN_P
    // The headers define these names as macros for others.
    {"hipGetDeviceProperties", (function *)hipGetDevicePropertiesR0600},
    {"hipChooseDevice", (function *)hipChooseDeviceR0600},
};
enum { ENTRY_COUNT = sizeof(entries) / sizeof(entries[0]) };

static function *find_entry(const char *name) {
  for (size_t i = 0; i < ENTRY_COUNT; ++i)
    if (strcmp(entries[i].name, name) == 0)
      return entries[i].address;
  return NULL;
}

static qn_result proc_address(const char *symbol, void **to) {
  if (!symbol || !to)
    return qn_refuse(QN_R_INVALID_VALUE, "no symbol, or no place for it");
  function *found = find_entry(symbol);
  memcpy(to, &found, sizeof(found));
  return found ? QN_R_OK
               : qn_refuse(QN_R_INVALID_VALUE, "there is no function '%s'",
                           symbol);
}

hipError_t hipGetProcAddress(const char *symbol, void **to, int version,
                             uint64_t flags,
                             hipDriverProcAddressQueryResult *result) {
  (void)version; // there is one version of each
  (void)flags;
  const qn_result r = proc_address(symbol, to);
  if (result)
    *result = r == QN_R_OK ? HIP_GET_PROC_ADDRESS_SUCCESS
                           : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return qn_hip(r);
}

hipError_t hipGetDriverEntryPoint(const char *symbol, void **to,
                                  unsigned long long flags,
                                  hipDriverEntryPointQueryResult *result) {
  (void)flags;
  const qn_result r = proc_address(symbol, to);
  if (result)
    *result = r == QN_R_OK ? hipDriverEntryPointSuccess
                           : hipDriverEntryPointSymbolNotFound;
  return qn_hip(r);
}

const char *hipApiName(uint32_t id) {
  return id < ENTRY_COUNT ? entries[id].name : "unknown";
}

const char *hipKernelNameRef(hipFunction_t handle) {
  const qn_function *f = qn_handle_find(QN_HANDLE_FUNCTION, handle);
  return f ? f->name : NULL;
}

const char *hipKernelNameRefByPtr(const void *host, hipStream_t stream) {
  (void)stream;
  return qn_hip_kernel_name(host);
}

// ---- Launches of older forms

enum { SETUP_MAX = 4096 }; // bytes of arguments

typedef struct setup {
  bool configured;
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
  size_t size; // bytes set up
  _Alignas(16) uint8_t bytes[SETUP_MAX];
} setup;

static qn_thread_memory setups = QN_THREAD_MEMORY(sizeof(setup), NULL);

// What the thread has configured; NULL: nothing, or no memory.
static setup *configured(void) {
  setup *s = qn_thread_memory_get(&setups);
  return s && s->configured ? s : NULL;
}

hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t shared,
                            hipStream_t stream) {
  setup *s = qn_thread_memory_get(&setups);
  if (!s)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a launch"));
  s->configured = true;
  s->grid = grid;
  s->block = block;
  s->shared = shared;
  s->stream = stream;
  s->size = 0;
  return hipSuccess;
}

hipError_t hipSetupArgument(const void *argument, size_t size, size_t offset) {
  QN_HIP_NEED(argument);
  setup *s = configured();
  if (!s)
    return qn_hip(qn_refuse(QN_R_MISSING_CONFIGURATION,
                            "hipSetupArgument without hipConfigureCall"));
  if (offset > SETUP_MAX || size > SETUP_MAX - offset)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "arguments have at most %d bytes", SETUP_MAX));
  memcpy(s->bytes + offset, argument, size);
  if (offset + size > s->size)
    s->size = offset + size;
  return hipSuccess;
}

hipError_t hipLaunchByPtr(const void *host) {
  qn_device *device;
  qn_function *f;
  setup *s = configured();
  if (!s)
    return qn_hip(qn_refuse(QN_R_MISSING_CONFIGURATION,
                            "hipLaunchByPtr without hipConfigureCall"));
  s->configured = false;
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(qn_hip_function(host, device, &f));
  const qn_kernel *k = f->kernel;
  void *args[SETUP_MAX / sizeof(void *)];
  const size_t wanted = qn_kernel_host_block(k, NULL, NULL);
  if (s->size < wanted)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "the arguments of '%.*s' take %zu bytes; got %zu",
                            QN_STR_ARG(k->name), wanted, s->size));
  if (k->argument_count > sizeof(args) / sizeof(args[0]))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "'%.*s' has more arguments than hipLaunchByPtr "
                            "passes, %zu",
                            QN_STR_ARG(k->name),
                            sizeof(args) / sizeof(args[0])));
  (void)qn_kernel_host_block(k, s->bytes, args);
  return hipLaunchKernel(host, s->grid, s->block, args, s->shared, s->stream);
}

static hipError_t record(hipEvent_t event, hipStream_t stream) {
  return event ? hipEventRecord(event, stream) : hipSuccess;
}

hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t global_x,
                                    uint32_t global_y, uint32_t global_z,
                                    uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t shared,
                                    hipStream_t stream, void **arguments,
                                    void **extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t flags) {
  (void)flags;
  // The grid is in work-items and must consist of whole groups.
  if (!block_x || !block_y || !block_z || global_x % block_x ||
      global_y % block_y || global_z % block_z)
    return qn_hip(qn_refuse(QN_R_INVALID_CONFIGURATION,
                            "%ux%ux%u work-items are no whole groups of "
                            "%ux%ux%u",
                            global_x, global_y, global_z, block_x, block_y,
                            block_z));
  hipError_t error = record(start, stream);
  if (error == hipSuccess)
    error = hipModuleLaunchKernel(f, global_x / block_x, global_y / block_y,
                                  global_z / block_z, block_x, block_y, block_z,
                                  (unsigned)shared, stream, arguments, extra);
  return error == hipSuccess ? record(stop, stream) : error;
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t global_x,
                                    uint32_t global_y, uint32_t global_z,
                                    uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t shared,
                                    hipStream_t stream, void **arguments,
                                    void **extra, hipEvent_t start,
                                    hipEvent_t stop) {
  return hipExtModuleLaunchKernel(f, global_x, global_y, global_z, block_x,
                                  block_y, block_z, shared, stream, arguments,
                                  extra, start, stop, 0);
}

hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *list, int count,
                                              unsigned int flags) {
  (void)flags;
  QN_HIP_NEED(list);
  if (count < 1)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no launches"));
  for (int i = 0; i < count; ++i) {
    const hipError_t error =
        hipLaunchKernel(list[i].func, list[i].gridDim, list[i].blockDim,
                        list[i].args, list[i].sharedMem, list[i].stream);
    if (error != hipSuccess)
      return error;
  }
  return hipSuccess;
}

// ---- Streams

hipError_t hipStreamGetId(hipStream_t handle, unsigned long long *id) {
  qn_stream *stream;
  QN_HIP_NEED(id);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  *id = (unsigned long long)(uintptr_t)stream->handle;
  return hipSuccess;
}

hipError_t hipStreamCopyAttributes(hipStream_t to, hipStream_t from) {
  qn_stream *stream;
  qn_stream *other;
  QN_HIP_CHECK(qn_stream_find(to, &stream));
  QN_HIP_CHECK(qn_stream_find(from, &other));
  stream->hints = other->hints;
  stream->priority = other->priority;
  return hipSuccess;
}

// Where a stream keeps what a program may set, and how many bytes it is; NULL:
// streams have no such attribute.
static void *attribute_of(qn_stream *stream, hipStreamAttrID attribute,
                          size_t *size) {
  switch (attribute) {
  case hipStreamAttributeAccessPolicyWindow:
    *size = sizeof(stream->hints.window);
    return stream->hints.window;
  case hipStreamAttributeSynchronizationPolicy:
    *size = sizeof(stream->hints.sync_policy);
    return &stream->hints.sync_policy;
  case hipStreamAttributePriority:
    *size = sizeof(stream->priority);
    return &stream->priority;
  case hipStreamAttributeMemSyncDomainMap:
    *size = sizeof(stream->hints.domains);
    return stream->hints.domains;
  case hipStreamAttributeMemSyncDomain:
    *size = sizeof(stream->hints.domain);
    return &stream->hints.domain;
  default:
    return NULL;
  }
}

static hipError_t no_attribute(hipStreamAttrID attribute) {
  return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "streams have no attribute %d",
                          (int)attribute));
}

hipError_t hipStreamGetAttribute(hipStream_t handle, hipStreamAttrID attribute,
                                 hipStreamAttrValue *value) {
  qn_stream *stream;
  size_t size;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  const void *from = attribute_of(stream, attribute, &size);
  if (!from)
    return no_attribute(attribute);
  memset(value, 0, sizeof(*value));
  memcpy(value, from, size);
  if (attribute == hipStreamAttributeSynchronizationPolicy &&
      !value->syncPolicy)
    value->syncPolicy = hipSyncPolicyAuto;
  return hipSuccess;
}

// All but the priority are hints, which nothing follows.
hipError_t hipStreamSetAttribute(hipStream_t handle, hipStreamAttrID attribute,
                                 const hipStreamAttrValue *value) {
  qn_stream *stream;
  size_t size;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  void *to = attribute_of(stream, attribute, &size);
  if (!to)
    return no_attribute(attribute);
  const qn_device_info *info = &stream->device->info;
  if (attribute == hipStreamAttributePriority &&
      (value->priority > info->priority_least ||
       value->priority < info->priority_greatest))
    return qn_hip(qn_refuse(
        QN_R_INVALID_VALUE, "priority %d, of %d (greatest) to %d (least)",
        value->priority, info->priority_greatest, info->priority_least));
  if (attribute == hipStreamAttributeSynchronizationPolicy &&
      (value->syncPolicy < hipSyncPolicyAuto ||
       value->syncPolicy > hipSyncPolicyBlockingSync))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "%d is no policy of synchronization",
                            (int)value->syncPolicy));
  memcpy(to, value, size);
  return hipSuccess;
}

hipError_t hipExtStreamCreateWithCUMask(hipStream_t *to, uint32_t size,
                                        const uint32_t *mask) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(mask);
  if (!size)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "the mask is empty"));
  return hipStreamCreate(to); // kernels run on all compute units
}

hipError_t hipExtStreamGetCUMask(hipStream_t handle, uint32_t size,
                                 uint32_t *mask) {
  qn_stream *stream;
  QN_HIP_NEED(mask);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  const uint32_t units = stream->device->info.multiprocessors;
  if (size < (units + 31) / 32)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "a mask of %u units takes %u words, not %u", units,
                            (units + 31) / 32, size));
  for (uint32_t i = 0; i < size; ++i) {
    const uint32_t left = units > i * 32 ? units - i * 32 : 0;
    mask[i] = left >= 32 ? UINT32_MAX : (1u << left) - 1;
  }
  return hipSuccess;
}

enum { BATCH_MAX = 256 }; // operations of one call, with both vendors

hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count,
                               hipStreamBatchMemOpParams *operations,
                               unsigned int flags) {
  QN_HIP_NEED(operations);
  if (!count || count > BATCH_MAX)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "a batch has 1 to %d operations, not %u",
                            (int)BATCH_MAX, count));
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipStreamBatchMemOp has no flags 0x%x", flags));
  for (unsigned i = 0; i < count; ++i) {
    const hipStreamBatchMemOpParams *p = &operations[i];
    hipError_t error;
    switch (p->operation) {
    case hipStreamMemOpWaitValue32:
      error =
          hipStreamWaitValue32(stream, p->waitValue.address, p->waitValue.value,
                               p->waitValue.flags, UINT32_MAX);
      break;
    case hipStreamMemOpWaitValue64:
      error = hipStreamWaitValue64(stream, p->waitValue.address,
                                   p->waitValue.value64, p->waitValue.flags,
                                   UINT64_MAX);
      break;
    case hipStreamMemOpWriteValue32:
      error = hipStreamWriteValue32(stream, p->writeValue.address,
                                    p->writeValue.value, p->writeValue.flags);
      break;
    case hipStreamMemOpWriteValue64:
      error = hipStreamWriteValue64(stream, p->writeValue.address,
                                    p->writeValue.value64, p->writeValue.flags);
      break;
    case hipStreamMemOpBarrier:
    case hipStreamMemOpFlushRemoteWrites:
      error = hipSuccess; // earlier writes are visible anyway
      break;
    default:
      error = qn_hip(qn_hip_reduce(stream, p));
    }
    if (error != hipSuccess)
      return error;
  }
  return hipSuccess;
}

// ---- Modules

hipError_t hipModuleLoadFatBinary(hipModule_t *to, const void *bundle) {
  return hipModuleLoadData(to, bundle);
}

hipError_t hipModuleGetFunctionCount(unsigned int *count, hipModule_t module) {
  const qn_hip_module *m = qn_handle_find(QN_HANDLE_MODULE, module);
  QN_HIP_NEED(count);
  if (!m)
    return qn_hip(qn_refuse(QN_R_INVALID_HANDLE,
                            "%p is no module, or was unloaded",
                            (void *)module));
  *count = (unsigned)qn_module_image(m->module)->kernel_count;
  return hipSuccess;
}
