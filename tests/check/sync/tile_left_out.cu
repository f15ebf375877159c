// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;
__global__ void tiles(int *x) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = threadIdx.x;
#ifdef TWIN
  x[i] = tile.any(i == 3);
#else
  if (i % 32 < 8)
    x[i] = tile.any(i == 3); // EXPECT: mask-absent-lane
#endif
  __syncthreads();
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  tiles<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
