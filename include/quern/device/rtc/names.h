// SPDX-License-Identifier: Apache-2.0
//
// What hiprtc gives sources without any #include: half, bfloat16, complex
// numbers, and the traits and integers of __hip_internal.
#ifndef QUERN_DEVICE_RTC_NAMES_H
#define QUERN_DEVICE_RTC_NAMES_H
#pragma clang system_header

#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/hip_math_constants.h>

#include <quern/device/names_begin.inc>

#include "hip_internal.h"

#include <quern/device/names_end.inc>

#endif
