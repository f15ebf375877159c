// SPDX-License-Identifier: Apache-2.0
// Work-items that leave a result and return before a barrier, from anywhere, are
// not waited for; one that goes around the barrier to the kernel's end is.
#include <cuda_runtime.h>

__global__ void in_a_loop(int *x) {
  __shared__ int sums[64];
  const int i = threadIdx.x;
  sums[i] = 0;
  __syncthreads();
  for (int round = 0; round < 64; ++round) {
    if (i == round) {
      const int sum = sums[i];
      x[i] = sum;
      return;
    }
    sums[i] += round;
    __syncthreads();
  }
}

__global__ void in_a_switch(int *x) {
  const int i = threadIdx.x;
  switch (i % 4) {
  case 0:
    x[i] = 4;
    return;
  case 1: {
    int three[3] = {i, i + 1, i + 2};
    x[i] = three[x[i] % 3];
    return;
  }
  case 2:
    x[i] = 1;
    break;
  default:
    if (i > 40) {
      atomicAdd(&x[i], 1);
      return;
    } else {
      x[i] += 2;
    }
  }
  __syncthreads();
  x[i] += 1;
}

__global__ void at_the_end(int *x) {
  const int i = threadIdx.x;
  if (i >= 60) {
    x[i] = 3;
    return;
  }
#ifdef TWIN
  __syncthreads();
#else
  if (i < 32)
    __syncthreads(); // EXPECT: barrier-left-out
#endif
  x[i] = 1;
}

__global__ void returns_last(int *x) {
  const int i = threadIdx.x;
  if (i < 32) {
    x[i] = 1;
    return;
  }
  __syncthreads();
  x[i] = 2;
  return;
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  in_a_loop<<<1, 64>>>(x);
  in_a_switch<<<1, 64>>>(x);
  at_the_end<<<1, 64>>>(x);
  returns_last<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
