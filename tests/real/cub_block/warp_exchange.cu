// SPDX-License-Identifier: Apache-2.0
// WarpExchange: between blocked and striped, and scattered to ranks.
#include <cub/warp/warp_exchange.cuh>

#include "block.h"

static const int THREADS = 64, ITEMS = 3, N = THREADS * ITEMS;

template <int LANES> __global__ void exchanges(const int *in, int *out) {
  typedef cub::WarpExchange<int, ITEMS, LANES> exchange;
  __shared__ typename exchange::TempStorage shared[THREADS / LANES];
  const int t = threadIdx.x, warp = t / LANES, lane = t % LANES;
  int items[ITEMS], moved[ITEMS], ranks[ITEMS];
  for (int i = 0; i < ITEMS; ++i) {
    items[i] = in[t * ITEMS + i];
    ranks[i] = (lane * ITEMS + i) * 5 % (LANES * ITEMS);
  }
  exchange(shared[warp]).BlockedToStriped(items, moved);
  for (int i = 0; i < ITEMS; ++i)
    out[t * ITEMS + i] = moved[i];
  __syncwarp();
  exchange(shared[warp]).StripedToBlocked(items, moved);
  for (int i = 0; i < ITEMS; ++i)
    out[N + t * ITEMS + i] = moved[i];
  __syncwarp();
  exchange(shared[warp]).ScatterToStriped(items, ranks);
  for (int i = 0; i < ITEMS; ++i)
    out[2 * N + warp * LANES * ITEMS + i * LANES + lane] = items[i];
}

template <int LANES> void check(const char *what) {
  const std::vector<int> v = real::values<int>(N, 1000);
  std::vector<int> wanted(3 * N);
  for (int t = 0; t < THREADS; ++t)
    for (int i = 0; i < ITEMS; ++i) {
      const int lane = t % LANES, first = (t - lane) * ITEMS;
      const int blocked = lane * ITEMS + i, striped = i * LANES + lane;
      wanted[first + blocked] = v[first + striped];
      // Number `striped` goes to where `blocked` was: the other way round.
      wanted[N + first + striped / ITEMS * ITEMS + striped % ITEMS] =
          v[first + blocked];
      wanted[2 * N + first + blocked * 5 % (LANES * ITEMS)] =
          v[first + blocked];
    }
  real::same_all(what, N,
                 run_block(exchanges<LANES>, v, wanted.size(), THREADS),
                 wanted);
}

int main() {
  check<32>("32 lanes");
  check<16>("16 lanes");
  return real::done();
}
