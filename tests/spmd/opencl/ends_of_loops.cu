// SPDX-License-Identifier: Apache-2.0
// Loops of all threads together beside a warp operation, in which values begin
// alike and part. Where the number that ends them was hidden from Intel's
// compiler for CPUs, threads got the values of others (seed 6021406).
// SHAPES: 2:32,4 2:32 1:3,5,7
typedef unsigned u32;

__device__ u32 sum_from(const u32 *a, u32 n) {
  return n ? a[n & 1023] + sum_from(a, n - 1) : 3;
}

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 t = threadIdx.x, row = threadIdx.y, depth = threadIdx.z;
  const u32 l = (depth * blockDim.y + row) * blockDim.x + t;
  const u32 id = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + l;
  __syncwarp();
  u32 v1 = 0, v2 = n - gridDim.x, rounds = a[0] & 3;
  do {
    v1 ^= v2;
    v2 ^= a[(t == 3 ? 1u : v2) & 15];
  } while (rounds-- > 0);
  u32 v3 = 0 - gridDim.x;
  rounds = a[1] & 3;
  do {
    v1 ^= v3;
    v3 ^= sum_from(a, (row == t ? 1u : v3) & 15);
  } while (rounds-- > 0);
  out[id] ^= v1 + v2 + v3;
}
