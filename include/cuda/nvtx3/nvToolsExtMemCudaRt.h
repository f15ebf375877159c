// SPDX-License-Identifier: Apache-2.0
//
// NVTX: memory of CUDA's, as nvToolsExtMem.h.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTMEMCUDART_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTMEMCUDART_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvToolsExtMem.h"
#include "../cuda.h"
#include "../cuda_runtime_api.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef NVTX_MEM_CUDART_CONTENTS_V1
#define NVTX_MEM_CUDART_CONTENTS_V1
#define NVTX_MEM_TYPE_CUDA_ARRAY 0x11

typedef struct nvtxMemCudaArrayRangeDesc_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  cudaArray_t src;
  size_t offset[3];
  size_t extent[3];
} nvtxMemCudaArrayRangeDesc_v1;
typedef nvtxMemCudaArrayRangeDesc_v1 nvtxMemCudaArrayRangeDesc_t;

#define NVTX_MEM_TYPE_CU_ARRAY 0x12

typedef struct nvtxMemCuArrayRangeDesc_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  CUarray src;
  size_t offset[3];
  size_t extent[3];
} nvtxMemCuArrayRangeDesc_v1;
typedef nvtxMemCuArrayRangeDesc_v1 nvtxMemCuArrayRangeDesc_t;

#define NVTX_MEM_CUDA_PEER_ALL_DEVICES -1

__QN_NVTX nvtxMemPermissionsHandle_t
nvtxMemCudaGetProcessWidePermissions(nvtxDomainHandle_t domain) {
  (void)domain;
  return NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL;
}

__QN_NVTX nvtxMemPermissionsHandle_t
nvtxMemCudaGetDeviceWidePermissions(nvtxDomainHandle_t domain, int device) {
  (void)domain;
  (void)device;
  return NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL;
}

__QN_NVTX void nvtxMemCudaSetPeerAccess(nvtxDomainHandle_t domain,
                                        nvtxMemPermissionsHandle_t permissions,
                                        int devicePeer, uint32_t flags) {
  (void)domain;
  (void)permissions;
  (void)devicePeer;
  (void)flags;
}

typedef struct nvtxMemMarkInitializedBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  size_t regionDescCount;
  size_t regionDescElementSize;
  void const *regionDescElements;
} nvtxMemMarkInitializedBatch_v1;
typedef nvtxMemMarkInitializedBatch_v1 nvtxMemMarkInitializedBatch_t;

__QN_NVTX void
nvtxMemCudaMarkInitialized(nvtxDomainHandle_t domain, cudaStream_t stream,
                           uint8_t isPerThreadStream,
                           nvtxMemMarkInitializedBatch_t const *desc) {
  (void)domain;
  (void)stream;
  (void)isPerThreadStream;
  (void)desc;
}

#endif

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTMEMCUDART_H
