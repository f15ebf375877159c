// SPDX-License-Identifier: Apache-2.0
// BlockRadixRank: the place of each key by some of its bits.
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/radix_rank_sort_operations.cuh>

#include "block.h"

static const int THREADS = 128, ITEMS = 3, BITS = 5, N = THREADS * ITEMS;

__global__ void ranks(const unsigned *in, int *out) {
  typedef cub::BlockRadixRank<THREADS, BITS, false> rank;
  __shared__ typename rank::TempStorage shared;
  unsigned keys[ITEMS];
  int places[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    keys[i] = in[threadIdx.x * ITEMS + i];
  rank(shared).RankKeys(keys, places,
                        cub::BFEDigitExtractor<unsigned>(3, BITS));
  for (int i = 0; i < ITEMS; ++i)
    out[threadIdx.x * ITEMS + i] = places[i];
}

int main() {
  const std::vector<unsigned> keys = real::values<unsigned>(N, 100000);
  std::vector<int> wanted(N, 0);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      const unsigned mine = keys[i] >> 3 & 31, other = keys[j] >> 3 & 31;
      wanted[i] += other < mine || (other == mine && j < i);
    }
  real::same_all("BlockRadixRank", N, run_block(ranks, keys, N, THREADS),
                 wanted);
  return real::done();
}
