// SPDX-License-Identifier: Apache-2.0
// A group of the threads that were together is used where half of them are not.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void spread(int *x) {
#ifdef TWIN
  if (threadIdx.x & 1) {
    cg::coalesced_group together = cg::coalesced_threads();
#else
  cg::coalesced_group together = cg::coalesced_threads();
  if (threadIdx.x & 1) {
#endif
    x[threadIdx.x] = together.shfl(threadIdx.x, 0); // EXPECT: shuffle-inactive
  } else {
    x[threadIdx.x] = 0;
  }
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  spread<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
