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

#include <quern/device/types/hip_bf16_names.h>

#include <quern/device/names_end.inc>

#endif
