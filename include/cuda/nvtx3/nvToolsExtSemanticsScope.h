// SPDX-License-Identifier: Apache-2.0
//
// NVTX: to what values belong.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTSEMANTICSSCOPE_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTSEMANTICSSCOPE_H
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

#ifndef NVTX_SEMANTIC_ID_SCOPE_V1
#define NVTX_SEMANTIC_ID_SCOPE_V1 1

typedef struct nvtxSemanticsScope_v1 {
  struct nvtxSemanticsHeader_v1 header;
  uint64_t scopeId;
} nvtxSemanticsScope_t;

#endif

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTSEMANTICSSCOPE_H
