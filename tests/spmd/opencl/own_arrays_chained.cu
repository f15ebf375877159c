// SPDX-License-Identifier: Apache-2.0
// An index of a thread's own array that all threads have in common, and that is
// made behind the condition that few may come through: Intel's compiler skips that
// where none comes, and reads the array all the same, at whatever is there.
// SHAPES: 2:32,8 2:16,4 3:64
typedef unsigned u32;

extern "C" __global__ __launch_bounds__(256) void regression(
    const u32 *a, const float *b, u32 *out, u32 *sums, u32 n, u32 total) {
  const u32 t = threadIdx.x, row = threadIdx.y;
  const u32 id = blockIdx.x * blockDim.x * blockDim.y + row * blockDim.x + t;
  const u32 first = a[row % 8 * 16 + 2], width = blockDim.x;
  u32 own[8];
  for (u32 i = 0; i < 8; ++i)
    own[i] = i * width;
  if (blockIdx.x & 1) {
    if (t < 138) {
      switch (first % (gridDim.x | 1) & 3) {
      case 1:
        if (blockIdx.x == 1)
          own[own[first & 7] & 7] = width / ((first & 255) + 2);
      }
    }
  }
  out[(id + 7) % total * 8 + 3] += own[t & 7] + own[4];
}
