// SPDX-License-Identifier: Apache-2.0
// Structs that are loaded and stored around a loop, not in it: packets of twice
// the width where there are registers for it.
// SHAPES: 3:256 2:64 2:33 1:1
typedef unsigned u32;

struct four {
  u32 x, y, z, w;
};

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  __shared__ four tile[64];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  const four own = ((const four *)a)[id & 255];
  four sum = {n, 1, 2, 3};
  for (u32 start = 0; start < 256; start += 64) {
    for (u32 k = t; k < 64; k += blockDim.x)
      tile[k] = ((const four *)a)[(start + k) & 255];
    __syncthreads();
    for (u32 k = 0; k < 64; ++k) {
      const four other = tile[k];
      sum.x += other.x ^ own.x;
      sum.y += other.y * own.y;
      sum.z += other.z > own.w ? other.w : own.z;
      sum.w ^= other.w + own.x;
    }
    __syncthreads();
  }
  if (id < total / 4)
    ((four *)out)[id] = sum;
}

// No barriers, and a loop that only some work-items have.
extern "C" __global__ void regression_few(const u32 *a, const float *, u32 *out,
                                          u32 *, u32 n, u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  four sum = ((const four *)a)[id & 255];
  if (id & 2)
    for (u32 k = 0; k < (n & 15) + 3; ++k) {
      sum.x = sum.x * 5 + a[k];
      sum.w ^= sum.x + k;
    }
  if (id < total / 4)
    ((four *)out)[id] = sum;
}
