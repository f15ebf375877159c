// SPDX-License-Identifier: Apache-2.0
// HIP's headers of reductions, scans and copies of groups, and what an exclusive
// scan gives the first thread: the value that its operator leaves others as they
// are with.
#include <hip/cooperative_groups/hip_reduce.h>
#include <hip/cooperative_groups/hip_scan.h>
#include <hip/cooperative_groups/memcpy_async.h>
#include <hip/hip_cooperative_groups.h>

#include <climits>
#include <cmath>

#include "program.h"

namespace cg = cooperative_groups;

enum { THREADS = 64 };

struct First {
  int sum, least, greatest, all, any;
  unsigned unsigned_greatest;
  signed char small;
  float min_float, max_float;
  long long wide;
};

__global__ void scan(const int *in, int *out, int *total, First *first) {
  __shared__ int copy[THREADS];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, copy, in, sizeof(copy));
  auto token = block.barrier_arrive();
  const auto tile = cg::tiled_partition<16>(block);
  block.barrier_wait(std::move(token));
  const int value = copy[threadIdx.x ^ 1];
  out[threadIdx.x] = cg::inclusive_scan(tile, value, cg::less<int>());
  total[threadIdx.x] = cg::reduce(tile, value, cg::plus<int>());
  First f = {};
  f.sum = cg::exclusive_scan(tile, value);
  f.least = cg::exclusive_scan(tile, value, cg::less<int>());
  f.greatest = cg::exclusive_scan(tile, value, cg::greater<int>());
  f.all = cg::exclusive_scan(tile, value, cg::bit_and<int>());
  f.any = cg::exclusive_scan(tile, value, cg::bit_or<int>());
  f.unsigned_greatest =
      cg::exclusive_scan(tile, (unsigned)value, cg::greater<unsigned>());
  f.small =
      cg::exclusive_scan(tile, (signed char)value, cg::less<signed char>());
  f.min_float = cg::exclusive_scan(tile, (float)value, cg::less<float>());
  f.max_float =
      cg::exclusive_scan(tile, (float)value, cg::greater<float>());
  f.wide = cg::exclusive_scan(tile, (long long)value, cg::greater<long long>());
  first[threadIdx.x] = f;
}

int main() {
  int *in, *out, *total;
  First *first;
  OK(hipMallocManaged(&in, THREADS * sizeof(int)));
  OK(hipMallocManaged(&out, THREADS * sizeof(int)));
  OK(hipMallocManaged(&total, THREADS * sizeof(int)));
  OK(hipMallocManaged(&first, THREADS * sizeof(First)));
  for (int i = 0; i < THREADS; ++i)
    in[i] = (i * 37 + 11) % 101;
  scan<<<1, THREADS>>>(in, out, total, first);
  OK(hipDeviceSynchronize());
  for (int i = 0; i < THREADS; ++i) {
    int least = INT_MAX, sum = 0, before = 0;
    for (int j = i / 16 * 16; j < i / 16 * 16 + 16; ++j) {
      sum += in[j ^ 1];
      if (j <= i && in[j ^ 1] < least)
        least = in[j ^ 1];
      if (j < i)
        before += in[j ^ 1];
    }
    CHECK(out[i] == least && total[i] == sum && first[i].sum == before);
  }
  for (int i = 0; i < THREADS; i += 16) {
    const First &f = first[i];
    CHECK(f.sum == 0 && f.any == 0 && f.all == -1);
    CHECK(f.least == INT_MAX && f.greatest == INT_MIN);
    CHECK(f.unsigned_greatest == 0 && f.small == SCHAR_MAX);
    CHECK(std::isinf(f.min_float) && f.min_float > 0);
    CHECK(std::isinf(f.max_float) && f.max_float < 0);
    CHECK(f.wide == LLONG_MIN);
  }
  return done();
}
