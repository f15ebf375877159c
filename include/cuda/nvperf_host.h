// SPDX-License-Identifier: Apache-2.0
//
// NVPW: what counters are and mean. No device of Quern has them
// (docs/cupti.md).
#ifndef QUERN_CUDA_NVPERF_HOST_H
#define QUERN_CUDA_NVPERF_HOST_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvperf_common.h"
#include <stddef.h>
#include <stdint.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct NVPW_InitializeHost_Params {
  size_t structSize;
  void *pPriv;
} NVPW_InitializeHost_Params;
#define NVPW_InitializeHost_Params_STRUCT_SIZE                                 \
  NVPA_STRUCT_SIZE(NVPW_InitializeHost_Params, pPriv)
NVPA_Status NVPW_InitializeHost(NVPW_InitializeHost_Params *pParams);
typedef struct NVPA_RawMetricsConfig NVPA_RawMetricsConfig;

typedef struct NVPA_RawMetricRequest {
  size_t structSize;
  void *pPriv;
  const char *pMetricName;
  NVPA_Bool isolated;
  NVPA_Bool keepInstances;
} NVPA_RawMetricRequest;
#define NVPA_RAW_METRIC_REQUEST_STRUCT_SIZE                                    \
  NVPA_STRUCT_SIZE(NVPA_RawMetricRequest, keepInstances)

typedef struct NVPW_GetSupportedChipNames_Params {
  size_t structSize;
  void *pPriv;
  const char *const *ppChipNames;
  size_t numChipNames;
} NVPW_GetSupportedChipNames_Params;
#define NVPW_GetSupportedChipNames_Params_STRUCT_SIZE                          \
  NVPA_STRUCT_SIZE(NVPW_GetSupportedChipNames_Params, numChipNames)
NVPA_Status
NVPW_GetSupportedChipNames(NVPW_GetSupportedChipNames_Params *pParams);

typedef struct NVPW_RawMetricsConfig_Destroy_Params {
  size_t structSize;
  void *pPriv;
  NVPA_RawMetricsConfig *pRawMetricsConfig;
} NVPW_RawMetricsConfig_Destroy_Params;
#define NVPW_RawMetricsConfig_Destroy_Params_STRUCT_SIZE                       \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_Destroy_Params, pRawMetricsConfig)
NVPA_Status
NVPW_RawMetricsConfig_Destroy(NVPW_RawMetricsConfig_Destroy_Params *pParams);

typedef struct NVPW_RawMetricsConfig_SetCounterAvailability_Params {
  size_t structSize;
  void *pPriv;
  NVPA_RawMetricsConfig *pRawMetricsConfig;
  const uint8_t *pCounterAvailabilityImage;
} NVPW_RawMetricsConfig_SetCounterAvailability_Params;
#define NVPW_RawMetricsConfig_SetCounterAvailability_Params_STRUCT_SIZE        \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_SetCounterAvailability_Params,        \
                   pCounterAvailabilityImage)
NVPA_Status NVPW_RawMetricsConfig_SetCounterAvailability(
    NVPW_RawMetricsConfig_SetCounterAvailability_Params *pParams);

typedef struct NVPW_RawMetricsConfig_BeginPassGroup_Params {
  size_t structSize;
  void *pPriv;
  NVPA_RawMetricsConfig *pRawMetricsConfig;
  size_t maxPassCount;
} NVPW_RawMetricsConfig_BeginPassGroup_Params;
#define NVPW_RawMetricsConfig_BeginPassGroup_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_BeginPassGroup_Params, maxPassCount)
NVPA_Status NVPW_RawMetricsConfig_BeginPassGroup(
    NVPW_RawMetricsConfig_BeginPassGroup_Params *pParams);

typedef struct NVPW_RawMetricsConfig_EndPassGroup_Params {
  size_t structSize;
  void *pPriv;
  NVPA_RawMetricsConfig *pRawMetricsConfig;
} NVPW_RawMetricsConfig_EndPassGroup_Params;
#define NVPW_RawMetricsConfig_EndPassGroup_Params_STRUCT_SIZE                  \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_EndPassGroup_Params, pRawMetricsConfig)
NVPA_Status NVPW_RawMetricsConfig_EndPassGroup(
    NVPW_RawMetricsConfig_EndPassGroup_Params *pParams);

typedef struct NVPW_RawMetricsConfig_GetNumMetrics_Params {
  size_t structSize;
  void *pPriv;
  const NVPA_RawMetricsConfig *pRawMetricsConfig;
  size_t numMetrics;
} NVPW_RawMetricsConfig_GetNumMetrics_Params;
#define NVPW_RawMetricsConfig_GetNumMetrics_Params_STRUCT_SIZE                 \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_GetNumMetrics_Params, numMetrics)
NVPA_Status NVPW_RawMetricsConfig_GetNumMetrics(
    NVPW_RawMetricsConfig_GetNumMetrics_Params *pParams);

typedef struct NVPW_RawMetricsConfig_GetMetricProperties_Params {
  size_t structSize;
  void *pPriv;
  const NVPA_RawMetricsConfig *pRawMetricsConfig;
  size_t metricIndex;
  const char *pMetricName;
  NVPA_Bool supportsPipelined;
  NVPA_Bool supportsIsolated;
} NVPW_RawMetricsConfig_GetMetricProperties_Params;
#define NVPW_RawMetricsConfig_GetMetricProperties_Params_STRUCT_SIZE           \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_GetMetricProperties_Params,           \
                   supportsIsolated)
NVPA_Status NVPW_RawMetricsConfig_GetMetricProperties(
    NVPW_RawMetricsConfig_GetMetricProperties_Params *pParams);

typedef struct NVPW_RawMetricsConfig_GetMetricProperties_V2_Params {
  size_t structSize;
  void *pPriv;
  const NVPA_RawMetricsConfig *pRawMetricsConfig;
  size_t metricIndex;
  const char *pMetricName;
} NVPW_RawMetricsConfig_GetMetricProperties_V2_Params;
#define NVPW_RawMetricsConfig_GetMetricProperties_V2_Params_STRUCT_SIZE        \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_GetMetricProperties_V2_Params,        \
                   pMetricName)
NVPA_Status NVPW_RawMetricsConfig_GetMetricProperties_V2(
    NVPW_RawMetricsConfig_GetMetricProperties_V2_Params *pParams);

typedef struct NVPW_RawMetricsConfig_AddMetrics_Params {
  size_t structSize;
  void *pPriv;
  NVPA_RawMetricsConfig *pRawMetricsConfig;
  const NVPA_RawMetricRequest *pRawMetricRequests;
  size_t numMetricRequests;
} NVPW_RawMetricsConfig_AddMetrics_Params;
#define NVPW_RawMetricsConfig_AddMetrics_Params_STRUCT_SIZE                    \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_AddMetrics_Params, numMetricRequests)
NVPA_Status NVPW_RawMetricsConfig_AddMetrics(
    NVPW_RawMetricsConfig_AddMetrics_Params *pParams);

typedef struct NVPW_RawMetricsConfig_IsAddMetricsPossible_Params {
  size_t structSize;
  void *pPriv;
  const NVPA_RawMetricsConfig *pRawMetricsConfig;
  const NVPA_RawMetricRequest *pRawMetricRequests;
  size_t numMetricRequests;
  NVPA_Bool isPossible;
} NVPW_RawMetricsConfig_IsAddMetricsPossible_Params;
#define NVPW_RawMetricsConfig_IsAddMetricsPossible_Params_STRUCT_SIZE          \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_IsAddMetricsPossible_Params,          \
                   isPossible)
NVPA_Status NVPW_RawMetricsConfig_IsAddMetricsPossible(
    NVPW_RawMetricsConfig_IsAddMetricsPossible_Params *pParams);

