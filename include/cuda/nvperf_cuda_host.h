// SPDX-License-Identifier: Apache-2.0
//
// NVPW: counters of CUDA's devices. No device of Quern has them
// (docs/cupti.md).
#ifndef QUERN_CUDA_NVPERF_CUDA_HOST_H
#define QUERN_CUDA_NVPERF_CUDA_HOST_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvperf_common.h"
#include "nvperf_host.h"
#include <stddef.h>
#include <stdint.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct NVPW_CUDA_RawCounterConfig_Create_Params {
  size_t structSize;
  void *pPriv;
  const char *pChipName;
  const uint8_t *pCounterAvailabilityImage;
  uint32_t activityKind;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
} NVPW_CUDA_RawCounterConfig_Create_Params;
#define NVPW_CUDA_RawCounterConfig_Create_Params_STRUCT_SIZE                   \
  NVPA_STRUCT_SIZE(NVPW_CUDA_RawCounterConfig_Create_Params, pRawCounterConfig)
NVPA_Status NVPW_CUDA_RawCounterConfig_Create(
    NVPW_CUDA_RawCounterConfig_Create_Params *pParams);

typedef struct NVPW_CUDA_RawMetricsConfig_Create_Params {
  size_t structSize;
  void *pPriv;
  NVPA_ActivityKind activityKind;
  const char *pChipName;
  struct NVPA_RawMetricsConfig *pRawMetricsConfig;
} NVPW_CUDA_RawMetricsConfig_Create_Params;
#define NVPW_CUDA_RawMetricsConfig_Create_Params_STRUCT_SIZE                   \
  NVPA_STRUCT_SIZE(NVPW_CUDA_RawMetricsConfig_Create_Params, pRawMetricsConfig)
NVPA_Status NVPW_CUDA_RawMetricsConfig_Create(
    NVPW_CUDA_RawMetricsConfig_Create_Params *pParams);

typedef struct NVPW_CUDA_RawMetricsConfig_Create_V2_Params {
  size_t structSize;
  void *pPriv;
  NVPA_ActivityKind activityKind;
  const char *pChipName;
  const uint8_t *pCounterAvailabilityImage;
  struct NVPA_RawMetricsConfig *pRawMetricsConfig;
} NVPW_CUDA_RawMetricsConfig_Create_V2_Params;
#define NVPW_CUDA_RawMetricsConfig_Create_V2_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_CUDA_RawMetricsConfig_Create_V2_Params,                \
                   pRawMetricsConfig)
NVPA_Status NVPW_CUDA_RawMetricsConfig_Create_V2(
    NVPW_CUDA_RawMetricsConfig_Create_V2_Params *pParams);

typedef struct NVPW_CUDA_CounterDataBuilder_Create_Params {
  size_t structSize;
  void *pPriv;
  const char *pChipName;
  const uint8_t *pCounterAvailabilityImage;
  struct NVPA_CounterDataBuilder *pCounterDataBuilder;
} NVPW_CUDA_CounterDataBuilder_Create_Params;
#define NVPW_CUDA_CounterDataBuilder_Create_Params_STRUCT_SIZE                 \
  NVPA_STRUCT_SIZE(NVPW_CUDA_CounterDataBuilder_Create_Params,                 \
                   pCounterDataBuilder)
NVPA_Status NVPW_CUDA_CounterDataBuilder_Create(
    NVPW_CUDA_CounterDataBuilder_Create_Params *pParams);
typedef struct NVPW_MetricsEvaluator NVPW_MetricsEvaluator;

typedef struct NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params {
  size_t structSize;
  void *pPriv;
  const char *pChipName;
  const uint8_t *pCounterAvailabilityImage;
  size_t scratchBufferSize;
} NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params;
#define NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(                                                              \
      NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params,              \
      scratchBufferSize)
NVPA_Status NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize(
    NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params *pParams);

typedef struct NVPW_CUDA_MetricsEvaluator_Initialize_Params {
  size_t structSize;
  void *pPriv;
  uint8_t *pScratchBuffer;
  size_t scratchBufferSize;
  const char *pChipName;
  const uint8_t *pCounterAvailabilityImage;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
} NVPW_CUDA_MetricsEvaluator_Initialize_Params;
#define NVPW_CUDA_MetricsEvaluator_Initialize_Params_STRUCT_SIZE               \
  NVPA_STRUCT_SIZE(NVPW_CUDA_MetricsEvaluator_Initialize_Params,               \
                   pMetricsEvaluator)
NVPA_Status NVPW_CUDA_MetricsEvaluator_Initialize(
    NVPW_CUDA_MetricsEvaluator_Initialize_Params *pParams);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVPERF_CUDA_HOST_H
