// SPDX-License-Identifier: Apache-2.0
//
// Eight-bit floating point under HIP's name.
#ifndef QUERN_HIP_FP8_H
#define QUERN_HIP_FP8_H
#pragma clang system_header

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <quern/device/fp8.h>

#endif
