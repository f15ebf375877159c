// SPDX-License-Identifier: Apache-2.0
// BlockScan and WarpScan without an initial value, and totals beside one.
#include <hipcub/block/block_scan.hpp>
#include <hipcub/warp/warp_scan.hpp>

#include <algorithm>

#include "block.h"

static const int THREADS = 70, ITEMS = 3, N = THREADS * ITEMS, MARGIN = 5000;

template <hipcub::BlockScanAlgorithm ALGORITHM>
__global__ void of_a_block(const int *in, int *out) {
  typedef hipcub::BlockScan<int, THREADS, ALGORITHM> scan;
  __shared__ typename scan::TempStorage shared;
  const int t = threadIdx.x;
  int items[ITEMS], most[ITEMS], before, total, totals;
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  scan(shared).ExclusiveScan(items, most, larger());
  __syncthreads();
  scan(shared).ExclusiveScan(items[0], before, smaller(), total);
  __syncthreads();
  scan(shared).ExclusiveScan(items, items, MARGIN, add(), totals);
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = t + i == 0 ? -1 : most[i];
    out[N + t * ITEMS + i] = items[i];
  }
  out[2 * N + t] = t == 0 ? -1 : before;
  out[2 * N + THREADS + t] = total;
  out[2 * N + 2 * THREADS + t] = totals;
}

static std::vector<int> of_a_block(const std::vector<int> &v) {
  std::vector<int> wanted(2 * N + 3 * THREADS);
  int most = -1, sum = 0, least = -1, all = v[0];
  for (int i = 0; i < N; ++i) {
    wanted[i] = most;
    wanted[N + i] = MARGIN + sum;
    most = std::max(most, v[i]);
    sum += v[i];
  }
  for (int t = 0; t < THREADS; ++t) {
    wanted[2 * N + t] = least;
    all = least = t == 0 ? v[0] : std::min(least, v[t * ITEMS]);
  }
  std::fill_n(wanted.begin() + 2 * N + THREADS, THREADS, all);
  std::fill_n(wanted.begin() + 2 * N + 2 * THREADS, THREADS, sum);
  return wanted;
}

template <int LANES> __global__ void of_a_warp(const int *in, int *out) {
  typedef hipcub::WarpScan<int, LANES> scan;
  __shared__ typename scan::TempStorage shared[64 / LANES];
  const int t = threadIdx.x;
  int inclusive, exclusive, total, with;
  scan one(shared[t / LANES]);
  one.Scan(in[t], inclusive, exclusive, larger());
  out[t] = inclusive;
  out[64 + t] = t % LANES == 0 ? -1 : exclusive;
  one.ExclusiveScan(in[t], exclusive, larger(), total);
  out[128 + t] = total;
  one.ExclusiveScan(in[t], with, MARGIN, add(), total);
  out[192 + t] = with;
  out[256 + t] = total;
}

template <int LANES> static void check_warp(const char *what) {
  const std::vector<int> v = real::values<int>(64, 1000);
  std::vector<int> wanted(320);
  for (int first = 0; first < 64; first += LANES) {
    int most = -1, sum = 0;
    for (int t = first; t < first + LANES; ++t) {
      wanted[64 + t] = most;
      wanted[192 + t] = MARGIN + sum;
      wanted[t] = most = std::max(most, v[t]);
      sum += v[t];
    }
    std::fill_n(wanted.begin() + 128 + first, LANES, most);
    std::fill_n(wanted.begin() + 256 + first, LANES, sum);
  }
  real::same_all(what, LANES, run_block(of_a_warp<LANES>, v, 320, 64), wanted);
}

int main() {
  const std::vector<int> v = real::values<int>(N, 1000);
  const std::vector<int> wanted = of_a_block(v);
  real::same_all("BlockScan by warps", N,
                 run_block(of_a_block<hipcub::BLOCK_SCAN_WARP_SCANS>, v,
                           wanted.size(), THREADS),
                 wanted);
  real::same_all("BlockScan by raking", N,
                 run_block(of_a_block<hipcub::BLOCK_SCAN_RAKING>, v,
                           wanted.size(), THREADS),
                 wanted);
  check_warp<32>("WarpScan of 32");
  check_warp<8>("WarpScan of 8");
  return real::done();
}
