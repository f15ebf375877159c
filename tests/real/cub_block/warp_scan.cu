// SPDX-License-Identifier: Apache-2.0
// WarpScan: sums and maxima in warps and parts of warps, and broadcasts.
#include <cub/warp/warp_scan.cuh>

#include "block.h"

static const int THREADS = 96;

template <int LANES> __global__ void scans(const int *in, int *out) {
  typedef cub::WarpScan<int, LANES> scan;
  __shared__ typename scan::TempStorage shared[THREADS / LANES];
  const int t = threadIdx.x, warp = t / LANES;
  int inclusive, exclusive, maxima;
  scan(shared[warp]).InclusiveSum(in[t], inclusive);
  __syncwarp();
  scan(shared[warp]).ExclusiveSum(in[t], exclusive);
  __syncwarp();
  scan(shared[warp]).InclusiveScan(in[t], maxima, larger());
  __syncwarp();
  out[t] = inclusive;
  out[THREADS + t] = exclusive;
  out[2 * THREADS + t] = maxima;
  out[3 * THREADS + t] = scan(shared[warp]).Broadcast(in[t], 2);
}

template <int LANES> void check(const char *what) {
  const std::vector<int> v = real::values<int>(THREADS, 1000);
  std::vector<int> wanted(4 * THREADS);
  for (int t = 0, sum = 0, most = 0; t < THREADS; ++t) {
    if (t % LANES == 0)
      sum = most = 0;
    wanted[THREADS + t] = sum;
    wanted[t] = sum += v[t];
    wanted[2 * THREADS + t] = most = larger()(most, v[t]);
    wanted[3 * THREADS + t] = v[t - t % LANES + 2];
  }
  real::same_all(what, THREADS,
                 run_block(scans<LANES>, v, wanted.size(), THREADS), wanted);
}

int main() {
  check<32>("32 lanes");
  check<16>("16 lanes");
  check<8>("8 lanes");
  return real::done();
}
