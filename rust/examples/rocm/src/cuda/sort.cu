// SPDX-License-Identifier: Apache-2.0
// The order of each row's elements, by a bitonic sort of a block. The number of
// columns is a power of two.
#include "common.cuh"

extern "C" __global__ void sort_kernel(const float *x, unsigned *order,
                                       unsigned columns) {
  extern __shared__ unsigned places[];
  const float *row = x + blockIdx.x * columns;
  const unsigned me = threadIdx.x;
  places[me] = me;
  __syncthreads();
  for (unsigned size = 2; size <= columns; size *= 2)
    for (unsigned step = size / 2; step > 0; step /= 2) {
      const unsigned other = me ^ step;
      if (other > me) {
        const bool up = (me & size) == 0;
        const unsigned a = places[me], b = places[other];
        if ((row[a] > row[b]) == up) {
          places[me] = b;
          places[other] = a;
        }
      }
      __syncthreads();
    }
  order[blockIdx.x * columns + me] = places[me];
}
