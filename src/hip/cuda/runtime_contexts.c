// SPDX-License-Identifier: Apache-2.0
// The runtime's execution contexts: a device's own, or a green one of the
// driver's, whose handle it is.
#include "hip/cuda/driver.h"

#include "runtime/core/handles.h"
#include "runtime/core/stream.h"

_Static_assert(sizeof(cudaDevResource) == sizeof(CUdevResource) &&
                   sizeof(cudaDevSmResourceGroupParams) ==
                       sizeof(CU_DEV_SM_RESOURCE_GROUP_PARAMS),
               "laid out alike");

// ---- Resources

cudaError_t cudaDeviceGetDevResource(int device, cudaDevResource *to,
                                     enum cudaDevResourceType type) {
  return qn_cuda_of_driver(cuDeviceGetDevResource(device, (CUdevResource *)to,
                                                  (CUdevResourceType)type));
}

cudaError_t cudaDevSmResourceSplitByCount(
    cudaDevResource *result, unsigned int *count, const cudaDevResource *input,
    cudaDevResource *remaining, unsigned int flags, unsigned int least) {
  return qn_cuda_of_driver(cuDevSmResourceSplitByCount(
      (CUdevResource *)result, count, (const CUdevResource *)input,
      (CUdevResource *)remaining, flags, least));
}

cudaError_t cudaDevSmResourceSplit(cudaDevResource *result, unsigned int count,
                                   const cudaDevResource *input,
                                   cudaDevResource *remaining,
                                   unsigned int flags,
                                   cudaDevSmResourceGroupParams *params) {
  return qn_cuda_of_driver(cuDevSmResourceSplit(
      (CUdevResource *)result, count, (const CUdevResource *)input,
      (CUdevResource *)remaining, flags,
      (CU_DEV_SM_RESOURCE_GROUP_PARAMS *)params));
}

cudaError_t cudaDevResourceGenerateDesc(cudaDevResourceDesc_t *to,
                                        cudaDevResource *list,
                                        unsigned int count) {
  return qn_cuda_of_driver(cuDevResourceGenerateDesc(
      (CUdevResourceDesc *)to, (CUdevResource *)list, count));
}

cudaError_t cudaStreamGetDevResource(cudaStream_t stream, cudaDevResource *to,
                                     enum cudaDevResourceType type) {
  return qn_cuda_of_driver(cuStreamGetDevResource(
      (CUstream)stream, (CUdevResource *)to, (CUdevResourceType)type));
}

// ---- Contexts

// The device's own context, which programs get by cudaDeviceGetExecutionCtx.
static bool is_green(const void *context) {
  return qn_handle_find(QN_HANDLE_GREEN, context) != NULL;
}

cudaError_t cudaGreenCtxCreate(cudaExecutionContext_t *to,
                               cudaDevResourceDesc_t desc, int device,
                               unsigned int flags) {
  if (flags)
    return qn_cuda_error(qn_hip(qn_refuse(
        QN_R_INVALID_VALUE, "cudaGreenCtxCreate has no flags 0x%x", flags)));
  return qn_cuda_of_driver(cuGreenCtxCreate(
      (CUgreenCtx *)to, (CUdevResourceDesc)desc, device, flags));
}

// The primary context stays retained: as after any other call of the runtime.
cudaError_t cudaDeviceGetExecutionCtx(cudaExecutionContext_t *to, int device) {
  NEED(to);
  return qn_cuda_of_driver(cuDevicePrimaryCtxRetain((CUcontext *)to, device));
}

cudaError_t cudaExecutionCtxDestroy(cudaExecutionContext_t context) {
  if (is_green(context))
    return qn_cuda_of_driver(cuGreenCtxDestroy((CUgreenCtx)context));
  return qn_cuda_error(qn_hip(qn_refuse(
      QN_R_INVALID_VALUE,
      "%p was not made by cudaGreenCtxCreate, or is destroyed already",
      (void *)context)));
}

