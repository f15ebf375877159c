// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups under CUDA's name.
#ifndef QUERN_CUDA_COOPERATIVE_GROUPS_H
#define QUERN_CUDA_COOPERATIVE_GROUPS_H
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_
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
