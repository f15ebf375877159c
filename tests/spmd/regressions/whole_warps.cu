// SPDX-License-Identifier: Apache-2.0
// Warps by their number in the grid, with blocks of whole ones and others.
// WIDTHS: 16
// SHAPES: 3:64 2:37 2:96 1:40 4:32
extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned) {
  const int id = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int warp = id / 32, lane = id % 32;
  unsigned sum = 0;
  for (unsigned k = 0; k < a[warp] % 8; ++k)
    sum += a[warp * 32 + (int)k] * a[lane];
  if (blockDim.x % 32 == 0)
    sum += __shfl_xor_sync(~0u, sum, 3);
  out[id] = sum + (unsigned)(id >> 5) + ((unsigned)id & 31);
}
