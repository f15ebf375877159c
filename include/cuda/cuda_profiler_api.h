// SPDX-License-Identifier: Apache-2.0
//
// Where a profile begins and ends; in the runtime's header.
#ifndef QUERN_CUDA_PROFILER_API_H
#define QUERN_CUDA_PROFILER_API_H
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <cuda_runtime_api.h>

#endif
