// SPDX-License-Identifier: Apache-2.0
// A barrier of the grid that a plain launch does not come to is no mistake, as in
// functions for any kind of group. With -DTWIN the defect is not there.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
__global__ void step(int *x, bool all) {
  x[blockIdx.x * 32 + threadIdx.x] = 1;
  if (all)
    cg::this_grid().sync();
  else
    cg::this_thread_block().sync();
}
int main() {
  int *x;
  cudaMalloc(&x, 256);
#ifdef TWIN
  step<<<2, 32>>>(x, false);
#else
  step<<<2, 32>>>(x, true); // EXPECT: grid-sync
#endif
  cudaDeviceSynchronize();
  cudaFree(x);
}
