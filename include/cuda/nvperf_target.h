// SPDX-License-Identifier: Apache-2.0
//
// NVPW: counters of devices. No device of Quern has them (docs/cupti.md).
#ifndef QUERN_CUDA_NVPERF_TARGET_H
#define QUERN_CUDA_NVPERF_TARGET_H
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

typedef enum NVPW_GpuArchitectureSupportLevel {
  NVPW_GPU_ARCHITECTURE_SUPPORT_LEVEL_UNKNOWN = 0,
  NVPW_GPU_ARCHITECTURE_SUPPORT_LEVEL_UNSUPPORTED = 1,
  NVPW_GPU_ARCHITECTURE_SUPPORT_LEVEL_SUPPORTED = 2,
} NVPW_GpuArchitectureSupportLevel;

typedef enum NVPW_SliSupportLevel {
  NVPW_SLI_SUPPORT_LEVEL_UNKNOWN = 0,
  NVPW_SLI_SUPPORT_LEVEL_UNSUPPORTED = 1,
  NVPW_SLI_SUPPORT_LEVEL_SUPPORTED_NON_SLI_CONFIGURATION = 2,
} NVPW_SliSupportLevel;

typedef enum NVPW_VGpuSupportLevel {
  NVPW_VGPU_SUPPORT_LEVEL_UNKNOWN = 0,
  NVPW_VGPU_SUPPORT_LEVEL_UNSUPPORTED = 1,
  NVPW_VGPU_SUPPORT_LEVEL_SUPPORTED_DISALLOWED = 2,
  NVPW_VGPU_SUPPORT_LEVEL_SUPPORTED_ALLOWED = 3,
  NVPW_VGPU_SUPPORT_LEVEL_SUPPORTED_NON_VGPU_CONFIGURATION = 4,
} NVPW_VGpuSupportLevel;

typedef enum NVPW_ConfidentialComputeSupportLevel {
  NVPW_CONF_COMPUTE_SUPPORT_LEVEL_UNKNOWN = 0,
  NVPW_CONF_COMPUTE_SUPPORT_LEVEL_UNSUPPORTED = 1,
  NVPW_CONF_COMPUTE_SUPPORT_LEVEL_SUPPORTED_NON_CONF_COMPUTE_CONFIGURATION = 2,
  NVPW_CONF_COMPUTE_SUPPORT_LEVEL_SUPPORTED_CONF_COMPUTE_DEVTOOLS_MODE = 3,
} NVPW_ConfidentialComputeSupportLevel;

typedef enum NVPW_CmpSupportLevel {
  NVPW_CMP_SUPPORT_LEVEL_UNKNOWN = 0,
  NVPW_CMP_SUPPORT_LEVEL_UNSUPPORTED = 1,
  NVPW_CMP_SUPPORT_LEVEL_SUPPORTED_NON_CMP_CONFIGURATON = 2,
} NVPW_CmpSupportLevel;

typedef enum NVPW_WslSupportLevel {
  NVPW_WSL_SUPPORT_LEVEL_UNKNOWN = 0,
  NVPW_WSL_SUPPORT_LEVEL_UNSUPPORTED_INSUFFICIENT_DRIVER_VERSION = 1,
  NVPW_WSL_SUPPORT_LEVEL_SUPPORTED = 2,
  NVPW_WSL_SUPPORT_LEVEL_SUPPORTED_NON_WSL_CONFIGURATION = 3,
} NVPW_WslSupportLevel;

typedef enum NVPW_MigSupportLevel {
  NVPW_MIG_SUPPORT_LEVEL_UNKNOWN = 0,
  NVPW_MIG_SUPPORT_LEVEL_UNSUPPORTED = 1,
  NVPW_MIG_SUPPORT_LEVEL_SUPPORTED = 2,
  NVPW_MIG_SUPPORT_LEVEL_SUPPORTED_NON_MIG_CONFIGURATION = 3,
} NVPW_MigSupportLevel;

typedef struct NVPW_InitializeTarget_Params {
  size_t structSize;
  void *pPriv;
} NVPW_InitializeTarget_Params;
#define NVPW_InitializeTarget_Params_STRUCT_SIZE                               \
  NVPA_STRUCT_SIZE(NVPW_InitializeTarget_Params, pPriv)
