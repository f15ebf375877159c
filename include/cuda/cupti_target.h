// SPDX-License-Identifier: Apache-2.0
//
// CUPTI: the name of a device's chip.
#ifndef QUERN_CUDA_CUPTI_TARGET_H
#define QUERN_CUDA_CUPTI_TARGET_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_stdint.h"
#include "cupti_common.h"
#include "cupti_result.h"
#include <stddef.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CUpti_Device_GetChipName_Params {
  size_t structSize;
  void *pPriv;
  size_t deviceIndex;
  const char *pChipName;
} CUpti_Device_GetChipName_Params;
#define CUpti_Device_GetChipName_Params_STRUCT_SIZE                            \
  CUPTI_PROFILER_STRUCT_SIZE(CUpti_Device_GetChipName_Params, pChipName)
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params *pParams);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_TARGET_H
