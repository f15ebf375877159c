// SPDX-License-Identifier: Apache-2.0
// BlockDiscontinuity: heads and tails of runs, with neighbours outside.
#include <cub/block/block_discontinuity.cuh>

#include "block.h"

static const int THREADS = 70, ITEMS = 3, N = THREADS * ITEMS;

__global__ void flags(const int *in, int *out) {
  typedef cub::BlockDiscontinuity<int, THREADS> discontinuity;
  __shared__ typename discontinuity::TempStorage shared;
  int items[ITEMS], heads[ITEMS], tails[ITEMS], both[2][ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  discontinuity(shared).FlagHeads(heads, items, differs());
  __syncthreads();
  discontinuity(shared).FlagTails(tails, items, differs(), in[N - 1]);
  __syncthreads();
  discontinuity(shared).FlagHeadsAndTails(both[0], in[0], both[1], items,
                                          differs());
  for (int i = 0; i < ITEMS; ++i) {
    const int at = threadIdx.x * ITEMS + i;
    out[at] = heads[i];
    out[N + at] = tails[i];
    out[2 * N + at] = both[0][i];
    out[3 * N + at] = both[1][i];
  }
}

int main() {
  const std::vector<int> v = real::values<int>(N, 2);
  std::vector<int> wanted(4 * N);
  for (int i = 0; i < N; ++i) {
    const bool head = i > 0 && v[i] != v[i - 1];
    const bool tail = i < N - 1 && v[i] != v[i + 1];
    wanted[i] = i == 0 || head;
    wanted[N + i] = tail;
    wanted[2 * N + i] = head;
    wanted[3 * N + i] = i == N - 1 || tail;
  }
  real::same_all("BlockDiscontinuity", N,
                 run_block(flags, v, wanted.size(), THREADS), wanted);
  return real::done();
}