NVPA_Status NVPW_InitializeTarget(NVPW_InitializeTarget_Params *pParams);

typedef struct NVPW_GetDeviceCount_Params {
  size_t structSize;
  void *pPriv;
  size_t numDevices;
} NVPW_GetDeviceCount_Params;
#define NVPW_GetDeviceCount_Params_STRUCT_SIZE                                 \
  NVPA_STRUCT_SIZE(NVPW_GetDeviceCount_Params, numDevices)
NVPA_Status NVPW_GetDeviceCount(NVPW_GetDeviceCount_Params *pParams);

typedef struct NVPW_Device_GetNames_Params {
  size_t structSize;
  void *pPriv;
  size_t deviceIndex;
  const char *pDeviceName;
  const char *pChipName;
} NVPW_Device_GetNames_Params;
#define NVPW_Device_GetNames_Params_STRUCT_SIZE                                \
  NVPA_STRUCT_SIZE(NVPW_Device_GetNames_Params, pChipName)
NVPA_Status NVPW_Device_GetNames(NVPW_Device_GetNames_Params *pParams);

typedef struct NVPW_PciBusId {
  uint32_t domain;
  uint16_t bus;
  uint16_t device;
} NVPW_PciBusId;
#define NVPW_PciBusId_STRUCT_SIZE NVPA_STRUCT_SIZE(NVPW_PciBusId, device)

typedef struct NVPW_Device_GetPciBusIds_Params {
  size_t structSize;
  void *pPriv;
  NVPW_PciBusId *pBusIds;
  size_t numDevices;
} NVPW_Device_GetPciBusIds_Params;
#define NVPW_Device_GetPciBusIds_Params_STRUCT_SIZE                            \
  NVPA_STRUCT_SIZE(NVPW_Device_GetPciBusIds_Params, numDevices)
NVPA_Status NVPW_Device_GetPciBusIds(NVPW_Device_GetPciBusIds_Params *pParams);
#define NVPW_DEVICE_MIG_GPU_INSTANCE_ID_INVALID 0xFFFFFFFFu
#define NVPW_DEVICE_MIG_GPU_INSTANCE_ID_FULLCHIP 0xFFFFFFFEu

typedef struct NVPW_Device_GetMigAttributes_Params {
  size_t structSize;
  void *pPriv;
  size_t deviceIndex;
  NVPA_Bool isMigPartition;
  uint32_t gpuInstanceId;
  uint32_t computeInstanceId;
} NVPW_Device_GetMigAttributes_Params;
#define NVPW_Device_GetMigAttributes_Params_STRUCT_SIZE                        \
  NVPA_STRUCT_SIZE(NVPW_Device_GetMigAttributes_Params, computeInstanceId)
NVPA_Status
NVPW_Device_GetMigAttributes(NVPW_Device_GetMigAttributes_Params *pParams);

typedef struct NVPW_Adapter_GetDeviceIndex_Params {
  size_t structSize;
  void *pPriv;
  struct {};
  struct IDXGIAdapter *pAdapter;
  size_t sliIndex;
  size_t deviceIndex;
} NVPW_Adapter_GetDeviceIndex_Params;
#define NVPW_Adapter_GetDeviceIndex_Params_STRUCT_SIZE                         \
  NVPA_STRUCT_SIZE(NVPW_Adapter_GetDeviceIndex_Params, deviceIndex)
NVPA_Status
NVPW_Adapter_GetDeviceIndex(NVPW_Adapter_GetDeviceIndex_Params *pParams);

typedef struct NVPW_CounterData_GetNumRanges_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t numRanges;
} NVPW_CounterData_GetNumRanges_Params;
#define NVPW_CounterData_GetNumRanges_Params_STRUCT_SIZE                       \
  NVPA_STRUCT_SIZE(NVPW_CounterData_GetNumRanges_Params, numRanges)
NVPA_Status
NVPW_CounterData_GetNumRanges(NVPW_CounterData_GetNumRanges_Params *pParams);

typedef struct NVPW_CounterData_GetChipName_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  const char *pChipName;
} NVPW_CounterData_GetChipName_Params;
#define NVPW_CounterData_GetChipName_Params_STRUCT_SIZE                        \
  NVPA_STRUCT_SIZE(NVPW_CounterData_GetChipName_Params, pChipName)
