// SPDX-License-Identifier: Apache-2.0
// WarpReduce: warps and parts of warps, some lanes, segments.
#include <cub/warp/warp_reduce.cuh>

#include "block.h"

static const int THREADS = 96;

template <int LANES> __global__ void reduces(const int *in, int *out) {
  typedef cub::WarpReduce<int, LANES> reduce;
  __shared__ typename reduce::TempStorage shared[THREADS / LANES];
  const int t = threadIdx.x, warp = t / LANES, lane = t % LANES;
  const int sum = reduce(shared[warp]).Sum(in[t]);
  __syncwarp();
  const int most = reduce(shared[warp]).Reduce(in[t], larger());
  __syncwarp();
  const int part = reduce(shared[warp]).Sum(in[t], LANES / 2 + 1);
  __syncwarp();
  const int segment =
      reduce(shared[warp]).HeadSegmentedSum(in[t], lane % 3 == 0);
  out[t] = lane % 3 == 0 ? segment : 0;
  if (lane == 0) {
    out[THREADS + warp * 3] = sum;
    out[THREADS + warp * 3 + 1] = most;
    out[THREADS + warp * 3 + 2] = part;
  }
}

template <int LANES> void check(const char *what) {
  const std::vector<int> v = real::values<int>(THREADS, 1000);
  std::vector<int> wanted(THREADS + 3 * THREADS / LANES, 0);
  for (int t = 0; t < THREADS; ++t) {
    const int lane = t % LANES;
    int *totals = &wanted[THREADS + t / LANES * 3];
    wanted[t - lane % 3] += v[t];
    totals[0] += v[t];
    totals[1] = larger()(totals[1], v[t]);
    totals[2] += lane <= LANES / 2 ? v[t] : 0;
  }
  real::same_all(what, THREADS,
                 run_block(reduces<LANES>, v, wanted.size(), THREADS), wanted);
}

int main() {
  check<32>("32 lanes");
  check<16>("16 lanes");
  check<8>("8 lanes");
  check<4>("4 lanes");
  return real::done();
}
