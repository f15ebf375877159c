// SPDX-License-Identifier: Apache-2.0
//
// CUPTI's profiler: counters around kernels or ranges. No device of Quern has
// counters (docs/cupti.md).
#ifndef QUERN_CUDA_CUPTI_PROFILER_TARGET_H
#define QUERN_CUDA_CUPTI_PROFILER_TARGET_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include "cupti_common.h"
#include "cupti_result.h"
#include <stddef.h>
#include <stdint.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum CUpti_ProfilerRange {
  CUPTI_Range_INVALID = 0,
  CUPTI_AutoRange = 1,
  CUPTI_UserRange = 2,
  CUPTI_Range_COUNT = 3,
} CUpti_ProfilerRange;

typedef enum CUpti_ProfilerReplayMode {
  CUPTI_Replay_INVALID = 0,
  CUPTI_ApplicationReplay = 1,
  CUPTI_KernelReplay = 2,
  CUPTI_UserReplay = 3,
  CUPTI_Replay_COUNT = 4,
} CUpti_ProfilerReplayMode;

typedef struct CUpti_Profiler_Initialize_Params {
  size_t structSize;
  void *pPriv;
} CUpti_Profiler_Initialize_Params;
#define CUpti_Profiler_Initialize_Params_STRUCT_SIZE                           \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_Initialize_Params, pPriv)

typedef struct CUpti_Profiler_DeInitialize_Params {
  size_t structSize;
  void *pPriv;
} CUpti_Profiler_DeInitialize_Params;
#define CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE                         \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_DeInitialize_Params, pPriv)
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params *pParams);
CUptiResult
cuptiProfilerDeInitialize(CUpti_Profiler_DeInitialize_Params *pParams);

typedef struct CUpti_Profiler_CounterDataImageOptions {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataPrefix;
  size_t counterDataPrefixSize;
  uint32_t maxNumRanges;
  uint32_t maxNumRangeTreeNodes;
  uint32_t maxRangeNameLength;
} CUpti_Profiler_CounterDataImageOptions;
#define CUpti_Profiler_CounterDataImageOptions_STRUCT_SIZE                     \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_CounterDataImageOptions,           \
                             maxRangeNameLength)

typedef struct CUpti_Profiler_CounterDataImage_CalculateSize_Params {
  size_t structSize;
  void *pPriv;
  size_t sizeofCounterDataImageOptions;
  const CUpti_Profiler_CounterDataImageOptions *pOptions;
  size_t counterDataImageSize;
} CUpti_Profiler_CounterDataImage_CalculateSize_Params;
#define CUpti_Profiler_CounterDataImage_CalculateSize_Params_STRUCT_SIZE       \
  CUPTI_PROFILER_STRUCT_SIZE(                                                  \
      CUpti_Profiler_CounterDataImage_CalculateSize_Params,                    \
      counterDataImageSize)

typedef struct CUpti_Profiler_CounterDataImage_Initialize_Params {
  size_t structSize;
  void *pPriv;
  size_t sizeofCounterDataImageOptions;
  const CUpti_Profiler_CounterDataImageOptions *pOptions;
  size_t counterDataImageSize;
  uint8_t *pCounterDataImage;
} CUpti_Profiler_CounterDataImage_Initialize_Params;
#define CUpti_Profiler_CounterDataImage_Initialize_Params_STRUCT_SIZE          \
  CUPTI_PROFILER_STRUCT_SIZE(                                                  \
      CUpti_Profiler_CounterDataImage_Initialize_Params, pCounterDataImage)
CUptiResult cuptiProfilerCounterDataImageCalculateSize(
    CUpti_Profiler_CounterDataImage_CalculateSize_Params *pParams);
CUptiResult cuptiProfilerCounterDataImageInitialize(
    CUpti_Profiler_CounterDataImage_Initialize_Params *pParams);

typedef struct
    CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params {
  size_t structSize;
  void *pPriv;
  size_t counterDataImageSize;
  uint8_t *pCounterDataImage;
  size_t counterDataScratchBufferSize;
} CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params;
#define CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params_STRUCT_SIZE \
  CUPTI_PROFILER_STRUCT_SIZE(                                                         \
      CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params,              \
      counterDataScratchBufferSize)

