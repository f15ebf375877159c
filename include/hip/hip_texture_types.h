// SPDX-License-Identifier: Apache-2.0
//
// HIP's name for what Quern's device headers provide.
#ifndef QUERN_HIP_HIP_TEXTURE_TYPES_H
#define QUERN_HIP_HIP_TEXTURE_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#ifdef __QUERN__
#include <quern/device/texture/textures.h>
#else // without kernels
#include <hip/hip_runtime_api.h>
#endif

#include <quern/device/names_end.inc>

#endif
