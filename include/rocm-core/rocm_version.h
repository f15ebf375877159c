// SPDX-License-Identifier: Apache-2.0
//
// The version of ROCm that Quern stands for.
#ifndef QUERN_ROCM_VERSION_H
#define QUERN_ROCM_VERSION_H
#define ROCM_VERSION_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <hip/hip_version.h>

#define ROCM_VERSION_MAJOR HIP_VERSION_MAJOR
#define ROCM_VERSION_MINOR HIP_VERSION_MINOR
#define ROCM_VERSION_PATCH HIP_VERSION_PATCH
#define ROCM_BUILD_INFO "6.3.0.0-0-quern"

#endif
