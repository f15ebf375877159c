// SPDX-License-Identifier: Apache-2.0
//
// CUDA's runtime API: types and functions. Plain C and C++ compilers read it too;
// it has no device code.
#ifndef QUERN_CUDA_RUNTIME_API_H
#define QUERN_CUDA_RUNTIME_API_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/host/cuda_api.h>

#include <quern/device/names_end.inc>

#endif
