// SPDX-License-Identifier: Apache-2.0
//
// Where a profile begins and ends; in the driver's header.
#ifndef QUERN_CUDA_CUDAPROFILER_H
#define QUERN_CUDA_CUDAPROFILER_H
#ifndef cuda_profiler_H
#define cuda_profiler_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <cuda.h>

#endif
