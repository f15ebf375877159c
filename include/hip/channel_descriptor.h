// SPDX-License-Identifier: Apache-2.0
//
// HIP's name for what Quern's device headers provide.
#ifndef QUERN_HIP_CHANNEL_DESCRIPTOR_H
#define QUERN_HIP_CHANNEL_DESCRIPTOR_H
#pragma clang system_header

#include <quern/device/prelude.h>

#endif