NVPA_Status
NVPW_CounterData_GetChipName(NVPW_CounterData_GetChipName_Params *pParams);

typedef struct NVPW_Config_GetNumPasses_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pConfig;
  size_t numPipelinedPasses;
  size_t numIsolatedPasses;
} NVPW_Config_GetNumPasses_Params;
#define NVPW_Config_GetNumPasses_Params_STRUCT_SIZE                            \
  NVPA_STRUCT_SIZE(NVPW_Config_GetNumPasses_Params, numIsolatedPasses)
NVPA_Status NVPW_Config_GetNumPasses(NVPW_Config_GetNumPasses_Params *pParams);

typedef struct NVPW_Config_GetNumPasses_V2_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pConfig;
  size_t numPasses;
} NVPW_Config_GetNumPasses_V2_Params;
#define NVPW_Config_GetNumPasses_V2_Params_STRUCT_SIZE                         \
  NVPA_STRUCT_SIZE(NVPW_Config_GetNumPasses_V2_Params, numPasses)
NVPA_Status
NVPW_Config_GetNumPasses_V2(NVPW_Config_GetNumPasses_V2_Params *pParams);
#define NVPW_API_SET_CUDA_PROFILER 0x18209d0775b2f89dULL
#define NVPW_API_SET_D3D11_PROFILER 0xca55c6738445db2bULL
#define NVPW_API_SET_D3D12_PROFILER 0xc0c2d46dd7c7ad78ULL
#define NVPW_API_SET_EGL_PROFILER 0x3c3747dae1f9565cULL
#define NVPW_API_SET_GPU_PERIODICSAMPLER 0x9f4c2571fc0b2e8aULL
#define NVPW_API_SET_METRICSEVALUATOR 0x0368a8768d811af9ULL
#define NVPW_API_SET_METRICS_AD10X_COMP 0xbe57278e12cb5288ULL
#define NVPW_API_SET_METRICS_AD10X_GRFX 0x5cbf0774f81bf491ULL
#define NVPW_API_SET_METRICS_GA100_COMP 0x16b7d8c20d8b4915ULL
#define NVPW_API_SET_METRICS_GA100_GRFX 0xc94eaabec04a94faULL
#define NVPW_API_SET_METRICS_GA10X_COMP 0xb5d6391c2e299ab5ULL
#define NVPW_API_SET_METRICS_GA10X_GRFX 0x6ebc121178b5ce0bULL
#define NVPW_API_SET_METRICS_GV100_COMP 0x863705cc57919f72ULL
#define NVPW_API_SET_METRICS_GV100_GRFX 0x9900da75d164fecfULL
#define NVPW_API_SET_METRICS_GV11B_COMP 0xd3f79a859235848fULL
#define NVPW_API_SET_METRICS_GV11B_GRFX 0xeb8e26220106e227ULL
#define NVPW_API_SET_METRICS_TU10X_COMP 0x70f40be0afd35da8ULL
#define NVPW_API_SET_METRICS_TU10X_GRFX 0xdf219cb838db6968ULL
#define NVPW_API_SET_METRICS_TU11X_COMP 0xeb0069d7d0956678ULL
#define NVPW_API_SET_METRICS_TU11X_GRFX 0x0977d9342bd62743ULL
#define NVPW_API_SET_OPENGL_PROFILER 0xe4cd9ea40f2ee777ULL
#define NVPW_API_SET_VULKAN_PROFILER 0x8c56b6a03d779689ULL
#define NVPW_SDK_VERSION 0x1e128b6f001423fcULL

typedef struct NVPW_QueryVersionNumber_Params {
  size_t structSize;
  void *pPriv;
  uint64_t apiSet;
  uint32_t major;
  uint32_t minor;
  uint32_t patch;
  uint32_t relMajor;
  uint32_t relMinor;
  uint32_t relPatch;
} NVPW_QueryVersionNumber_Params;
#define NVPW_QueryVersionNumber_Params_STRUCT_SIZE                             \
  NVPA_STRUCT_SIZE(NVPW_QueryVersionNumber_Params, relPatch)
NVPA_Status NVPW_QueryVersionNumber(NVPW_QueryVersionNumber_Params *pParams);

