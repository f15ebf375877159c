// SPDX-License-Identifier: Apache-2.0
// What HIP 7.15 has of CUDA's: parts of a device and contexts of them, whose
// handles are those of CUDA's functions, variables of libraries, batches of
// managed memory, and pools by their location.
#include "hip/cuda/driver.h"

#include "runtime/core/handles.h"

_Static_assert(sizeof(hipDevResource) == sizeof(cudaDevResource) &&
                   sizeof(hipDevSmResourceGroupParams) ==
                       sizeof(cudaDevSmResourceGroupParams) &&
                   sizeof(hipArrayMemoryRequirements) <=
                       sizeof(CUDA_ARRAY_MEMORY_REQUIREMENTS) &&
                   sizeof(hipMemLocation) == sizeof(CUmemLocation),
               "laid out alike");

// CUDA's number as HIP's; the thread's last error is set, which CUDA's
// functions do not always do.
static hipError_t of_number(int number) {
  const qn_result_row *row = qn_result_from_cuda(number);
  return number == 0 ? hipSuccess
                     : qn_hip_failed(row ? row->result : QN_R_UNKNOWN);
}
static hipError_t of_runtime(cudaError_t error) {
  return of_number((int)error);
}
static hipError_t of_driver(CUresult error) { return of_number((int)error); }

// ---- Resources

hipError_t hipDeviceGetDevResource(int device, hipDevResource *to,
                                   hipDevResourceType type) {
  return of_runtime(cudaDeviceGetDevResource(device, (cudaDevResource *)to,
                                             (enum cudaDevResourceType)type));
}

hipError_t hipDevSmResourceSplitByCount(hipDevResource *to, unsigned int *count,
                                        const hipDevResource *input,
                                        hipDevResource *remaining,
                                        unsigned int flags,
                                        unsigned int least) {
  return of_runtime(cudaDevSmResourceSplitByCount(
      (cudaDevResource *)to, count, (const cudaDevResource *)input,
      (cudaDevResource *)remaining, flags, least));
}

hipError_t hipDevSmResourceSplit(hipDevResource *to, unsigned int count,
                                 const hipDevResource *input,
                                 hipDevResource *remaining, unsigned int flags,
                                 hipDevSmResourceGroupParams *groups) {
  return of_runtime(cudaDevSmResourceSplit(
      (cudaDevResource *)to, count, (const cudaDevResource *)input,
      (cudaDevResource *)remaining, flags,
      (cudaDevSmResourceGroupParams *)groups));
}

hipError_t hipDevResourceGenerateDesc(hipDevResourceDesc_t *to,
                                      hipDevResource *list,
                                      unsigned int count) {
  return of_runtime(cudaDevResourceGenerateDesc(
      (cudaDevResourceDesc_t *)to, (cudaDevResource *)list, count));
}

hipError_t hipStreamGetDevResource(hipStream_t stream, hipDevResource *to,
                                   hipDevResourceType type) {
  return of_runtime(cudaStreamGetDevResource((cudaStream_t)stream,
                                             (cudaDevResource *)to,
                                             (enum cudaDevResourceType)type));
}

// ---- Contexts

static cudaExecutionContext_t cuda_of(hipExecutionCtx_t context) {
  return (cudaExecutionContext_t)(void *)context;
}

hipError_t hipGreenCtxCreate(hipExecutionCtx_t *to,
                             hipDevResourceDesc_t description, int device,
                             unsigned int flags) {
  return of_runtime(cudaGreenCtxCreate((cudaExecutionContext_t *)to,
                                       (cudaDevResourceDesc_t)description,
                                       device, flags));
}

hipError_t hipDeviceGetExecutionCtx(hipExecutionCtx_t *to, int device) {
  return of_runtime(
      cudaDeviceGetExecutionCtx((cudaExecutionContext_t *)to, device));
}

hipError_t hipExecutionCtxDestroy(hipExecutionCtx_t context) {
  return of_runtime(cudaExecutionCtxDestroy(cuda_of(context)));
}

hipError_t hipExecutionCtxGetDevResource(hipExecutionCtx_t context,
                                         hipDevResource *to,
                                         hipDevResourceType type) {
  return of_runtime(cudaExecutionCtxGetDevResource(
      cuda_of(context), (cudaDevResource *)to, (enum cudaDevResourceType)type));
}

hipError_t hipExecutionCtxGetDevice(int *device, hipExecutionCtx_t context) {
  return of_runtime(cudaExecutionCtxGetDevice(device, cuda_of(context)));
}

hipError_t hipExecutionCtxGetId(hipExecutionCtx_t context,
                                unsigned long long *id) {
  return of_runtime(cudaExecutionCtxGetId(cuda_of(context), id));
}

hipError_t hipExecutionCtxStreamCreate(hipStream_t *to,
                                       hipExecutionCtx_t context,
                                       unsigned int flags, int priority) {
  return of_runtime(cudaExecutionCtxStreamCreate(
      (cudaStream_t *)to, cuda_of(context), flags, priority));
}

hipError_t hipExecutionCtxRecordEvent(hipExecutionCtx_t context,
                                      hipEvent_t event) {
  return of_runtime(
      cudaExecutionCtxRecordEvent(cuda_of(context), (cudaEvent_t)event));
}

hipError_t hipExecutionCtxWaitEvent(hipExecutionCtx_t context,
                                    hipEvent_t event) {
  return of_runtime(
      cudaExecutionCtxWaitEvent(cuda_of(context), (cudaEvent_t)event));
}

