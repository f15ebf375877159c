// SPDX-License-Identifier: Apache-2.0
// BlockShuffle: offsets, rotations, and items that move up or down by one.
#include <cub/block/block_shuffle.cuh>

#include "block.h"

static const int THREADS = 70, ITEMS = 3, N = THREADS * ITEMS;

__global__ void shuffles(const int *in, int *out) {
  typedef cub::BlockShuffle<int, THREADS> shuffle;
  __shared__ typename shuffle::TempStorage shared;
  const int t = threadIdx.x;
  int items[ITEMS], up[ITEMS], down[ITEMS], offset = -5, rotated;
  for (int i = 0; i < ITEMS; ++i)
    items[i] = up[i] = down[i] = in[t * ITEMS + i];
  shuffle(shared).Offset(items[0], offset, 2);
  __syncthreads();
  shuffle(shared).Rotate(items[0], rotated, 9);
  __syncthreads();
  shuffle(shared).Up(items, up);
  __syncthreads();
  shuffle(shared).Down(items, down);
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = up[i];
    out[N + t * ITEMS + i] = down[i];
  }
  out[2 * N + t] = offset;
  out[2 * N + THREADS + t] = rotated;
}

int main() {
  const std::vector<int> v = real::values<int>(N, 1000);
  std::vector<int> wanted(2 * N + 2 * THREADS);
  for (int i = 0; i < N; ++i) {
    wanted[i] = v[i == 0 ? 0 : i - 1];
    wanted[N + i] = v[i == N - 1 ? i : i + 1];
  }
  for (int t = 0; t < THREADS; ++t) {
    wanted[2 * N + t] = t + 2 < THREADS ? v[(t + 2) * ITEMS] : -5;
    wanted[2 * N + THREADS + t] = v[(t + 9) % THREADS * ITEMS];
  }
  real::same_all("BlockShuffle", N,
                 run_block(shuffles, v, wanted.size(), THREADS), wanted);
  return real::done();
}