typedef struct CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params {
  size_t structSize;
  void *pPriv;
  size_t counterDataImageSize;
  uint8_t *pCounterDataImage;
  size_t counterDataScratchBufferSize;
  uint8_t *pCounterDataScratchBuffer;
} CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params;
#define CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params_STRUCT_SIZE \
  CUPTI_PROFILER_STRUCT_SIZE(                                                      \
      CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params,              \
      pCounterDataScratchBuffer)
CUptiResult cuptiProfilerCounterDataImageCalculateScratchBufferSize(
    CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params *pParams);
CUptiResult cuptiProfilerCounterDataImageInitializeScratchBuffer(
    CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params *pParams);

typedef struct CUpti_Profiler_BeginSession_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  size_t counterDataImageSize;
  uint8_t *pCounterDataImage;
  size_t counterDataScratchBufferSize;
  uint8_t *pCounterDataScratchBuffer;
  uint8_t bDumpCounterDataInFile;
  const char *pCounterDataFilePath;
  CUpti_ProfilerRange range;
  CUpti_ProfilerReplayMode replayMode;
  size_t maxRangesPerPass;
  size_t maxLaunchesPerPass;
} CUpti_Profiler_BeginSession_Params;
#define CUpti_Profiler_BeginSession_Params_STRUCT_SIZE                         \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_BeginSession_Params,               \
                             maxLaunchesPerPass)

typedef struct CUpti_Profiler_EndSession_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
} CUpti_Profiler_EndSession_Params;
#define CUpti_Profiler_EndSession_Params_STRUCT_SIZE                           \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_EndSession_Params, ctx)
CUptiResult
cuptiProfilerBeginSession(CUpti_Profiler_BeginSession_Params *pParams);
CUptiResult cuptiProfilerEndSession(CUpti_Profiler_EndSession_Params *pParams);

typedef struct CUpti_Profiler_SetConfig_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  const uint8_t *pConfig;
  size_t configSize;
  uint16_t minNestingLevel;
  uint16_t numNestingLevels;
  size_t passIndex;
  uint16_t targetNestingLevel;
} CUpti_Profiler_SetConfig_Params;
#define CUpti_Profiler_SetConfig_Params_STRUCT_SIZE                            \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_SetConfig_Params,                  \
                             targetNestingLevel)

typedef struct CUpti_Profiler_UnsetConfig_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
} CUpti_Profiler_UnsetConfig_Params;
#define CUpti_Profiler_UnsetConfig_Params_STRUCT_SIZE                          \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_UnsetConfig_Params, ctx)
CUptiResult cuptiProfilerSetConfig(CUpti_Profiler_SetConfig_Params *pParams);
CUptiResult
cuptiProfilerUnsetConfig(CUpti_Profiler_UnsetConfig_Params *pParams);

typedef struct CUpti_Profiler_BeginPass_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
} CUpti_Profiler_BeginPass_Params;
#define CUpti_Profiler_BeginPass_Params_STRUCT_SIZE                            \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_BeginPass_Params, ctx)

typedef struct CUpti_Profiler_EndPass_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  uint16_t targetNestingLevel;
  size_t passIndex;
  uint8_t allPassesSubmitted;
} CUpti_Profiler_EndPass_Params;
#define CUpti_Profiler_EndPass_Params_STRUCT_SIZE                              \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_EndPass_Params, allPassesSubmitted)
CUptiResult cuptiProfilerBeginPass(CUpti_Profiler_BeginPass_Params *pParams);
CUptiResult cuptiProfilerEndPass(CUpti_Profiler_EndPass_Params *pParams);

typedef struct CUpti_Profiler_EnableProfiling_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
} CUpti_Profiler_EnableProfiling_Params;
#define CUpti_Profiler_EnableProfiling_Params_STRUCT_SIZE                      \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_EnableProfiling_Params, ctx)