typedef enum NVPW_Device_ClockStatus {
  NVPW_DEVICE_CLOCK_STATUS_UNKNOWN = 0,
  NVPW_DEVICE_CLOCK_STATUS_LOCKED_TO_RATED_TDP = 1,
  NVPW_DEVICE_CLOCK_STATUS_BOOST_ENABLED = 2,
  NVPW_DEVICE_CLOCK_STATUS_BOOST_DISABLED = 3,
  NVPW_DEVICE_CLOCK_STATUS_LOCKED = 4,
  NVPW_DEVICE_CLOCK_STATUS_UNLOCKED = 5,
  NVPW_DEVICE_CLOCK_STATUS__COUNT = 6,
} NVPW_Device_ClockStatus;

typedef enum NVPW_Device_ClockLevel {
  NVPW_DEVICE_CLOCK_LEVEL_INVALID = 0,
  NVPW_DEVICE_CLOCK_LEVEL_RATED_TDP = 1,
  NVPW_DEVICE_CLOCK_LEVEL_TURBO_BOOST = 2,
  NVPW_DEVICE_CLOCK_LEVEL__COUNT = 3,
} NVPW_Device_ClockLevel;

typedef struct NVPW_Device_GetClockStatus_Params {
  size_t structSize;
  void *pPriv;
  size_t deviceIndex;
  NVPW_Device_ClockStatus clockStatus;
  NVPW_Device_ClockLevel clockLevel;
} NVPW_Device_GetClockStatus_Params;
#define NVPW_Device_GetClockStatus_Params_STRUCT_SIZE                          \
  NVPA_STRUCT_SIZE(NVPW_Device_GetClockStatus_Params, clockLevel)
NVPA_Status
NVPW_Device_GetClockStatus(NVPW_Device_GetClockStatus_Params *pParams);

typedef enum NVPW_Device_ClockSetting {
  NVPW_DEVICE_CLOCK_SETTING_INVALID = 0,
  NVPW_DEVICE_CLOCK_SETTING_DEFAULT = 1,
  NVPW_DEVICE_CLOCK_SETTING_LOCK_TO_RATED_TDP = 2,
  NVPW_DEVICE_CLOCK_SETTING_LOCK_TO_TURBO_BOOST = 3,
  NVPW_DEVICE_CLOCK_SETTING__COUNT = 4,
} NVPW_Device_ClockSetting;

typedef struct NVPW_Device_SetClockSetting_Params {
  size_t structSize;
  void *pPriv;
  size_t deviceIndex;
  NVPW_Device_ClockSetting clockSetting;
} NVPW_Device_SetClockSetting_Params;
#define NVPW_Device_SetClockSetting_Params_STRUCT_SIZE                         \
  NVPA_STRUCT_SIZE(NVPW_Device_SetClockSetting_Params, clockSetting)
NVPA_Status
NVPW_Device_SetClockSetting(NVPW_Device_SetClockSetting_Params *pParams);

typedef struct NVPW_CounterData_GetRangeDescriptions_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t rangeIndex;
  size_t numDescriptions;
  const char **ppDescriptions;
} NVPW_CounterData_GetRangeDescriptions_Params;
#define NVPW_CounterData_GetRangeDescriptions_Params_STRUCT_SIZE               \
  NVPA_STRUCT_SIZE(NVPW_CounterData_GetRangeDescriptions_Params, ppDescriptions)
NVPA_Status NVPW_CounterData_GetRangeDescriptions(
    NVPW_CounterData_GetRangeDescriptions_Params *pParams);

typedef struct NVPW_Profiler_CounterData_GetRangeDescriptions_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t rangeIndex;
  size_t numDescriptions;
  const char **ppDescriptions;
} NVPW_Profiler_CounterData_GetRangeDescriptions_Params;
#define NVPW_Profiler_CounterData_GetRangeDescriptions_Params_STRUCT_SIZE      \
  NVPA_STRUCT_SIZE(NVPW_Profiler_CounterData_GetRangeDescriptions_Params,      \
                   ppDescriptions)
NVPA_Status NVPW_Profiler_CounterData_GetRangeDescriptions(
    NVPW_Profiler_CounterData_GetRangeDescriptions_Params *pParams);

