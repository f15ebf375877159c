// SPDX-License-Identifier: Apache-2.0
// Conditions of loops and guards whose operands are used in other blocks only.
// SHAPES: 1:256 2:48
extern "C" __global__ void regression(const unsigned *a, const float *b,
                                      unsigned *out, unsigned *, unsigned n) {
  const int cols = (int)(n * 4 + 1) / (int)gridDim.x;
  const unsigned *row = a + (unsigned long)blockIdx.x * cols;
  unsigned *result = out + (unsigned long)blockIdx.x * cols;
  unsigned row_max = 0;
  for (int i = (int)threadIdx.x; i < cols; i += (int)blockDim.x)
    row_max = max(row_max, row[i] & 0xffffff);
  for (int i = (int)threadIdx.x; i < cols; i += (int)blockDim.x)
    result[i] = row_max - (row[i] & 0xffffff) + (unsigned)b[i & 63];
}
