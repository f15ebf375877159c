// SPDX-License-Identifier: Apache-2.0
// A plain write, and an atomic operation of the same work-item: the write still
// races with what others do by atomic operations.
#include <cstdio>

__global__ void count(unsigned *x) {
  __shared__ unsigned all[64];
  const int t = threadIdx.x;
  all[t] = 7;
  __syncthreads();
  all[t] = 0;
  x[t] = t;
#ifdef TWIN
  __syncthreads();
#endif
  atomicAdd(&x[t], 1u);
  atomicAdd(&all[t], 1u);
  if (t % 32 == 1) {
    atomicAdd(&x[t + 5], 1u);   // EXPECT: global-race
    atomicAdd(&all[t + 7], 1u); // EXPECT: shared-race
  }
  __syncthreads();
  x[64 + t] = all[t];
}

int main() {
  unsigned *x;
  cudaMalloc(&x, 128 * sizeof(*x));
  cudaMemset(x, 1, 128 * sizeof(*x));
  count<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
