// SPDX-License-Identifier: Apache-2.0
// BlockReduce with every algorithm; several items; a part of the block only.
#include <cub/block/block_reduce.cuh>

#include <algorithm>
#include <numeric>

#include "block.h"

template <cub::BlockReduceAlgorithm ALGORITHM, int THREADS>
__global__ void reduces(const int *in, int *out) {
  typedef cub::BlockReduce<int, THREADS, ALGORITHM> reduce;
  __shared__ typename reduce::TempStorage shared;
  const int t = threadIdx.x;
  int items[2] = {in[2 * t], in[2 * t + 1]};
  const int sum = reduce(shared).Sum(items[0]);
  __syncthreads();
  const int both = reduce(shared).Sum(items);
  __syncthreads();
  const int most = reduce(shared).Reduce(items[1], larger());
  __syncthreads();
  const int part = reduce(shared).Sum(items[0], THREADS / 2 + 1);
  if (t == 0) {
    out[0] = sum;
    out[1] = both;
    out[2] = most;
    out[3] = part;
  }
}

template <cub::BlockReduceAlgorithm ALGORITHM, int THREADS>
void check(const char *what) {
  const std::vector<int> v = real::values<int>(2 * THREADS, 1000);
  std::vector<int> wanted(4, 0);
  for (int t = 0; t < THREADS; ++t) {
    wanted[0] += v[2 * t];
    wanted[1] += v[2 * t] + v[2 * t + 1];
    wanted[2] = larger()(wanted[2], v[2 * t + 1]);
    wanted[3] += t <= THREADS / 2 ? v[2 * t] : 0;
  }
  real::same_all(what, THREADS,
                 run_block(reduces<ALGORITHM, THREADS>, v, 4, THREADS),
                 wanted);
}

int main() {
  check<cub::BLOCK_REDUCE_RAKING, 128>("raking");
  check<cub::BLOCK_REDUCE_RAKING, 77>("raking, odd");
  check<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, 256>("commutative");
  check<cub::BLOCK_REDUCE_WARP_REDUCTIONS, 32>("one warp");
  check<cub::BLOCK_REDUCE_WARP_REDUCTIONS, 200>("warps, odd");
  return real::done();
}
