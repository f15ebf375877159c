// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies into shared memory, under CUDA's name.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#ifdef __QUERN__
#include <quern/device/threads/pipeline_primitives.h>
#endif

#include <quern/device/names_end.inc>

#endif
