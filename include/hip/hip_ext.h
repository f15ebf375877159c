// SPDX-License-Identifier: Apache-2.0
//
// HIP's extensions; hip_runtime.h has them.
#ifndef QUERN_HIP_EXT_H
#define QUERN_HIP_EXT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <hip/hip_runtime.h>

#include <quern/device/names_end.inc>

#endif
