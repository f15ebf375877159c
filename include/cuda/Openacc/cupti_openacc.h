// SPDX-License-Identifier: Apache-2.0
//
// CUPTI's entry for runtimes of OpenACC.
#ifndef QUERN_CUDA_OPENACC_CUPTI_OPENACC_H
#define QUERN_CUDA_OPENACC_CUPTI_OPENACC_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../cuda_stdint.h"
#include "../cupti_common.h"
#include "../cupti_result.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

CUptiResult cuptiOpenACCInitialize(void *profRegister, void *profUnregister,
                                   void *profLookup);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_OPENACC_CUPTI_OPENACC_H