typedef struct NVPW_RawMetricsConfig_GenerateConfigImage_Params {
  size_t structSize;
  void *pPriv;
  NVPA_RawMetricsConfig *pRawMetricsConfig;
  NVPA_Bool mergeAllPassGroups;
} NVPW_RawMetricsConfig_GenerateConfigImage_Params;
#define NVPW_RawMetricsConfig_GenerateConfigImage_Params_STRUCT_SIZE           \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_GenerateConfigImage_Params,           \
                   mergeAllPassGroups)
NVPA_Status NVPW_RawMetricsConfig_GenerateConfigImage(
    NVPW_RawMetricsConfig_GenerateConfigImage_Params *pParams);

typedef struct NVPW_RawMetricsConfig_GetConfigImage_Params {
  size_t structSize;
  void *pPriv;
  const NVPA_RawMetricsConfig *pRawMetricsConfig;
  size_t bytesAllocated;
  uint8_t *pBuffer;
  size_t bytesCopied;
} NVPW_RawMetricsConfig_GetConfigImage_Params;
#define NVPW_RawMetricsConfig_GetConfigImage_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_GetConfigImage_Params, bytesCopied)
NVPA_Status NVPW_RawMetricsConfig_GetConfigImage(
    NVPW_RawMetricsConfig_GetConfigImage_Params *pParams);

typedef struct NVPW_RawMetricsConfig_GetNumPasses_Params {
  size_t structSize;
  void *pPriv;
  const NVPA_RawMetricsConfig *pRawMetricsConfig;
  size_t numPipelinedPasses;
  size_t numIsolatedPasses;
} NVPW_RawMetricsConfig_GetNumPasses_Params;
#define NVPW_RawMetricsConfig_GetNumPasses_Params_STRUCT_SIZE                  \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_GetNumPasses_Params, numIsolatedPasses)
NVPA_Status NVPW_RawMetricsConfig_GetNumPasses(
    NVPW_RawMetricsConfig_GetNumPasses_Params *pParams);

typedef struct NVPW_RawMetricsConfig_GetNumPasses_V2_Params {
  size_t structSize;
  void *pPriv;
  const NVPA_RawMetricsConfig *pRawMetricsConfig;
  size_t numPasses;
} NVPW_RawMetricsConfig_GetNumPasses_V2_Params;
#define NVPW_RawMetricsConfig_GetNumPasses_V2_Params_STRUCT_SIZE               \
  NVPA_STRUCT_SIZE(NVPW_RawMetricsConfig_GetNumPasses_V2_Params, numPasses)
NVPA_Status NVPW_RawMetricsConfig_GetNumPasses_V2(
    NVPW_RawMetricsConfig_GetNumPasses_V2_Params *pParams);
typedef struct NVPW_RawCounterConfig NVPW_RawCounterConfig;

typedef enum NVPW_RawCounterDomain {
  NVPW_RAW_COUNTER_DOMAIN_INVALID = 0,
  NVPW_RAW_COUNTER_DOMAIN_TRACE = 1,
  NVPW_RAW_COUNTER_DOMAIN_GPU_SASS = 2,
  NVPW_RAW_COUNTER_DOMAIN_GPU_SM_B = 3,
  NVPW_RAW_COUNTER_DOMAIN_GPU_SM_C = 4,
  NVPW_RAW_COUNTER_DOMAIN_GPU_CTC = 6,
  NVPW_RAW_COUNTER_DOMAIN_GPU_FBPA = 8,
  NVPW_RAW_COUNTER_DOMAIN_GPU_FBSP = 9,
  NVPW_RAW_COUNTER_DOMAIN_GPU_FE_A = 10,
  NVPW_RAW_COUNTER_DOMAIN_GPU_FE_B = 11,
  NVPW_RAW_COUNTER_DOMAIN_GPU_FE_C = 12,
  NVPW_RAW_COUNTER_DOMAIN_GPU_GPC_A = 13,
  NVPW_RAW_COUNTER_DOMAIN_GPU_GPC_B = 14,
  NVPW_RAW_COUNTER_DOMAIN_GPU_GPC_C = 15,
  NVPW_RAW_COUNTER_DOMAIN_GPU_HOST = 16,
  NVPW_RAW_COUNTER_DOMAIN_GPU_HUB = 17,
  NVPW_RAW_COUNTER_DOMAIN_GPU_HUB_A = 18,
  NVPW_RAW_COUNTER_DOMAIN_GPU_HUB_B = 19,
  NVPW_RAW_COUNTER_DOMAIN_GPU_HUB_C = 20,
  NVPW_RAW_COUNTER_DOMAIN_GPU_LTS = 23,
  NVPW_RAW_COUNTER_DOMAIN_GPU_NVLRX = 26,
  NVPW_RAW_COUNTER_DOMAIN_GPU_NVLTX = 28,
  NVPW_RAW_COUNTER_DOMAIN_GPU_PCI = 29,
  NVPW_RAW_COUNTER_DOMAIN_GPU_PWR = 30,
  NVPW_RAW_COUNTER_DOMAIN_GPU_ROP = 31,
  NVPW_RAW_COUNTER_DOMAIN_GPU_SM_A = 32,
  NVPW_RAW_COUNTER_DOMAIN_GPU_TPC = 33,
  NVPW_RAW_COUNTER_DOMAIN_SOC_MCC = 38,
  NVPW_RAW_COUNTER_DOMAIN_SOC_NVENC = 48,
  NVPW_RAW_COUNTER_DOMAIN_SOC_OFA = 50,
  NVPW_RAW_COUNTER_DOMAIN_SOC_VIC = 53,
  NVPW_RAW_COUNTER_DOMAIN_SOC_DLA = 57,
  NVPW_RAW_COUNTER_DOMAIN_SOC_PVA_A = 58,
  NVPW_RAW_COUNTER_DOMAIN_SOC_PVA_B = 59,
  NVPW_RAW_COUNTER_DOMAIN_GPU_CTC_A = 62,
  NVPW_RAW_COUNTER_DOMAIN_GPU_CTC_B = 63,
  NVPW_RAW_COUNTER_DOMAIN_GPU_SYSLTS = 74,
  NVPW_RAW_COUNTER_DOMAIN_GPU_FE_D = 75,
  NVPW_RAW_COUNTER_DOMAIN_GPU_FBP_B = 78,
  NVPW_RAW_COUNTER_DOMAIN_GPU_SYSLTS_B = 79,
  NVPW_RAW_COUNTER_DOMAIN_GPU_TPC_B = 80,
} NVPW_RawCounterDomain;

typedef enum NVPW_RawCounterDomain_CooperativeDomainGroup {
  NVPW_RAW_COUNTER_DOMAIN_CDG_GPU_GPC_A_GPC_B = 0x100000,
  NVPW_RAW_COUNTER_DOMAIN_CDG_GPU_TPC_SM_A = 0x100001,
  NVPW_RAW_COUNTER_DOMAIN_CDG_GPU_SM_B_SM_A = 0x100002,
  NVPW_RAW_COUNTER_DOMAIN_CDG_GPU_SM_B_TPC = 0x100003,
  NVPW_RAW_COUNTER_DOMAIN_CDG_GPU_SM_C_SM_A = 0x100004,
} NVPW_RawCounterDomain_CooperativeDomainGroup;

typedef struct NVPW_RawCounterConfig_RawCounterDomainToString_Params {
  size_t structSize;
  void *pPriv;
  uint32_t domain;
  const char *pDomainName;
} NVPW_RawCounterConfig_RawCounterDomainToString_Params;
#define NVPW_RawCounterConfig_RawCounterDomainToString_Params_STRUCT_SIZE      \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_RawCounterDomainToString_Params,      \
                   pDomainName)
