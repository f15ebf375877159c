// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_cupti.py; do not edit.
//
// Parameters of NVTX's functions.
#ifndef QUERN_CUDA_GENERATED_NVTX_META_H
#define QUERN_CUDA_GENERATED_NVTX_META_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvtx3/nvToolsExt.h"
#include "nvtx3/nvToolsExtSync.h"
#include "nvtx3/nvToolsExtCuda.h"
#include "nvtx3/nvToolsExtCudaRt.h"

#include <quern/device/names_begin.inc>

typedef struct nvtxMarkEx_params_st {
  const nvtxEventAttributes_t* eventAttrib;
} nvtxMarkEx_params;

typedef struct nvtxMarkA_params_st {
  const char* message;
} nvtxMarkA_params;

typedef struct nvtxMarkW_params_st {
  const wchar_t* message;
} nvtxMarkW_params;

typedef struct nvtxRangeStartEx_params_st {
  const nvtxEventAttributes_t* eventAttrib;
} nvtxRangeStartEx_params;

typedef struct nvtxRangeStartA_params_st {
  const char* message;
} nvtxRangeStartA_params;

typedef struct nvtxRangeStartW_params_st {
  const wchar_t* message;
} nvtxRangeStartW_params;

typedef struct nvtxRangeEnd_params_st {
  nvtxRangeId_t id;
} nvtxRangeEnd_params;

typedef struct nvtxRangePushEx_params_st {
  const nvtxEventAttributes_t* eventAttrib;
} nvtxRangePushEx_params;

typedef struct nvtxRangePushA_params_st {
  const char* message;
} nvtxRangePushA_params;

typedef struct nvtxRangePushW_params_st {
  const wchar_t* message;
} nvtxRangePushW_params;

typedef struct nvtxRangePop_params_st {
  void *dummy;
} nvtxRangePop_params;

typedef struct nvtxNameCategoryA_params_st {
  uint32_t category;
  const char* name;
} nvtxNameCategoryA_params;

typedef struct nvtxNameCategoryW_params_st {
  uint32_t category;
  const wchar_t* name;
} nvtxNameCategoryW_params;

typedef struct nvtxNameOsThreadA_params_st {
  uint32_t threadId;
  const char* name;
} nvtxNameOsThreadA_params;

typedef struct nvtxNameOsThreadW_params_st {
  uint32_t threadId;
  const wchar_t* name;
} nvtxNameOsThreadW_params;

typedef struct nvtxNameCuDeviceA_params_st {
  CUdevice device;
  const char* name;
} nvtxNameCuDeviceA_params;

typedef struct nvtxNameCuDeviceW_params_st {
  CUdevice device;
  const wchar_t* name;
} nvtxNameCuDeviceW_params;

typedef struct nvtxNameCuContextA_params_st {
  CUcontext context;
  const char* name;
} nvtxNameCuContextA_params;

typedef struct nvtxNameCuContextW_params_st {
  CUcontext context;
  const wchar_t* name;
} nvtxNameCuContextW_params;

typedef struct nvtxNameCuStreamA_params_st {
  CUstream stream;
  const char* name;
} nvtxNameCuStreamA_params;

typedef struct nvtxNameCuStreamW_params_st {
  CUstream stream;
  const wchar_t* name;
} nvtxNameCuStreamW_params;

typedef struct nvtxNameCuEventA_params_st {
  CUevent event;
  const char* name;
} nvtxNameCuEventA_params;

typedef struct nvtxNameCuEventW_params_st {
  CUevent event;
  const wchar_t* name;
} nvtxNameCuEventW_params;

typedef struct nvtxNameCudaDeviceA_params_st {
  int device;
  const char* name;
} nvtxNameCudaDeviceA_params;

typedef struct nvtxNameCudaDeviceW_params_st {
  int device;
  const wchar_t* name;
} nvtxNameCudaDeviceW_params;

typedef struct nvtxNameCudaStreamA_params_st {
  cudaStream_t stream;
  const char* name;
} nvtxNameCudaStreamA_params;

typedef struct nvtxNameCudaStreamW_params_st {
  cudaStream_t stream;
  const wchar_t* name;
} nvtxNameCudaStreamW_params;

typedef struct nvtxNameCudaEventA_params_st {
  cudaEvent_t event;
  const char* name;
} nvtxNameCudaEventA_params;

typedef struct nvtxNameCudaEventW_params_st {
  cudaEvent_t event;
  const wchar_t* name;
} nvtxNameCudaEventW_params;

typedef struct nvtxDomainCreateA_params_st {
  const char* name;
} nvtxDomainCreateA_params;

typedef struct nvtxDomainDestroy_params_st {
  nvtxDomainHandle_t domain;
} nvtxDomainDestroy_params;

typedef struct nvtxDomainMarkEx_params_st {
  nvtxDomainHandle_t domain;
  nvtxMarkEx_params core;
} nvtxDomainMarkEx_params;

typedef struct nvtxDomainRangeStartEx_params_st {
  nvtxDomainHandle_t domain;
  nvtxRangeStartEx_params core;
} nvtxDomainRangeStartEx_params;

typedef struct nvtxDomainRangeEnd_params_st {
  nvtxDomainHandle_t domain;
  nvtxRangeEnd_params core;
} nvtxDomainRangeEnd_params;

typedef struct nvtxDomainRangePushEx_params_st {
  nvtxDomainHandle_t domain;
  nvtxRangePushEx_params core;
} nvtxDomainRangePushEx_params;

typedef struct nvtxDomainRangePop_params_st {
  nvtxDomainHandle_t domain;
} nvtxDomainRangePop_params;

typedef struct nvtxSyncUserCreate_params_st {
  nvtxDomainHandle_t domain;
  const nvtxSyncUserAttributes_t* attribs;
} nvtxSyncUserCreate_params;

typedef struct nvtxSyncUserCommon_params_st {
  nvtxSyncUser_t handle;
} nvtxSyncUserCommon_params;

typedef struct nvtxDomainRegisterStringA_params_st {
  nvtxDomainHandle_t domain;
  const char* string;
} nvtxDomainRegisterStringA_params;

typedef struct nvtxDomainRegisterStringW_params_st {
  nvtxDomainHandle_t domain;
  const char* string;
} nvtxDomainRegisterStringW_params;

#include <quern/device/names_end.inc>

#endif
