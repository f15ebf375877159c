// SPDX-License-Identifier: Apache-2.0
// BlockExchange: between orders, and scattered to given ranks.
#include <cub/block/block_exchange.cuh>

#include "block.h"

static const int THREADS = 64, ITEMS = 3, N = THREADS * ITEMS;

template <bool TIME_SLICED> __global__ void exchanges(const int *in, int *out) {
  typedef cub::BlockExchange<int, THREADS, ITEMS, TIME_SLICED> exchange;
  __shared__ typename exchange::TempStorage shared;
  int items[ITEMS], moved[ITEMS], ranks[ITEMS];
  const int t = threadIdx.x;
  for (int i = 0; i < ITEMS; ++i) {
    items[i] = in[t * ITEMS + i];
    ranks[i] = (t * ITEMS + i) * 5 % N;
  }
  exchange(shared).BlockedToStriped(items, moved);
  for (int i = 0; i < ITEMS; ++i)
    out[t * ITEMS + i] = moved[i];
  __syncthreads();
  exchange(shared).StripedToBlocked(items, moved);
  for (int i = 0; i < ITEMS; ++i)
    out[N + t * ITEMS + i] = moved[i];
  __syncthreads();
  exchange(shared).BlockedToWarpStriped(items, moved);
  for (int i = 0; i < ITEMS; ++i)
    out[2 * N + t * ITEMS + i] = moved[i];
  __syncthreads();
  exchange(shared).ScatterToBlocked(items, moved, ranks);
  for (int i = 0; i < ITEMS; ++i)
    out[3 * N + t * ITEMS + i] = moved[i];
}

int main() {
  const std::vector<int> v = real::values<int>(N, 1000);
  std::vector<int> wanted(4 * N);
  for (int t = 0; t < THREADS; ++t)
    for (int i = 0; i < ITEMS; ++i) {
      const int at = t * ITEMS + i;
      wanted[at] = v[i * THREADS + t];
      wanted[N + i * THREADS + t] = 0;
      wanted[2 * N + at] = v[t / 32 * 32 * ITEMS + i * 32 + t % 32];
      wanted[3 * N + at * 5 % N] = v[at];
    }
  // Item i of thread t counts as number i * THREADS + t.
  for (int t = 0; t < THREADS; ++t)
    for (int i = 0; i < ITEMS; ++i)
      wanted[N + i * THREADS + t] = v[t * ITEMS + i];
  real::same_all("BlockExchange", N,
                 run_block(exchanges<false>, v, wanted.size(), THREADS),
                 wanted);
  real::same_all("BlockExchange in time slices", N,
                 run_block(exchanges<true>, v, wanted.size(), THREADS),
                 wanted);
  return real::done();
}
