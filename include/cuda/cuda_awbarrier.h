// SPDX-License-Identifier: Apache-2.0
//
// Barriers in shared memory that threads arrive at, under CUDA's name.
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/barrier/awbarrier.h>

#include <quern/device/names_end.inc>

#endif
