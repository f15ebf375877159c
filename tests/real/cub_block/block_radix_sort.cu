// SPDX-License-Identifier: Apache-2.0
// BlockRadixSort: blocked and striped results, pairs, some bits, downwards.
#include <cub/block/block_radix_sort.cuh>

#include <algorithm>
#include <numeric>

#include "block.h"

static const int THREADS = 128, ITEMS = 5, N = THREADS * ITEMS;

template <class T> __global__ void sorts(const T *in, T *out) {
  typedef cub::BlockRadixSort<T, THREADS, ITEMS> sort;
  __shared__ typename sort::TempStorage shared;
  T items[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  sort(shared).Sort(items);
  for (int i = 0; i < ITEMS; ++i)
    out[threadIdx.x * ITEMS + i] = items[i];
  __syncthreads();
  sort(shared).SortDescendingBlockedToStriped(items);
  for (int i = 0; i < ITEMS; ++i)
    out[N + i * THREADS + threadIdx.x] = items[i];
}

__global__ void pairs(const int *in, int *out) {
  typedef cub::BlockRadixSort<int, THREADS, ITEMS, int> sort;
  __shared__ typename sort::TempStorage shared;
  int keys[ITEMS], values[ITEMS];
  for (int i = 0; i < ITEMS; ++i) {
    values[i] = threadIdx.x * ITEMS + i;
    keys[i] = in[values[i]];
  }
  sort(shared).Sort(keys, values, 3, 9);
  for (int i = 0; i < ITEMS; ++i)
    out[threadIdx.x * ITEMS + i] = values[i];
}

template <class T> void check(const char *what, double scale, double offset) {
  const std::vector<int> numbers = real::values<int>(N, 100000);
  std::vector<T> values(N);
  for (int i = 0; i < N; ++i)
    values[i] = (T)(numbers[i] * scale + offset);
  const std::vector<T> got = run_block(sorts<T>, values, 2 * N, THREADS);
  std::sort(values.begin(), values.end());
  std::vector<T> wanted = values;
  wanted.insert(wanted.end(), values.rbegin(), values.rend());
  real::same_all(what, N, got, wanted);
}

int main() {
  check<int>("int", 1, -50000);
  check<unsigned char>("unsigned char", 0.0025, 0);
  check<float>("float", 0.25, -1000);
  check<double>("double", 0.01, -500);
  const std::vector<int> keys = real::values<int>(N, 100000);
  std::vector<int> order(N);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return (keys[a] & 0x1f8) < (keys[b] & 0x1f8);
  });
  real::same_all("pairs by six bits", N, run_block(pairs, keys, N, THREADS),
                 order);
  return real::done();
}
