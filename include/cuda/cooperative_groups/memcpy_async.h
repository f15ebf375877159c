// SPDX-License-Identifier: Apache-2.0
//
// Copies are part of the groups.
#ifndef QUERN_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define QUERN_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#ifdef __QUERN__
#include <quern/device/cooperative_groups.h>
#endif

#include <quern/device/names_end.inc>

#endif
