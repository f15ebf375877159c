// SPDX-License-Identifier: Apache-2.0
// BlockHistogram by sorting and by atomics, made and added to.
#include <cub/block/block_histogram.cuh>

#include "block.h"

static const int THREADS = 96, ITEMS = 4, BINS = 50, N = THREADS * ITEMS;

template <cub::BlockHistogramAlgorithm ALGORITHM>
__global__ void counts(const unsigned char *in, int *out) {
  typedef cub::BlockHistogram<unsigned char, THREADS, ITEMS, BINS, ALGORITHM>
      histogram;
  __shared__ typename histogram::TempStorage shared;
  __shared__ int bins[BINS];
  unsigned char items[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  histogram(shared).Histogram(items, bins);
  __syncthreads();
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  histogram(shared).Composite(items, bins);
  __syncthreads();
  if (threadIdx.x < BINS)
    out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  const std::vector<unsigned char> values =
      real::values<unsigned char>(N, BINS);
  std::vector<int> wanted(BINS, 0);
  for (unsigned char value : values)
    wanted[value] += 2;
  real::same_all("by sorting", N,
                 run_block(counts<cub::BLOCK_HISTO_SORT>, values, BINS,
                           THREADS),
                 wanted);
  real::same_all("by atomics", N,
                 run_block(counts<cub::BLOCK_HISTO_ATOMIC>, values, BINS,
                           THREADS),
                 wanted);
  return real::done();
}
