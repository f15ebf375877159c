// SPDX-License-Identifier: Apache-2.0
// Intel's compiler for CPUs reads a thread's own array at an index that threads
// have in common, also where no thread comes: far outside of it here.
// SHAPES: 1:256 3:64
typedef unsigned u32;
struct pair {
  u32 a, b;
};

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 far = (blockIdx.x + total * 0x600000u) * 4 + 3;
  const u32 near = blockIdx.x + n % 5; // n is 120
  u32 plain[4] = {1, 4, 7, n}, moved[4] = {n, 2, 3, 5}, rows[4][8] = {};
  pair pairs[4] = {};
  plain[a[id] & 3] = id;
  moved[a[id] & 3] = id;
  rows[a[id] & 3][a[id] >> 4 & 7] = id;
  pairs[a[id] >> 2 & 3].b = id;
  if (((total - id) | far) == 3)
    out[id * 8] += plain[far];
  if (((total - id) | far) == 7)
    out[id * 8] += rows[far][2] + rows[1][far];
  if (((total - id) | far) == 11)
    out[id * 8] += pairs[far].b;
  if (((total - id) | far) == 15)
    out[id * 8] += (moved + 3)[-(int)far];
  // What threads do come to.
  if ((id & 7) == near)
    out[id * 8 + 1] += plain[near] + rows[near][7 - near] + pairs[near].b +
                       (moved + 3)[-(int)near] + (moved + 1)[(int)near - 1];
  for (u32 i = 0; i < (a[id] & 3); ++i)
    out[id * 8 + 2] += plain[i] + rows[i][near] + pairs[3 - i].b;
}
