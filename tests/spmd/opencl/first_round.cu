// SPDX-License-Identifier: Apache-2.0
// A loop at whose branches threads part, and of which is known how it begins and
// that it goes round at least once: with AVX-512, Intel's OpenCL compiler for
// CPUs let the threads that do not store go round once more (seed 6020823, k23).
// SHAPES: 1:16 3:7,5
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 x = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 y = blockIdx.y * blockDim.y + threadIdx.y;
  const u32 id = y * gridDim.x * blockDim.x + x;
  u32 *const planes = out + total * 8;
  u32 v1 = blockIdx.y, i = 0;
  do {
    if (x >= n / 4 || (v1 & 3) == 3) {
      if (total - id + blockIdx.y == n)
        out[id * 8] += x >> 5;
    } else if ((id & 3) == 1) {
      planes[id * 8 + 1] ^= i;
    }
    v1 = (u32)((int)(total - id) % (int)(i + 2));
    v1 += i;
  } while (++i < (n & 3));
  out[id] = v1;
}
