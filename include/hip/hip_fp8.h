// SPDX-License-Identifier: Apache-2.0
//
// Eight-bit floating point under HIP's name.
#ifndef QUERN_HIP_FP8_H
#define QUERN_HIP_FP8_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#ifdef __QUERN__
#include <quern/device/types/fp8.h>
#else // without kernels
#include <quern/host/c/tiny_float.h>
#endif

// CUDA's names are those of the implementation.
#define __hip_fp8_storage_t __nv_fp8_storage_t
#define __hip_fp8x2_storage_t __nv_fp8x2_storage_t
#define __hip_fp8x4_storage_t __nv_fp8x4_storage_t
#define __hip_fp8_interpretation_t __nv_fp8_interpretation_t
#define __hip_saturation_t __nv_saturation_t
#define __hip_cvt_bfloat16raw2_to_fp8x2 __nv_cvt_bfloat16raw2_to_fp8x2
#define __hip_cvt_bfloat16raw_to_fp8 __nv_cvt_bfloat16raw_to_fp8
#define __hip_cvt_double2_to_fp8x2 __nv_cvt_double2_to_fp8x2
#define __hip_cvt_double_to_fp8 __nv_cvt_double_to_fp8
#define __hip_cvt_float2_to_fp8x2 __nv_cvt_float2_to_fp8x2
#define __hip_cvt_float_to_fp8 __nv_cvt_float_to_fp8
#define __hip_cvt_fp8_to_halfraw __nv_cvt_fp8_to_halfraw
#define __hip_cvt_fp8x2_to_halfraw2 __nv_cvt_fp8x2_to_halfraw2
#define __hip_cvt_halfraw2_to_fp8x2 __nv_cvt_halfraw2_to_fp8x2
#define __hip_cvt_halfraw_to_fp8 __nv_cvt_halfraw_to_fp8
#define __HIP_E4M3 __NV_E4M3
#define __HIP_E5M2 __NV_E5M2
#define __HIP_SATFINITE __NV_SATFINITE
#define __HIP_NOSAT __NV_NOSAT

#include <quern/device/names_end.inc>

#endif
