// SPDX-License-Identifier: Apache-2.0
// Reductions and scans of cooperative groups that update an atomic variable.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

#include <algorithm>
#include <vector>

#include "program.h"

namespace cg = cooperative_groups;

enum { THREADS = 128, BLOCKS = 3 };

struct Totals {
  cuda::atomic<int, cuda::thread_scope_device> sum, largest, stored, next, ranks;
  int plain;
};

__global__ void clear(Totals *t) {
  t->sum = t->largest = t->stored = t->next = t->ranks = 0;
  t->plain = 0;
}

__global__ void work(Totals *t, int *inclusive, int *exclusive, int *odd) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  cg::reduce_update_async(tile, t->sum, i, cg::plus<int>());
  cg::reduce_update_async(tile, t->largest, i, cg::greater<int>());
  inclusive[i] = cg::inclusive_scan_update(tile, t->next, i % 3 + 1);
  exclusive[i] = cg::exclusive_scan_update(tile, t->ranks, 1, cg::plus<int>());
  if (i < 32) {
    cg::reduce_store_async(tile, t->stored, i, cg::plus<int>());
    cg::reduce_store_async(tile, &t->plain, i, cg::greater<int>());
  }
  if (i % 2) {
    const cg::coalesced_group some = cg::coalesced_threads();
    cuda::atomic_ref<int, cuda::thread_scope_device> all(odd[0]);
    odd[1 + i / 2] = cg::exclusive_scan_update(some, all, 1);
  }
}

int main() {
  const int count = THREADS * BLOCKS;
  Totals *t;
  int *inclusive, *exclusive, *odd;
  OK(cudaMallocManaged(&t, sizeof(*t)));
  OK(cudaMallocManaged(&inclusive, count * sizeof(int)));
  OK(cudaMallocManaged(&exclusive, count * sizeof(int)));
  OK(cudaMallocManaged(&odd, (count / 2 + 1) * sizeof(int)));
  odd[0] = 0;
  clear<<<1, 1>>>(t);
  work<<<BLOCKS, THREADS>>>(t, inclusive, exclusive, odd);
  OK(cudaDeviceSynchronize());
  CHECK(t->sum.load() == count * (count - 1) / 2);
  CHECK(t->largest.load() == count - 1 && t->stored.load() == 31 * 16);
  CHECK(t->plain == 31 && odd[0] == count / 2);
  // Warps come in any order: the places are all there, and in a warp in order.
  std::vector<int> places(exclusive, exclusive + count);
  std::vector<int> ranks(odd + 1, odd + 1 + count / 2);
  for (int i = 0; i < count; ++i)
    if (i % 32) {
      CHECK(exclusive[i] == exclusive[i - 1] + 1);
      CHECK(inclusive[i] == inclusive[i - 1] + i % 3 + 1);
    }
  std::sort(places.begin(), places.end());
  std::sort(ranks.begin(), ranks.end());
  for (int i = 0; i < count; ++i)
    CHECK(places[i] == i && (i % 2 || ranks[i / 2] == i / 2));
  OK(cudaFree(t));
  OK(cudaFree(inclusive));
  OK(cudaFree(exclusive));
  OK(cudaFree(odd));
  return 0;
}
