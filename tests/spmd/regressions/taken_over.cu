// SPDX-License-Identifier: Apache-2.0
// What lives across a barrier in a loop is made again behind it by some lanes
// only: for the others, as for those of a partial packet, it stays.
// SHAPES: 1:17 2:37 1:64
typedef unsigned u32;

// A jump into a loop, so that edges have blocks of their own.
__device__ u32 tangled(u32 x, u32 left) {
  if (x & 8)
    goto middle;
again:
  x = x * 3;
middle:
  x += 5;
  if (left-- > 0)
    goto again;
  return x;
}

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  u32 x = a[id];
  for (u32 i = 0;; ++i) {
    for (u32 k = 64; k > 0; k >>= 1)
      __syncthreads();
    if (i >= 3)
      break;
    x ^= i;
  }
  out[id] = tangled(x, x & 3);
}