NVPA_Status NVPW_RawCounterConfig_RawCounterDomainToString(
    NVPW_RawCounterConfig_RawCounterDomainToString_Params *pParams);

typedef struct NVPW_RawCounterConfig_StringToRawCounterDomain_Params {
  size_t structSize;
  void *pPriv;
  const char *pDomainName;
  uint32_t domain;
} NVPW_RawCounterConfig_StringToRawCounterDomain_Params;
#define NVPW_RawCounterConfig_StringToRawCounterDomain_Params_STRUCT_SIZE      \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_StringToRawCounterDomain_Params,      \
                   domain)
NVPA_Status NVPW_RawCounterConfig_StringToRawCounterDomain(
    NVPW_RawCounterConfig_StringToRawCounterDomain_Params *pParams);

typedef struct NVPW_RawCounterConfig_GetSupportedChipNames_Params {
  size_t structSize;
  void *pPriv;
  const char *const *ppChipNames;
  size_t numChipNames;
} NVPW_RawCounterConfig_GetSupportedChipNames_Params;
#define NVPW_RawCounterConfig_GetSupportedChipNames_Params_STRUCT_SIZE         \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_GetSupportedChipNames_Params,         \
                   numChipNames)
NVPA_Status NVPW_RawCounterConfig_GetSupportedChipNames(
    NVPW_RawCounterConfig_GetSupportedChipNames_Params *pParams);

typedef struct NVPW_RawCounterConfig_Destroy_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
} NVPW_RawCounterConfig_Destroy_Params;
#define NVPW_RawCounterConfig_Destroy_Params_STRUCT_SIZE                       \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_Destroy_Params, pRawCounterConfig)
NVPA_Status
NVPW_RawCounterConfig_Destroy(NVPW_RawCounterConfig_Destroy_Params *pParams);

typedef struct NVPW_RawCounterConfig_SetCounterAvailability_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
  const uint8_t *pCounterAvailabilityImage;
} NVPW_RawCounterConfig_SetCounterAvailability_Params;
#define NVPW_RawCounterConfig_SetCounterAvailability_Params_STRUCT_SIZE        \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_SetCounterAvailability_Params,        \
                   pCounterAvailabilityImage)
NVPA_Status NVPW_RawCounterConfig_SetCounterAvailability(
    NVPW_RawCounterConfig_SetCounterAvailability_Params *pParams);

typedef struct NVPW_RawCounterConfig_GetAllAvailableRawCounterDomains_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t numAvailableDomains;
  NVPW_RawCounterDomain *pAvailableDomains;
} NVPW_RawCounterConfig_GetAllAvailableRawCounterDomains_Params;
#define NVPW_RawCounterConfig_GetAllAvailableRawCounterDomains_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(                                                               \
      NVPW_RawCounterConfig_GetAllAvailableRawCounterDomains_Params,              \
      pAvailableDomains)
NVPA_Status NVPW_RawCounterConfig_GetAllAvailableRawCounterDomains(
    NVPW_RawCounterConfig_GetAllAvailableRawCounterDomains_Params *pParams);

typedef struct
    NVPW_RawCounterConfig_GetAllAvailableCooperativeDomainGroups_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t numAvailableDomains;
  uint32_t *pAvailableDomains;
} NVPW_RawCounterConfig_GetAllAvailableCooperativeDomainGroups_Params;
#define NVPW_RawCounterConfig_GetAllAvailableCooperativeDomainGroups_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(                                                                     \
      NVPW_RawCounterConfig_GetAllAvailableCooperativeDomainGroups_Params,              \
      pAvailableDomains)
NVPA_Status NVPW_RawCounterConfig_GetAllAvailableCooperativeDomainGroups(
    NVPW_RawCounterConfig_GetAllAvailableCooperativeDomainGroups_Params
        *pParams);

typedef struct NVPW_RawCounterConfig_IsCooperativeDomainGroup_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  uint32_t domain;
  NVPA_Bool isCdg;
} NVPW_RawCounterConfig_IsCooperativeDomainGroup_Params;
#define NVPW_RawCounterConfig_IsCooperativeDomainGroup_Params_STRUCT_SIZE      \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_IsCooperativeDomainGroup_Params, isCdg)
NVPA_Status NVPW_RawCounterConfig_IsCooperativeDomainGroup(
    NVPW_RawCounterConfig_IsCooperativeDomainGroup_Params *pParams);

typedef struct
    NVPW_RawCounterConfig_CooperativeDomainGroup_GetMemberDomains_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  uint32_t domain;
  size_t numMemberDomains;
  NVPW_RawCounterDomain *pMemberDomains;
} NVPW_RawCounterConfig_CooperativeDomainGroup_GetMemberDomains_Params;
#define NVPW_RawCounterConfig_CooperativeDomainGroup_GetMemberDomains_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(                                                                      \
      NVPW_RawCounterConfig_CooperativeDomainGroup_GetMemberDomains_Params,              \
      pMemberDomains)
NVPA_Status NVPW_RawCounterConfig_CooperativeDomainGroup_GetMemberDomains(
    NVPW_RawCounterConfig_CooperativeDomainGroup_GetMemberDomains_Params
        *pParams);

typedef struct NVPW_RawCounterConfig_BeginPassGroup_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t numDomains;
  const NVPW_RawCounterDomain *pDomains;
} NVPW_RawCounterConfig_BeginPassGroup_Params;
#define NVPW_RawCounterConfig_BeginPassGroup_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_BeginPassGroup_Params, pDomains)
NVPA_Status NVPW_RawCounterConfig_BeginPassGroup(
    NVPW_RawCounterConfig_BeginPassGroup_Params *pParams);

typedef struct NVPW_RawCounterConfig_EndPassGroup_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t numDomains;
  const NVPW_RawCounterDomain *pDomains;
} NVPW_RawCounterConfig_EndPassGroup_Params;
#define NVPW_RawCounterConfig_EndPassGroup_Params_STRUCT_SIZE                  \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_EndPassGroup_Params, pDomains)
NVPA_Status NVPW_RawCounterConfig_EndPassGroup(
    NVPW_RawCounterConfig_EndPassGroup_Params *pParams);

typedef struct NVPW_RawCounterConfig_GetNumRawCounters_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  uint32_t domain;
  size_t numRawCounters;
} NVPW_RawCounterConfig_GetNumRawCounters_Params;
#define NVPW_RawCounterConfig_GetNumRawCounters_Params_STRUCT_SIZE             \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_GetNumRawCounters_Params,             \
                   numRawCounters)
NVPA_Status NVPW_RawCounterConfig_GetNumRawCounters(
    NVPW_RawCounterConfig_GetNumRawCounters_Params *pParams);

typedef struct NVPW_RawCounterConfig_GetRawCounterName_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  uint32_t domain;
  size_t rawCounterIndex;
  const char *pRawCounterName;
} NVPW_RawCounterConfig_GetRawCounterName_Params;
#define NVPW_RawCounterConfig_GetRawCounterName_Params_STRUCT_SIZE             \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_GetRawCounterName_Params,             \
                   pRawCounterName)
NVPA_Status NVPW_RawCounterConfig_GetRawCounterName(
    NVPW_RawCounterConfig_GetRawCounterName_Params *pParams);

typedef struct NVPW_RawCounterConfig_GetRawCounterProperties_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  const char *pRawCounterName;
  size_t numSupportedDomains;
  NVPW_RawCounterDomain *pSupportedDomains;
  size_t numSupportedCdgDomains;
  uint32_t *pSupportedCdgDomains;
} NVPW_RawCounterConfig_GetRawCounterProperties_Params;
#define NVPW_RawCounterConfig_GetRawCounterProperties_Params_STRUCT_SIZE       \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_GetRawCounterProperties_Params,       \
                   pSupportedCdgDomains)