cudaError_t cudaExecutionCtxGetDevResource(cudaExecutionContext_t context,
                                           cudaDevResource *to,
                                           enum cudaDevResourceType type) {
  CUdevResource *resource = (CUdevResource *)to;
  const CUdevResourceType kind = (CUdevResourceType)type;
  return qn_cuda_of_driver(
      is_green(context)
          ? cuGreenCtxGetDevResource((CUgreenCtx)context, resource, kind)
          : cuCtxGetDevResource((CUcontext)context, resource, kind));
}

cudaError_t cudaExecutionCtxGetDevice(int *device,
                                      cudaExecutionContext_t context) {
  CUcontext of = (CUcontext)context;
  NEED(device);
  NEED(context);
  CUresult error = CUDA_SUCCESS;
  if (is_green(context))
    error = cuCtxFromGreenCtx(&of, (CUgreenCtx)context);
  if (error == CUDA_SUCCESS)
    error = cuCtxGetDevice_v2(device, of);
  return qn_cuda_of_driver(error);
}

cudaError_t cudaExecutionCtxGetId(cudaExecutionContext_t context,
                                  unsigned long long *id) {
  NEED(context);
  return qn_cuda_of_driver(is_green(context)
                               ? cuGreenCtxGetId((CUgreenCtx)context, id)
                               : cuCtxGetId((CUcontext)context, id));
}

// Makes its device the current one; the caller ends with
// cudaSetDevice(*before).
static cudaError_t enter(cudaExecutionContext_t context, int *before) {
  int device = 0;
  cudaError_t error = cudaExecutionCtxGetDevice(&device, context);
  if (error == cudaSuccess)
    error = cudaGetDevice(before);
  return error == cudaSuccess ? cudaSetDevice(device) : error;
}

// Streams of such contexts never wait for the null stream, of which they have
// none.
cudaError_t cudaExecutionCtxStreamCreate(cudaStream_t *to,
                                         cudaExecutionContext_t context,
                                         unsigned int flags, int priority) {
  int before;
  NEED(to);
  if (flags & ~(unsigned)cudaStreamNonBlocking)
    return qn_cuda_error(qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "a stream has no flags 0x%x", flags)));
  if (is_green(context))
    return qn_cuda_of_driver(cuGreenCtxStreamCreate(
        (CUstream *)to, (CUgreenCtx)context, CU_STREAM_NON_BLOCKING, priority));
  cudaError_t error = enter(context, &before);
  if (error != cudaSuccess)
    return error;
  error = cudaStreamCreateWithPriority(to, flags, priority);
  (void)cudaSetDevice(before);
  return error;
}

// ---- Waiting

cudaError_t cudaExecutionCtxRecordEvent(cudaExecutionContext_t context,
                                        cudaEvent_t event) {
  NEED(context);
  return qn_cuda_of_driver(
      is_green(context)
          ? cuGreenCtxRecordEvent((CUgreenCtx)context, (CUevent)event)
          : cuCtxRecordEvent((CUcontext)context, (CUevent)event));
}

cudaError_t cudaExecutionCtxWaitEvent(cudaExecutionContext_t context,
                                      cudaEvent_t event) {
  NEED(context);
  return qn_cuda_of_driver(
      is_green(context)
          ? cuGreenCtxWaitEvent((CUgreenCtx)context, (CUevent)event)
          : cuCtxWaitEvent((CUcontext)context, (CUevent)event));
}

cudaError_t cudaExecutionCtxSynchronize(cudaExecutionContext_t context) {
  CUevent event;
  int before;
  NEED(context);
  if (!is_green(context))
    return qn_cuda_of_driver(cuCtxSynchronize_v2((CUcontext)context));
  const cudaError_t entered = enter(context, &before);
  if (entered != cudaSuccess)
    return entered;
  CUresult error = cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);
  if (error == CUDA_SUCCESS) {
    error = cuGreenCtxRecordEvent((CUgreenCtx)context, event);
    if (error == CUDA_SUCCESS)
      error = cuEventSynchronize(event);
    (void)cuEventDestroy_v2(event);
  }
  (void)cudaSetDevice(before);
  return qn_cuda_of_driver(error);
}
