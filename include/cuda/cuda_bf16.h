// SPDX-License-Identifier: Apache-2.0
//
// bfloat16 under CUDA's name.
#ifndef QUERN_CUDA_BF16_H
#define QUERN_CUDA_BF16_H
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#endif
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

#include <quern/device/names_end.inc>

#endif
