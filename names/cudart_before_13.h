// SPDX-License-Identifier: Apache-2.0
// What libcudart.so.11.0 and libcudart.so.12 have and CUDA 13 dropped.
#ifndef QUERN_NAMES_CUDART_BEFORE_13_H
#define QUERN_NAMES_CUDART_BEFORE_13_H

#define NEXT_FUNCTIONS(X)                                                      \
  NEXT_FUNCTIONS_OWN(X)                                                        \
  X(cudaSignalExternalSemaphoresAsync,                                         \
    (const cudaExternalSemaphore_t *,                                          \
     const struct cudaExternalSemaphoreSignalParams *, unsigned int,           \
     cudaStream_t))                                                            \
  X(cudaWaitExternalSemaphoresAsync,                                           \
    (const cudaExternalSemaphore_t *,                                          \
     const struct cudaExternalSemaphoreWaitParams *, unsigned int,             \
     cudaStream_t))
#include "old_cudart.h"

// The properties' first form ends before what CUDA 12 added.
enum { PROPERTIES_11 = offsetof(cudaDeviceProp, hostRegisterSupported) };
_Static_assert(PROPERTIES_11 == 728, "CUDA 11's cudaDeviceProp");
_Static_assert(sizeof(cudaDeviceProp) == 1032, "CUDA 12's cudaDeviceProp");

EXPORT cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int device) {
  cudaDeviceProp p;
  const cudaError_t e = next.cudaGetDeviceProperties(&p, device);
  if (e == cudaSuccess && to)
    memcpy(to, &p, PROPERTIES_11);
  return to ? e : cudaErrorInvalidValue;
}

OLD(capture_info, "cudaStreamGetCaptureInfo",
    (cudaStream_t stream, cudaStreamCaptureStatus *status,
     unsigned long long *id)) {
  return cudaStreamGetCaptureInfo_v2(stream, status, id, NULL, NULL, NULL);
}

OLD(capture_info_own, "cudaStreamGetCaptureInfo_ptsz",
    (cudaStream_t stream, cudaStreamCaptureStatus *status,
     unsigned long long *id)) {
  return capture_info(own_stream(stream), status, id);
}

OLD(prefetch_own, "cudaMemPrefetchAsync_ptsz",
    (const void *block, size_t size, int device, cudaStream_t stream)) {
  return cudaMemPrefetchAsync(block, size, device, own_stream(stream));
}

OLD(update_capture_own, "cudaStreamUpdateCaptureDependencies_ptsz",
    (cudaStream_t stream, cudaGraphNode_t *after, size_t count,
     unsigned int flags)) {
  return cudaStreamUpdateCaptureDependencies(own_stream(stream), after, count,
                                             flags);
}

// The older names of functions for devices.
OLD(thread_exit, "cudaThreadExit", (void)) { return cudaDeviceReset(); }
OLD(thread_synchronize, "cudaThreadSynchronize", (void)) {
  return cudaDeviceSynchronize();
}
OLD(thread_set_limit, "cudaThreadSetLimit",
    (enum cudaLimit limit, size_t value)) {
  return cudaDeviceSetLimit(limit, value);
}
OLD(thread_get_limit, "cudaThreadGetLimit",
    (size_t * value, enum cudaLimit limit)) {
  return cudaDeviceGetLimit(value, limit);
}
OLD(thread_get_cache, "cudaThreadGetCacheConfig", (enum cudaFuncCache * to)) {
  return cudaDeviceGetCacheConfig(to);
}
OLD(thread_set_cache, "cudaThreadSetCacheConfig", (enum cudaFuncCache to)) {
  return cudaDeviceSetCacheConfig(to);
}

// For devices without doubles, of which there are none.
OLD(double_for_device, "cudaSetDoubleForDevice", (double *value)) {
  (void)value;
  return cudaSuccess;
}
OLD(double_for_host, "cudaSetDoubleForHost", (double *value)) {
  (void)value;
  return cudaSuccess;
}

// ---- External semaphores ---------------------------------------------------------

// The names without _v2 take the structs of CUDA 10, which are shorter.
typedef struct {
  uint64_t value, fence, key;
  unsigned int flags;
} signal_params_10;
_Static_assert(sizeof(signal_params_10) == 32, "CUDA 10's signal");

typedef struct {
  uint64_t value, fence, key;
  uint32_t timeout_ms, padding; // the mutex's part is 16 bytes
  unsigned int flags;
} wait_params_10;
_Static_assert(sizeof(wait_params_10) == 40, "CUDA 10's wait");

