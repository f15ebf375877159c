// SPDX-License-Identifier: Apache-2.0
// Cooperative groups in the CUDA dialect, the whole grid included.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "program.h"

namespace cg = cooperative_groups;

__global__ void sum(const int *in, int n, int *parts, int *out) {
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  __shared__ int partial[32];
  int v = 0;
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size())
    v += in[i];
  v = cg::reduce(tile, v, cg::plus<int>());
  if (tile.thread_rank() == 0)
    partial[tile.meta_group_rank()] = v;
  block.sync();
  if (block.thread_rank() == 0) {
    int all = 0;
    for (unsigned i = 0; i < block.size() / 32; ++i)
      all += partial[i];
    parts[blockIdx.x] = all;
  }
  grid.sync();
  if (grid.thread_rank() == 0) {
    *out = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      *out += parts[i];
  }
}

int main() {
  int n = 10000, per = 0, has = 0, *in, *parts, *out, got = 0;
  OK(cudaDeviceGetAttribute(&has, cudaDevAttrCooperativeLaunch, 0));
  if (!has)
    return 77;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, sum, 128, 0));
  CHECK(per >= 1);
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i)
    h[i] = i;
  OK(cudaMalloc(&in, n * sizeof(int)));
  OK(cudaMalloc(&parts, 8 * sizeof(int)));
  OK(cudaMalloc(&out, sizeof(int)));
  OK(cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  const int blocks = per < 4 ? per : 4;
  void *args[] = {&in, &n, &parts, &out};
  for (int i = 0; i < 10; ++i) {
    OK(cudaLaunchCooperativeKernel(sum, dim3(blocks), dim3(128), args));
    OK(cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK(got == n * (n - 1) / 2);
  }
  FAILS(cudaLaunchCooperativeKernel((void *)sum, dim3(1 << 20), dim3(128), args,
                                    0, 0),
        cudaErrorCooperativeLaunchTooLarge);
  OK(cudaFree(in));
  OK(cudaFree(parts));
  OK(cudaFree(out));
  return done();
}
