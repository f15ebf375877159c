// SPDX-License-Identifier: Apache-2.0
//
// Types of HIP's runtime.
#ifndef QUERN_HIP_DRIVER_TYPES_H
#define QUERN_HIP_DRIVER_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/host/hip_types.h>

#include <quern/device/names_end.inc>

#endif
