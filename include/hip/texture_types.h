// SPDX-License-Identifier: Apache-2.0
//
// HIP's name for what Quern's device headers provide.
#ifndef QUERN_HIP_TEXTURE_TYPES_H
#define QUERN_HIP_TEXTURE_TYPES_H
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/texture/textures.h>

#include <quern/device/names_end.inc>

#endif