NVPA_Status NVPW_RawCounterConfig_GetRawCounterProperties(
    NVPW_RawCounterConfig_GetRawCounterProperties_Params *pParams);

typedef struct NVPW_RawCounterRequest {
  void *pPriv;
  const char *pRawCounterName;
  uint32_t domain;
  NVPA_Bool keepInstances;
} NVPW_RawCounterRequest;
#define NVPW_RAW_COUNTER_REQUEST_STRUCT_SIZE                                   \
  NVPA_STRUCT_SIZE(NVPW_RawCounterRequest, keepInstances)

typedef struct NVPW_RawCounterConfig_AddRawCounters_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t rawCounterRequestStructSize;
  size_t numRawCounterRequests;
  const NVPW_RawCounterRequest *pRawCounterRequests;
} NVPW_RawCounterConfig_AddRawCounters_Params;
#define NVPW_RawCounterConfig_AddRawCounters_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_AddRawCounters_Params,                \
                   pRawCounterRequests)
NVPA_Status NVPW_RawCounterConfig_AddRawCounters(
    NVPW_RawCounterConfig_AddRawCounters_Params *pParams);

typedef struct NVPW_RawCounterConfig_AreRawCountersSchedulable_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t rawCounterRequestStructSize;
  size_t numRawCounterRequests;
  const NVPW_RawCounterRequest *pRawCounterRequests;
  NVPA_Bool disallowAddingExtraPasses;
  NVPA_Bool schedulable;
} NVPW_RawCounterConfig_AreRawCountersSchedulable_Params;
#define NVPW_RawCounterConfig_AreRawCountersSchedulable_Params_STRUCT_SIZE     \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_AreRawCountersSchedulable_Params,     \
                   schedulable)
NVPA_Status NVPW_RawCounterConfig_AreRawCountersSchedulable(
    NVPW_RawCounterConfig_AreRawCountersSchedulable_Params *pParams);

typedef struct NVPW_RawCounterConfig_MergePassGroups_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
} NVPW_RawCounterConfig_MergePassGroups_Params;
#define NVPW_RawCounterConfig_MergePassGroups_Params_STRUCT_SIZE               \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_MergePassGroups_Params,               \
                   pRawCounterConfig)
NVPA_Status NVPW_RawCounterConfig_MergePassGroups(
    NVPW_RawCounterConfig_MergePassGroups_Params *pParams);

typedef struct NVPW_RawCounterConfig_GenerateConfigImage_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_RawCounterConfig *pRawCounterConfig;
} NVPW_RawCounterConfig_GenerateConfigImage_Params;
#define NVPW_RawCounterConfig_GenerateConfigImage_Params_STRUCT_SIZE           \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_GenerateConfigImage_Params,           \
                   pRawCounterConfig)
NVPA_Status NVPW_RawCounterConfig_GenerateConfigImage(
    NVPW_RawCounterConfig_GenerateConfigImage_Params *pParams);

typedef struct NVPW_RawCounterConfig_GetConfigImage_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t bytesAllocated;
  uint8_t *pBuffer;
  size_t bytesCopied;
} NVPW_RawCounterConfig_GetConfigImage_Params;
#define NVPW_RawCounterConfig_GetConfigImage_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_GetConfigImage_Params, bytesCopied)
NVPA_Status NVPW_RawCounterConfig_GetConfigImage(
    NVPW_RawCounterConfig_GetConfigImage_Params *pParams);

typedef struct NVPW_RawCounterConfig_GetNumPasses_Params {
  size_t structSize;
  void *pPriv;
  const struct NVPW_RawCounterConfig *pRawCounterConfig;
  size_t numPasses;
} NVPW_RawCounterConfig_GetNumPasses_Params;
#define NVPW_RawCounterConfig_GetNumPasses_Params_STRUCT_SIZE                  \
  NVPA_STRUCT_SIZE(NVPW_RawCounterConfig_GetNumPasses_Params, numPasses)
NVPA_Status NVPW_RawCounterConfig_GetNumPasses(
    NVPW_RawCounterConfig_GetNumPasses_Params *pParams);

typedef struct NVPW_Config_GetRawCounterInfo_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pConfig;
  size_t configSize;
  const char *pRawCounterName;
  size_t *pPassIndices;
  size_t numPassIndices;
} NVPW_Config_GetRawCounterInfo_Params;
#define NVPW_Config_GetRawCounterInfo_Params_STRUCT_SIZE                       \
  NVPA_STRUCT_SIZE(NVPW_Config_GetRawCounterInfo_Params, numPassIndices)
NVPA_Status
NVPW_Config_GetRawCounterInfo(NVPW_Config_GetRawCounterInfo_Params *pParams);

typedef struct NVPW_Config_GetRawCounters_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pConfig;
  size_t configSize;
  size_t passIndex;
  const char **ppRawCounterNames;
  size_t numRawCounters;
} NVPW_Config_GetRawCounters_Params;
#define NVPW_Config_GetRawCounters_Params_STRUCT_SIZE                          \
  NVPA_STRUCT_SIZE(NVPW_Config_GetRawCounters_Params, numRawCounters)
NVPA_Status
NVPW_Config_GetRawCounters(NVPW_Config_GetRawCounters_Params *pParams);

typedef struct NVPW_PeriodicSampler_Config_GetSocEstimatedSampleSize_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pConfig;
  size_t configSize;
  size_t sampleSize;
} NVPW_PeriodicSampler_Config_GetSocEstimatedSampleSize_Params;
#define NVPW_PeriodicSampler_Config_GetSocEstimatedSampleSize_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(                                                              \
      NVPW_PeriodicSampler_Config_GetSocEstimatedSampleSize_Params,              \
      sampleSize)
NVPA_Status NVPW_PeriodicSampler_Config_GetSocEstimatedSampleSize(
    NVPW_PeriodicSampler_Config_GetSocEstimatedSampleSize_Params *pParams);

typedef struct NVPW_PeriodicSampler_Config_GetGpuEstimatedSampleSize_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pConfig;
  size_t configSize;
  size_t sampleSize;
} NVPW_PeriodicSampler_Config_GetGpuEstimatedSampleSize_Params;
#define NVPW_PeriodicSampler_Config_GetGpuEstimatedSampleSize_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(                                                              \
      NVPW_PeriodicSampler_Config_GetGpuEstimatedSampleSize_Params,              \
      sampleSize)
NVPA_Status NVPW_PeriodicSampler_Config_GetGpuEstimatedSampleSize(
    NVPW_PeriodicSampler_Config_GetGpuEstimatedSampleSize_Params *pParams);
typedef struct NVPW_MetricsEvaluator NVPW_MetricsEvaluator;

