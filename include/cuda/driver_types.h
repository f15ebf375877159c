// SPDX-License-Identifier: Apache-2.0
//
// Types of CUDA's runtime.
#ifndef QUERN_CUDA_DRIVER_TYPES_H
#define QUERN_CUDA_DRIVER_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/host/cuda_types.h>

#include <quern/device/names_end.inc>

#endif
