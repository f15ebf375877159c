// SPDX-License-Identifier: Apache-2.0
//
// HIP's name for what Quern's device headers provide.
#ifndef QUERN_HIP_AMD_DETAIL_AMD_HIP_VECTOR_TYPES_H
#define QUERN_HIP_AMD_DETAIL_AMD_HIP_VECTOR_TYPES_H
#pragma clang system_header

#include <quern/device/prelude.h>

#endif
