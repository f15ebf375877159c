// SPDX-License-Identifier: Apache-2.0
//
// Eight-bit floating point under CUDA's name.
#ifndef QUERN_CUDA_FP8_H
#define QUERN_CUDA_FP8_H
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifdef __QUERN__
#include <quern/device/types/fp8_cuda.h>
#else // without kernels
#include <quern/host/c/tiny_float.h>
#endif

#include <quern/device/names_end.inc>

#endif
