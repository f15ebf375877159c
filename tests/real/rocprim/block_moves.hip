// SPDX-License-Identifier: Apache-2.0
// rocPRIM's block_exchange, block_shuffle, block_discontinuity,
// block_adjacent_difference and block_histogram.
#include <rocprim/block/block_shuffle.hpp>
#include <rocprim/rocprim.hpp>

#include "block.h"

static const int THREADS = 128, ITEMS = 3, N = THREADS * ITEMS, BINS = 20;

__global__ void moves(const int *in, int *out) {
  typedef rocprim::block_exchange<int, THREADS, ITEMS> exchange;
  typedef rocprim::block_shuffle<int, THREADS> shuffle;
  typedef rocprim::block_discontinuity<int, THREADS> discontinuity;
  typedef rocprim::block_adjacent_difference<int, THREADS> difference;
  __shared__ typename exchange::storage_type exchanging;
  __shared__ typename shuffle::storage_type shuffling;
  __shared__ typename discontinuity::storage_type flagging;
  __shared__ typename difference::storage_type subtracting;
  const int t = threadIdx.x;
  int items[ITEMS], striped[ITEMS], heads[ITEMS], left[ITEMS], rotated;
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  exchange().blocked_to_striped(items, striped, exchanging);
  shuffle().rotate((size_t)t, items[0], rotated, 5, shuffling);
  discontinuity().flag_heads(heads, items, differs(), flagging);
  difference().subtract_left(items, left, minus_left(), subtracting);
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = striped[i];
    out[N + t * ITEMS + i] = heads[i];
    out[2 * N + t * ITEMS + i] = left[i];
  }
  out[3 * N + t] = rotated;
}

__global__ void counts(const int *in, int *out) {
  typedef rocprim::block_histogram<int, THREADS, ITEMS, BINS> histogram;
  __shared__ typename histogram::storage_type shared;
  __shared__ int bins[BINS];
  int items[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  histogram().histogram(items, bins, shared);
  __syncthreads();
  if (threadIdx.x < BINS)
    out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  const std::vector<int> v = real::values<int>(N, BINS);
  std::vector<int> wanted(3 * N + THREADS), bins(BINS, 0);
  for (int i = 0; i < N; ++i) {
    wanted[i] = v[i % ITEMS * THREADS + i / ITEMS];
    wanted[N + i] = i == 0 || v[i] != v[i - 1];
    wanted[2 * N + i] = i == 0 ? v[0] : v[i] - v[i - 1];
    ++bins[v[i]];
  }
  for (int t = 0; t < THREADS; ++t)
    wanted[3 * N + t] = v[(t + 5) % THREADS * ITEMS];
  real::same_all("moves", N, run_block(moves, v, wanted.size(), THREADS),
                 wanted);
  real::same_all("block_histogram", N, run_block(counts, v, BINS, THREADS),
                 bins);
  return real::done();
}
