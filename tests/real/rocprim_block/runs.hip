// SPDX-License-Identifier: Apache-2.0
// Several block classes in one kernel, as programs use them: a sort, the heads
// of its runs, a scan of those and a scatter give each block the distinct
// values of its tile with their counts, and a reduction how many there are.
#include <algorithm>

#include "block.h"
#include "functors.h"
#include "kinds.h"

static const int THREADS = 128, ITEMS = 5, TILE = THREADS * ITEMS, BLOCKS = 7;

typedef rocprim::block_load<int, THREADS, ITEMS,
                            rocprim::block_load_method::block_load_transpose>
    load_t;
typedef rocprim::block_radix_sort<int, THREADS, ITEMS> sort_t;
typedef rocprim::block_discontinuity<int, THREADS> flag_t;
typedef rocprim::block_scan<int, THREADS> scan_t;
typedef rocprim::block_reduce<int, THREADS> reduce_t;

union storage {
  typename load_t::storage_type load;
  typename sort_t::storage_type sort;
  typename flag_t::storage_type flag;
  typename scan_t::storage_type scan;
  typename reduce_t::storage_type reduce;
};

// Values and the places where they begin, by their number in the block.
__global__ void distinct(const int *in, int *values, int *starts, int *counts) {
  __shared__ union storage shared;
  const int base = blockIdx.x * TILE;
  int items[ITEMS], heads[ITEMS], number[ITEMS], total;
  load_t().load(in + base, items, shared.load);
  __syncthreads();
  sort_t().sort(items, shared.sort);
  __syncthreads();
  flag_t().flag_heads(heads, items, differs(), shared.flag);
  __syncthreads();
  scan_t().exclusive_scan(heads, number, 0, shared.scan, add());
  for (int i = 0; i < ITEMS; ++i)
    if (heads[i]) {
      values[base + number[i]] = items[i];
      starts[base + number[i]] = threadIdx.x * ITEMS + i;
    }
  __syncthreads();
  reduce_t().reduce(heads, total, shared.reduce, add());
  if (threadIdx.x == 0)
    counts[blockIdx.x] = total;
}

static void check(int limit) {
  const std::vector<int> v = real::values<int>(BLOCKS * TILE, limit);
  const real::memory<int> in(v), values(v.size()), starts(v.size()),
      counts(BLOCKS);
  distinct<<<BLOCKS, THREADS>>>(in.get(), values.get(), starts.get(),
                                counts.get());
  const std::vector<int> got_values = values.host(), got_starts = starts.host(),
                         got_counts = counts.host();
  for (int block = 0; block < BLOCKS; ++block) {
    const int base = block * TILE;
    std::vector<int> sorted(v.begin() + base, v.begin() + base + TILE), heads,
        begins;
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < TILE; ++i)
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        heads.push_back(sorted[i]);
        begins.push_back(i);
      }
    const auto part = [&](const std::vector<int> &all) {
      return std::vector<int>(all.begin() + base,
                              all.begin() + base + heads.size());
    };
    real::same("how many", limit, got_counts[block], (int)heads.size());
    real::same_all("values", limit, part(got_values), heads);
    real::same_all("starts", limit, part(got_starts), begins);
  }
}

int main() {
  for (int limit : {1, 2, 50, 100000})
    check(limit);
  return real::done();
}
