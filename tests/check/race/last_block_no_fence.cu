// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__device__ unsigned done;
__global__ void sum(volatile int *part, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    ((int *)part)[blockIdx.x] = blockIdx.x;
#ifdef TWIN
    __threadfence();
#endif
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      all += part[i]; // EXPECT: global-race
    *out = all;
  }
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  sum<<<8, 32>>>(x, x + 32);
  cudaDeviceSynchronize();
  cudaFree(x);
}
