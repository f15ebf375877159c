// SPDX-License-Identifier: Apache-2.0
// The barrier of a block by cooperative groups, in a branch.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void shift(int *x) {
  __shared__ int tile[64];
  cg::thread_block block = cg::this_thread_block();
  const int i = block.thread_rank();
  tile[i] = i;
#ifndef TWIN
  if (i < 40)
#endif
    block.sync(); // EXPECT: barrier-left-out
  x[i] = tile[i];
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  shift<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
