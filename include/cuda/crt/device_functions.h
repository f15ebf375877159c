// SPDX-License-Identifier: Apache-2.0
//
// CUDA's name for what Quern's device headers provide.
#ifndef QUERN_CUDA_CRT_DEVICE_FUNCTIONS_H
#define QUERN_CUDA_CRT_DEVICE_FUNCTIONS_H
#pragma clang system_header

#include <quern/device/prelude.h>

#endif