typedef enum NVPW_PeriodicSampler_CounterData_AppendMode {
  NVPW_PERIODIC_SAMPLER_COUNTER_DATA_APPEND_MODE_LINEAR = 0,
  NVPW_PERIODIC_SAMPLER_COUNTER_DATA_APPEND_MODE_CIRCULAR = 1,
  NVPW_PERIODIC_SAMPLER_COUNTER_DATA_APPEND_MODE__COUNT = 2,
} NVPW_PeriodicSampler_CounterData_AppendMode;

typedef struct NVPW_PeriodicSampler_CounterData_GetSampleTime_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t rangeIndex;
  uint64_t timestampStart;
  uint64_t timestampEnd;
} NVPW_PeriodicSampler_CounterData_GetSampleTime_Params;
#define NVPW_PeriodicSampler_CounterData_GetSampleTime_Params_STRUCT_SIZE      \
  NVPA_STRUCT_SIZE(NVPW_PeriodicSampler_CounterData_GetSampleTime_Params,      \
                   timestampEnd)
NVPA_Status NVPW_PeriodicSampler_CounterData_GetSampleTime(
    NVPW_PeriodicSampler_CounterData_GetSampleTime_Params *pParams);

typedef struct NVPW_PeriodicSampler_CounterData_TrimInPlace_Params {
  size_t structSize;
  void *pPriv;
  uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  size_t counterDataImageTrimmedSize;
} NVPW_PeriodicSampler_CounterData_TrimInPlace_Params;
#define NVPW_PeriodicSampler_CounterData_TrimInPlace_Params_STRUCT_SIZE        \
  NVPA_STRUCT_SIZE(NVPW_PeriodicSampler_CounterData_TrimInPlace_Params,        \
                   counterDataImageTrimmedSize)
NVPA_Status NVPW_PeriodicSampler_CounterData_TrimInPlace(
    NVPW_PeriodicSampler_CounterData_TrimInPlace_Params *pParams);

typedef struct NVPW_PeriodicSampler_CounterData_GetInfo_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  size_t numTotalRanges;
  size_t numPopulatedRanges;
  size_t numCompletedRanges;
} NVPW_PeriodicSampler_CounterData_GetInfo_Params;
#define NVPW_PeriodicSampler_CounterData_GetInfo_Params_STRUCT_SIZE            \
  NVPA_STRUCT_SIZE(NVPW_PeriodicSampler_CounterData_GetInfo_Params,            \
                   numCompletedRanges)
NVPA_Status NVPW_PeriodicSampler_CounterData_GetInfo(
    NVPW_PeriodicSampler_CounterData_GetInfo_Params *pParams);

typedef struct NVPW_PeriodicSampler_CounterData_GetTriggerCount_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  size_t rangeIndex;
  uint32_t triggerCount;
} NVPW_PeriodicSampler_CounterData_GetTriggerCount_Params;
#define NVPW_PeriodicSampler_CounterData_GetTriggerCount_Params_STRUCT_SIZE    \
  NVPA_STRUCT_SIZE(NVPW_PeriodicSampler_CounterData_GetTriggerCount_Params,    \
                   triggerCount)
NVPA_Status NVPW_PeriodicSampler_CounterData_GetTriggerCount(
    NVPW_PeriodicSampler_CounterData_GetTriggerCount_Params *pParams);

typedef struct NVPW_PeriodicSampler_CounterData_IsDataComplete_Params {
  size_t structSize;
  void *pPriv;
  const uint8_t *pCounterDataImage;
  size_t counterDataImageSize;
  size_t rangeIndex;
  NVPA_Bool isComplete;
} NVPW_PeriodicSampler_CounterData_IsDataComplete_Params;
#define NVPW_PeriodicSampler_CounterData_IsDataComplete_Params_STRUCT_SIZE     \
  NVPA_STRUCT_SIZE(NVPW_PeriodicSampler_CounterData_IsDataComplete_Params,     \
                   isComplete)
NVPA_Status NVPW_PeriodicSampler_CounterData_IsDataComplete(
    NVPW_PeriodicSampler_CounterData_IsDataComplete_Params *pParams);

typedef struct NVPW_TimestampReport {
  uint32_t payload;
  uint8_t reserved0004[4];
  uint64_t timestamp;
} NVPW_TimestampReport;

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVPERF_TARGET_H
