// SPDX-License-Identifier: Apache-2.0
// Contexts: names for devices, as HIP has one context per device.
#include "hip/core/api.h"

#include "base/alloc.h"
#include "runtime/core/handles.h"

typedef struct context {
  int device;
  unsigned flags;
  bool primary;
} context;

enum { STACK_MAX = 64 };

typedef struct context_stack {
  hipCtx_t pushed[STACK_MAX];
  unsigned count;
  bool none_current;
} context_stack;

static qn_thread_memory stacks = QN_THREAD_MEMORY(sizeof(context_stack), NULL);

static qn_result own_stack(context_stack **out) {
  *out = qn_thread_memory_get(&stacks);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for contexts");
}

static hipCtx_t top_of(const context_stack *s) {
  return s->count ? s->pushed[s->count - 1] : NULL;
}

static qn_mutex mutex = QN_MUTEX_INIT; // of the primary contexts
static hipCtx_t primary[QN_DEVICES_MAX];
static unsigned primary_refs[QN_DEVICES_MAX];

static qn_result find(hipCtx_t handle, context **out) {
  *out = qn_handle_find(QN_HANDLE_CONTEXT, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_CONTEXT,
                          "%p is no context, or destroyed", (void *)handle);
}

static qn_result make(int device, unsigned flags, bool is_primary,
                      hipCtx_t *to) {
  context *c = qn_alloc_array(1, sizeof(*c));
  if (!c)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a context");
  *c = (context){device, flags, is_primary};
  *to = qn_handle_make(QN_HANDLE_CONTEXT, c);
  if (*to)
    return QN_R_OK;
  qn_free(c);
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a context");
}

static qn_result primary_of(int device, hipCtx_t *to) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&mutex);
  if (!primary[device])
    result = make(device, 0, true, &primary[device]);
  *to = primary[device];
  qn_mutex_unlock(&mutex);
  return result;
}

static qn_result make_current(context_stack *s, hipCtx_t handle) {
  context *c;
  s->none_current = handle == NULL;
  if (!handle)
    return QN_R_OK;
  QN_CHECK(find(handle, &c));
  return qn_device_set_current(c->device);
}

hipError_t hipCtxCreate(hipCtx_t *to, unsigned int flags, hipDevice_t ordinal) {
  qn_device *device;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(make(ordinal, flags, false, to));
  return hipCtxPushCurrent(*to);
}

hipError_t hipCtxDestroy(hipCtx_t handle) {
  context *c;
  context_stack *s;
  QN_HIP_CHECK(own_stack(&s));
  QN_HIP_CHECK(find(handle, &c));
  if (c->primary)
    return qn_hip(qn_refuse(QN_R_INVALID_CONTEXT,
                            "a device's own context is released, not "
                            "destroyed"));
  (void)qn_handle_remove(QN_HANDLE_CONTEXT, handle);
  qn_free(c);
  if (top_of(s) == handle) {
    --s->count;
    if (s->count)
      (void)make_current(s, top_of(s));
  }
  return hipSuccess;
}

hipError_t hipCtxGetCurrent(hipCtx_t *to) {
  qn_device *device;
  context *c;
  context_stack *s;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(own_stack(&s));
  *to = NULL;
  if (s->none_current)
    return hipSuccess;
  const int ordinal = qn_device_current_ordinal();
  // A hipSetDevice after the push takes precedence.
  if (s->count && find(top_of(s), &c) == QN_R_OK && c->device == ordinal) {
    *to = top_of(s);
    return hipSuccess;
  }
  QN_HIP_CHECK(qn_device_current(&device));
  return qn_hip(primary_of(ordinal, to));
}

hipError_t hipCtxSetCurrent(hipCtx_t handle) {
  context_stack *s;
  QN_HIP_CHECK(own_stack(&s));
  QN_HIP_CHECK(make_current(s, handle));
  if (!s->count)
    s->count = 1;
  s->pushed[s->count - 1] = handle;
  if (!handle)
    --s->count;
  return hipSuccess;
}

