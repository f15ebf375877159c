// SPDX-License-Identifier: Apache-2.0
// A function gets the address of a local array. With -DTWIN the defect is not there.
#include <cuda_runtime.h>

__device__ __noinline__ void put(int *to, int at, int value) {
  to[at] = value; // EXPECT: out-of-bounds
}

__global__ void turn(int *x) {
  int before[4], here[5], after[4];
  for (int i = 0; i < 4; ++i) {
    put(before, i, i);
    put(after, i, i);
  }
#ifdef TWIN
  const int count = 5;
#else
  const int count = 6;
#endif
  for (int i = 0; i < count; ++i)
    put(here, i, 2 * i);
  x[threadIdx.x] = before[1] + here[threadIdx.x % 5] + after[2];
}
int main() {
  int *x;
  cudaMalloc(&x, 128);
  turn<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
