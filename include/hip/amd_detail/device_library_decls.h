// SPDX-License-Identifier: Apache-2.0
//
// HIP's name for what Quern's device headers provide.
#ifndef QUERN_HIP_AMD_DETAIL_DEVICE_LIBRARY_DECLS_H
#define QUERN_HIP_AMD_DETAIL_DEVICE_LIBRARY_DECLS_H
#pragma clang system_header

#include <quern/device/prelude.h>

#endif
