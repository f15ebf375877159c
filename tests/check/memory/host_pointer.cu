// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

#include <cstdlib>
__global__ void set(int *x) { x[threadIdx.x] = 1; } // EXPECT: host-pointer
int main() {
#ifdef TWIN
  int *x;
  cudaMallocManaged(&x, 32 * sizeof(int));
#else
  int *x = (int *)malloc(32 * sizeof(int));
#endif
  set<<<1, 32>>>(x);
  cudaDeviceSynchronize();
#ifdef TWIN
  cudaFree(x);
#else
  free(x);
#endif
}
