// SPDX-License-Identifier: Apache-2.0
//
// Counters sampled over time. No device of Quern has them (docs/cupti.md).
#ifndef QUERN_CUDA_CUPTI_PMSAMPLING_H
#define QUERN_CUDA_CUPTI_PMSAMPLING_H
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

typedef struct CUpti_PmSampling_Object CUpti_PmSampling_Object;

typedef enum CUpti_PmSampling_TriggerMode {
  CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_SYSCLK_INTERVAL = 0,
  CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL = 1,
  CUPTI_PM_SAMPLING_TRIGGER_MODE_COUNT = 2,
} CUpti_PmSampling_TriggerMode;

typedef enum CUpti_PmSampling_DecodeStopReason {
  CUPTI_PM_SAMPLING_DECODE_STOP_REASON_OTHER = 0,
  CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL = 1,
  CUPTI_PM_SAMPLING_DECODE_STOP_REASON_END_OF_RECORDS = 2,
  CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNT = 3,
} CUpti_PmSampling_DecodeStopReason;

typedef enum CUpti_PmSampling_HardwareBuffer_AppendMode {
  CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST = 0,
  CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_LATEST = 1,
} CUpti_PmSampling_HardwareBuffer_AppendMode;

typedef struct CUpti_PmSampling_SetConfig_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
  size_t configSize;
  const uint8_t *pConfig;
  size_t hardwareBufferSize;
  uint64_t samplingInterval;
  CUpti_PmSampling_TriggerMode triggerMode;
  CUpti_PmSampling_HardwareBuffer_AppendMode hwBufferAppendMode;
} CUpti_PmSampling_SetConfig_Params;
#define CUpti_PmSampling_SetConfig_Params_STRUCT_SIZE                          \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_SetConfig_Params,                \
                             hwBufferAppendMode)
CUptiResult
cuptiPmSamplingSetConfig(CUpti_PmSampling_SetConfig_Params *pParams);

typedef struct CUpti_PmSampling_Enable_Params {
  size_t structSize;
  void *pPriv;
  size_t deviceIndex;
  CUpti_PmSampling_Object *pPmSamplingObject;
} CUpti_PmSampling_Enable_Params;
#define CUpti_PmSampling_Enable_Params_STRUCT_SIZE                             \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_Enable_Params, pPmSamplingObject)
CUptiResult cuptiPmSamplingEnable(CUpti_PmSampling_Enable_Params *pParams);

typedef struct CUpti_PmSampling_Disable_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
} CUpti_PmSampling_Disable_Params;
#define CUpti_PmSampling_Disable_Params_STRUCT_SIZE                            \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_Disable_Params, pPmSamplingObject)
CUptiResult cuptiPmSamplingDisable(CUpti_PmSampling_Disable_Params *pParams);

typedef struct CUpti_PmSampling_Start_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
} CUpti_PmSampling_Start_Params;
#define CUpti_PmSampling_Start_Params_STRUCT_SIZE                              \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_Start_Params, pPmSamplingObject)
CUptiResult cuptiPmSamplingStart(CUpti_PmSampling_Start_Params *pParams);

typedef struct CUpti_PmSampling_Stop_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
} CUpti_PmSampling_Stop_Params;
#define CUpti_PmSampling_Stop_Params_STRUCT_SIZE                               \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_Stop_Params, pPmSamplingObject)
CUptiResult cuptiPmSamplingStop(CUpti_PmSampling_Stop_Params *pParams);

typedef struct CUpti_PmSampling_DecodeData_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
  uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  CUpti_PmSampling_DecodeStopReason decodeStopReason;
  uint8_t overflow;
} CUpti_PmSampling_DecodeData_Params;
#define CUpti_PmSampling_DecodeData_Params_STRUCT_SIZE                         \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_DecodeData_Params, overflow)
CUptiResult
cuptiPmSamplingDecodeData(CUpti_PmSampling_DecodeData_Params *pParams);

typedef struct CUpti_PmSampling_GetCounterAvailability_Params {
  size_t structSize;
  void *pPriv;
  size_t deviceIndex;
  size_t counterAvailabilityImageSize;
  uint8_t *pCounterAvailabilityImage;
} CUpti_PmSampling_GetCounterAvailability_Params;
#define CUpti_PmSampling_GetCounterAvailability_Params_STRUCT_SIZE             \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_GetCounterAvailability_Params,   \
                             pCounterAvailabilityImage)
CUptiResult cuptiPmSamplingGetCounterAvailability(
    CUpti_PmSampling_GetCounterAvailability_Params *pParams);

typedef struct CUpti_PmSampling_GetCounterDataSize_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
  const char **pMetricNames;
  size_t numMetrics;
  uint32_t maxSamples;
  size_t counterDataSize;
} CUpti_PmSampling_GetCounterDataSize_Params;
#define CUpti_PmSampling_GetCounterDataSize_Params_STRUCT_SIZE                 \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_GetCounterDataSize_Params,       \
                             counterDataSize)
CUptiResult cuptiPmSamplingGetCounterDataSize(
    CUpti_PmSampling_GetCounterDataSize_Params *pParams);

typedef struct CUpti_PmSampling_CounterDataImage_Initialize_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
  size_t counterDataSize;
  uint8_t *pCounterData;
} CUpti_PmSampling_CounterDataImage_Initialize_Params;
#define CUpti_PmSampling_CounterDataImage_Initialize_Params_STRUCT_SIZE        \
  CUPTI_PROFILER_STRUCT_SIZE(                                                  \
      CUpti_PmSampling_CounterDataImage_Initialize_Params, pCounterData)
CUptiResult cuptiPmSamplingCounterDataImageInitialize(
    CUpti_PmSampling_CounterDataImage_Initialize_Params *pParams);

typedef struct CUpti_PmSampling_GetCounterDataInfo_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  size_t numTotalSamples;
  size_t numPopulatedSamples;
  size_t numCompletedSamples;
} CUpti_PmSampling_GetCounterDataInfo_Params;
#define CUpti_PmSampling_GetCounterDataInfo_Params_STRUCT_SIZE                 \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_PmSampling_GetCounterDataInfo_Params,       \
                             numCompletedSamples)
CUptiResult cuptiPmSamplingGetCounterDataInfo(
    CUpti_PmSampling_GetCounterDataInfo_Params *pParams);

typedef struct CUpti_PmSampling_CounterData_GetSampleInfo_Params {
  size_t structSize;
  void *pPriv;
  CUpti_PmSampling_Object *pPmSamplingObject;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  size_t sampleIndex;
  uint64_t startTimestamp;
  uint64_t endTimestamp;
} CUpti_PmSampling_CounterData_GetSampleInfo_Params;
#define CUpti_PmSampling_CounterData_GetSampleInfo_Params_STRUCT_SIZE          \
  CUPTI_PROFILER_STRUCT_SIZE(                                                  \
      CUpti_PmSampling_CounterData_GetSampleInfo_Params, endTimestamp)
CUptiResult cuptiPmSamplingCounterDataGetSampleInfo(
    CUpti_PmSampling_CounterData_GetSampleInfo_Params *pParams);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_PMSAMPLING_H
