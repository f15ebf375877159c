// SPDX-License-Identifier: Apache-2.0
//
// Half precision under HIP's name.
#ifndef QUERN_HIP_FP16_H
#define QUERN_HIP_FP16_H
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
