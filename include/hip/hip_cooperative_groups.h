// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups under HIP's name.
#ifndef QUERN_HIP_COOPERATIVE_GROUPS_H
#define QUERN_HIP_COOPERATIVE_GROUPS_H
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/cooperative_groups.h>

#include <quern/device/names_end.inc>

#endif
