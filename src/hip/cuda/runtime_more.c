// SPDX-License-Identifier: Apache-2.0
// Additions of CUDA 13's runtime API: mostly functions of the driver API.
#include "hip/cuda/driver.h"

#include <string.h>

#include "hip/texture/array.h"
#include "runtime/core/handles.h"

// ---- Functions and libraries

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index,
                                 size_t *offset, size_t *size) {
  qn_device *device;
  qn_function *f;
  NEED(offset);
  qn_result result = qn_device_current(&device);
  if (result == QN_R_OK)
    result = qn_hip_any_function(function, device, &f);
  if (result != QN_R_OK)
    return qn_cuda_error(qn_hip(result));
  if (index >= f->kernel->argument_count)
    return qn_cuda_error(qn_hip(qn_refuse(
        QN_R_INVALID_VALUE, "the kernel has no argument %zu", index)));
  qn_kernel_host_place(f->kernel, index, offset, size);
  return cudaSuccess;
}

cudaError_t cudaFuncGetParamCount(const void *function, size_t *count) {
  qn_device *device;
  qn_function *f;
  NEED(count);
  qn_result result = qn_device_current(&device);
  if (result == QN_R_OK)
    result = qn_hip_any_function(function, device, &f);
  if (result != QN_R_OK)
    return qn_cuda_error(qn_hip(result));
  *count = f->kernel->argument_count;
  return cudaSuccess;
}

cudaError_t cudaGetKernel(cudaKernel_t *to, const void *function) {
  hipFunction_t found;
  NEED(to);
  const hipError_t error = hipGetFuncBySymbol(&found, function);
  if (error == hipSuccess)
    *to = (cudaKernel_t)found;
  return qn_cuda_error(error);
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                            enum cudaFuncAttribute attribute,
                                            int value, int device) {
  (void)device; // a kernel belongs to one device
  return qn_cuda_error(
      hipFuncSetAttribute(kernel, (hipFuncAttribute)attribute, value));
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *to, const void *code,
                                enum cudaJitOption *options, void **values,
                                unsigned int count,
                                enum cudaLibraryOption *library_options,
                                void **library_values,
                                unsigned int library_count) {
  (void)options; // for the run-time compiler
  (void)values;
  (void)count;
  (void)library_options;
  (void)library_values;
  (void)library_count;
  NEED(to);
  return qn_cuda_error(hipModuleLoadData((hipModule_t *)to, code));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *to, const char *path,
                                    enum cudaJitOption *options, void **values,
                                    unsigned int count,
                                    enum cudaLibraryOption *library_options,
                                    void **library_values,
                                    unsigned int library_count) {
  (void)options;
  (void)values;
  (void)count;
  (void)library_options;
  (void)library_values;
  (void)library_count;
  NEED(to);
  return qn_cuda_error(hipModuleLoad((hipModule_t *)to, path));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return qn_cuda_error(hipModuleUnload((hipModule_t)library));
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *to, cudaLibrary_t library,
                                 const char *name) {
  NEED(to);
  return qn_cuda_error(
      hipModuleGetFunction((hipFunction_t *)to, (hipModule_t)library, name));
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count,
                                      cudaLibrary_t library) {
  return qn_cuda_error(hipModuleGetFunctionCount(count, (hipModule_t)library));
}

cudaError_t cudaLibraryGetGlobal(void **to, size_t *size, cudaLibrary_t library,
                                 const char *name) {
  hipDeviceptr_t address;
  size_t bytes;
  const hipError_t error =
      hipModuleGetGlobal(&address, &bytes, (hipModule_t)library, name);
  if (error == hipSuccess && to)
    *to = address;
  if (error == hipSuccess && size)
    *size = bytes;
  return qn_cuda_error(error);
}

cudaError_t cudaLibraryGetManaged(void **to, size_t *size,
                                  cudaLibrary_t library, const char *name) {
  return cudaLibraryGetGlobal(to, size, library, name);
}

