// SPDX-License-Identifier: Apache-2.0
//
// bfloat16 under HIP's name.
#ifndef QUERN_HIP_BF16_H
#define QUERN_HIP_BF16_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#ifdef __QUERN__
#include <quern/device/math/bfloat16_math.h>
#else // without kernels
#include <quern/host/c/small_float.h>
#endif

typedef __nv_bfloat16 __hip_bfloat16;
typedef __nv_bfloat162 __hip_bfloat162;
typedef __nv_bfloat16_raw __hip_bfloat16_raw;
typedef __nv_bfloat162_raw __hip_bfloat162_raw;

#include <quern/device/names_end.inc>

#endif