typedef struct CUpti_Profiler_DisableProfiling_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
} CUpti_Profiler_DisableProfiling_Params;
#define CUpti_Profiler_DisableProfiling_Params_STRUCT_SIZE                     \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_DisableProfiling_Params, ctx)
CUptiResult
cuptiProfilerEnableProfiling(CUpti_Profiler_EnableProfiling_Params *pParams);
CUptiResult
cuptiProfilerDisableProfiling(CUpti_Profiler_DisableProfiling_Params *pParams);

typedef struct CUpti_Profiler_IsPassCollected_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  size_t numRangesDropped;
  size_t numTraceBytesDropped;
  uint8_t onePassCollected;
  uint8_t allPassesCollected;
} CUpti_Profiler_IsPassCollected_Params;
#define CUpti_Profiler_IsPassCollected_Params_STRUCT_SIZE                      \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_IsPassCollected_Params,            \
                             allPassesCollected)
CUptiResult
cuptiProfilerIsPassCollected(CUpti_Profiler_IsPassCollected_Params *pParams);

typedef struct CUpti_Profiler_FlushCounterData_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  size_t numRangesDropped;
  size_t numTraceBytesDropped;
} CUpti_Profiler_FlushCounterData_Params;
#define CUpti_Profiler_FlushCounterData_Params_STRUCT_SIZE                     \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_FlushCounterData_Params,           \
                             numTraceBytesDropped)
CUptiResult
cuptiProfilerFlushCounterData(CUpti_Profiler_FlushCounterData_Params *pParams);

typedef struct CUpti_Profiler_PushRange_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  const char *pRangeName;
  size_t rangeNameLength;
} CUpti_Profiler_PushRange_Params;
#define CUpti_Profiler_PushRange_Params_STRUCT_SIZE                            \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_PushRange_Params, rangeNameLength)

typedef struct CUpti_Profiler_PopRange_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
} CUpti_Profiler_PopRange_Params;
#define CUpti_Profiler_PopRange_Params_STRUCT_SIZE                             \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_PopRange_Params, ctx)
CUptiResult cuptiProfilerPushRange(CUpti_Profiler_PushRange_Params *pParams);
CUptiResult cuptiProfilerPopRange(CUpti_Profiler_PopRange_Params *pParams);

typedef struct CUpti_Profiler_GetCounterAvailability_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  size_t counterAvailabilityImageSize;
  uint8_t *pCounterAvailabilityImage;
} CUpti_Profiler_GetCounterAvailability_Params;
#define CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE               \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_GetCounterAvailability_Params,     \
                             pCounterAvailabilityImage)
CUptiResult cuptiProfilerGetCounterAvailability(
    CUpti_Profiler_GetCounterAvailability_Params *pParams);

typedef enum CUpti_Profiler_Support_Level {
  CUPTI_PROFILER_CONFIGURATION_UNKNOWN = 0,
  CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED = 1,
  CUPTI_PROFILER_CONFIGURATION_DISABLED = 2,
  CUPTI_PROFILER_CONFIGURATION_SUPPORTED = 3,
} CUpti_Profiler_Support_Level;

typedef enum CUpti_Profiler_API {
  CUPTI_PROFILER_RANGE_PROFILING = 0,
  CUPTI_PROFILER_PC_SAMPLING = 1,
  CUPTI_PROFILER_SASS_METRICS = 2,
  CUPTI_PROFILER_PM_SAMPLING = 3,
  CUPTI_PROFILER_UNKNOWN = 4,
} CUpti_Profiler_API;

typedef struct CUpti_Profiler_DeviceSupported_Params {
  size_t structSize;
  void *pPriv;
  CUdevice cuDevice;
  CUpti_Profiler_Support_Level isSupported;
  CUpti_Profiler_Support_Level architecture;
  CUpti_Profiler_Support_Level sli;
  CUpti_Profiler_Support_Level vGpu;
  CUpti_Profiler_Support_Level confidentialCompute;
  CUpti_Profiler_Support_Level cmp;
  CUpti_Profiler_Support_Level wsl;
  CUpti_Profiler_API api;
} CUpti_Profiler_DeviceSupported_Params;
#define CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE                      \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_DeviceSupported_Params, api)
CUptiResult
cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params *pParams);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_PROFILER_TARGET_H
