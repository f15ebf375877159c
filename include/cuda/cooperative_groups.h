// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups under CUDA's name.
#ifndef QUERN_CUDA_COOPERATIVE_GROUPS_H
#define QUERN_CUDA_COOPERATIVE_GROUPS_H
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_
#endif
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/cooperative_groups.h>

#include <quern/device/names_end.inc>

#endif
