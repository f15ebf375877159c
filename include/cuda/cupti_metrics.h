// SPDX-License-Identifier: Apache-2.0
//
// CUPTI's metrics: figures made of events. No device of Quern has them
// (docs/cupti.md).
#ifndef QUERN_CUDA_CUPTI_METRICS_H
#define QUERN_CUDA_CUPTI_METRICS_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include "cuda_stdint.h"
#include "cupti_common.h"
#include "cupti_events.h"
#include "cupti_result.h"
#include <string.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t CUpti_MetricID;

typedef enum CUpti_MetricCategory {
  CUPTI_METRIC_CATEGORY_MEMORY = 0,
  CUPTI_METRIC_CATEGORY_INSTRUCTION = 1,
  CUPTI_METRIC_CATEGORY_MULTIPROCESSOR = 2,
  CUPTI_METRIC_CATEGORY_CACHE = 3,
  CUPTI_METRIC_CATEGORY_TEXTURE = 4,
  CUPTI_METRIC_CATEGORY_NVLINK = 5,
  CUPTI_METRIC_CATEGORY_PCIE = 6,
  CUPTI_METRIC_CATEGORY_FORCE_INT = 0x7fffffff,
} CUpti_MetricCategory;

typedef enum CUpti_MetricEvaluationMode {
  CUPTI_METRIC_EVALUATION_MODE_PER_INSTANCE = 1,
  CUPTI_METRIC_EVALUATION_MODE_AGGREGATE = 2,
  CUPTI_METRIC_EVALUATION_MODE_FORCE_INT = 0x7fffffff,
} CUpti_MetricEvaluationMode;

typedef enum CUpti_MetricValueKind {
  CUPTI_METRIC_VALUE_KIND_DOUBLE = 0,
  CUPTI_METRIC_VALUE_KIND_UINT64 = 1,
  CUPTI_METRIC_VALUE_KIND_PERCENT = 2,
  CUPTI_METRIC_VALUE_KIND_THROUGHPUT = 3,
  CUPTI_METRIC_VALUE_KIND_INT64 = 4,
  CUPTI_METRIC_VALUE_KIND_UTILIZATION_LEVEL = 5,
  CUPTI_METRIC_VALUE_KIND_NVTX_EXTENDED_PAYLOAD = 6,
  CUPTI_METRIC_VALUE_KIND_FORCE_INT = 0x7fffffff,
} CUpti_MetricValueKind;

typedef enum CUpti_MetricValueUtilizationLevel {
  CUPTI_METRIC_VALUE_UTILIZATION_IDLE = 0,
  CUPTI_METRIC_VALUE_UTILIZATION_LOW = 2,
  CUPTI_METRIC_VALUE_UTILIZATION_MID = 5,
  CUPTI_METRIC_VALUE_UTILIZATION_HIGH = 8,
  CUPTI_METRIC_VALUE_UTILIZATION_MAX = 10,
  CUPTI_METRIC_VALUE_UTILIZATION_FORCE_INT = 0x7fffffff,
} CUpti_MetricValueUtilizationLevel;

typedef enum CUpti_MetricAttribute {
  CUPTI_METRIC_ATTR_NAME = 0,
  CUPTI_METRIC_ATTR_SHORT_DESCRIPTION = 1,
  CUPTI_METRIC_ATTR_LONG_DESCRIPTION = 2,
  CUPTI_METRIC_ATTR_CATEGORY = 3,
  CUPTI_METRIC_ATTR_VALUE_KIND = 4,
  CUPTI_METRIC_ATTR_EVALUATION_MODE = 5,
  CUPTI_METRIC_ATTR_FORCE_INT = 0x7fffffff,
} CUpti_MetricAttribute;

typedef union CUpti_MetricValue {
  double metricValueDouble;
  uint64_t metricValueUint64;
  int64_t metricValueInt64;
  double metricValuePercent;
  uint64_t metricValueThroughput;
  CUpti_MetricValueUtilizationLevel metricValueUtilizationLevel;
  uint64_t metricValueNvtxExtendedPayload;
} CUpti_MetricValue;

typedef enum CUpti_MetricPropertyDeviceClass {
  CUPTI_METRIC_PROPERTY_DEVICE_CLASS_TESLA = 0,
  CUPTI_METRIC_PROPERTY_DEVICE_CLASS_QUADRO = 1,
  CUPTI_METRIC_PROPERTY_DEVICE_CLASS_GEFORCE = 2,
  CUPTI_METRIC_PROPERTY_DEVICE_CLASS_TEGRA = 3,
} CUpti_MetricPropertyDeviceClass;

