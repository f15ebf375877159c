// SPDX-License-Identifier: Apache-2.0
// Some threads of a block leave a loop at a condition that all have in common:
// Intel's OpenCL compiler for CPUs let all of them leave (seed 6000160, k21).
// SHAPES: 2:128 2:96
typedef unsigned u32;
static __device__ u32 fold(u32 x) {
  u32 s = 0;
  while (x) {
    s += x & 7;
    x >>= 5;
  }
  return s;
}
extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 t = id & 255;
  u32 v1 = 0, v2 = t & 31;
  const u32 v3 = v2;
  for (u32 i = t; i < (a[t % 16] & 3) * blockDim.x; i += blockDim.x) {
    switch (t & 3) {
    case 0:
      if (blockIdx.x < 9)
        return;
      v1 += 1;
      break;
    case 2:
      v1 += 1;
    default:
      switch (v2 & 3) {
      case 0:
        out[(id + 7) % total * 8 + 6] ^= a[n + 1];
      }
    }
    if (v2 / (v2 | 1) > fold(v1) && fold(v1) != 3u)
      v2 ^= 5;
  }
  out[id * 8 + 4] = v3;
}
