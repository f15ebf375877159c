// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
// ALSO: bad-address
#include <cstdint>
__global__ void set(int *x) { x[threadIdx.x] = 1; }
int main() {
  // What an uninitialised variable may hold.
  int *x = (int *)(uintptr_t)0xcccccccccccc;
#ifdef TWIN
  cudaMalloc(&x, 128);
#endif
  set<<<1, 32>>>(x); // EXPECT: uninitialised-argument
  cudaDeviceSynchronize();
#ifdef TWIN
  cudaFree(x);
#endif
}
