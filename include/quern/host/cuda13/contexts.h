// SPDX-License-Identifier: Apache-2.0
//
// Execution contexts of CUDA's runtime and the resources that they are made of,
// as CUDA 13.1 and later have them, and what launches say since then.
#ifndef QUERN_HOST_CUDA13_CONTEXTS_H
#define QUERN_HOST_CUDA13_CONTEXTS_H

typedef struct CUdevResourceDesc_st *cudaDevResourceDesc_t;
typedef struct cudaExecutionContext_st *cudaExecutionContext_t;

enum cudaDevSmResourceGroup_flags {
  cudaDevSmResourceGroupDefault = 0,
  cudaDevSmResourceGroupBackfill = 1,
  cudaDevSmResourceGroupLocalityDomainId = 2,
  cudaDevSmResourceGroupLocalityDomainSupplementalSms = 4
};
enum cudaDevSmResourceSplitByCount_flags {
  cudaDevSmResourceSplitIgnoreSmCoscheduling = 1,
  cudaDevSmResourceSplitMaxPotentialClusterSize = 2
};
enum cudaDevResourceType {
  cudaDevResourceTypeInvalid = 0,
  cudaDevResourceTypeSm = 1,
  cudaDevResourceTypeWorkqueueConfig = 1000,
  cudaDevResourceTypeWorkqueue = 10000
};
struct cudaDevSmResource {
  unsigned int smCount;
  unsigned int minSmPartitionSize;
  unsigned int smCoscheduledAlignment;
  unsigned int flags;
  unsigned int localityDomainId;
};
enum cudaDevWorkqueueConfigScope {
  cudaDevWorkqueueConfigScopeDeviceCtx = 0,
  cudaDevWorkqueueConfigScopeGreenCtxBalanced = 1
};
struct cudaDevWorkqueueConfigResource {
  int device;
  unsigned int wqConcurrencyLimit;
  enum cudaDevWorkqueueConfigScope sharingScope;
};
struct cudaDevWorkqueueResource {
  unsigned char reserved[40];
};
typedef struct cudaDevSmResourceGroupParams_st {
  unsigned int smCount;
  unsigned int coscheduledSmCount;
  unsigned int preferredCoscheduledSmCount;
  unsigned int flags;
  unsigned int localityDomainId;
  unsigned int reserved[11];
} cudaDevSmResourceGroupParams;
typedef struct cudaDevResource_st {
  enum cudaDevResourceType type;
  unsigned char _internal_padding[92];
  union {
    struct cudaDevSmResource sm;
    struct cudaDevWorkqueueConfigResource wqConfig;
    struct cudaDevWorkqueueResource wq;
    unsigned char _oversize[40];
  };
  struct cudaDevResource_st *nextResource;
} cudaDevResource;
#define cudaDevSmResourceGroupLocalityDomainIdAny (~0u)

enum cudaHostTaskSyncMode {
  cudaHostTaskBlocking = 0,
  cudaHostTaskSpinWait = 1
};
typedef enum cudaSharedMemoryMode {
  cudaSharedMemoryModeDefault = 0,
  cudaSharedMemoryModeRequirePortable = 1,
  cudaSharedMemoryModeAllowNonPortable = 2,
  cudaSharedMemoryModeAllowOversizedSharedMemory = 3,
  cudaSharedMemoryModePreferOversizedSharedMemory = 4
} cudaSharedMemoryMode;
typedef enum cudaLaunchAttributePortableClusterMode {
  cudaLaunchPortableClusterModeDefault = 0,
  cudaLaunchPortableClusterModeRequirePortable = 1,
  cudaLaunchPortableClusterModeAllowNonPortable = 2
} cudaLaunchAttributePortableClusterMode;
enum cudaKernelFunctionType {
  cudaKernelFunctionTypeUnspecified = 0,
  cudaKernelFunctionTypeDeviceEntry = 1,
  cudaKernelFunctionTypeKernel = 2,
  cudaKernelFunctionTypeFunction = 3
};
enum cudaFabricOpStatusSource {
  cudaFabricOpStatusSourceMbarrierV1 = 0,
  cudaFabricOpStatusSourceMax = 0x7fffffff
};
enum cudaFabricOpStatusInfo {
  cudaFabricOpStatusInfoSuccess = 0,
  cudaFabricOpStatusInfoLast = cudaFabricOpStatusInfoSuccess,
  cudaFabricOpStatusInfoMax = 0x7fffffff
};

#endif
