// SPDX-License-Identifier: Apache-2.0
//
// bfloat16 under CUDA's name.
#ifndef QUERN_CUDA_BF16_H
#define QUERN_CUDA_BF16_H
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#endif
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/math/bfloat16_math.h>

#include <quern/device/names_end.inc>

#endif
