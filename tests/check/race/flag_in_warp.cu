// SPDX-License-Identifier: Apache-2.0
// A lane that waits for a flag of another one of its warp, as volatile accesses
// may; what the other did before is seen behind fences. With -DTWIN the defect is
// not there.
#include <cuda_runtime.h>

__device__ void wait(volatile int *flag) {
  while (!*flag)
    ;
}

__global__ void hand_over(int *x) {
  __shared__ volatile int flag;
  __shared__ int value;
  if (threadIdx.x == 0)
    flag = 0;
  __syncwarp();
  if (threadIdx.x == 0) {
    value = 7;
#ifdef TWIN
    __threadfence_block();
#endif
    flag = 1;
  } else {
    wait(&flag);
    x[threadIdx.x] = value; // EXPECT: shared-race
  }
}
int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  hand_over<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
