// SPDX-License-Identifier: Apache-2.0
//
// HIP's older name of the type.
#ifndef QUERN_HIP_BFLOAT16_H
#define QUERN_HIP_BFLOAT16_H
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <hip/hip_bf16.h>

typedef __nv_bfloat16 hip_bfloat16;

#include <quern/device/names_end.inc>

#endif
