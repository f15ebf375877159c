// SPDX-License-Identifier: Apache-2.0
// Lanes that part in a loop's round, some to go round again before they come to
// where the others go on: a jump into a loop, and a loop left at its middle.
// SHAPES: 2:128 3:37
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  u32 x = a[id & 1023], left = a[(id + 7) & 1023] & 3, rounds = 0;
  if (x % 3)
    goto middle;
again:
  x = x * 3 + 7;
middle:
  out[id * 2] += 5;
  if (left-- > 0)
    goto again;
  for (;;) {
    ++rounds;
    if ((x >> (rounds & 15)) & 1 && rounds < n)
      continue;
    x += rounds;
    if (rounds > 9)
      break;
  }
  out[id * 2 + 1] = x + rounds;
}
