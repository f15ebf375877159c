// SPDX-License-Identifier: Apache-2.0
// A loop that a barrier cuts: all lanes leave it for the barrier, and what they
// had there is used before it.
// SHAPES: 2:64 3:16,4 1:37 2:1
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n) {
  const u32 t = threadIdx.x, size = blockDim.x * blockDim.y;
  const u32 id = blockIdx.x * size + threadIdx.y * blockDim.x + t;
  u32 x = a[id];
  for (u32 i = t; i < blockDim.x; i += blockDim.x) {
    if (n != 12345) {
      x *= 3;
      __syncthreads();
    }
    x += i;
  }
  out[id] = x;
}
