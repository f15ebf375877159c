// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;
__global__ void all(int *x) {
  x[blockIdx.x] = 1;
  cg::this_grid().sync();
}
int main() {
  int *x;
  cudaMalloc(&x, 64);
#ifdef TWIN
  void *args[] = {&x};
  cudaLaunchCooperativeKernel((void *)all, dim3(2), dim3(32), args, 0, 0);
#else
  all<<<2, 32>>>(x); // EXPECT: grid-sync
#endif
  cudaDeviceSynchronize();
  cudaFree(x);
}
