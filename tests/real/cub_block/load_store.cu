// SPDX-License-Identifier: Apache-2.0
// BlockLoad and BlockStore with every algorithm, of whole and partial tiles.
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

#include "block.h"

template <cub::BlockLoadAlgorithm LOAD, cub::BlockStoreAlgorithm STORE,
          int THREADS, int ITEMS>
__global__ void through(const int *in, int *out, int valid) {
  typedef cub::BlockLoad<int, THREADS, ITEMS, LOAD> load;
  typedef cub::BlockStore<int, THREADS, ITEMS, STORE> store;
  __shared__ union {
    typename load::TempStorage load;
    typename store::TempStorage store;
  } shared;
  int items[ITEMS];
  load(shared.load).Load(in, items, valid, -7);
  __syncthreads();
  // Blocked: a thread's items lie side by side.
  for (int i = 0; i < ITEMS; ++i)
    items[i] = items[i] * 10 + i;
  if (LOAD == cub::BLOCK_LOAD_STRIPED)
    for (int i = 0; i < ITEMS; ++i)
      items[i] -= i;
  store(shared.store).Store(out, items, valid);
}

template <cub::BlockLoadAlgorithm LOAD, cub::BlockStoreAlgorithm STORE,
          int THREADS, int ITEMS>
void check(const char *what) {
  const int n = THREADS * ITEMS;
  const std::vector<int> values = real::values<int>(n, 1000);
  const real::memory<int> in(values);
  for (int valid : {n, n - 1, n / 2 + 3, 1, 0}) {
    real::memory<int> out(std::vector<int>(n, -1));
    through<LOAD, STORE, THREADS, ITEMS>
        <<<1, THREADS>>>(in.get(), out.get(), valid);
    real::ok(cudaDeviceSynchronize(), what);
    std::vector<int> wanted(n, -1);
    for (int i = 0; i < valid; ++i)
      wanted[i] = values[i] * 10 +
                  (LOAD == cub::BLOCK_LOAD_STRIPED ? 0 : i % ITEMS);
    real::same_all(what, valid, out.host(), wanted);
  }
}

int main() {
  check<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT, 64, 3>("direct");
  check<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED, 64, 3>("striped");
  check<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE, 64, 4>(
      "vectorize");
  check<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE, 96, 5>(
      "transpose");
  check<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE, 128,
        4>("warp transpose");
  check<cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
        cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED, 96, 3>("in time slices");
  return real::done();
}
