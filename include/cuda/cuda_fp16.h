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
#include <quern/host/c/small_float.h>
#endif

#include <quern/device/names_end.inc>

#endif
