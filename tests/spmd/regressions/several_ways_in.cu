// SPDX-License-Identifier: Apache-2.0
// A barrier in a loop: the part behind it begins in the loop's middle, and two
// ways lead to the loop's start from there, past an inner loop and through it.
// SHAPES: 3:5 3:37 2:64
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  for (u32 rounds = 0; rounds < 3; ++rounds) {
    u32 x = 0, y = a[t];
    for (u32 i = 0;; ++i) {
      if (a[blockIdx.x + rounds] & 4) {
        x += (u32)__syncthreads_and(1);
        for (u32 k = 0, e = n + rounds & 3; k < e; ++k) {
          const u32 five = __ballot_sync(0xffffffffu, (y & 7) == 5);
          if ((y & 7) == 5)
            x += five;
          if (n > 1000)
            break;
          y += k;
        }
      }
      x += i;
      if (i >= 4)
        break;
    }
    out[id] += x;
    out[total + id] += y;
  }
}
