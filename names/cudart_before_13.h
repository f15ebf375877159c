// SPDX-License-Identifier: Apache-2.0
// What libcudart.so.11.0 and libcudart.so.12 have and CUDA 13 dropped.
#ifndef QUERN_NAMES_CUDART_BEFORE_13_H
#define QUERN_NAMES_CUDART_BEFORE_13_H

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

// The form whose structs end early: ours reads no more of them.
OLD(signal_semaphores, "cudaSignalExternalSemaphoresAsync_v2",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreSignalParams *params, unsigned int count,
     cudaStream_t stream)) {
  return cudaSignalExternalSemaphoresAsync(semaphores, params, count, stream);
}
OLD(signal_semaphores_own, "cudaSignalExternalSemaphoresAsync_v2_ptsz",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreSignalParams *params, unsigned int count,
     cudaStream_t stream)) {
  return signal_semaphores(semaphores, params, count, own_stream(stream));
}
OLD(wait_semaphores, "cudaWaitExternalSemaphoresAsync_v2",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreWaitParams *params, unsigned int count,
     cudaStream_t stream)) {
  return cudaWaitExternalSemaphoresAsync(semaphores, params, count, stream);
}
OLD(wait_semaphores_own, "cudaWaitExternalSemaphoresAsync_v2_ptsz",
    (const cudaExternalSemaphore_t *semaphores,
     const struct cudaExternalSemaphoreWaitParams *params, unsigned int count,
     cudaStream_t stream)) {
  return wait_semaphores(semaphores, params, count, own_stream(stream));
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
