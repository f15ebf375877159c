// SPDX-License-Identifier: Apache-2.0
// rocPRIM's block_reduce and block_scan with each algorithm.
#include <rocprim/rocprim.hpp>

#include "block.h"

template <rocprim::block_reduce_algorithm REDUCE,
          rocprim::block_scan_algorithm SCAN, int THREADS>
__global__ void works(const int *in, int *out) {
  typedef rocprim::block_reduce<int, THREADS, REDUCE> reduce;
  typedef rocprim::block_scan<int, THREADS, SCAN> scan;
  __shared__ typename reduce::storage_type reducing;
  __shared__ typename scan::storage_type scanning;
  const int t = threadIdx.x;
  int most, before, upto;
  reduce().reduce(in[t], most, reducing, larger());
  scan().exclusive_scan(in[t], before, 10, scanning, add());
  __syncthreads();
  scan().inclusive_scan(in[t], upto, scanning, larger());
  out[t] = before;
  out[THREADS + t] = upto;
  if (t == 0)
    out[2 * THREADS] = most;
}

template <rocprim::block_reduce_algorithm REDUCE,
          rocprim::block_scan_algorithm SCAN, int THREADS>
void check(const char *what) {
  const std::vector<int> v = real::values<int>(THREADS, 1000);
  std::vector<int> wanted(2 * THREADS + 1);
  int sum = 10, most = 0;
  for (int t = 0; t < THREADS; ++t) {
    wanted[t] = sum;
    sum += v[t];
    wanted[THREADS + t] = most = larger()(most, v[t]);
  }
  wanted[2 * THREADS] = most;
  real::same_all(
      what, THREADS,
      run_block(works<REDUCE, SCAN, THREADS>, v, wanted.size(), THREADS),
      wanted);
}

int main() {
  typedef rocprim::block_reduce_algorithm reduce;
  typedef rocprim::block_scan_algorithm scan;
  check<reduce::using_warp_reduce, scan::using_warp_scan, 256>("by warps");
  check<reduce::raking_reduce, scan::reduce_then_scan, 128>("raking");
  check<reduce::using_warp_reduce, scan::using_warp_scan, 64>("64 threads");
  return real::done();
}
