// SPDX-License-Identifier: Apache-2.0
//
// Half precision under CUDA's name.
#ifndef QUERN_CUDA_FP16_H
#define QUERN_CUDA_FP16_H
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#ifdef __QUERN__
#include <quern/device/math/half_math.h>
#else // without kernels
#include <quern/host/c_small_float.h>

__QN_SMALL_TYPE(__half, half, __qn_half_bits, __qn_half_value)
typedef struct __half2 {
  __half x, y;
} __half2;
#ifdef __cplusplus
typedef __half half;
typedef __half2 half2;
#endif
#endif

#include <quern/device/names_end.inc>

#endif
