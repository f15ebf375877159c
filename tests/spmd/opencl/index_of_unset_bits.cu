// SPDX-License-Identifier: Apache-2.0
// An index that counts down by the bits that are not set: Intel's OpenCL compiler
// for CPUs with AVX2 made an address of two of them (seed 5000010, k18).
// SHAPES: 2:32,8 2:16,12 3:37
typedef unsigned u32;
extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  __shared__ u32 shared[1024];
  const u32 row = threadIdx.y, size = blockDim.x * blockDim.y;
  const u32 l = row * blockDim.x + threadIdx.x, id = blockIdx.x * size + l;
  u32 v1 = row + 2u, v2 = threadIdx.x == 51 ? v1 : n + 3;
  __syncthreads();
  shared[l] = (u32)(signed char)v2;
  __syncthreads();
  v1 ^= shared[(l / 32 * 32) % size];
  if (n != 1000000)
    v2 += a[15 - (v1 & 15)] * (v1 + row);
  out[2 * total + id] ^= v1 + v2;
}
