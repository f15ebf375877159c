// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups under HIP's name.
#ifndef QUERN_HIP_COOPERATIVE_GROUPS_H
#define QUERN_HIP_COOPERATIVE_GROUPS_H
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
