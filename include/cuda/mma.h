// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices by a warp, under CUDA's name.
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <quern/device/wmma.h>

#include <quern/device/names_end.inc>

#endif
