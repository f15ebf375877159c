// SPDX-License-Identifier: Apache-2.0
//
// HIP's name for what Quern's device headers provide.
#ifndef QUERN_HIP_HIP_VECTOR_TYPES_H
#define QUERN_HIP_HIP_VECTOR_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __QUERN__
#include <quern/device/prelude.h>
#else // without kernels
#include <quern/host/base.h>
#endif

#endif
