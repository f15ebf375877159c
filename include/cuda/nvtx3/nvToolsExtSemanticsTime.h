// SPDX-License-Identifier: Apache-2.0
//
// NVTX: the clock of time stamps.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTSEMANTICSTIME_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTSEMANTICSTIME_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvToolsExtPayload.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef NVTX_SEMANTIC_ID_TIME_V1
#define NVTX_SEMANTIC_ID_TIME_V1 2
#define NVTX_TIME_SEMANTIC_VERSION 1

typedef struct nvtxSemanticsTime_v1 {
  struct nvtxSemanticsHeader_v1 header;
  uint64_t timeDomainId;
} nvtxSemanticsTime_t;

#endif

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTSEMANTICSTIME_H
