// SPDX-License-Identifier: Apache-2.0
// What a loop begins with is known, and so is what its first round does:
// Intel's compiler for CPUs gave up the kernel's vectors, and ended the process
// at its warp operations (seed 6000196).
// SHAPES: 4:32,4
typedef unsigned u32;

__device__ u32 step(const u32 *a, u32 x) {
  switch (a[12] & 7) {
  case 2:
    return x;
  case 7:
    return x ^ __brev(x);
  default:
    switch (x + x & 3) {
    case 0:
      return (x & 7) == 1 ? x + a[53] : x + x;
    case 2:
      return x ^ (255u + x);
    default:
      return x;
    }
  }
}

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 t = threadIdx.x, l = threadIdx.y * blockDim.x + t;
  const u32 id = blockIdx.x * blockDim.x * blockDim.y + l;
  u32 v1 = 0;
  __syncwarp();
  u32 left = n & 3;
  while (left-- > 0) {
    switch (step(a, v1) & 3) {
    case 3:
      v1 = 1; // and on
    case 0:
      v1 += n + 3;
    }
  }
  out[id * 8] ^= v1;
}
