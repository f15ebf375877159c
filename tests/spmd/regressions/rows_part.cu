// SPDX-License-Identifier: Apache-2.0
// Rows of a packet whose lanes part before anything is done: each is done again
// by packets of one row, all of its columns.
// SHAPES: 1:16,4 2:32,8 3:16,12
extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  if (x * 7 % 16 == 3 || y * 5 % 8 == 1)
    return;
  unsigned sum = 0;
  for (unsigned k = 0; k < n % 32; ++k)
    sum += a[k * 16 + x] * a[y * 32 + k];
  out[(blockIdx.x * blockDim.y + y) * blockDim.x + x] = sum;
}
