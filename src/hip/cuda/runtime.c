// SPDX-License-Identifier: Apache-2.0
// CUDA's runtime API. Functions whose structs differ are in structs.c.
#include "hip/cuda/driver.h"

#include <string.h>

#define SAME_SIZE(name)                                                        \
  _Static_assert(sizeof(cuda##name) == sizeof(hip##name), #name)
SAME_SIZE(PitchedPtr);
SAME_SIZE(Extent);
SAME_SIZE(Pos);
SAME_SIZE(Memcpy3DParms);
SAME_SIZE(IpcMemHandle_t);
SAME_SIZE(IpcEventHandle_t);
SAME_SIZE(MemLocation);
SAME_SIZE(MemAccessDesc);
SAME_SIZE(MemPoolProps);
SAME_SIZE(ChannelFormatDesc);
SAME_SIZE(ResourceDesc);
SAME_SIZE(HostNodeParams);
SAME_SIZE(MemAllocNodeParams);
SAME_SIZE(LaunchConfig_t);
SAME_SIZE(LaunchAttributeValue);
#undef SAME_SIZE

cudaError_t qn_cuda_error(hipError_t error) {
  // Nearly all numbers are the same. Only HIP reports a destroyed stream or
  // array as a destroyed context.
  if (error == hipErrorContextIsDestroyed)
    return cudaErrorInvalidResourceHandle;
  if ((int)error < hipErrorInvalidChannelDescriptor)
    return (cudaError_t)error;
  const qn_result_row *row = qn_result_find((int)error);
  return (cudaError_t)(row ? row->cuda : (int)error);
}

int qn_cuda_attribute(int attribute) {
  switch (attribute) {
#define ATTRIBUTE(number, hip)                                                 \
  case number:                                                                 \
    return hip;
#define RUNTIME_ERROR(name, number)
#define DRIVER_ERROR(name, number)
#include "hip/cuda/numbers.inc"
#undef ATTRIBUTE
#undef RUNTIME_ERROR
  default:
    return -1;
  }
}

const char *cudaGetErrorName(cudaError_t error) {
  switch ((int)error) {
  case 0:
    return "cudaSuccess";
#define ATTRIBUTE(number, hip)
#define RUNTIME_ERROR(name, number)                                            \
  case number:                                                                 \
    return #name;
#include "hip/cuda/numbers.inc"
#undef ATTRIBUTE
#undef RUNTIME_ERROR
#undef DRIVER_ERROR
  default:
    return "unrecognized error code";
  }
}

const char *cudaGetErrorString(cudaError_t error) {
  const qn_result_row *row = qn_result_from_cuda((int)error);
  return row ? row->text : "unrecognized error code";
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define ERROR cudaError_t
#define MISSING(name)
#define REFUSED(name, parameters)                                              \
  cudaError_t name parameters { return (cudaError_t)qn_cu_refuse(#name); }
#include "hip/cuda/runtime.inc"
#undef ERROR
#undef MISSING
#undef REFUSED
#pragma GCC diagnostic pop

// ---- `<<<>>>` in objects that another compiler produced from CUDA sources

unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                    void *stream);
hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                     void *stream);
void **__hipRegisterFatBinary(const void *data);
int __hipRegisterFunction(void **handle, const void *host, char *device,
                          const char *name, unsigned limit, void *tid,
                          void *bid, void *block, void *grid, int *warp_size);
void __hipRegisterVar(void **handle, void *host, char *device, const char *name,
                      int is_extern, size_t size, int constant, int zero);
void __hipRegisterManagedVar(void **handle, void **host, void *initial,
                             const char *name, size_t size, unsigned alignment);
void __hipUnregisterFatBinary(void **handle);

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     void *stream);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     void *stream) {
  return __hipPushCallConfiguration(grid, block, shared, stream);
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                       void *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                       void *stream) {
  return qn_cuda_error(__hipPopCallConfiguration(grid, block, shared, stream));
}

void **__cudaRegisterFatBinary(void *data);
void **__cudaRegisterFatBinary(void *data) {
  return __hipRegisterFatBinary(data);
}

void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }

void __cudaUnregisterFatBinary(void **handle);
void __cudaUnregisterFatBinary(void **handle) {
  __hipUnregisterFatBinary(handle);
}

void __cudaRegisterFunction(void **handle, const char *host, char *device,
                            const char *name, int limit, void *tid, void *bid,
                            void *block, void *grid, int *warp_size);
void __cudaRegisterFunction(void **handle, const char *host, char *device,
                            const char *name, int limit, void *tid, void *bid,
                            void *block, void *grid, int *warp_size) {
  (void)__hipRegisterFunction(handle, host, device, name, (unsigned)limit, tid,
                              bid, block, grid, warp_size);
}

void __cudaRegisterVar(void **handle, char *host, char *device,
                       const char *name, int is_extern, size_t size,
                       int constant, int zero);
void __cudaRegisterVar(void **handle, char *host, char *device,
                       const char *name, int is_extern, size_t size,
                       int constant, int zero) {
  __hipRegisterVar(handle, host, device, name, is_extern, size, constant, zero);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device,
                              const char *name, int is_extern, size_t size,
                              int constant, int zero);
void __cudaRegisterManagedVar(void **handle, void **host, char *device,
                              const char *name, int is_extern, size_t size,
                              int constant, int zero) {
  (void)device;
  (void)is_extern;
  (void)constant;
  (void)zero;
  __hipRegisterManagedVar(handle, host, NULL, name, size, 0);
}

char __cudaInitModule(void **handle);
char __cudaInitModule(void **handle) {
  (void)handle;
  return 1;
}

// Launches of kernels as CUDA 13's compiler writes them. What stands for a
// kernel is kept by the program for all devices: here it is the host's
// function.
cudaError_t __cudaGetKernel(void **to, const void *function);
cudaError_t __cudaGetKernel(void **to, const void *function) {
  *to = (void *)(uintptr_t)function;
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block,
                               void **arguments, size_t shared,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block,
                               void **arguments, size_t shared,
                               cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

cudaError_t __cudaLaunchKernel_ptsz(void *kernel, dim3 grid, dim3 block,
                                    void **arguments, size_t shared,
                                    cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(void *kernel, dim3 grid, dim3 block,
                                    void **arguments, size_t shared,
                                    cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared,
                          stream ? stream : cudaStreamPerThread);
}
