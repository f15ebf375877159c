// SPDX-License-Identifier: Apache-2.0
//
// Types of pointers to the functions of cudaProfiler.h.
#ifndef QUERN_CUDA_CUDAPROFILERTYPEDEFS_H
#define QUERN_CUDA_CUDAPROFILERTYPEDEFS_H
#ifndef CUDAPROFILERTYPEDEFS_H
#define CUDAPROFILERTYPEDEFS_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cudaProfiler.h"

typedef __typeof__(cuProfilerInitialize) *PFN_cuProfilerInitialize_v4000;
typedef __typeof__(cuProfilerStart) *PFN_cuProfilerStart_v4000;
typedef __typeof__(cuProfilerStop) *PFN_cuProfilerStop_v4000;

#endif // QUERN_CUDA_CUDAPROFILERTYPEDEFS_H
