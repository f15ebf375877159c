// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include <stdio.h>
#include <string.h>

__global__ void index(int *p, int n) {
  int own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  p[threadIdx.x] = own[threadIdx.x + n]; // INDEX
}
__global__ void shift(int *p, int n) {
  __syncthreads();
  p[threadIdx.x] = 1 << (n * threadIdx.x); // SHIFT
}
__device__ int add(int a, int b) {
  return a + b; // OVERFLOW
}
__global__ void overflow(int *p, int n) { *p = add(n, 2147483647); }
__global__ void divide(int *p, int n) { *p = 7 / n; } // DIVIDE

int main(int, char **argv) {
  const char *kind = argv[1];
  int *p;
  if (hipMalloc((void **)&p, 64 * sizeof(int)) != hipSuccess)
    return 1;
  index<<<2, 8>>>(p, strcmp(kind, "index") == 0);
  shift<<<2, 8>>>(p, strcmp(kind, "shift") == 0 ? 8 : 2);
  overflow<<<1, 1>>>(p, strcmp(kind, "overflow") == 0);
  divide<<<1, 1>>>(p, strcmp(kind, "divide") != 0);
  if (hipDeviceSynchronize() != hipSuccess)
    return 3;
  printf("clean\n");
  return 0;
}
