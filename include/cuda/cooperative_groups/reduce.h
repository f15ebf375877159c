// SPDX-License-Identifier: Apache-2.0
//
// Reductions are part of the groups.
#ifndef QUERN_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define QUERN_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#ifndef _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_REDUCE_H
#endif
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/cooperative_groups.h>

#include <quern/device/names_end.inc>

#endif
