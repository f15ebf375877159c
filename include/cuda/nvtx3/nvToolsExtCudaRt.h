// SPDX-License-Identifier: Apache-2.0
//
// NVTX's names for what the runtime API has: taken, and not written to the
// trace, which has numbers of its own for streams and devices.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTCUDART_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTCUDART_H

#include <cuda_runtime_api.h>
#include <nvtx3/nvToolsExt.h>

#include <quern/device/names_begin.inc>

#define NVTX_RESOURCE_CLASS_CUDART 5
typedef enum nvtxResourceCUDARTType_t {
  NVTX_RESOURCE_TYPE_CUDART_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDART, 0),
  NVTX_RESOURCE_TYPE_CUDART_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDART, 1),
  NVTX_RESOURCE_TYPE_CUDART_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDART, 2)
} nvtxResourceCUDARTType_t;

__QN_NVTX_NAME(nvtxNameCudaDevice, int)
__QN_NVTX_NAME(nvtxNameCudaStream, cudaStream_t)
__QN_NVTX_NAME(nvtxNameCudaEvent, cudaEvent_t)

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTCUDART_H
