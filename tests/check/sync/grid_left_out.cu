// SPDX-License-Identifier: Apache-2.0
// A barrier of the grid that a block leaves out: GPUs wait for it for ever.
// ENV: QUERN_CPU_THREADS=1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rounds(int *x) {
  cg::grid_group all = cg::this_grid();
  x[all.thread_rank()] = 1;
#ifndef TWIN
  if (blockIdx.x != 1)
#endif
    all.sync(); // EXPECT: barrier-left-out
  x[all.thread_rank()] += 1;
}

int main() {
  int *x;
  cudaMalloc(&x, 4 * 32 * sizeof(int));
  void *args[] = {&x};
  cudaLaunchCooperativeKernel((void *)rounds, dim3(4), dim3(32), args, 0, 0);
  cudaDeviceSynchronize();
  cudaFree(x);
}
