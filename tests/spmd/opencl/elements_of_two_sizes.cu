// SPDX-License-Identifier: Apache-2.0
// Elements of two sizes at one address and index: LLVM 22's pass that joins
// loads and stores took them for one (seed 6060912), on any device.
// SHAPES: 2:32 1:3,5,7
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 t =
      threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const u32 id = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  const u32 l = id & 127;
  float *const reals = (float *)(out + total * 32);
  reals[id] = b[l] + ((const float4 *)b)[l].x;
  out[id] =
      a[l + 1] * 3 + ((const uint2 *)a)[l + 1].x + ((const uint4 *)a)[l].y;
}
