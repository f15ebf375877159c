// SPDX-License-Identifier: Apache-2.0
//
// Scans are part of the groups.
#ifndef QUERN_CUDA_COOPERATIVE_GROUPS_SCAN_H
#define QUERN_CUDA_COOPERATIVE_GROUPS_SCAN_H
#ifndef _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_SCAN_H
#endif
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/cooperative_groups.h>

#include <quern/device/names_end.inc>

#endif