// A name that is not there is for the caller to see in what it gets.
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **to,
                                    unsigned long long flags,
                                    cudaDriverEntryPointQueryResult *result) {
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  const CUresult error =
      cuGetProcAddress_v2(symbol, to, CUDART_VERSION, flags, &found);
  if (result)
    *result = found == CU_GET_PROC_ADDRESS_SUCCESS
                  ? cudaDriverEntryPointSuccess
                  : cudaDriverEntryPointSymbolNotFound;
  return error == CUDA_ERROR_NOT_FOUND ? cudaSuccess : (cudaError_t)error;
}

cudaError_t
cudaGetDriverEntryPointByVersion(const char *symbol, void **to,
                                 unsigned int version, unsigned long long flags,
                                 enum cudaDriverEntryPointQueryResult *result) {
  (void)version; // each function has one version
  return cudaGetDriverEntryPoint(symbol, to, flags, result);
}

// ---- Copies

static cudaMemcpy3DParms
without_devices(const struct cudaMemcpy3DPeerParms *p) {
  return (cudaMemcpy3DParms){.srcArray = p->srcArray,
                             .srcPos = p->srcPos,
                             .srcPtr = p->srcPtr,
                             .dstArray = p->dstArray,
                             .dstPos = p->dstPos,
                             .dstPtr = p->dstPtr,
                             .extent = p->extent,
                             .kind = cudaMemcpyDefault};
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *copy) {
  NEED(copy);
  const cudaMemcpy3DParms p = without_devices(copy);
  return cudaMemcpy3D(&p);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *copy,
                                  cudaStream_t stream) {
  NEED(copy);
  const cudaMemcpy3DParms p = without_devices(copy);
  return cudaMemcpy3DAsync(&p, stream);
}

_Static_assert(sizeof(struct cudaMemcpyAttributes) ==
                       sizeof(CUmemcpyAttributes) &&
                   sizeof(struct cudaMemcpy3DBatchOp) ==
                       sizeof(CUDA_MEMCPY3D_BATCH_OP) &&
                   sizeof(cudaMemLocation) == sizeof(CUmemLocation),
               "laid out alike");

cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from,
                                 const size_t *sizes, size_t count,
                                 struct cudaMemcpyAttributes *attributes,
                                 size_t *indices, size_t attribute_count,
                                 cudaStream_t stream) {
  return qn_cuda_of_driver(cuMemcpyBatchAsync_v2(
      (CUdeviceptr *)(uintptr_t)to, (CUdeviceptr *)(uintptr_t)from,
      (size_t *)(uintptr_t)sizes, count, (CUmemcpyAttributes *)attributes,
      indices, attribute_count, (CUstream)stream));
}

cudaError_t cudaMemcpy3DBatchAsync(size_t count,
                                   struct cudaMemcpy3DBatchOp *list,
                                   unsigned long long flags,
                                   cudaStream_t stream) {
  return qn_cuda_of_driver(cuMemcpy3DBatchAsync_v2(
      count, (CUDA_MEMCPY3D_BATCH_OP *)list, flags, (CUstream)stream));
}

cudaError_t
cudaMemcpyWithAttributesAsync(void *to, const void *from, size_t size,
                              struct cudaMemcpyAttributes *attributes,
                              cudaStream_t stream) {
  return qn_cuda_of_driver(cuMemcpyWithAttributesAsync(
      (uintptr_t)to, (uintptr_t)from, size, (CUmemcpyAttributes *)attributes,
      (CUstream)stream));
}

cudaError_t cudaMemcpy3DWithAttributesAsync(struct cudaMemcpy3DBatchOp *op,
                                            unsigned long long flags,
                                            cudaStream_t stream) {
  return qn_cuda_of_driver(cuMemcpy3DWithAttributesAsync(
      (CUDA_MEMCPY3D_BATCH_OP *)op, flags, (CUstream)stream));
}

cudaError_t cudaLaunchHostFunc_v2(cudaStream_t stream, cudaHostFn_t function,
                                  void *user, unsigned int mode) {
  return qn_cuda_of_driver(
      cuLaunchHostFunc_v2((CUstream)stream, function, user, mode));
}

