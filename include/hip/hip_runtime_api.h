// SPDX-License-Identifier: Apache-2.0
//
// HIP's runtime API: types and functions. Plain C and C++ compilers read it too;
// it has no device code.
#ifndef QUERN_HIP_RUNTIME_API_H
#define QUERN_HIP_RUNTIME_API_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/host/hip_api.h>

#include <hip/hip_version.h>

#include <quern/device/names_end.inc>

#endif
