// SPDX-License-Identifier: Apache-2.0
//
// NVTX: heaps, regions and permissions of memory. Nothing of it is written to
// traces; the handles are those of a program without a tool.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTMEM_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTMEM_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvToolsExt.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef NVTX_EXT_MODULEID_MEM
#define NVTX_EXT_MODULEID_MEM 1
#endif

#ifndef NVTX_EXT_COMPATID_MEM
#define NVTX_EXT_COMPATID_MEM 0x0102
#endif

#ifndef NVTX_MEM_CONTENTS_V1
#define NVTX_MEM_CONTENTS_V1
#define NVTX_MEM_HEAP_HANDLE_NO_TOOL ((nvtxMemHeapHandle_t)(((intptr_t)(-1))))

#define NVTX_MEM_REGION_HANDLE_NO_TOOL                                         \
  ((nvtxMemRegionHandle_t)(((intptr_t)(-1))))

#define NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL ((nvtxMemPermissionsHandle_t)(-1))

#define NVTX_MEM_HEAP_USAGE_UNKNOWN 0x0
#define NVTX_MEM_TYPE_UNKNOWN 0x0
#define NVTX_MEM_HEAP_HANDLE_PROCESS_WIDE ((nvtxMemHeapHandle_t)(0))

#define NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR 0x1
#define NVTX_MEM_HEAP_USAGE_TYPE_LAYOUT 0x2
#define NVTX_MEM_TYPE_VIRTUAL_ADDRESS 0x1
#define NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE                               \
  ((nvtxMemPermissionsHandle_t)(0))

#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_READ 0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_ATOMIC 0x4

struct nvtxMemHeap_v1;
typedef struct nvtxMemHeap_v1 nvtxMemHeap_t;

typedef nvtxMemHeap_t *nvtxMemHeapHandle_t;

struct nvtxMemRegion_v1;
typedef struct nvtxMemRegion_v1 nvtxMemRegion_t;

typedef nvtxMemRegion_t *nvtxMemRegionHandle_t;

typedef union nvtxMemRegionRef_t {
  void const *pointer;
  nvtxMemRegionHandle_t handle;
} nvtxMemRegionRef_t;

struct nvtxMemPermissions_v1;
typedef struct nvtxMemPermissions_v1 nvtxMemPermissions_t;

typedef nvtxMemPermissions_t *nvtxMemPermissionsHandle_t;

typedef struct nvtxMemVirtualRangeDesc_v1 {
  size_t size;
  void const *ptr;
} nvtxMemVirtualRangeDesc_v1;
typedef nvtxMemVirtualRangeDesc_v1 nvtxMemVirtualRangeDesc_t;

typedef struct nvtxMemHeapDesc_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  uint32_t usage;
  uint32_t type;
  size_t typeSpecificDescSize;
  void const *typeSpecificDesc;
  uint32_t category;
  uint32_t messageType;
  nvtxMessageValue_t message;
} nvtxMemHeapDesc_v1;
typedef nvtxMemHeapDesc_v1 nvtxMemHeapDesc_t;

__QN_NVTX nvtxMemHeapHandle_t
nvtxMemHeapRegister(nvtxDomainHandle_t domain, nvtxMemHeapDesc_t const *desc) {
  (void)domain;
  (void)desc;
  return NVTX_MEM_HEAP_HANDLE_NO_TOOL;
}

__QN_NVTX void nvtxMemHeapUnregister(nvtxDomainHandle_t domain,
                                     nvtxMemHeapHandle_t heap) {
  (void)domain;
  (void)heap;
}

__QN_NVTX void nvtxMemHeapReset(nvtxDomainHandle_t domain,
                                nvtxMemHeapHandle_t heap) {
  (void)domain;
  (void)heap;
}

typedef struct nvtxMemRegionsRegisterBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  nvtxMemHeapHandle_t heap;
  size_t regionCount;
  size_t regionDescElementSize;
  void const *regionDescElements;
  nvtxMemRegionHandle_t *regionHandleElementsOut;
} nvtxMemRegionsRegisterBatch_v1;
typedef nvtxMemRegionsRegisterBatch_v1 nvtxMemRegionsRegisterBatch_t;

__QN_NVTX void
nvtxMemRegionsRegister(nvtxDomainHandle_t domain,
                       nvtxMemRegionsRegisterBatch_t const *desc) {
  (void)domain;
  (void)desc;
}

typedef struct nvtxMemRegionsResizeBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  size_t regionDescCount;
  size_t regionDescElementSize;
  void const *regionDescElements;
} nvtxMemRegionsResizeBatch_v1;
typedef nvtxMemRegionsResizeBatch_v1 nvtxMemRegionsResizeBatch_t;

__QN_NVTX void nvtxMemRegionsResize(nvtxDomainHandle_t domain,
                                    nvtxMemRegionsResizeBatch_t const *desc) {
  (void)domain;
  (void)desc;
}

#define NVTX_MEM_REGION_REF_TYPE_UNKNOWN 0x0
#define NVTX_MEM_REGION_REF_TYPE_POINTER 0x1
#define NVTX_MEM_REGION_REF_TYPE_HANDLE 0x2

typedef struct nvtxMemRegionsUnregisterBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t refType;
  size_t refCount;
  size_t refElementSize;
  nvtxMemRegionRef_t const *refElements;
} nvtxMemRegionsUnregisterBatch_v1;
typedef nvtxMemRegionsUnregisterBatch_v1 nvtxMemRegionsUnregisterBatch_t;

__QN_NVTX void
nvtxMemRegionsUnregister(nvtxDomainHandle_t domain,
                         nvtxMemRegionsUnregisterBatch_t const *desc) {
  (void)domain;
  (void)desc;
}