// Zeroed structs for `count` semaphores; NULL with *error otherwise. A list that is
// missing or empty is left to the function of the longer form.
static void *longer_structs(const void *params, unsigned int count, size_t size,
                            cudaError_t *error) {
  void *longer = params && count ? calloc(count, size) : NULL;
  *error = params && count && !longer ? cudaErrorMemoryAllocation : cudaSuccess;
  return longer;
}

OLD(signal_semaphores, "cudaSignalExternalSemaphoresAsync_v2",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreSignalParams *params, unsigned int count,
     cudaStream_t stream)) {
  return next.cudaSignalExternalSemaphoresAsync(semaphores, params, count,
                                                stream);
}
OLD(signal_semaphores_own, "cudaSignalExternalSemaphoresAsync_v2_ptsz",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreSignalParams *params, unsigned int count,
     cudaStream_t stream)) {
  return signal_semaphores(semaphores, params, count, own_stream(stream));
}
OLD(signal_semaphores_10, "cudaSignalExternalSemaphoresAsync",
    (const cudaExternalSemaphore_t *semaphores, const signal_params_10 *params,
     unsigned int count, cudaStream_t stream)) {
  cudaError_t error;
  struct cudaExternalSemaphoreSignalParams *list =
      longer_structs(params, count, sizeof(*list), &error);
  for (unsigned int i = 0; list && i < count; ++i) {
    list[i].params.fence.value = params[i].value;
    list[i].params.nvSciSync.reserved = params[i].fence;
    list[i].params.keyedMutex.key = params[i].key;
    list[i].flags = params[i].flags;
  }
  if (error == cudaSuccess)
    error = signal_semaphores(semaphores, list, count, stream);
  free(list);
  return error;
}
OLD(signal_semaphores_10_own, "cudaSignalExternalSemaphoresAsync_ptsz",
    (const cudaExternalSemaphore_t *semaphores, const signal_params_10 *params,
     unsigned int count, cudaStream_t stream)) {
  return signal_semaphores_10(semaphores, params, count, own_stream(stream));
}
OLD(wait_semaphores, "cudaWaitExternalSemaphoresAsync_v2",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreWaitParams *params, unsigned int count,
     cudaStream_t stream)) {
  return next.cudaWaitExternalSemaphoresAsync(semaphores, params, count,
                                              stream);
}
OLD(wait_semaphores_own, "cudaWaitExternalSemaphoresAsync_v2_ptsz",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreWaitParams *params, unsigned int count,
     cudaStream_t stream)) {
  return wait_semaphores(semaphores, params, count, own_stream(stream));
}
OLD(wait_semaphores_10, "cudaWaitExternalSemaphoresAsync",
    (const cudaExternalSemaphore_t *semaphores, const wait_params_10 *params,
     unsigned int count, cudaStream_t stream)) {
  cudaError_t error;
  struct cudaExternalSemaphoreWaitParams *list =
      longer_structs(params, count, sizeof(*list), &error);
  for (unsigned int i = 0; list && i < count; ++i) {
    list[i].params.fence.value = params[i].value;
    list[i].params.nvSciSync.reserved = params[i].fence;
    list[i].params.keyedMutex.key = params[i].key;
    list[i].params.keyedMutex.timeoutMs = params[i].timeout_ms;
    list[i].flags = params[i].flags;
  }
  if (error == cudaSuccess)
    error = wait_semaphores(semaphores, list, count, stream);
  free(list);
  return error;
}
OLD(wait_semaphores_10_own, "cudaWaitExternalSemaphoresAsync_ptsz",
    (const cudaExternalSemaphore_t *semaphores, const wait_params_10 *params,
     unsigned int count, cudaStream_t stream)) {
  return wait_semaphores_10(semaphores, params, count, own_stream(stream));
}

// Resource views end at their last member; ours have room for more.
enum { VIEW = offsetof(struct cudaResourceViewDesc, lastLayer) + 4 };
_Static_assert(VIEW == 48, "CUDA 12's cudaResourceViewDesc");

EXPORT cudaError_t cudaGetTextureObjectResourceViewDesc(
    struct cudaResourceViewDesc *to, cudaTextureObject_t object) {
  struct cudaResourceViewDesc view;
  const cudaError_t e =
      next.cudaGetTextureObjectResourceViewDesc(&view, object);
  if (e == cudaSuccess && to)
    memcpy(to, &view, VIEW);
  return to ? e : cudaErrorInvalidValue;
}

static inline const struct cudaResourceViewDesc *
whole_view(const struct cudaResourceViewDesc *view,
           struct cudaResourceViewDesc *to) {
  if (!view)
    return NULL;
  memset(to, 0, sizeof(*to));
  memcpy(to, view, VIEW);
  return to;
}

#endif // QUERN_NAMES_CUDART_BEFORE_13_H
