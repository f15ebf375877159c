// SPDX-License-Identifier: Apache-2.0
//
// Where in a kernel warps wait, by samples. No device of Quern takes them
// (docs/cupti.md).
#ifndef QUERN_CUDA_CUPTI_PCSAMPLING_H
#define QUERN_CUDA_CUPTI_PCSAMPLING_H
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

#define CUPTI_STALL_REASON_STRING_SIZE 128

typedef enum CUpti_PCSamplingCollectionMode {
  CUPTI_PC_SAMPLING_COLLECTION_MODE_INVALID = 0,
  CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS = 1,
  CUPTI_PC_SAMPLING_COLLECTION_MODE_KERNEL_SERIALIZED = 2,
} CUpti_PCSamplingCollectionMode;

typedef struct PACKED_ALIGNMENT CUpti_PCSamplingStallReason {
  uint32_t pcSamplingStallReasonIndex;
  uint32_t samples;
} CUpti_PCSamplingStallReason;

typedef struct PACKED_ALIGNMENT CUpti_PCSamplingPCData {
  size_t size;
  uint64_t cubinCrc;
  uint64_t pcOffset;
  uint32_t functionIndex;
  uint32_t pad;
  char *functionName;
  size_t stallReasonCount;
  CUpti_PCSamplingStallReason *stallReason;
  uint32_t correlationId;
} CUpti_PCSamplingPCData;

typedef enum CUpti_PCSamplingOutputDataFormat {
  CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_INVALID = 0,
  CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_PARSED = 1,
} CUpti_PCSamplingOutputDataFormat;

typedef struct PACKED_ALIGNMENT CUpti_PCSamplingData {
  size_t size;
  size_t collectNumPcs;
  uint64_t totalSamples;
  uint64_t droppedSamples;
  size_t totalNumPcs;
  size_t remainingNumPcs;
  uint64_t rangeId;
  CUpti_PCSamplingPCData *pPcData;
  uint64_t nonUsrKernelsTotalSamples;
  uint8_t hardwareBufferFull;
} CUpti_PCSamplingData;

typedef enum CUpti_PCSamplingConfigurationAttributeType {
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_INVALID = 0,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD = 1,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON = 2,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SCRATCH_BUFFER_SIZE = 3,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE = 4,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE = 5,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL = 6,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_OUTPUT_DATA_FORMAT = 7,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER = 8,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_WORKER_THREAD_PERIODIC_SLEEP_SPAN =
      9,
  CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_PCSamplingConfigurationAttributeType;

typedef struct CUpti_PCSamplingConfigurationInfo {
  CUpti_PCSamplingConfigurationAttributeType attributeType;
  CUptiResult attributeStatus;
  union {
    struct {
      uint64_t data[3];
    } invalidData;
    struct {
      uint32_t samplingPeriod;
    } samplingPeriodData;
    struct {
      size_t stallReasonCount;
      uint32_t *pStallReasonIndex;
    } stallReasonData;
    struct {
      size_t scratchBufferSize;
    } scratchBufferSizeData;
    struct {
      size_t hardwareBufferSize;
    } hardwareBufferSizeData;
    struct {
      CUpti_PCSamplingCollectionMode collectionMode;
    } collectionModeData;
    struct {
      uint32_t enableStartStopControl;
    } enableStartStopControlData;
    struct {
      CUpti_PCSamplingOutputDataFormat outputDataFormat;
    } outputDataFormatData;
    struct {
      void *samplingDataBuffer;
    } samplingDataBufferData;
    struct {
      uint32_t workerThreadPeriodicSleepSpan;
    } workerThreadPeriodicSleepSpanData;
  } attributeData;
} CUpti_PCSamplingConfigurationInfo;

typedef struct CUpti_PCSamplingConfigurationInfoParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
  size_t numAttributes;
  CUpti_PCSamplingConfigurationInfo *pPCSamplingConfigurationInfo;
} CUpti_PCSamplingConfigurationInfoParams;
#define pti_PCSamplingConfigurationInfoParamsSize                              \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingConfigurationInfoParams,        \
                               pPCSamplingConfigurationInfo)
