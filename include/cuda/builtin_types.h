// SPDX-License-Identifier: Apache-2.0
//
// CUDA's name for what Quern's device headers provide.
#ifndef QUERN_CUDA_BUILTIN_TYPES_H
#define QUERN_CUDA_BUILTIN_TYPES_H
#pragma clang system_header

#include <quern/device/prelude.h>

#endif
