// SPDX-License-Identifier: Apache-2.0
//
// Reductions are part of the groups.
#ifndef QUERN_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define QUERN_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#ifndef _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_REDUCE_H
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
