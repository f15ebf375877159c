// SPDX-License-Identifier: Apache-2.0
// The runtime's names of what the driver API can be asked.
#include "hip/cuda/driver.h"

#define AS_RUNTIME(call) ((cudaError_t)(call))

_Static_assert(sizeof(struct cudaArraySparseProperties) ==
                       sizeof(CUDA_ARRAY_SPARSE_PROPERTIES) &&
                   sizeof(struct cudaArrayMemoryRequirements) ==
                       sizeof(CUDA_ARRAY_MEMORY_REQUIREMENTS),
               "laid out alike");

cudaError_t cudaDeviceRegisterAsyncNotification(int device,
                                                cudaAsyncCallback fn,
                                                void *user,
                                                cudaAsyncCallbackHandle_t *to) {
  return AS_RUNTIME(cuDeviceRegisterAsyncNotification(
      device, (CUasyncCallback)(void *)fn, user, (CUasyncCallbackHandle *)to));
}

cudaError_t
cudaDeviceUnregisterAsyncNotification(int device,
                                      cudaAsyncCallbackHandle_t handle) {
  return AS_RUNTIME(cuDeviceUnregisterAsyncNotification(
      device, (CUasyncCallbackHandle)handle));
}

cudaError_t
cudaDeviceGetHostAtomicCapabilities(unsigned int *to,
                                    const enum cudaAtomicOperation *operations,
                                    unsigned int count, int device) {
  return AS_RUNTIME(cuDeviceGetHostAtomicCapabilities(
      to, (const CUatomicOperation *)operations, count, device));
}

cudaError_t
cudaDeviceGetP2PAtomicCapabilities(unsigned int *to,
                                   const enum cudaAtomicOperation *operations,
                                   unsigned int count, int from, int other) {
  return AS_RUNTIME(cuDeviceGetP2PAtomicCapabilities(
      to, (const CUatomicOperation *)operations, count, from, other));
}

cudaError_t cudaDeviceGetNvSciSyncAttributes(void *list, int device,
                                             int flags) {
  return AS_RUNTIME(cuDeviceGetNvSciSyncAttributes(list, device, flags));
}

cudaError_t cudaArrayGetPlane(cudaArray_t *to, cudaArray_t array,
                              unsigned int plane) {
  return AS_RUNTIME(cuArrayGetPlane((CUarray *)to, (CUarray)array, plane));
}

cudaError_t
cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *to,
                               cudaArray_t array, int device) {
  return AS_RUNTIME(cuArrayGetMemoryRequirements(
      (CUDA_ARRAY_MEMORY_REQUIREMENTS *)to, (CUarray)array, device));
}

cudaError_t
cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *to,
                                        cudaMipmappedArray_t mipmap,
                                        int device) {
  return AS_RUNTIME(cuMipmappedArrayGetMemoryRequirements(
      (CUDA_ARRAY_MEMORY_REQUIREMENTS *)to, (CUmipmappedArray)mipmap, device));
}

cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *to,
                                         cudaArray_t array) {
  return AS_RUNTIME(cuArrayGetSparseProperties(
      (CUDA_ARRAY_SPARSE_PROPERTIES *)to, (CUarray)array));
}

cudaError_t
cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *to,
                                      cudaMipmappedArray_t mipmap) {
  return AS_RUNTIME(cuMipmappedArrayGetSparseProperties(
      (CUDA_ARRAY_SPARSE_PROPERTIES *)to, (CUmipmappedArray)mipmap));
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource,
                                            unsigned int flags) {
  return AS_RUNTIME(
      cuGraphicsResourceSetMapFlags_v2((CUgraphicsResource)resource, flags));
}

cudaError_t
cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *to,
                                            cudaGraphicsResource_t resource) {
  return AS_RUNTIME(cuGraphicsResourceGetMappedMipmappedArray(
      (CUmipmappedArray *)to, (CUgraphicsResource)resource));
}

cudaError_t cudaLibraryGetUnifiedFunction(void **to, cudaLibrary_t library,
                                          const char *symbol) {
  return AS_RUNTIME(
      cuLibraryGetUnifiedFunction(to, (CUlibrary)(void *)library, symbol));
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *to, unsigned int count,
                                        cudaLibrary_t library) {
  return AS_RUNTIME(cuLibraryEnumerateKernels((CUkernel *)to, count,
                                              (CUlibrary)(void *)library));
}

cudaError_t cudaGetExportTable(const void **to, const cudaUUID_t *id) {
  return AS_RUNTIME(cuGetExportTable(to, (const CUuuid *)id));
}
