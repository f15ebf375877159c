// SPDX-License-Identifier: Apache-2.0
// Block classes in blocks of two and three dimensions, and of larger values.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "block.h"

struct point {
  double x;
  int n;
};
struct add_points {
  REAL_FN point operator()(const point &a, const point &b) const {
    return {a.x + b.x, a.n + b.n};
  }
};

template <int X, int Y, int Z> __global__ void works(const int *in, int *out) {
  typedef cub::BlockScan<int, X, cub::BLOCK_SCAN_RAKING, Y, Z> scan;
  typedef cub::BlockReduce<point, X, cub::BLOCK_REDUCE_WARP_REDUCTIONS, Y, Z>
      reduce;
  __shared__ typename scan::TempStorage shared;
  __shared__ typename reduce::TempStorage more;
  const int t = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
  int sum;
  scan(shared).InclusiveSum(in[t], sum);
  const point all = reduce(more).Reduce(point{in[t] * 0.5, 1}, add_points());
  out[t] = sum;
  if (t == 0) {
    out[X * Y * Z] = (int)all.x;
    out[X * Y * Z + 1] = all.n;
  }
}

template <int X, int Y, int Z> void check(const char *what) {
  const int n = X * Y * Z;
  const std::vector<int> v = real::values<int>(n, 1000);
  std::vector<int> wanted;
  int sum = 0;
  for (int value : v)
    wanted.push_back(sum += value);
  wanted.push_back(sum / 2);
  wanted.push_back(n);
  real::same_all(what, n,
                 run_block(works<X, Y, Z>, v, wanted.size(), dim3(X, Y, Z)),
                 wanted);
}

int main() {
  check<8, 8, 1>("8 x 8");
  check<5, 7, 3>("5 x 7 x 3");
  check<32, 2, 2>("32 x 2 x 2");
  return real::done();
}
