// SPDX-License-Identifier: Apache-2.0
// A lane that goes round a loop alone, and comes to where the others are in its
// last round only: each round it meets them at the loop's step, with values of
// its own, though nothing else in the loop differs from lane to lane.
// SHAPES: 1:64 3:37 2:100
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32) {
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const u32 last = 3 + (n & 3);
  u32 x = a[4] & 7, y = a[5] & 3;
  for (u32 i = 0;; ++i) {
    if (t == 5 && i < last)
      continue;
    for (u32 k = 0, e = x & 7; k < e; ++k) {
      x += k;
      if (y & 1)
        y += k;
    }
    x += i;
    if (i >= last)
      break;
    x ^= i;
    y += x & 3;
  }
  out[id] = x + 100 * y;
}
