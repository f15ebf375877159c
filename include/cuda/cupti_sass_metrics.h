// SPDX-License-Identifier: Apache-2.0
//
// Counters of a kernel's instructions. No device of Quern has them
// (docs/cupti.md).
#ifndef QUERN_CUDA_CUPTI_SASS_METRICS_H
#define QUERN_CUDA_CUPTI_SASS_METRICS_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include "cupti_common.h"
#include "cupti_profiler_target.h"
#include "cupti_result.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum CUpti_SassMetrics_OutputGranularity {
  CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU = 0,
  CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_SM = 1,
  CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_SMSP = 2,
  CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_INVALID = 3,
} CUpti_SassMetrics_OutputGranularity;

typedef struct CUpti_SassMetrics_MetricDetails {
  uint64_t metricId;
  const char *pMetricName;
  const char *pMetricDescription;
} CUpti_SassMetrics_MetricDetails;

typedef struct CUpti_SassMetrics_GetNumOfMetrics_Params {
  size_t structSize;
  void *pPriv;
  const char *pChipName;
  size_t numOfMetrics;
} CUpti_SassMetrics_GetNumOfMetrics_Params;
#define CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE                   \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetrics_GetNumOfMetrics_Params,         \
                             numOfMetrics)
CUptiResult cuptiSassMetricsGetNumOfMetrics(
    CUpti_SassMetrics_GetNumOfMetrics_Params *pParams);

typedef struct CUpti_SassMetrics_GetMetrics_Params {
  size_t structSize;
  void *pPriv;
  const char *pChipName;
  size_t numOfMetrics;
  CUpti_SassMetrics_MetricDetails *pMetricsList;
} CUpti_SassMetrics_GetMetrics_Params;
#define CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE                        \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetrics_GetMetrics_Params, pMetricsList)
CUptiResult
cuptiSassMetricsGetMetrics(CUpti_SassMetrics_GetMetrics_Params *pParams);

typedef struct CUpti_SassMetrics_GetProperties_Params {
  size_t structSize;
  void *pPriv;
  const char *pChipName;
  const char *pMetricName;
  CUpti_SassMetrics_MetricDetails metric;
} CUpti_SassMetrics_GetProperties_Params;
#define CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE                     \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetrics_GetProperties_Params, metric)
CUptiResult
cuptiSassMetricsGetProperties(CUpti_SassMetrics_GetProperties_Params *pParams);

typedef struct CUpti_SassMetrics_Config {
  uint64_t metricId;
  uint8_t outputGranularity;
} CUpti_SassMetrics_Config;

typedef struct CUpti_SassMetricsSetConfig_Params {
  size_t structSize;
  void *pPriv;
  size_t numOfMetricConfig;
  CUpti_SassMetrics_Config *pConfigs;
  uint32_t deviceIndex;
} CUpti_SassMetricsSetConfig_Params;
#define CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE                          \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetricsSetConfig_Params, deviceIndex)
CUptiResult
cuptiSassMetricsSetConfig(CUpti_SassMetricsSetConfig_Params *pParams);

typedef struct CUpti_SassMetricsUnsetConfig_Params {
  size_t structSize;
  void *pPriv;
  uint32_t deviceIndex;
} CUpti_SassMetricsUnsetConfig_Params;
#define CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE                        \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetricsUnsetConfig_Params, deviceIndex)
CUptiResult
cuptiSassMetricsUnsetConfig(CUpti_SassMetricsUnsetConfig_Params *pParams);

typedef struct CUpti_SassMetricsEnable_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  uint8_t enableLazyPatching;
} CUpti_SassMetricsEnable_Params;
#define CUpti_SassMetricsEnable_Params_STRUCT_SIZE                             \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetricsEnable_Params, enableLazyPatching)
CUptiResult cuptiSassMetricsEnable(CUpti_SassMetricsEnable_Params *pParams);

typedef struct CUpti_SassMetricsDisable_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  size_t numOfDroppedRecords;
} CUpti_SassMetricsDisable_Params;
#define CUpti_SassMetricsDisable_Params_STRUCT_SIZE                            \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetricsDisable_Params,                  \
                             numOfDroppedRecords)
CUptiResult cuptiSassMetricsDisable(CUpti_SassMetricsDisable_Params *pParams);

typedef struct CUpti_SassMetricsGetDataProperties_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  size_t numOfPatchedInstructionRecords;
  size_t numOfInstances;
} CUpti_SassMetricsGetDataProperties_Params;
#define CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE                  \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetricsGetDataProperties_Params,        \
                             numOfInstances)
CUptiResult cuptiSassMetricsGetDataProperties(
    CUpti_SassMetricsGetDataProperties_Params *pParams);

typedef struct CUpti_SassMetrics_InstanceValue {
  uint64_t metricId;
  uint64_t value;
} CUpti_SassMetrics_InstanceValue;
#define CUpti_SassMetrics_InstanceValue_STRUCT_SIZE                            \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetrics_InstanceValue, value)

typedef struct CUpti_SassMetrics_Data {
  size_t structSize;
  void *pPriv;
  uint32_t cubinCrc;
  uint32_t functionIndex;
  const char *functionName;
  uint32_t pcOffset;
  CUpti_SassMetrics_InstanceValue *pInstanceValues;
} CUpti_SassMetrics_Data;

typedef struct CUpti_SassMetricsFlushData_Params {
  size_t structSize;
  void *pPriv;
  CUcontext ctx;
  size_t numOfPatchedInstructionRecords;
  size_t numOfInstances;
  CUpti_SassMetrics_Data *pMetricsData;
} CUpti_SassMetricsFlushData_Params;
#define CUpti_SassMetricsFlushData_Params_STRUCT_SIZE                          \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_SassMetricsFlushData_Params, numOfInstances)
CUptiResult
cuptiSassMetricsFlushData(CUpti_SassMetricsFlushData_Params *pParams);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_SASS_METRICS_H
