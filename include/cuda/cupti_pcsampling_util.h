// SPDX-License-Identifier: Apache-2.0
//
// Files with samples of cupti_pcsampling.h. For C++ alone. No device of Quern
// takes such samples (docs/cupti.md).
#ifndef QUERN_CUDA_CUPTI_PCSAMPLING_UTIL_H
#define QUERN_CUDA_CUPTI_PCSAMPLING_UTIL_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cupti_common.h"
#include "cupti_pcsampling.h"
#ifdef __cplusplus
#include <fstream>
#endif

#include <quern/device/names_begin.inc>

#define CHECK_PC_SAMPLING_STRUCT_FIELD_EXISTS(type, member, structSize)        \
  (offsetof(type, member) < structSize)

#ifdef __cplusplus
#define __QN_CUPTI_FILE std::ifstream
extern "C" {
namespace CUPTI {
namespace PcSamplingUtil {
#else
#define __QN_CUPTI_FILE void
#endif

typedef struct PACKED_ALIGNMENT {
  uint32_t version;
  uint32_t totalBuffers;
} Header;

typedef struct PACKED_ALIGNMENT {
  uint64_t recordCount;
  size_t numStallReasons;
  uint64_t numSelectedStallReasons;
  uint64_t bufferByteSize;
} BufferInfo;

typedef struct PACKED_ALIGNMENT {
  size_t numStallReasons;
  char **stallReasons;
  uint32_t *stallReasonIndex;
} PcSamplingStallReasons;

typedef enum {
  PC_SAMPLING_BUFFER_INVALID = 0,
  PC_SAMPLING_BUFFER_PC_TO_COUNTER_DATA = 1,
} PcSamplingBufferType;

typedef enum {
  CUPTI_UTIL_SUCCESS = 0,
  CUPTI_UTIL_ERROR_INVALID_PARAMETER = 1,
  CUPTI_UTIL_ERROR_UNABLE_TO_CREATE_FILE = 2,
  CUPTI_UTIL_ERROR_UNABLE_TO_OPEN_FILE = 3,
  CUPTI_UTIL_ERROR_READ_WRITE_OPERATION_FAILED = 4,
  CUPTI_UTIL_ERROR_FILE_HANDLE_CORRUPTED = 5,
  CUPTI_UTIL_ERROR_SEEK_OPERATION_FAILED = 6,
  CUPTI_UTIL_ERROR_OUT_OF_MEMORY = 7,
  CUPTI_UTIL_ERROR_UNKNOWN = 999,
  CUPTI_UTIL_ERROR_FORCE_INT = 0x7fffffff,
} CUptiUtilResult;

typedef struct {
  size_t size;
  PcSamplingBufferType bufferType;
  void *pSamplingData;
  size_t numAttributes;
  CUpti_PCSamplingConfigurationInfo *pPCSamplingConfigurationInfo;
  PcSamplingStallReasons *pPcSamplingStallReasons;
  const char *fileName;
} CUptiUtil_PutPcSampDataParams;
#define CUptiUtil_PutPcSampDataParamsSize                                      \
  CUPTI_UTIL_STRUCT_SIZE(CUptiUtil_PutPcSampDataParams, fileName)
CUptiUtilResult CuptiUtilPutPcSampData(CUptiUtil_PutPcSampDataParams *pParams);

typedef struct {
  size_t size;
  __QN_CUPTI_FILE *fileHandler;
  Header headerInfo;
} CUptiUtil_GetHeaderDataParams;
#define CUptiUtil_GetHeaderDataParamsSize                                      \
  CUPTI_UTIL_STRUCT_SIZE(CUptiUtil_GetHeaderDataParams, headerInfo)
CUptiUtilResult CuptiUtilGetHeaderData(CUptiUtil_GetHeaderDataParams *pParams);

typedef struct {
  size_t size;
  __QN_CUPTI_FILE *fileHandler;
  BufferInfo bufferInfoData;
} CUptiUtil_GetBufferInfoParams;
#define CUptiUtil_GetBufferInfoParamsSize                                      \
  CUPTI_UTIL_STRUCT_SIZE(CUptiUtil_GetBufferInfoParams, bufferInfoData)
CUptiUtilResult CuptiUtilGetBufferInfo(CUptiUtil_GetBufferInfoParams *pParams);

typedef struct {
  size_t size;
  __QN_CUPTI_FILE *fileHandler;
  PcSamplingBufferType bufferType;
  BufferInfo *pBufferInfoData;
  void *pSamplingData;
  size_t numAttributes;
  CUpti_PCSamplingConfigurationInfo *pPCSamplingConfigurationInfo;
  PcSamplingStallReasons *pPcSamplingStallReasons;
} CUptiUtil_GetPcSampDataParams;
#define CUptiUtil_GetPcSampDataParamsSize                                      \
  CUPTI_UTIL_STRUCT_SIZE(CUptiUtil_GetPcSampDataParams, pPcSamplingStallReasons)
CUptiUtilResult CuptiUtilGetPcSampData(CUptiUtil_GetPcSampDataParams *pParams);

typedef struct {
  size_t size;
  size_t numberOfBuffers;
  CUpti_PCSamplingData *PcSampDataBuffer;
  CUpti_PCSamplingData **MergedPcSampDataBuffers;
  size_t *numMergedBuffer;
} CUptiUtil_MergePcSampDataParams;
#define CUptiUtil_MergePcSampDataParamsSize                                    \
  CUPTI_UTIL_STRUCT_SIZE(CUptiUtil_MergePcSampDataParams, numMergedBuffer)
CUptiUtilResult
CuptiUtilMergePcSampData(CUptiUtil_MergePcSampDataParams *pParams);

#ifdef __cplusplus
}
}
}
#endif
#undef __QN_CUPTI_FILE

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_PCSAMPLING_UTIL_H
