// SPDX-License-Identifier: Apache-2.0
// WarpMergeSort: several sorts beside each other in a block.
#include <cub/warp/warp_merge_sort.cuh>

#include <algorithm>

#include "block.h"

static const int THREADS = 96, ITEMS = 3, N = THREADS * ITEMS;

template <int LANES> __global__ void sorts(const int *in, int *out) {
  typedef cub::WarpMergeSort<int, ITEMS, LANES> sort;
  __shared__ typename sort::TempStorage shared[THREADS / LANES];
  int keys[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    keys[i] = in[threadIdx.x * ITEMS + i];
  sort(shared[threadIdx.x / LANES]).Sort(keys, less_than());
  for (int i = 0; i < ITEMS; ++i)
    out[threadIdx.x * ITEMS + i] = keys[i];
}

template <int LANES> void check(const char *what) {
  const std::vector<int> v = real::values<int>(N, 1000);
  std::vector<int> wanted = v;
  for (int at = 0; at < N; at += LANES * ITEMS)
    std::sort(wanted.begin() + at, wanted.begin() + at + LANES * ITEMS);
  real::same_all(what, N, run_block(sorts<LANES>, v, N, THREADS), wanted);
}

int main() {
  check<32>("32 lanes");
  check<8>("8 lanes");
  return real::done();
}
