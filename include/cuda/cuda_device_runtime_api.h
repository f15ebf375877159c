// SPDX-License-Identifier: Apache-2.0
//
// What kernels may call of CUDA's runtime to launch others. Declared, so that
// sources with such code compile; defined nowhere yet, so that a kernel that
// comes to a call is refused by its name.
#ifndef QUERN_CUDA_CUDA_DEVICE_RUNTIME_API_H
#define QUERN_CUDA_CUDA_DEVICE_RUNTIME_API_H
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <cuda_runtime_api.h>

#ifdef __QUERN_DIALECT_CUDA__

#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

extern "C" {
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block,
                                          unsigned shared);
__device__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters,
                                        dim3 grid, dim3 block, unsigned shared,
                                        cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2(void *parameters,
                                          cudaStream_t stream);
__device__ cudaError_t cudaLaunchDevice_ptsz(void *kernel, void *parameters,
                                             dim3 grid, dim3 block,
                                             unsigned shared,
                                             cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2_ptsz(void *parameters,
                                               cudaStream_t stream);
}

// The value of a conditional node, whose handle is the address where it lies.
__QN_FN void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                     unsigned int value) {
  *(volatile unsigned int *)handle = value;
  __threadfence_system();
}

// For kernels that start before the one ahead of them in the stream has ended
// (cudaLaunchAttributeProgrammaticStreamSerialization): waits for its results;
// lets the next one start. Elsewhere one ends before the next begins.
#if defined(__QUERN_TARGET_NVPTX__) && __QN_ARCH_HAS(900)
__QN_FN void cudaGridDependencySynchronize(void) {
  __asm__ volatile("griddepcontrol.wait;" ::: "memory");
}
__QN_FN void cudaTriggerProgrammaticLaunchCompletion(void) {
  __asm__ volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
#else
__QN_FN void cudaGridDependencySynchronize(void) {}
__QN_FN void cudaTriggerProgrammaticLaunchCompletion(void) {}
#endif

#endif // CUDA's dialect

#endif