typedef struct nvtxMemRegionNameDesc_v1 {
  uint32_t regionRefType;
  uint32_t nameType;
  nvtxMemRegionRef_t region;
  nvtxMessageValue_t name;
  uint32_t category;
  uint32_t reserved0;
} nvtxMemRegionNameDesc_v1;
typedef nvtxMemRegionNameDesc_v1 nvtxMemRegionNameDesc_t;

typedef struct nvtxMemRegionsNameBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  size_t regionCount;
  size_t regionElementSize;
  nvtxMemRegionNameDesc_t const *regionElements;
  size_t reserved1;
} nvtxMemRegionsNameBatch_v1;
typedef nvtxMemRegionsNameBatch_v1 nvtxMemRegionsNameBatch_t;

__QN_NVTX void nvtxMemRegionsName(nvtxDomainHandle_t domain,
                                  nvtxMemRegionsNameBatch_t const *desc) {
  (void)domain;
  (void)desc;
}

#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ 0x1
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET 0x8

typedef struct nvtxMemPermissionsAssignRegionDesc_v1 {
  uint32_t flags;
  uint32_t regionRefType;
  nvtxMemRegionRef_t region;
} nvtxMemPermissionsAssignRegionDesc_v1;
typedef nvtxMemPermissionsAssignRegionDesc_v1
    nvtxMemPermissionsAssignRegionDesc_t;

typedef struct nvtxMemPermissionsAssignBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  nvtxMemPermissionsHandle_t permissions;
  size_t regionCount;
  size_t regionElementSize;
  nvtxMemPermissionsAssignRegionDesc_t const *regionElements;
  size_t reserved1;
} nvtxMemPermissionsAssignBatch_v1;
typedef nvtxMemPermissionsAssignBatch_v1 nvtxMemPermissionsAssignBatch_t;

__QN_NVTX void
nvtxMemPermissionsAssign(nvtxDomainHandle_t domain,
                         nvtxMemPermissionsAssignBatch_t const *desc) {
  (void)domain;
  (void)desc;
}

__QN_NVTX nvtxMemPermissionsHandle_t
nvtxMemPermissionsCreate(nvtxDomainHandle_t domain, int32_t creationflags) {
  (void)domain;
  (void)creationflags;
  return NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL;
}

__QN_NVTX void
nvtxMemPermissionsDestroy(nvtxDomainHandle_t domain,
                          nvtxMemPermissionsHandle_t permissionsHandle) {
  (void)domain;
  (void)permissionsHandle;
}

__QN_NVTX void
nvtxMemPermissionsReset(nvtxDomainHandle_t domain,
                        nvtxMemPermissionsHandle_t permissionsHandle) {
  (void)domain;
  (void)permissionsHandle;
}

#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_READ 0x1
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_UNKNOWN 0x0
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CPU_THREAD 0x1
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CUDA_STREAM 0x2

__QN_NVTX void nvtxMemPermissionsBind(nvtxDomainHandle_t domain,
                                      nvtxMemPermissionsHandle_t permissions,
                                      uint32_t bindScope, uint32_t bindFlags) {
  (void)domain;
  (void)permissions;
  (void)bindScope;
  (void)bindFlags;
}

__QN_NVTX void nvtxMemPermissionsUnbind(nvtxDomainHandle_t domain,
                                        uint32_t bindScope) {
  (void)domain;
  (void)bindScope;
}

#endif

#ifndef NVTX_MEM_CALLBACK_ID_V1
#define NVTX_MEM_CALLBACK_ID_V1
#define NVTX3EXT_CBID_nvtxMemHeapRegister 0
#define NVTX3EXT_CBID_nvtxMemHeapUnregister 1
#define NVTX3EXT_CBID_nvtxMemHeapReset 2
#define NVTX3EXT_CBID_nvtxMemRegionsRegister 3
#define NVTX3EXT_CBID_nvtxMemRegionsResize 4
#define NVTX3EXT_CBID_nvtxMemRegionsUnregister 5
#define NVTX3EXT_CBID_nvtxMemRegionsName 6
#define NVTX3EXT_CBID_nvtxMemPermissionsAssign 7
#define NVTX3EXT_CBID_nvtxMemPermissionsCreate 8
#define NVTX3EXT_CBID_nvtxMemPermissionsDestroy 9
#define NVTX3EXT_CBID_nvtxMemPermissionsReset 10
#define NVTX3EXT_CBID_nvtxMemPermissionsBind 11
#define NVTX3EXT_CBID_nvtxMemPermissionsUnbind 12
#define NVTX3EXT_CBID_nvtxMemCudaGetProcessWidePermissions 13
#define NVTX3EXT_CBID_nvtxMemCudaGetDeviceWidePermissions 14
#define NVTX3EXT_CBID_nvtxMemCudaSetPeerAccess 15
#define NVTX3EXT_CBID_nvtxMemCudaMarkInitialized 16

#endif

#ifndef NVTX_EXT_MEM_VERSIONED_IDENTIFIERS_V1
#define NVTX_EXT_MEM_VERSIONED_IDENTIFIERS_V1
#define NVTX_EXT_MEM_VERSIONED_IDENTIFIER_L3(NAME, VERSION, COMPATID)          \
  NAME##_v##VERSION##_mem##COMPATID
#define NVTX_EXT_MEM_VERSIONED_IDENTIFIER_L2(NAME, VERSION, COMPATID)          \
  NVTX_EXT_MEM_VERSIONED_IDENTIFIER_L3(NAME, VERSION, COMPATID)
#define NVTX_EXT_MEM_VERSIONED_ID(NAME)                                        \
  NVTX_EXT_MEM_VERSIONED_IDENTIFIER_L2(NAME, NVTX_VERSION,                     \
                                       NVTX_EXT_COMPATID_MEM)
#endif

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTMEM_H
