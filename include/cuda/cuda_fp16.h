// SPDX-License-Identifier: Apache-2.0
//
// Half precision under CUDA's name.
#ifndef QUERN_CUDA_FP16_H
#define QUERN_CUDA_FP16_H
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#endif
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/math/half_math.h>

#include <quern/device/names_end.inc>

#endif
