// SPDX-License-Identifier: Apache-2.0
//
// NVTX's names for what the driver API has: taken, and not written to the trace,
// which has numbers of its own for streams and devices.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTCUDA_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTCUDA_H

#include <cuda.h>
#include <nvtx3/nvToolsExt.h>

#include <quern/device/names_begin.inc>

#define NVTX_RESOURCE_CLASS_CUDA 4
typedef enum nvtxResourceCUDAType_t {
  NVTX_RESOURCE_TYPE_CUDA_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDA, 1),
  NVTX_RESOURCE_TYPE_CUDA_CONTEXT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 2),
  NVTX_RESOURCE_TYPE_CUDA_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDA, 3),
  NVTX_RESOURCE_TYPE_CUDA_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 4)
} nvtxResourceCUDAType_t;

__QN_NVTX_NAME(nvtxNameCuDevice, CUdevice)
__QN_NVTX_NAME(nvtxNameCuContext, CUcontext)
__QN_NVTX_NAME(nvtxNameCuStream, CUstream)
__QN_NVTX_NAME(nvtxNameCuEvent, CUevent)

#ifdef UNICODE
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCuEvent nvtxNameCuEventW
#else
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTCUDA_H
