// SPDX-License-Identifier: Apache-2.0
// block_histogram by atomics and by sorting: a histogram that is begun, one
// that grows over several tiles, more bins than threads, and several
// dimensions.
#include "block.h"
#include "kinds.h"

typedef rocprim::block_histogram_algorithm by;

static const int TILES = 3;

// The first tile alone, then all; each in its half of the output.
template <class T, class COUNT, int X, int Y, int ITEMS, int BINS, by BY>
__global__ void counts(const T *in, COUNT *out) {
  typedef rocprim::block_histogram<T, X, ITEMS, BINS, BY, Y> histogram;
  __shared__ typename histogram::storage_type storage;
  __shared__ COUNT first[BINS], all[BINS];
  const int t = (int)rocprim::flat_block_thread_id();
  histogram().init_histogram(all);
  __syncthreads();
  for (int tile = 0; tile < TILES; ++tile) {
    T items[ITEMS], again[ITEMS];
    for (int i = 0; i < ITEMS; ++i)
      again[i] = items[i] = in[(tile * X * Y + t) * ITEMS + i];
    if (tile == 0) {
      histogram().histogram(items, first, storage);
      __syncthreads();
    }
    histogram().composite(again, all, storage);
    __syncthreads();
  }
  for (int bin = t; bin < BINS; bin += X * Y) {
    out[bin] = first[bin];
    out[BINS + bin] = all[bin];
  }
}

template <class T, class COUNT, int X, int Y, int ITEMS, int BINS, by BY>
static void check(const char *what) {
  const int tile = X * Y * ITEMS;
  const std::vector<T> v = numbers<T>(TILES * tile, 0, BINS - 1, BINS);
  std::vector<COUNT> wanted(2 * BINS, 0);
  for (int i = 0; i < TILES * tile; ++i) {
    if (i < tile)
      wanted[(int)v[i]] += 1;
    wanted[BINS + (int)v[i]] += 1;
  }
  const real::memory<T> in(v);
  const real::memory<COUNT> out(wanted.size());
  counts<T, COUNT, X, Y, ITEMS, BINS, BY>
      <<<1, dim3(X, Y)>>>(in.get(), out.get());
  real::same_all(what, tile, out.host(), wanted);
}

template <by BY> static void check_all(const char *what) {
  check<unsigned char, unsigned, 128, 1, 4, 256, BY>(what);
  check<int, int, 64, 1, 3, 10, BY>(what);
  check<unsigned short, unsigned, 16, 4, 2, 500, BY>(what);
  check<unsigned, float, 96, 1, 5, 33, BY>(what);
  check<unsigned char, unsigned long long, 8, 16, 1, 128, BY>(what);
}

int main() {
  check_all<by::using_atomic>("using_atomic");
  check_all<by::using_sort>("using_sort");
  return real::done();
}
