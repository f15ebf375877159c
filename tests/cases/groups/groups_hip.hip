// SPDX-License-Identifier: Apache-2.0
// Groups by HIP's header: thread_group of a block, its partitions, and the grids
// of several devices.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include "program.h"

namespace cg = cooperative_groups;

__global__ void parts(int *out) {
  const cg::thread_group block = cg::this_thread_block();
  const cg::thread_group four = cg::tiled_partition(block, 4);
  const cg::thread_block_tile<4> tile =
      cg::tiled_partition<4>(cg::this_thread_block());
  const auto all = cg::coalesced_threads();
  const auto some = cg::tiled_partition(all, 4);
  out[threadIdx.x] = (int)(four.thread_rank() + 10 * tile.thread_rank() +
                           100 * some.thread_rank() +
                           1000 * __popcll(all.match_any(threadIdx.x / 8)));
}

__global__ void grids(int *out) {
  const auto g = cg::this_multi_grid();
  out[g.thread_rank()] = 1;
  g.sync();
  if (g.thread_rank() == 0)
    for (unsigned i = 1; i < g.size(); ++i)
      out[0] += out[i];
}

int main() {
  int *out, h[64];
  OK(hipMalloc(&out, sizeof(h)));
  parts<<<1, 64>>>(out);
  OK(hipMemcpy(h, out, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i)
    CHECK(h[i] == 8000 + i % 4 * 111);
  void *arguments[] = {&out};
  OK(hipLaunchCooperativeKernel((void *)grids, dim3(2), dim3(32), arguments, 0,
                                0));
  OK(hipMemcpy(h, out, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 64);
  OK(hipFree(out));
  return done();
}
