// SPDX-License-Identifier: Apache-2.0
// WarpLoad and WarpStore with every algorithm.
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_store.cuh>

#include "block.h"

static const int THREADS = 64, ITEMS = 4, N = THREADS * ITEMS;

template <cub::WarpLoadAlgorithm LOAD, cub::WarpStoreAlgorithm STORE,
          int LANES>
__global__ void through(const int *in, int *out) {
  typedef cub::WarpLoad<int, ITEMS, LOAD, LANES> load;
  typedef cub::WarpStore<int, ITEMS, STORE, LANES> store;
  __shared__ typename load::TempStorage loads[THREADS / LANES];
  __shared__ typename store::TempStorage stores[THREADS / LANES];
  const int warp = threadIdx.x / LANES, first = warp * LANES * ITEMS;
  int items[ITEMS];
  load(loads[warp]).Load(in + first, items);
  for (int i = 0; i < ITEMS; ++i)
    items[i] = items[i] * 10 + i;
  store(stores[warp]).Store(out + first, items);
  __syncwarp();
  load(loads[warp]).Load(in + first, items, LANES * 2 + 3, 5);
  __syncwarp();
  store(stores[warp]).Store(out + N + first, items, LANES + 7);
}

template <cub::WarpLoadAlgorithm LOAD, cub::WarpStoreAlgorithm STORE,
          int LANES>
void check(const char *what) {
  const std::vector<int> v = real::values<int>(N, 1000);
  std::vector<int> wanted(2 * N, -1);
  for (int at = 0; at < N; ++at) {
    const int in_warp = at % (LANES * ITEMS);
    wanted[at] = v[at] * 10 + (LOAD == cub::WARP_LOAD_STRIPED
                                   ? in_warp / LANES
                                   : in_warp % ITEMS);
    if (in_warp < LANES + 7)
      wanted[N + at] = v[at];
  }
  real::same_all(what, N,
                 run_block(through<LOAD, STORE, LANES>, v, 2 * N, THREADS),
                 wanted);
}

int main() {
  check<cub::WARP_LOAD_DIRECT, cub::WARP_STORE_DIRECT, 32>("direct");
  check<cub::WARP_LOAD_STRIPED, cub::WARP_STORE_STRIPED, 16>("striped");
  check<cub::WARP_LOAD_VECTORIZE, cub::WARP_STORE_VECTORIZE, 32>("vectorize");
  check<cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_TRANSPOSE, 32>("transpose");
  check<cub::WARP_LOAD_TRANSPOSE, cub::WARP_STORE_TRANSPOSE, 8>(
      "transpose, 8 lanes");
  return real::done();
}
