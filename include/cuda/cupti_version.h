// SPDX-License-Identifier: Apache-2.0
//
// The version of CUPTI's interface that these headers describe.
#ifndef QUERN_CUDA_CUPTI_VERSION_H
#define QUERN_CUDA_CUPTI_VERSION_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_stdint.h"
#include "cupti_common.h"
#include "cupti_result.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#define CUPTI_API_VERSION 130001
CUptiResult cuptiGetVersion(uint32_t *version);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_VERSION_H
