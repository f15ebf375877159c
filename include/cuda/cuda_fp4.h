// SPDX-License-Identifier: Apache-2.0
//
// Four-bit floating point under CUDA's name.
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <cuda_fp8.h>
#ifdef __QUERN__
#include <quern/device/types/fp6_fp4_cuda.h>
#else // without kernels
#include <quern/host/c/tiny_float.h>
#endif

#include <quern/device/names_end.inc>

#endif