cudaError_t cudaMemGetLocationInfo(void *block, size_t size, size_t summary,
                                   size_t sampling,
                                   struct cudaMemLocation *to) {
  return qn_cuda_of_driver(cuMemGetLocationInfo((uintptr_t)block, size, summary,
                                                sampling, (CUmemLocation *)to));
}

// The old functions treat an array's rows as one run of bytes.

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                   const void *from, size_t size,
                                   enum cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  (void)kind;
  return qn_cuda_error(qn_hip(qn_hip_copy_linear(
      &(qn_hip_linear){to, x, y, (void *)(uintptr_t)from, size}, true,
      (hipStream_t)stream)));
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x,
                                     size_t y, size_t size,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  (void)kind;
  return qn_cuda_error(qn_hip(qn_hip_copy_linear(
      &(qn_hip_linear){from, x, y, to, size}, false, (hipStream_t)stream)));
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                   cudaArray_const_t from, size_t from_x,
                                   size_t from_y, size_t size,
                                   enum cudaMemcpyKind kind) {
  (void)kind;
  return qn_cuda_error(
      hipMemcpyAtoA((hipArray_t)to, qn_hip_linear_offset(to, to_x, to_y),
                    (hipArray_t)(uintptr_t)from,
                    qn_hip_linear_offset(from, from_x, from_y), size));
}

// ---- Memory

cudaError_t cudaMemPrefetchBatchAsync(void **blocks, size_t *sizes,
                                      size_t count, cudaMemLocation *locations,
                                      size_t *indices, size_t location_count,
                                      unsigned long long flags,
                                      cudaStream_t stream) {
  return qn_cuda_of_driver(cuMemPrefetchBatchAsync(
      (CUdeviceptr *)blocks, sizes, count, (CUmemLocation *)locations, indices,
      location_count, flags, (CUstream)stream));
}

cudaError_t cudaMemDiscardBatchAsync(void **blocks, size_t *sizes, size_t count,
                                     unsigned long long flags,
                                     cudaStream_t stream) {
  return qn_cuda_of_driver(cuMemDiscardBatchAsync(
      (CUdeviceptr *)blocks, sizes, count, flags, (CUstream)stream));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    void **blocks, size_t *sizes, size_t count, cudaMemLocation *locations,
    size_t *indices, size_t location_count, unsigned long long flags,
    cudaStream_t stream) {
  return qn_cuda_of_driver(cuMemDiscardAndPrefetchBatchAsync(
      (CUdeviceptr *)blocks, sizes, count, (CUmemLocation *)locations, indices,
      location_count, flags, (CUstream)stream));
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *to,
                                     cudaMemLocation *location,
                                     enum cudaMemAllocationType type) {
  return qn_cuda_of_driver(cuMemGetDefaultMemPool((CUmemoryPool *)to,
                                                  (CUmemLocation *)location,
                                                  (CUmemAllocationType)type));
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *to, cudaMemLocation *location,
                              enum cudaMemAllocationType type) {
  return qn_cuda_of_driver(cuMemGetMemPool((CUmemoryPool *)to,
                                           (CUmemLocation *)location,
                                           (CUmemAllocationType)type));
}

cudaError_t cudaMemSetMemPool(cudaMemLocation *location,
                              enum cudaMemAllocationType type,
                              cudaMemPool_t pool) {
  return qn_cuda_of_driver(cuMemSetMemPool((CUmemLocation *)location,
                                           (CUmemAllocationType)type,
                                           (CUmemoryPool)pool));
}

// ---- Others

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(
    enum cudaFlushGPUDirectRDMAWritesTarget target,
    enum cudaFlushGPUDirectRDMAWritesScope scope) {
  (void)target; // remote writes are always visible
  (void)scope;
  return cudaSuccess;
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *to,
                                             cudaSurfaceObject_t object) {
  return cudaGetTextureObjectResourceDesc(to, object);
}
