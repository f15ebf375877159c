// SPDX-License-Identifier: Apache-2.0
// What lanes read goes backwards, from an end that the launch tells: the last
// lanes come before the beginning of shared memory.
#include <cstdio>

__global__ void turn(int end, const int *x, int *y, unsigned *z) {
  __shared__ int s[64];
  __shared__ unsigned u[64];
  const int t = threadIdx.x;
  s[t] = x[t];
  u[t] = x[t] + 1;
  __syncthreads();
  y[t] = s[end - 1 - t]; // EXPECT: out-of-bounds
  // Without a sign it goes round, to the other end of all addresses.
  z[t] = u[(unsigned)end - 1 - threadIdx.x];
}

int main() {
  int *x, *y;
  unsigned *z;
#ifdef TWIN
  const int end = 64;
#else
  const int end = 62;
#endif
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMalloc(&y, 64 * sizeof(int));
  cudaMalloc(&z, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  turn<<<1, 64>>>(end, x, y, z);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