hipError_t hipExecutionCtxSynchronize(hipExecutionCtx_t context) {
  return of_runtime(cudaExecutionCtxSynchronize(cuda_of(context)));
}

// ---- Libraries and kernels

hipError_t hipLibraryGetGlobal(void **to, size_t *size, hipLibrary_t library,
                               const char *name) {
  return of_driver(
      cuLibraryGetGlobal((CUdeviceptr *)to, size, (CUlibrary)library, name));
}

hipError_t hipLibraryGetManaged(void **to, size_t *size, hipLibrary_t library,
                                const char *name) {
  return of_driver(
      cuLibraryGetManaged((CUdeviceptr *)to, size, (CUlibrary)library, name));
}

hipError_t hipLibraryEnumerateKernels(hipKernel_t *to, unsigned int count,
                                      hipLibrary_t library) {
  return of_driver(
      cuLibraryEnumerateKernels((CUkernel *)to, count, (CUlibrary)library));
}

hipError_t hipKernelSetAttribute(hipFunction_attribute attribute, int value,
                                 hipKernel_t kernel, hipDevice_t device) {
  (void)device; // a kernel belongs to one
  return hipFuncSetAttribute(kernel, (hipFuncAttribute)attribute, value);
}

hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *size,
                                                    const void *function,
                                                    int blocks,
                                                    int block_size) {
  return of_runtime(cudaOccupancyAvailableDynamicSMemPerBlock(
      size, function, blocks, block_size));
}

// No device launches clusters of blocks in HIP.
static hipError_t no_clusters(const void *to, const void *function,
                              const hipLaunchConfig_t *config) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(function);
  QN_HIP_NEED(config);
  return qn_hip(qn_refuse(QN_R_CLUSTER_SIZE,
                          "the device launches no clusters of blocks"));
}

hipError_t hipOccupancyMaxActiveClusters(int *clusters, const void *function,
                                         const hipLaunchConfig_t *config) {
  return no_clusters(clusters, function, config);
}

hipError_t
hipOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                    const hipLaunchConfig_t *config) {
  return no_clusters(size, function, config);
}

// ---- Memory

hipError_t hipMemPrefetchBatchAsync(void **blocks, size_t *sizes, size_t count,
                                    hipMemLocation *locations, size_t *indices,
                                    size_t location_count,
                                    unsigned long long flags,
                                    hipStream_t stream) {
  return of_runtime(cudaMemPrefetchBatchAsync(
      blocks, sizes, count, (cudaMemLocation *)locations, indices,
      location_count, flags, (cudaStream_t)stream));
}

hipError_t hipMemDiscardBatchAsync(void **blocks, size_t *sizes, size_t count,
                                   unsigned long long flags,
                                   hipStream_t stream) {
  return of_runtime(cudaMemDiscardBatchAsync(blocks, sizes, count, flags,
                                             (cudaStream_t)stream));
}

hipError_t hipMemDiscardAndPrefetchBatchAsync(
    void **blocks, size_t *sizes, size_t count, hipMemLocation *locations,
    size_t *indices, size_t location_count, unsigned long long flags,
    hipStream_t stream) {
  return of_runtime(cudaMemDiscardAndPrefetchBatchAsync(
      blocks, sizes, count, (cudaMemLocation *)locations, indices,
      location_count, flags, (cudaStream_t)stream));
}

hipError_t hipDrvMemDiscardBatchAsync(hipDeviceptr_t *blocks, size_t *sizes,
                                      size_t count, unsigned long long flags,
                                      hipStream_t stream) {
  return hipMemDiscardBatchAsync(blocks, sizes, count, flags, stream);
}

hipError_t hipDrvMemDiscardAndPrefetchBatchAsync(
    hipDeviceptr_t *blocks, size_t *sizes, size_t count,
    hipMemLocation *locations, size_t *indices, size_t location_count,
    unsigned long long flags, hipStream_t stream) {
  return hipMemDiscardAndPrefetchBatchAsync(
      blocks, sizes, count, locations, indices, location_count, flags, stream);
}

hipError_t hipMemGetDefaultMemPool(hipMemPool_t *to, hipMemLocation *location,
                                   hipMemAllocationType type) {
  QN_HIP_NEED(to);
  return of_driver(cuMemGetDefaultMemPool((CUmemoryPool *)to,
                                          (CUmemLocation *)location,
                                          (CUmemAllocationType)type));
}

hipError_t hipMemGetMemPool(hipMemPool_t *to, hipMemLocation *location,
                            hipMemAllocationType type) {
  QN_HIP_NEED(to);
  return of_driver(cuMemGetMemPool((CUmemoryPool *)to,
                                   (CUmemLocation *)location,
                                   (CUmemAllocationType)type));
}

hipError_t hipMemSetMemPool(hipMemLocation *location, hipMemAllocationType type,
                            hipMemPool_t pool) {
  return of_driver(cuMemSetMemPool((CUmemLocation *)location,
                                   (CUmemAllocationType)type,
                                   (CUmemoryPool)pool));
}

hipError_t
hipMipmappedArrayGetMemoryRequirements(hipArrayMemoryRequirements *to,
                                       hipMipmappedArray_t mipmap, int device) {
  CUDA_ARRAY_MEMORY_REQUIREMENTS found = {0};
  QN_HIP_NEED(to);
  const hipError_t error = of_driver(cuMipmappedArrayGetMemoryRequirements(
      &found, (CUmipmappedArray)mipmap, device));
  if (error == hipSuccess)
    *to = (hipArrayMemoryRequirements){found.alignment, found.size};
  return error;
}