CUptiResult cuptiPCSamplingSetConfigurationAttribute(
    CUpti_PCSamplingConfigurationInfoParams *pParams);
CUptiResult cuptiPCSamplingGetConfigurationAttribute(
    CUpti_PCSamplingConfigurationInfoParams *pParams);

typedef struct CUpti_PCSamplingGetDataParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
  void *pcSamplingData;
} CUpti_PCSamplingGetDataParams;
#define pti_PCSamplingGetDataParamsSize                                        \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingGetDataParams, pcSamplingData) /
CUptiResult cuptiPCSamplingGetData(CUpti_PCSamplingGetDataParams *pParams);

typedef struct CUpti_PCSamplingEnableParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
} CUpti_PCSamplingEnableParams;
#define pti_PCSamplingEnableParamsSize                                         \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingEnableParams, ctx)
CUptiResult cuptiPCSamplingEnable(CUpti_PCSamplingEnableParams *pParams);

typedef struct CUpti_PCSamplingDisableParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
} CUpti_PCSamplingDisableParams;
#define pti_PCSamplingDisableParamsSize                                        \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingDisableParams, ctx)
CUptiResult cuptiPCSamplingDisable(CUpti_PCSamplingDisableParams *pParams);

typedef struct CUpti_PCSamplingStartParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
} CUpti_PCSamplingStartParams;
#define pti_PCSamplingStartParamsSize                                          \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingStartParams, ctx)
CUptiResult cuptiPCSamplingStart(CUpti_PCSamplingStartParams *pParams);

typedef struct CUpti_PCSamplingStopParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
} CUpti_PCSamplingStopParams;
#define pti_PCSamplingStopParamsSize                                           \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingStopParams, ctx)
CUptiResult cuptiPCSamplingStop(CUpti_PCSamplingStopParams *pParams);

typedef struct CUpti_PCSamplingGetNumStallReasonsParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
  size_t *numStallReasons;
} CUpti_PCSamplingGetNumStallReasonsParams;
#define pti_PCSamplingGetNumStallReasonsParamsSize                             \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingGetNumStallReasonsParams,       \
                               numStallReasons)
CUptiResult cuptiPCSamplingGetNumStallReasons(
    CUpti_PCSamplingGetNumStallReasonsParams *pParams);

typedef struct CUpti_PCSamplingGetStallReasonsParams {
  size_t size;
  void *pPriv;
  CUcontext ctx;
  size_t numStallReasons;
  uint32_t *stallReasonIndex;
  char **stallReasons;
} CUpti_PCSamplingGetStallReasonsParams;
#define pti_PCSamplingGetStallReasonsParamsSize                                \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_PCSamplingGetStallReasonsParams,          \
                               stallReasons)
CUptiResult
cuptiPCSamplingGetStallReasons(CUpti_PCSamplingGetStallReasonsParams *pParams);

typedef struct CUpti_GetSassToSourceCorrelationParams {
  size_t size;
  const void *cubin;
  const char *functionName;
  size_t cubinSize;
  uint32_t lineNumber;
  uint64_t pcOffset;
  char *fileName;
  char *dirName;
} CUpti_GetSassToSourceCorrelationParams;
#define pti_GetSassToSourceCorrelationParamsSize                               \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_GetSassToSourceCorrelationParams, dirName)
CUptiResult cuptiGetSassToSourceCorrelation(
    CUpti_GetSassToSourceCorrelationParams *pParams);

typedef struct CUpti_GetCubinCrcParams {
  size_t size;
  size_t cubinSize;
  const void *cubin;
  uint64_t cubinCrc;
} CUpti_GetCubinCrcParams;
#define pti_GetCubinCrcParamsSize                                              \
  CUPTI_PCSAMPLING_STRUCT_SIZE(CUpti_GetCubinCrcParams, cubinCrc)
CUptiResult cuptiGetCubinCrc(CUpti_GetCubinCrcParams *pParams);
typedef void (*CUpti_ComputeCrcCallbackFunc)(const void *, size_t, uint64_t *);
CUptiResult cuptiRegisterComputeCrcCallback(
    CUpti_ComputeCrcCallbackFunc funcComputeCubinCrc);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_PCSAMPLING_H
