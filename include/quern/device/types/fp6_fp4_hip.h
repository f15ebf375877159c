// SPDX-License-Identifier: Apache-2.0
//
// Floating point of six and four bits under HIP's names, of which CUDA's e2m3
// and e3m2 are numbered the other way round.
#ifndef QUERN_DEVICE_FP6_FP4_HIP_H
#define QUERN_DEVICE_FP6_FP4_HIP_H
#pragma clang system_header

#include "fp6_fp4.h"

typedef __nv_fp6_storage_t __hip_fp6_storage_t;
typedef __nv_fp6x2_storage_t __hip_fp6x2_storage_t;
typedef __nv_fp6x4_storage_t __hip_fp6x4_storage_t;
typedef __nv_fp4_storage_t __hip_fp4_storage_t;
typedef __nv_fp4x2_storage_t __hip_fp4x2_storage_t;
typedef __nv_fp4x4_storage_t __hip_fp4x4_storage_t;
enum __hip_fp6_interpretation_t { __HIP_E3M2, __HIP_E2M3 };
enum __hip_fp4_interpretation_t { __HIP_E2M1 };
enum hipRoundMode {
  hipRoundNearest,
  hipRoundZero,
  hipRoundPosInf,
  hipRoundMinInf
};

__QN_FP8_TYPES(__hip_fp6, e2m3, __qn_e2m3, )
__QN_FP8_TYPES(__hip_fp6, e3m2, __qn_e3m2, )
__QN_FP8_TYPE(__hip_fp4_e2m1, __qn_e2m1, )
__QN_FP8_PAIR(__hip_fp4x2_e2m1, __qn_e2m1, __nv_fp4x2_storage_t, 4, )
__QN_FP8_FOUR(__hip_fp4x4_e2m1, __hip_fp4x2_e2m1, __nv_fp4x4_storage_t, )

__QN_TINY_FORMATS(hip, HIP, hipRoundMode, hipRoundZero)

#endif
