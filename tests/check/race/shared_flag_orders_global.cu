// SPDX-License-Identifier: Apache-2.0
// Who comes last in a block, by a counter in shared memory, reads what the others
// left in global memory: behind fences. With -DTWIN the defect is not there.
#include <cuda_runtime.h>

__global__ void add_up(int *sum, int *terms) {
  __shared__ int arrived;
  if (threadIdx.x == 0)
    arrived = 0;
  __syncthreads();
  terms[threadIdx.x] = threadIdx.x;
#ifdef TWIN
  __threadfence_block();
#endif
  if (atomicAdd(&arrived, 1) == 63) {
#ifdef TWIN
    __threadfence_block();
#endif
    int all = 0;
    for (int i = 0; i < 64; ++i)
      all += terms[i]; // EXPECT: global-race
    *sum = all;
  }
}
int main() {
  int *x;
  cudaMalloc(&x, 65 * sizeof(int));
  add_up<<<1, 64>>>(x, x + 1);
  cudaDeviceSynchronize();
  cudaFree(x);
}
