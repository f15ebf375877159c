// SPDX-License-Identifier: Apache-2.0
// Rows of a table by their numbers; a number past its end is a row of zeroes.
#include "common.cuh"

extern "C" __global__ void indexing_kernel(const unsigned *rows,
                                           const float *table, float *out,
                                           unsigned count, unsigned width,
                                           unsigned height) {
  const unsigned i = global_index();
  if (i >= count * width)
    return;
  const unsigned row = rows[i / width];
  out[i] = row < height ? table[row * width + i % width] : 0.0f;
}
extern "C" __global__ void indexing_add(const unsigned *rows, const float *x,
                                        float *table, unsigned count,
                                        unsigned width) {
  const unsigned i = global_index();
  if (i < count * width)
    atomicAdd(&table[rows[i / width] * width + i % width], x[i]);
}
