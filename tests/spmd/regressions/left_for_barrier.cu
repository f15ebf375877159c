// SPDX-License-Identifier: Apache-2.0
// Lanes of a partial packet leave a loop for a barrier in it: what they bring
// there is not what the loop's next round would begin with.
// SHAPES: 2:37 1:5
// WIDTHS: 4,16
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32) {
  const u32 group = blockIdx.x;
  const u32 id = group * blockDim.x + threadIdx.x;
  u32 x = threadIdx.x >> 5, i = 2;
  __syncthreads();
  while (i-- > 0) {
    if (a[group] & 4)
      x = i;
    else
      __syncthreads();
    x = x * 3 + 1 + i;
  }
  out[id] = x;
}
