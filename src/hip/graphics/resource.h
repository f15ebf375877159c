// SPDX-License-Identifier: Apache-2.0
// Buffers and images of OpenGL that devices use: each has memory of the
// device's own, into which it is copied when it is mapped, and from which it is
// copied back when it is unmapped.
#ifndef QN_HIP_GRAPHICS_RESOURCE_H
#define QN_HIP_GRAPHICS_RESOURCE_H

#include "hip/core/api.h"

// How mapping treats the contents: the numbers of both APIs.
enum {
  QN_MAP_BOTH = 0,
  QN_MAP_READ_ONLY = 1,     // not copied back
  QN_MAP_WRITE_DISCARD = 2, // not copied into the device's memory
};

// The flags of the next time that `resource` is mapped.
qn_result qn_hip_graphics_set_flags(const void *resource, unsigned flags);

#endif // QN_HIP_GRAPHICS_RESOURCE_H
