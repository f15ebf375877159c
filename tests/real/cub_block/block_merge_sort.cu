// SPDX-License-Identifier: Apache-2.0
// BlockMergeSort: keys, stable pairs, a tile that is not full.
#include <cub/block/block_merge_sort.cuh>

#include <algorithm>
#include <numeric>

#include "block.h"

static const int THREADS = 64, ITEMS = 4, N = THREADS * ITEMS, VALID = 147;

__global__ void sorts(const int *in, int *out) {
  typedef cub::BlockMergeSort<int, THREADS, ITEMS> keys_sort;
  typedef cub::BlockMergeSort<int, THREADS, ITEMS, int> pairs_sort;
  __shared__ typename keys_sort::TempStorage shared;
  __shared__ typename pairs_sort::TempStorage more;
  int keys[ITEMS], part[ITEMS], values[ITEMS], first = threadIdx.x * ITEMS;
  for (int i = 0; i < ITEMS; ++i) {
    values[i] = first + i;
    keys[i] = in[first + i];
    part[i] = first + i < VALID ? keys[i] : 1 << 30;
  }
  pairs_sort(more).StableSort(keys, values, less_low());
  keys_sort(shared).Sort(part, less_than(), VALID, 1 << 30);
  for (int i = 0; i < ITEMS; ++i) {
    out[first + i] = values[i];
    if (first + i < VALID)
      out[N + first + i] = part[i];
  }
}

int main() {
  const std::vector<int> keys = real::values<int>(N, 1000);
  std::vector<int> wanted(N);
  std::iota(wanted.begin(), wanted.end(), 0);
  std::stable_sort(wanted.begin(), wanted.end(), [&](int a, int b) {
    return less_low()(keys[a], keys[b]);
  });
  wanted.insert(wanted.end(), keys.begin(), keys.begin() + VALID);
  std::sort(wanted.begin() + N, wanted.end());
  real::same_all("BlockMergeSort", N,
                 run_block(sorts, keys, wanted.size(), THREADS), wanted);
  return real::done();
}
