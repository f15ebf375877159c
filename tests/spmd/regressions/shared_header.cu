// SPDX-License-Identifier: Apache-2.0
// A loop and one within it with one header: lanes part by going back to it
// directly or around.
// SHAPES: 3:64 2:37
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  u32 x = a[(id + 3) & 1023] & 255;
  u32 y = x * 7;
  if (x % 3) {
    u32 i = 3;
    while (i-- > 0) {
      y = (y << 3 | y >> 29) * (threadIdx.y - x);
      if (id < n)
        continue;
      x ^= y >> (x & 7);
    }
  }
  out[id] = x + y;
}
