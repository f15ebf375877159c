// SPDX-License-Identifier: Apache-2.0
//
// Six-bit floating point under CUDA's name.
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <cuda_fp8.h>
#include <quern/device/types/fp6_fp4.h>

#include <quern/device/names_end.inc>

#endif
