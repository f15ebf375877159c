// SPDX-License-Identifier: Apache-2.0
//
// Device side of HIP's main header.
#ifndef QUERN_HIP_RUNTIME_H
#define QUERN_HIP_RUNTIME_H
#pragma clang system_header

#include <hip/hip_runtime_api.h>
#include <quern/device/prelude.h>

#endif