typedef enum NVPW_DimUnitName {
  NVPW_DIM_UNIT_INVALID = 0xd1b4fc15,
  NVPW_DIM_UNIT_UNITLESS = 0x7eba4a2e,
  NVPW_DIM_UNIT_ATTRIBUTES = 0xe1165b29,
  NVPW_DIM_UNIT_BRANCH_TARGETS = 0xdf509ec2,
  NVPW_DIM_UNIT_BYTES = 0xe25e984f,
  NVPW_DIM_UNIT_CGAS = 0x7b34ee5e,
  NVPW_DIM_UNIT_CROP_SUBPACKETS = 0xa78edca,
  NVPW_DIM_UNIT_CTAS = 0x74dbd5ab,
  NVPW_DIM_UNIT_CTC_CYCLES = 0x849d08a1,
  NVPW_DIM_UNIT_DRAM_CYCLES = 0x9e02c3cf,
  NVPW_DIM_UNIT_FBP_CYCLES = 0x6a6895ad,
  NVPW_DIM_UNIT_FE_OPS = 0xadfed52b,
  NVPW_DIM_UNIT_GCC_REQUESTS = 0xaa31fc80,
  NVPW_DIM_UNIT_GPC_CYCLES = 0x48dfdf10,
  NVPW_DIM_UNIT_IDC_REQUESTS = 0x77f698c5,
  NVPW_DIM_UNIT_INSTRUCTIONS = 0x548e8207,
  NVPW_DIM_UNIT_KILOBYTES = 0x4fa1710e,
  NVPW_DIM_UNIT_L1DATA_BANK_ACCESSES = 0x582f4832,
  NVPW_DIM_UNIT_L1DATA_BANK_CONFLICTS = 0xcca20763,
  NVPW_DIM_UNIT_L1TEX_LINES = 0x713bab1e,
  NVPW_DIM_UNIT_L1TEX_REQUESTS = 0x4ddf3527,
  NVPW_DIM_UNIT_L1TEX_TAGS = 0x19578d2,
  NVPW_DIM_UNIT_L1TEX_WAVEFRONTS = 0x7b61645,
  NVPW_DIM_UNIT_L2_REQUESTS = 0x442b6702,
  NVPW_DIM_UNIT_L2_SECTORS = 0xcc17a4bc,
  NVPW_DIM_UNIT_L2_TAGS = 0xdfda1a6d,
  NVPW_DIM_UNIT_LRC_REQUESTS = 0x87f3fd97,
  NVPW_DIM_UNIT_LRC_SECTORS = 0x6e0c02,
  NVPW_DIM_UNIT_MATH_OPS = 0x26ed8ffb,
  NVPW_DIM_UNIT_MCC_CYCLES = 0x6ce1035b,
  NVPW_DIM_UNIT_NANOSECONDS = 0xb5a52b80,
  NVPW_DIM_UNIT_NVDEC_CYCLES = 0x116887d5,
  NVPW_DIM_UNIT_NVDLA_CYCLES = 0xc91c110d,
  NVPW_DIM_UNIT_NVENC_CYCLES = 0x8722805c,
  NVPW_DIM_UNIT_NVLRX_CYCLES = 0xf1fdb0d2,
  NVPW_DIM_UNIT_NVLTX_CYCLES = 0x6c24ca98,
  NVPW_DIM_UNIT_OFA_CYCLES = 0xffb76a03,
  NVPW_DIM_UNIT_PCIE_CYCLES = 0x495730ff,
  NVPW_DIM_UNIT_PCIE_REQUESTS = 0xf63cee03,
  NVPW_DIM_UNIT_PERCENT = 0x4c8db286,
  NVPW_DIM_UNIT_PIXELS = 0xfbfc4f97,
  NVPW_DIM_UNIT_PIXEL_SHADER_BARRIERS = 0xdcdd7b36,
  NVPW_DIM_UNIT_PLANE_EQUATIONS = 0x73fa7442,
  NVPW_DIM_UNIT_PRIMITIVES = 0x8d726362,
  NVPW_DIM_UNIT_PVAVPU_CYCLES = 0x856920a6,
  NVPW_DIM_UNIT_PVA_CYCLES = 0xc0af30d,
  NVPW_DIM_UNIT_QUADS = 0x5bc6c619,
  NVPW_DIM_UNIT_RAYS = 0xb22c8af9,
  NVPW_DIM_UNIT_REGISTERS = 0xa91d2a93,
  NVPW_DIM_UNIT_RF_QUANTA = 0x7c3593bf,
  NVPW_DIM_UNIT_SAMPLES = 0x2c77c457,
  NVPW_DIM_UNIT_SECONDS = 0x456dd2aa,
  NVPW_DIM_UNIT_SYSL2_REQUESTS = 0x810cf226,
  NVPW_DIM_UNIT_SYSL2_SECTORS = 0x873a22df,
  NVPW_DIM_UNIT_SYSL2_TAGS = 0xc5360358,
  NVPW_DIM_UNIT_SYSLRC_REQUESTS = 0xc660fee8,
  NVPW_DIM_UNIT_SYSLRC_SECTORS = 0x46f53eb5,
  NVPW_DIM_UNIT_SYS_CYCLES = 0xc5572138,
  NVPW_DIM_UNIT_TEXELS = 0x4d14e175,
  NVPW_DIM_UNIT_THREADS = 0x9ca7013,
  NVPW_DIM_UNIT_TMEM_ACCESSES = 0xdf182733,
  NVPW_DIM_UNIT_VERTICES = 0x6fadd101,
  NVPW_DIM_UNIT_VIC_CYCLES = 0x625d8a4,
  NVPW_DIM_UNIT_WARPS = 0x5d6a0cd,
  NVPW_DIM_UNIT_WORKIDS = 0x757cce0b,
  NVPW_DIM_UNIT_WORKLOADS = 0x67015d40,
  NVPW_DIM_UNIT_ZROP_SUBPACKETS = 0x62c79226,
  NVPW_DIM_UNIT_Z_OCCLUDERS = 0xa20371f2,
} NVPW_DimUnitName;

typedef enum NVPW_HwUnit {
  NVPW_HW_UNIT_INVALID = 0xd07fc9f5,
  NVPW_HW_UNIT_CROP = 0xab315876,
  NVPW_HW_UNIT_CTC = 0xf5c27f3b,
  NVPW_HW_UNIT_DRAM = 0x63198556,
  NVPW_HW_UNIT_DRAMC = 0x53851dec,
  NVPW_HW_UNIT_FBP = 0xafaa9dc2,
  NVPW_HW_UNIT_FBPA = 0x2921436b,
  NVPW_HW_UNIT_FE = 0x836c79a1,
  NVPW_HW_UNIT_GPC = 0x71f2c61f,
  NVPW_HW_UNIT_GPU = 0x3c75f58e,
  NVPW_HW_UNIT_GR = 0xaedb7755,
  NVPW_HW_UNIT_IDC = 0x323b93e9,
  NVPW_HW_UNIT_L1TEX = 0x354874dd,
  NVPW_HW_UNIT_LRC = 0xeeb3baa8,
  NVPW_HW_UNIT_LTS = 0x8b12d309,
  NVPW_HW_UNIT_MCC = 0xed3bf792,
  NVPW_HW_UNIT_NVDLA = 0xfa68bc14,
  NVPW_HW_UNIT_NVENC = 0xc616064,
  NVPW_HW_UNIT_NVLRX = 0xb8475e25,
  NVPW_HW_UNIT_NVLTX = 0x33d6422b,
  NVPW_HW_UNIT_OFA = 0x430ce2b,
  NVPW_HW_UNIT_PCIE = 0xcca3742e,
  NVPW_HW_UNIT_PDA = 0x14933b23,
  NVPW_HW_UNIT_PES = 0x2fee06a9,
  NVPW_HW_UNIT_PROP = 0xc708fed3,
  NVPW_HW_UNIT_PVA = 0x98ea6a62,
  NVPW_HW_UNIT_PVAVPU = 0x62be6817,
  NVPW_HW_UNIT_RASTER = 0xb339f58,
  NVPW_HW_UNIT_SM = 0x2b2acac6,
  NVPW_HW_UNIT_SMSP = 0xa9229915,
  NVPW_HW_UNIT_SYS = 0x2dd5db6f,
  NVPW_HW_UNIT_SYSLRC = 0xc192dac6,
  NVPW_HW_UNIT_SYSLTS = 0xf6a0e7b9,
  NVPW_HW_UNIT_TPC = 0x70983a65,
  NVPW_HW_UNIT_VAF = 0x2cec196d,
  NVPW_HW_UNIT_VIC = 0x133809aa,
  NVPW_HW_UNIT_VPC = 0x106cbc6f,
  NVPW_HW_UNIT_ZCULL = 0x8f202464,
  NVPW_HW_UNIT_ZROP = 0x3a61fda8,
} NVPW_HwUnit;

