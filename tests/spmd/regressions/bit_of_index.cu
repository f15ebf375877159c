// SPDX-License-Identifier: Apache-2.0
// A choice by the lowest bit of an index, which is cut off it: it steps within
// the rows of a packet of several.
// SHAPES: 2:32,8 2:16,4 1:64,2
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *, const float *, u32 *out,
                                      u32 *, u32, u32 total) {
  const u32 l = threadIdx.y * blockDim.x + threadIdx.x;
  const u32 id = blockIdx.x * blockDim.x * blockDim.y + l;
  double *const doubles = (double *)(out + total * 20);
  doubles[(l & 1) * total + id] = id;
}
