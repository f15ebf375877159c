// SPDX-License-Identifier: Apache-2.0
//
// Types of CUDA's driver API for fabrics between machines and for sharing with
// graphics: as CUDA 13.1 and later have them.
#ifndef QUERN_HOST_CUDA13_FABRIC_H
#define QUERN_HOST_CUDA13_FABRIC_H

typedef enum CUcliqueType_enum {
  CU_CLIQUE_TYPE_UNICAST_POINTER = 0,
  CU_CLIQUE_TYPE_MULTICAST_POINTER = 1,
  CU_CLIQUE_TYPE_UNICAST_LOGICAL_ENDPOINT = 2,
  CU_CLIQUE_TYPE_MULTICAST_LOGICAL_ENDPOINT = 3
} CUcliqueType;
typedef struct CUcliqueInfo_st {
  CUcliqueType type;
  unsigned int id;
} CUcliqueInfo;

typedef cuuint32_t CUlogicalEndpointId;
typedef enum CUlogicalEndpointIpcHandleType_enum {
  CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_NONE = 0,
  CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC = 1
} CUlogicalEndpointIpcHandleType;
typedef struct CUlogicalEndpointFabricHandle_st {
  unsigned char data[64];
} CUlogicalEndpointFabricHandle;
typedef enum CUlogicalEndpointType_enum {
  CU_LOGICAL_ENDPOINT_TYPE_INVALID = 0,
  CU_LOGICAL_ENDPOINT_TYPE_UNICAST = 1,
  CU_LOGICAL_ENDPOINT_TYPE_MULTICAST = 2
} CUlogicalEndpointType;
typedef enum CUlogicalEndpointFlag_enum {
  CU_LOGICAL_ENDPOINT_FLAG_NONE = 0,
  CU_LOGICAL_ENDPOINT_FLAG_COUNTED_OPS = 1
} CUlogicalEndpointFlag;
typedef struct CUlogicalEndpointProp_struct {
  CUlogicalEndpointType type;
  union {
    struct {
      CUdevice device;
    } unicast;
    struct {
      unsigned int numDevices;
    } multicast;
  };
  unsigned long long size;
  unsigned int ipcHandleTypes;
  unsigned int flags;
} CUlogicalEndpointProp;

typedef enum CUfabricCpyOperandType_enum {
  CU_FABRIC_COPY_OPERAND_TYPE_POINTER = 1,
  CU_FABRIC_COPY_OPERAND_TYPE_LOGICAL_ENDPOINT = 2,
  CU_FABRIC_COPY_OPERAND_TYPE_MAX = 0x7fffffff
} CUfabricCpyOperandType;
typedef struct CUfabricCpyOperand_st {
  CUfabricCpyOperandType type;
  union {
    struct {
      CUdeviceptr ptr;
      CUmemLocation locHint;
    } ptr;
    struct {
      CUlogicalEndpointId id;
      cuuint64_t offset;
    } le;
  } op;
} CUfabricCpyOperand;
typedef struct CUDA_FABRIC_COPY_BATCH_OP_st {
  CUfabricCpyOperand src;
  CUfabricCpyOperand dst;
  size_t size;
  unsigned int flags;
} CUDA_FABRIC_COPY_BATCH_OP_v1;
typedef CUDA_FABRIC_COPY_BATCH_OP_v1 CUDA_FABRIC_COPY_BATCH_OP;
typedef struct CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st {
  size_t numOps;
  CUDA_FABRIC_COPY_BATCH_OP *opList;
  unsigned long long flags;
  union {
    CUcontext ctx;
    CUgreenCtx gCtx;
  };
} CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1;
typedef CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1 CUDA_FABRIC_CPY_BATCH_NODE_PARAMS;

typedef enum CUstreamCigDataType_enum {
  STREAM_CIG_DATA_TYPE_D3D12_COMMAND_LIST = 1,
  STREAM_CIG_DATA_TYPE_VULKAN_COMMAND_BUFFER_HANDLE_NV = 2
} CUstreamCigDataType;
typedef struct CUstreamCigParam_st {
  CUstreamCigDataType streamSharedDataType;
  void *streamSharedData;
} CUstreamCigParam;
typedef struct CUstreamCigCaptureParams_st {
  CUstreamCigParam *streamCigParams;
} CUstreamCigCaptureParams;

#endif