typedef enum CUpti_MetricPropertyID {
  CUPTI_METRIC_PROPERTY_MULTIPROCESSOR_COUNT = 0,
  CUPTI_METRIC_PROPERTY_WARPS_PER_MULTIPROCESSOR = 1,
  CUPTI_METRIC_PROPERTY_KERNEL_GPU_TIME = 2,
  CUPTI_METRIC_PROPERTY_CLOCK_RATE = 3,
  CUPTI_METRIC_PROPERTY_FRAME_BUFFER_COUNT = 4,
  CUPTI_METRIC_PROPERTY_GLOBAL_MEMORY_BANDWIDTH = 5,
  CUPTI_METRIC_PROPERTY_PCIE_LINK_RATE = 6,
  CUPTI_METRIC_PROPERTY_PCIE_LINK_WIDTH = 7,
  CUPTI_METRIC_PROPERTY_PCIE_GEN = 8,
  CUPTI_METRIC_PROPERTY_DEVICE_CLASS = 9,
  CUPTI_METRIC_PROPERTY_FLOP_SP_PER_CYCLE = 10,
  CUPTI_METRIC_PROPERTY_FLOP_DP_PER_CYCLE = 11,
  CUPTI_METRIC_PROPERTY_L2_UNITS = 12,
  CUPTI_METRIC_PROPERTY_ECC_ENABLED = 13,
  CUPTI_METRIC_PROPERTY_FLOP_HP_PER_CYCLE = 14,
  CUPTI_METRIC_PROPERTY_GPU_CPU_NVLINK_BANDWIDTH = 15,
} CUpti_MetricPropertyID;

CUptiResult cuptiGetNumMetrics(uint32_t *numMetrics);
CUptiResult cuptiEnumMetrics(size_t *arraySizeBytes,
                             CUpti_MetricID *metricArray);
CUptiResult cuptiDeviceGetNumMetrics(CUdevice device, uint32_t *numMetrics);
CUptiResult cuptiDeviceEnumMetrics(CUdevice device, size_t *arraySizeBytes,
                                   CUpti_MetricID *metricArray);
CUptiResult cuptiMetricGetAttribute(CUpti_MetricID metric,
                                    CUpti_MetricAttribute attrib,
                                    size_t *valueSize, void *value);
CUptiResult cuptiMetricGetIdFromName(CUdevice device, const char *metricName,
                                     CUpti_MetricID *metric);
CUptiResult cuptiMetricGetNumEvents(CUpti_MetricID metric, uint32_t *numEvents);
CUptiResult cuptiMetricEnumEvents(CUpti_MetricID metric,
                                  size_t *eventIdArraySizeBytes,
                                  CUpti_EventID *eventIdArray);
CUptiResult cuptiMetricGetNumProperties(CUpti_MetricID metric,
                                        uint32_t *numProp);
CUptiResult cuptiMetricEnumProperties(CUpti_MetricID metric,
                                      size_t *propIdArraySizeBytes,
                                      CUpti_MetricPropertyID *propIdArray);
CUptiResult
cuptiMetricGetRequiredEventGroupSets(CUcontext context, CUpti_MetricID metric,
                                     CUpti_EventGroupSets **eventGroupSets);
CUptiResult cuptiMetricCreateEventGroupSets(
    CUcontext context, size_t metricIdArraySizeBytes,
    CUpti_MetricID *metricIdArray, CUpti_EventGroupSets **eventGroupPasses);
CUptiResult
cuptiMetricGetValue(CUdevice device, CUpti_MetricID metric,
                    size_t eventIdArraySizeBytes, CUpti_EventID *eventIdArray,
                    size_t eventValueArraySizeBytes, uint64_t *eventValueArray,
                    uint64_t timeDuration, CUpti_MetricValue *metricValue);
CUptiResult cuptiMetricGetValue2(
    CUpti_MetricID metric, size_t eventIdArraySizeBytes,
    CUpti_EventID *eventIdArray, size_t eventValueArraySizeBytes,
    uint64_t *eventValueArray, size_t propIdArraySizeBytes,
    CUpti_MetricPropertyID *propIdArray, size_t propValueArraySizeBytes,
    uint64_t *propValueArray, CUpti_MetricValue *metricValue);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_METRICS_H
