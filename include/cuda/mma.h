// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices by a warp, under CUDA's name.
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifdef __QUERN__
#include <quern/device/wmma.h>
#endif

#include <quern/device/names_end.inc>

#endif