typedef enum NVPW_RollupOp {
  NVPW_ROLLUP_OP_AVG = 0,
  NVPW_ROLLUP_OP_MAX = 1,
  NVPW_ROLLUP_OP_MIN = 2,
  NVPW_ROLLUP_OP_SUM = 3,
  NVPW_ROLLUP_OP__COUNT = 4,
} NVPW_RollupOp;

typedef enum NVPW_MetricType {
  NVPW_METRIC_TYPE_COUNTER = 0,
  NVPW_METRIC_TYPE_RATIO = 1,
  NVPW_METRIC_TYPE_THROUGHPUT = 2,
  NVPW_METRIC_TYPE__COUNT = 3,
} NVPW_MetricType;

typedef enum NVPW_Submetric {
  NVPW_SUBMETRIC_NONE = 0,
  NVPW_SUBMETRIC_PEAK_SUSTAINED = 1,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_ACTIVE = 2,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_ACTIVE_PER_SECOND = 3,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_ELAPSED = 4,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_ELAPSED_PER_SECOND = 5,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_FRAME = 6,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_FRAME_PER_SECOND = 7,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_REGION = 8,
  NVPW_SUBMETRIC_PEAK_SUSTAINED_REGION_PER_SECOND = 9,
  NVPW_SUBMETRIC_PER_CYCLE_ACTIVE = 10,
  NVPW_SUBMETRIC_PER_CYCLE_ELAPSED = 11,
  NVPW_SUBMETRIC_PER_CYCLE_IN_FRAME = 12,
  NVPW_SUBMETRIC_PER_CYCLE_IN_REGION = 13,
  NVPW_SUBMETRIC_PER_SECOND = 14,
  NVPW_SUBMETRIC_PCT_OF_PEAK_SUSTAINED_ACTIVE = 15,
  NVPW_SUBMETRIC_PCT_OF_PEAK_SUSTAINED_ELAPSED = 16,
  NVPW_SUBMETRIC_PCT_OF_PEAK_SUSTAINED_FRAME = 17,
  NVPW_SUBMETRIC_PCT_OF_PEAK_SUSTAINED_REGION = 18,
  NVPW_SUBMETRIC_MAX_RATE = 19,
  NVPW_SUBMETRIC_PCT = 20,
  NVPW_SUBMETRIC_RATIO = 21,
  NVPW_SUBMETRIC__COUNT = 22,
} NVPW_Submetric;

typedef struct NVPW_MetricEvalRequest {
  size_t metricIndex;
  uint8_t metricType;
  uint8_t rollupOp;
  uint16_t submetric;
} NVPW_MetricEvalRequest;
#define NVPW_MetricEvalRequest_STRUCT_SIZE                                     \
  NVPA_STRUCT_SIZE(NVPW_MetricEvalRequest, submetric)

typedef struct NVPW_DimUnitFactor {
  uint32_t dimUnit;
  int8_t exponent;
} NVPW_DimUnitFactor;
#define NVPW_DimUnitFactor_STRUCT_SIZE                                         \
  NVPA_STRUCT_SIZE(NVPW_DimUnitFactor, exponent)

typedef struct NVPW_MetricsEvaluator_Destroy_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
} NVPW_MetricsEvaluator_Destroy_Params;
#define NVPW_MetricsEvaluator_Destroy_Params_STRUCT_SIZE                       \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_Destroy_Params, pMetricsEvaluator)
NVPA_Status
NVPW_MetricsEvaluator_Destroy(NVPW_MetricsEvaluator_Destroy_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetMetricNames_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  uint8_t metricType;
  const char *pMetricNames;
  const size_t *pMetricNameBeginIndices;
  size_t numMetrics;
} NVPW_MetricsEvaluator_GetMetricNames_Params;
#define NVPW_MetricsEvaluator_GetMetricNames_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetMetricNames_Params, numMetrics)
NVPA_Status NVPW_MetricsEvaluator_GetMetricNames(
    NVPW_MetricsEvaluator_GetMetricNames_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  const char *pMetricName;
  uint8_t metricType;
  size_t metricIndex;
} NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params;
#define NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params_STRUCT_SIZE         \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params,         \
                   metricIndex)
NVPA_Status NVPW_MetricsEvaluator_GetMetricTypeAndIndex(
    NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params *pParams);

typedef struct
    NVPW_MetricsEvaluator_ConvertMetricNameToMetricEvalRequest_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  const char *pMetricName;
  struct NVPW_MetricEvalRequest *pMetricEvalRequest;
  size_t metricEvalRequestStructSize;
} NVPW_MetricsEvaluator_ConvertMetricNameToMetricEvalRequest_Params;
#define NVPW_MetricsEvaluator_ConvertMetricNameToMetricEvalRequest_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(                                                                   \
      NVPW_MetricsEvaluator_ConvertMetricNameToMetricEvalRequest_Params,              \
      metricEvalRequestStructSize)
NVPA_Status NVPW_MetricsEvaluator_ConvertMetricNameToMetricEvalRequest(
    NVPW_MetricsEvaluator_ConvertMetricNameToMetricEvalRequest_Params *pParams);

typedef struct NVPW_MetricsEvaluator_HwUnitToString_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  uint32_t hwUnit;
  const char *pHwUnitName;
} NVPW_MetricsEvaluator_HwUnitToString_Params;
#define NVPW_MetricsEvaluator_HwUnitToString_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_HwUnitToString_Params, pHwUnitName)
NVPA_Status NVPW_MetricsEvaluator_HwUnitToString(
    NVPW_MetricsEvaluator_HwUnitToString_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetCounterProperties_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  size_t counterIndex;
  const char *pDescription;
  uint32_t hwUnit;
} NVPW_MetricsEvaluator_GetCounterProperties_Params;
#define NVPW_MetricsEvaluator_GetCounterProperties_Params_STRUCT_SIZE          \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetCounterProperties_Params, hwUnit)
NVPA_Status NVPW_MetricsEvaluator_GetCounterProperties(
    NVPW_MetricsEvaluator_GetCounterProperties_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetRatioMetricProperties_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  size_t ratioMetricIndex;
  const char *pDescription;
  uint64_t hwUnit;
} NVPW_MetricsEvaluator_GetRatioMetricProperties_Params;
#define NVPW_MetricsEvaluator_GetRatioMetricProperties_Params_STRUCT_SIZE      \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetRatioMetricProperties_Params,      \
                   hwUnit)
NVPA_Status NVPW_MetricsEvaluator_GetRatioMetricProperties(
    NVPW_MetricsEvaluator_GetRatioMetricProperties_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  size_t throughputMetricIndex;
  const char *pDescription;
  uint32_t hwUnit;
  size_t numCounters;
  const size_t *pCounterIndices;
  size_t numSubThroughputs;
  const size_t *pSubThroughputIndices;
} NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params;
#define NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params_STRUCT_SIZE \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params, \
                   pSubThroughputIndices)
NVPA_Status NVPW_MetricsEvaluator_GetThroughputMetricProperties(
    NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetSupportedSubmetrics_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  uint8_t metricType;
  const uint16_t *pSupportedSubmetrics;
  size_t numSupportedSubmetrics;
} NVPW_MetricsEvaluator_GetSupportedSubmetrics_Params;
#define NVPW_MetricsEvaluator_GetSupportedSubmetrics_Params_STRUCT_SIZE        \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetSupportedSubmetrics_Params,        \
                   numSupportedSubmetrics)
