// SPDX-License-Identifier: Apache-2.0
// BlockScan with every algorithm, with a total and with a running prefix.
#include <cub/block/block_scan.cuh>

#include <numeric>

#include "block.h"

struct running {
  int total;
  __device__ int operator()(int sum) {
    const int before = total;
    total += sum;
    return before;
  }
};

template <cub::BlockScanAlgorithm ALGORITHM, int THREADS>
__global__ void scans(const int *in, int *out) {
  typedef cub::BlockScan<int, THREADS, ALGORITHM> scan;
  __shared__ typename scan::TempStorage shared;
  const int t = threadIdx.x;
  int items[3], sums[3], total;
  for (int i = 0; i < 3; ++i)
    items[i] = in[3 * t + i];
  scan(shared).ExclusiveSum(items, sums, total);
  for (int i = 0; i < 3; ++i)
    out[3 * t + i] = sums[i];
  if (t == THREADS - 1)
    out[3 * THREADS] = total;
  __syncthreads();
  scan(shared).InclusiveScan(items[0], sums[0], larger());
  out[3 * THREADS + 1 + t] = sums[0];
  running prefix = {100};
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    scan(shared).ExclusiveSum(items[round], sums[0], prefix);
    out[4 * THREADS + 1 + round * THREADS + t] = sums[0];
  }
}

template <cub::BlockScanAlgorithm ALGORITHM, int THREADS>
void check(const char *what) {
  const std::vector<int> v = real::values<int>(3 * THREADS, 1000);
  std::vector<int> wanted(3 * THREADS);
  std::exclusive_scan(v.begin(), v.end(), wanted.begin(), 0);
  wanted.push_back(std::accumulate(v.begin(), v.end(), 0));
  for (int t = 0, most = 0; t < THREADS; ++t)
    wanted.push_back(most = larger()(most, v[3 * t]));
  for (int round = 0, total = 100; round < 2; ++round)
    for (int t = 0; t < THREADS; ++t) {
      wanted.push_back(total);
      total += v[3 * t + round];
    }
  real::same_all(
      what, THREADS,
      run_block(scans<ALGORITHM, THREADS>, v, wanted.size(), THREADS), wanted);
}

int main() {
  check<cub::BLOCK_SCAN_RAKING, 128>("raking");
  check<cub::BLOCK_SCAN_RAKING, 75>("raking, odd");
  check<cub::BLOCK_SCAN_RAKING_MEMOIZE, 96>("raking, memoized");
  check<cub::BLOCK_SCAN_WARP_SCANS, 256>("warps");
  check<cub::BLOCK_SCAN_WARP_SCANS, 32>("one warp");
  return real::done();
}
