// SPDX-License-Identifier: Apache-2.0
// BlockAdjacentDifference: to the left and right, with tiles beside.
#include <cub/block/block_adjacent_difference.cuh>

#include "block.h"

static const int THREADS = 70, ITEMS = 3, N = THREADS * ITEMS;

__global__ void differences(const int *in, int *out) {
  typedef cub::BlockAdjacentDifference<int, THREADS> difference;
  __shared__ typename difference::TempStorage shared;
  int items[ITEMS], left[ITEMS], right[ITEMS], carried[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  difference(shared).SubtractLeft(items, left, minus_left());
  __syncthreads();
  difference(shared).SubtractRight(items, right, minus_left());
  __syncthreads();
  difference(shared).SubtractLeft(items, carried, minus_left(), 1000);
  for (int i = 0; i < ITEMS; ++i) {
    const int at = threadIdx.x * ITEMS + i;
    out[at] = left[i];
    out[N + at] = right[i];
    out[2 * N + at] = carried[i];
  }
}

int main() {
  const std::vector<int> v = real::values<int>(N, 1000);
  std::vector<int> wanted(3 * N);
  for (int i = 0; i < N; ++i) {
    wanted[i] = i == 0 ? v[0] : v[i] - v[i - 1];
    wanted[N + i] = i == N - 1 ? v[i] : v[i] - v[i + 1];
    wanted[2 * N + i] = v[i] - (i == 0 ? 1000 : v[i - 1]);
  }
  real::same_all("BlockAdjacentDifference", N,
                 run_block(differences, v, wanted.size(), THREADS), wanted);
  return real::done();
}
