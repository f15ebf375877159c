// SPDX-License-Identifier: Apache-2.0
//
// CUDA's name for what Quern's device headers provide.
#ifndef QUERN_CUDA_CUDA_RUNTIME_H
#define QUERN_CUDA_CUDA_RUNTIME_H
#pragma clang system_header

#include <cuda_runtime_api.h>
#include <math_constants.h>
#include <quern/device/prelude.h>

#endif
