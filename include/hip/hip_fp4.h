// SPDX-License-Identifier: Apache-2.0
//
// Four-bit floating point under HIP's name.
#ifndef QUERN_HIP_FP4_H
#define QUERN_HIP_FP4_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <hip/hip_fp8.h>
#ifdef __QUERN__
#include <quern/device/types/fp6_fp4_hip.h>
#else // without kernels
#include <quern/host/c/tiny_float.h>
#endif

#include <quern/device/names_end.inc>

#endif
