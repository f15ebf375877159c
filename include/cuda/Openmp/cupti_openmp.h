// SPDX-License-Identifier: Apache-2.0
//
// CUPTI's entry for runtimes of OpenMP.
#ifndef QUERN_CUDA_OPENMP_CUPTI_OPENMP_H
#define QUERN_CUDA_OPENMP_CUPTI_OPENMP_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "omp-tools.h"
#include "../cuda_stdint.h"
#include "../cupti_common.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

int cuptiOpenMpInitialize(ompt_function_lookup_t ompt_fn_lookup,
                          const char *runtime_version,
                          unsigned int ompt_version);
int cuptiOpenMpInitialize_v2(ompt_function_lookup_t lookup,
                             int initial_device_num, ompt_data_t *tool_data);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_OPENMP_CUPTI_OPENMP_H
