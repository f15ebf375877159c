// SPDX-License-Identifier: Apache-2.0
//
// cuda::std is the host's standard library: its constexpr parts work on devices.
// Included with names_begin.inc.
#ifndef QUERN_DEVICE_HOST_STD_H
#define QUERN_DEVICE_HOST_STD_H
#pragma clang system_header

#include <cstddef>
#include "prelude.h"

namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda

#endif