NVPA_Status NVPW_MetricsEvaluator_GetSupportedSubmetrics(
    NVPW_MetricsEvaluator_GetSupportedSubmetrics_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetMetricRawDependencies_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  const struct NVPW_MetricEvalRequest *pMetricEvalRequests;
  size_t numMetricEvalRequests;
  size_t metricEvalRequestStructSize;
  size_t metricEvalRequestStrideSize;
  const char **ppRawDependencies;
  size_t numRawDependencies;
  const char **ppOptionalRawDependencies;
  size_t numOptionalRawDependencies;
} NVPW_MetricsEvaluator_GetMetricRawDependencies_Params;
#define NVPW_MetricsEvaluator_GetMetricRawDependencies_Params_STRUCT_SIZE      \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetMetricRawDependencies_Params,      \
                   numOptionalRawDependencies)
NVPA_Status NVPW_MetricsEvaluator_GetMetricRawDependencies(
    NVPW_MetricsEvaluator_GetMetricRawDependencies_Params *pParams);

typedef struct NVPW_MetricsEvaluator_DimUnitToString_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  uint32_t dimUnit;
  const char *pSingularName;
  const char *pPluralName;
} NVPW_MetricsEvaluator_DimUnitToString_Params;
#define NVPW_MetricsEvaluator_DimUnitToString_Params_STRUCT_SIZE               \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_DimUnitToString_Params, pPluralName)
NVPA_Status NVPW_MetricsEvaluator_DimUnitToString(
    NVPW_MetricsEvaluator_DimUnitToString_Params *pParams);

typedef struct NVPW_MetricsEvaluator_GetMetricDimUnits_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  const struct NVPW_MetricEvalRequest *pMetricEvalRequest;
  size_t metricEvalRequestStructSize;
  NVPW_DimUnitFactor *pDimUnits;
  size_t numDimUnits;
  size_t dimUnitFactorStructSize;
} NVPW_MetricsEvaluator_GetMetricDimUnits_Params;
#define NVPW_MetricsEvaluator_GetMetricDimUnits_Params_STRUCT_SIZE             \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_GetMetricDimUnits_Params,             \
                   dimUnitFactorStructSize)
NVPA_Status NVPW_MetricsEvaluator_GetMetricDimUnits(
    NVPW_MetricsEvaluator_GetMetricDimUnits_Params *pParams);

typedef struct NVPW_MetricsEvaluator_SetUserData_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  double frameDuration;
  double regionDuration;
  NVPA_Bool isolated;
} NVPW_MetricsEvaluator_SetUserData_Params;
#define NVPW_MetricsEvaluator_SetUserData_Params_STRUCT_SIZE                   \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_SetUserData_Params, isolated)
NVPA_Status NVPW_MetricsEvaluator_SetUserData(
    NVPW_MetricsEvaluator_SetUserData_Params *pParams);

typedef struct NVPW_MetricsEvaluator_EvaluateToGpuValues_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  const struct NVPW_MetricEvalRequest *pMetricEvalRequests;
  size_t numMetricEvalRequests;
  size_t metricEvalRequestStructSize;
  size_t metricEvalRequestStrideSize;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  size_t rangeIndex;
  NVPA_Bool isolated;
  double *pMetricValues;
} NVPW_MetricsEvaluator_EvaluateToGpuValues_Params;
#define NVPW_MetricsEvaluator_EvaluateToGpuValues_Params_STRUCT_SIZE           \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_EvaluateToGpuValues_Params,           \
                   pMetricValues)
NVPA_Status NVPW_MetricsEvaluator_EvaluateToGpuValues(
    NVPW_MetricsEvaluator_EvaluateToGpuValues_Params *pParams);

typedef struct NVPW_MetricsEvaluator_SetDeviceAttributes_Params {
  size_t structSize;
  void *pPriv;
  struct NVPW_MetricsEvaluator *pMetricsEvaluator;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
} NVPW_MetricsEvaluator_SetDeviceAttributes_Params;
#define NVPW_MetricsEvaluator_SetDeviceAttributes_Params_STRUCT_SIZE           \
  NVPA_STRUCT_SIZE(NVPW_MetricsEvaluator_SetDeviceAttributes_Params,           \
                   counterDataImageSize)
NVPA_Status NVPW_MetricsEvaluator_SetDeviceAttributes(
    NVPW_MetricsEvaluator_SetDeviceAttributes_Params *pParams);

typedef struct NVPW_CounterData_CalculateCounterDataImageCopySize_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataPrefix;
  size_t counterDataPrefixSize;
  uint32_t maxNumRanges;
  uint32_t maxNumRangeTreeNodes;
  uint32_t maxRangeNameLength;
  const uint8_t *pCounterDataSrc;
  size_t copyDataImageCounterSize;
} NVPW_CounterData_CalculateCounterDataImageCopySize_Params;
#define NVPW_CounterData_CalculateCounterDataImageCopySize_Params_STRUCT_SIZE  \
  NVPA_STRUCT_SIZE(NVPW_CounterData_CalculateCounterDataImageCopySize_Params,  \
                   copyDataImageCounterSize)
NVPA_Status NVPW_CounterData_CalculateCounterDataImageCopySize(
    NVPW_CounterData_CalculateCounterDataImageCopySize_Params *pParams);

typedef struct NVPW_CounterData_InitializeCounterDataImageCopy_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataPrefix;
  size_t counterDataPrefixSize;
  uint32_t maxNumRanges;
  uint32_t maxNumRangeTreeNodes;
  uint32_t maxRangeNameLength;
  const uint8_t *pCounterDataSrc;
  uint8_t *pCounterDataDst;
} NVPW_CounterData_InitializeCounterDataImageCopy_Params;
#define NVPW_CounterData_InitializeCounterDataImageCopy_Params_STRUCT_SIZE     \
  NVPA_STRUCT_SIZE(NVPW_CounterData_InitializeCounterDataImageCopy_Params,     \
                   pCounterDataDst)
NVPA_Status NVPW_CounterData_InitializeCounterDataImageCopy(
    NVPW_CounterData_InitializeCounterDataImageCopy_Params *pParams);

typedef struct NVPW_CounterData_ExtractCounterDataPrefix_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataSrc;
  size_t counterDataSrcSize;
  uint8_t *pCounterDataPrefix;
  size_t counterDataPrefixSize;
} NVPW_CounterData_ExtractCounterDataPrefix_Params;
#define NVPW_CounterData_ExtractCounterDataPrefix_Params_STRUCT_SIZE           \
  NVPA_STRUCT_SIZE(NVPW_CounterData_ExtractCounterDataPrefix_Params,           \
                   counterDataPrefixSize)
NVPA_Status NVPW_CounterData_ExtractCounterDataPrefix(
    NVPW_CounterData_ExtractCounterDataPrefix_Params *pParams);
typedef struct NVPA_CounterDataCombiner NVPA_CounterDataCombiner;

typedef struct NVPW_CounterDataCombiner_Create_Params {
  size_t structSize;
  void *pPriv;
  uint8_t *pCounterDataDst;
  NVPA_CounterDataCombiner *pCounterDataCombiner;
} NVPW_CounterDataCombiner_Create_Params;
#define NVPW_CounterDataCombiner_Create_Params_STRUCT_SIZE                     \
  NVPA_STRUCT_SIZE(NVPW_CounterDataCombiner_Create_Params, pCounterDataCombiner)
NVPA_Status NVPW_CounterDataCombiner_Create(
    NVPW_CounterDataCombiner_Create_Params *pParams);

