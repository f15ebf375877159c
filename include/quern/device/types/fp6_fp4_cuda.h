// SPDX-License-Identifier: Apache-2.0
//
// CUDA's functions for floating point of six and four bits.
#ifndef QUERN_DEVICE_FP6_FP4_CUDA_H
#define QUERN_DEVICE_FP6_FP4_CUDA_H
#pragma clang system_header

#include "fp6_fp4.h"

__QN_TINY_FORMATS(nv, NV, cudaRoundMode, cudaRoundZero)

#endif
