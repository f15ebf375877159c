// SPDX-License-Identifier: Apache-2.0
// rocPRIM's block_radix_sort and block_sort.
#include <rocprim/rocprim.hpp>

#include <algorithm>

#include "block.h"

static const int THREADS = 128, ITEMS = 4, N = THREADS * ITEMS;

__global__ void sorts(const int *in, int *out) {
  typedef rocprim::block_radix_sort<int, THREADS, ITEMS> radix;
  typedef rocprim::block_sort<int, THREADS> single;
  __shared__ typename radix::storage_type shared;
  __shared__ typename single::storage_type more;
  int keys[ITEMS], key = in[threadIdx.x];
  for (int i = 0; i < ITEMS; ++i)
    keys[i] = in[threadIdx.x * ITEMS + i];
  radix().sort_desc(keys, shared);
  single().sort(key, more, less_than());
  for (int i = 0; i < ITEMS; ++i)
    out[threadIdx.x * ITEMS + i] = keys[i];
  out[N + threadIdx.x] = key;
}

int main() {
  const std::vector<int> v = real::values<int>(N, 100000);
  std::vector<int> wanted = v;
  std::sort(wanted.begin(), wanted.end(), more_than());
  wanted.insert(wanted.end(), v.begin(), v.begin() + THREADS);
  std::sort(wanted.begin() + N, wanted.end());
  real::same_all("sorts of a block", N,
                 run_block(sorts, v, wanted.size(), THREADS), wanted);
  return real::done();
}