hipError_t hipCtxPushCurrent(hipCtx_t handle) {
  context_stack *s;
  QN_HIP_CHECK(own_stack(&s));
  if (s->count == STACK_MAX)
    return qn_hip(qn_refuse(QN_R_INVALID_CONTEXT,
                            "more than %d contexts are pushed", STACK_MAX));
  QN_HIP_NEED(handle);
  QN_HIP_CHECK(make_current(s, handle));
  s->pushed[s->count++] = handle;
  return hipSuccess;
}

hipError_t hipCtxPopCurrent(hipCtx_t *to) {
  context_stack *s;
  QN_HIP_CHECK(own_stack(&s));
  if (!s->count)
    return qn_hip(qn_refuse(QN_R_INVALID_CONTEXT, "no context is pushed"));
  if (to)
    *to = top_of(s);
  --s->count;
  return qn_hip(s->count ? make_current(s, top_of(s)) : QN_R_OK);
}

hipError_t hipCtxGetDevice(hipDevice_t *to) {
  qn_device *device;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_current(&device));
  *to = device->ordinal;
  return hipSuccess;
}

hipError_t hipCtxSynchronize(void) { return hipDeviceSynchronize(); }

hipError_t hipCtxGetFlags(unsigned int *flags) {
  return hipGetDeviceFlags(flags);
}

hipError_t hipCtxGetApiVersion(hipCtx_t handle, unsigned int *version) {
  context *c;
  QN_HIP_NEED(version);
  if (handle)
    QN_HIP_CHECK(find(handle, &c));
  *version = 4; // what HIP returns
  return hipSuccess;
}

hipError_t hipCtxGetCacheConfig(hipFuncCache_t *config) {
  return hipDeviceGetCacheConfig(config);
}
hipError_t hipCtxSetCacheConfig(hipFuncCache_t config) {
  return hipDeviceSetCacheConfig(config);
}
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *config) {
  return hipDeviceGetSharedMemConfig(config);
}
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config) {
  return hipDeviceSetSharedMemConfig(config);
}

hipError_t hipCtxEnablePeerAccess(hipCtx_t handle, unsigned int flags) {
  context *c;
  QN_HIP_CHECK(find(handle, &c));
  return hipDeviceEnablePeerAccess(c->device, flags);
}

hipError_t hipCtxDisablePeerAccess(hipCtx_t handle) {
  context *c;
  QN_HIP_CHECK(find(handle, &c));
  return hipDeviceDisablePeerAccess(c->device);
}

// ---- Primary contexts

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *to, hipDevice_t ordinal) {
  qn_device *device;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(primary_of(ordinal, to));
  qn_mutex_lock(&mutex);
  ++primary_refs[ordinal];
  qn_mutex_unlock(&mutex);
  return hipSuccess;
}

hipError_t hipDevicePrimaryCtxRelease(hipDevice_t ordinal) {
  if (!qn_device_at(ordinal))
    return qn_hip(
        qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", ordinal));
  qn_mutex_lock(&mutex);
  const bool held = primary_refs[ordinal] != 0;
  if (held)
    --primary_refs[ordinal];
  qn_mutex_unlock(&mutex);
  return held ? hipSuccess
              : qn_hip(qn_refuse(QN_R_INVALID_CONTEXT,
                                 "the context of device %d is not retained",
                                 ordinal));
}

hipError_t hipDevicePrimaryCtxReset(hipDevice_t ordinal) {
  qn_device *device = qn_device_at(ordinal);
  return qn_hip(device ? qn_device_reset(device)
                       : qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d",
                                   ordinal));
}

hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t ordinal,
                                       unsigned int flags) {
  qn_device *device = qn_device_at(ordinal);
  if (!device)
    return qn_hip(
        qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", ordinal));
  if (atomic_load(&device->native))
    return qn_hip(qn_refuse(QN_R_CONTEXT_IN_USE,
                            "the context of device %d is active", ordinal));
  atomic_store(&device->flags, flags);
  return hipSuccess;
}

hipError_t hipDevicePrimaryCtxGetState(hipDevice_t ordinal, unsigned int *flags,
                                       int *active) {
  qn_device *device = qn_device_at(ordinal);
  QN_HIP_NEED(flags);
  QN_HIP_NEED(active);
  if (!device)
    return qn_hip(
        qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", ordinal));
  *flags = atomic_load(&device->flags);
  *active = atomic_load(&device->native) != NULL;
  return hipSuccess;
}
