// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies into shared memory, under CUDA's name.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/pipeline.h>

#include <quern/device/names_end.inc>

#endif