typedef struct NVPW_CounterDataCombiner_Destroy_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataCombiner *pCounterDataCombiner;
} NVPW_CounterDataCombiner_Destroy_Params;
#define NVPW_CounterDataCombiner_Destroy_Params_STRUCT_SIZE                    \
  NVPA_STRUCT_SIZE(NVPW_CounterDataCombiner_Destroy_Params,                    \
                   pCounterDataCombiner)
NVPA_Status NVPW_CounterDataCombiner_Destroy(
    NVPW_CounterDataCombiner_Destroy_Params *pParams);

typedef struct NVPW_CounterDataCombiner_CreateRange_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataCombiner *pCounterDataCombiner;
  size_t numDescriptions;
  const char *const *ppDescriptions;
  size_t rangeIndexDst;
} NVPW_CounterDataCombiner_CreateRange_Params;
#define NVPW_CounterDataCombiner_CreateRange_Params_STRUCT_SIZE                \
  NVPA_STRUCT_SIZE(NVPW_CounterDataCombiner_CreateRange_Params, rangeIndexDst)
NVPA_Status NVPW_CounterDataCombiner_CreateRange(
    NVPW_CounterDataCombiner_CreateRange_Params *pParams);

typedef struct NVPW_CounterDataCombiner_CopyIntoRange_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataCombiner *pCounterDataCombiner;
  size_t rangeIndexDst;
  const uint8_t *pCounterDataSrc;
  size_t rangeIndexSrc;
} NVPW_CounterDataCombiner_CopyIntoRange_Params;
#define NVPW_CounterDataCombiner_CopyIntoRange_Params_STRUCT_SIZE              \
  NVPA_STRUCT_SIZE(NVPW_CounterDataCombiner_CopyIntoRange_Params, rangeIndexSrc)
NVPA_Status NVPW_CounterDataCombiner_CopyIntoRange(
    NVPW_CounterDataCombiner_CopyIntoRange_Params *pParams);

typedef struct NVPW_CounterDataCombiner_AccumulateIntoRange_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataCombiner *pCounterDataCombiner;
  size_t rangeIndexDst;
  uint32_t dstMultiplier;
  const uint8_t *pCounterDataSrc;
  size_t rangeIndexSrc;
  uint32_t srcMultiplier;
} NVPW_CounterDataCombiner_AccumulateIntoRange_Params;
#define NVPW_CounterDataCombiner_AccumulateIntoRange_Params_STRUCT_SIZE        \
  NVPA_STRUCT_SIZE(NVPW_CounterDataCombiner_AccumulateIntoRange_Params,        \
                   srcMultiplier)
NVPA_Status NVPW_CounterDataCombiner_AccumulateIntoRange(
    NVPW_CounterDataCombiner_AccumulateIntoRange_Params *pParams);

typedef struct NVPW_CounterDataCombiner_SumIntoRange_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataCombiner *pCounterDataCombiner;
  size_t rangeIndexDst;
  const uint8_t *pCounterDataSrc;
  size_t rangeIndexSrc;
} NVPW_CounterDataCombiner_SumIntoRange_Params;
#define NVPW_CounterDataCombiner_SumIntoRange_Params_STRUCT_SIZE               \
  NVPA_STRUCT_SIZE(NVPW_CounterDataCombiner_SumIntoRange_Params, rangeIndexSrc)
NVPA_Status NVPW_CounterDataCombiner_SumIntoRange(
    NVPW_CounterDataCombiner_SumIntoRange_Params *pParams);

typedef struct NVPW_CounterDataCombiner_WeightedSumIntoRange_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataCombiner *pCounterDataCombiner;
  size_t rangeIndexDst;
  double dstMultiplier;
  const uint8_t *pCounterDataSrc;
  size_t rangeIndexSrc;
  double srcMultiplier;
} NVPW_CounterDataCombiner_WeightedSumIntoRange_Params;
#define NVPW_CounterDataCombiner_WeightedSumIntoRange_Params_STRUCT_SIZE       \
  NVPA_STRUCT_SIZE(NVPW_CounterDataCombiner_WeightedSumIntoRange_Params,       \
                   srcMultiplier)
NVPA_Status NVPW_CounterDataCombiner_WeightedSumIntoRange(
    NVPW_CounterDataCombiner_WeightedSumIntoRange_Params *pParams);
typedef struct NVPA_CounterDataBuilder NVPA_CounterDataBuilder;

typedef struct NVPW_CounterDataBuilder_Create_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataBuilder *pCounterDataBuilder;
  const char *pChipName;
} NVPW_CounterDataBuilder_Create_Params;
#define NVPW_CounterDataBuilder_Create_Params_STRUCT_SIZE                      \
  NVPA_STRUCT_SIZE(NVPW_CounterDataBuilder_Create_Params, pChipName)
NVPA_Status
NVPW_CounterDataBuilder_Create(NVPW_CounterDataBuilder_Create_Params *pParams);

typedef struct NVPW_CounterDataBuilder_Destroy_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataBuilder *pCounterDataBuilder;
} NVPW_CounterDataBuilder_Destroy_Params;
#define NVPW_CounterDataBuilder_Destroy_Params_STRUCT_SIZE                     \
  NVPA_STRUCT_SIZE(NVPW_CounterDataBuilder_Destroy_Params, pCounterDataBuilder)
NVPA_Status NVPW_CounterDataBuilder_Destroy(
    NVPW_CounterDataBuilder_Destroy_Params *pParams);

typedef struct NVPW_CounterDataBuilder_AddMetrics_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataBuilder *pCounterDataBuilder;
  const NVPA_RawMetricRequest *pRawMetricRequests;
  size_t numMetricRequests;
} NVPW_CounterDataBuilder_AddMetrics_Params;
#define NVPW_CounterDataBuilder_AddMetrics_Params_STRUCT_SIZE                  \
  NVPA_STRUCT_SIZE(NVPW_CounterDataBuilder_AddMetrics_Params, numMetricRequests)
NVPA_Status NVPW_CounterDataBuilder_AddMetrics(
    NVPW_CounterDataBuilder_AddMetrics_Params *pParams);

typedef struct NVPW_CounterDataBuilder_AddRawCounters_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataBuilder *pCounterDataBuilder;
  size_t rawCounterRequestStructSize;
  size_t numRawCounterRequests;
  const NVPW_RawCounterRequest *pRawCounterRequests;
} NVPW_CounterDataBuilder_AddRawCounters_Params;
#define NVPW_CounterDataBuilder_AddRawCounters_Params_STRUCT_SIZE              \
  NVPA_STRUCT_SIZE(NVPW_CounterDataBuilder_AddRawCounters_Params,              \
                   pRawCounterRequests)
NVPA_Status NVPW_CounterDataBuilder_AddRawCounters(
    NVPW_CounterDataBuilder_AddRawCounters_Params *pParams);

typedef struct NVPW_CounterDataBuilder_GetCounterDataPrefix_Params {
  size_t structSize;
  void *pPriv;
  NVPA_CounterDataBuilder *pCounterDataBuilder;
  size_t bytesAllocated;
  uint8_t *pBuffer;
  size_t bytesCopied;
} NVPW_CounterDataBuilder_GetCounterDataPrefix_Params;
#define NVPW_CounterDataBuilder_GetCounterDataPrefix_Params_STRUCT_SIZE        \
  NVPA_STRUCT_SIZE(NVPW_CounterDataBuilder_GetCounterDataPrefix_Params,        \
                   bytesCopied)
NVPA_Status NVPW_CounterDataBuilder_GetCounterDataPrefix(
    NVPW_CounterDataBuilder_GetCounterDataPrefix_Params *pParams);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVPERF_HOST_H
