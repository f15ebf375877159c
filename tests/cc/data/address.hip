// SPDX-License-Identifier: Apache-2.0
// One wrong access, named by the argument.
#include <hip/hip_runtime.h>

#include <stdio.h>
#include <string.h>

__device__ int table[8];

__global__ void global_loop(int *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i < n ? i : n] = i;
}
__global__ void shared_fiber(int *p, int shift) {
  __shared__ int a[8];
  __shared__ int b[8];
  a[threadIdx.x] = p[threadIdx.x];
  b[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = a[threadIdx.x + shift] + b[0];
}
__global__ void dynamic(int *p, int shift) {
  extern __shared__ int d[];
  d[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = d[threadIdx.x + shift];
}
__global__ void variable(int *p, int index) { p[0] = table[index]; }

int main(int, char **argv) {
  const char *kind = argv[1];
  int *p;
  if (hipMalloc((void **)&p, 32 * sizeof(int)) != hipSuccess)
    return 1;
  (void)hipMemset(p, 0, 32 * sizeof(int));
  global_loop<<<5, 8>>>(p, strcmp(kind, "global") ? 31 : 32);
  shared_fiber<<<2, 8>>>(p, strcmp(kind, "shared") == 0);
  dynamic<<<2, 8, 8 * sizeof(int)>>>(p, strcmp(kind, "dynamic") == 0);
  variable<<<1, 1>>>(p, strcmp(kind, "variable") == 0 ? 8 : 7);
  if (hipDeviceSynchronize() != hipSuccess)
    return 2;
  if (strcmp(kind, "freed") == 0) {
    (void)hipFree(p);
    global_loop<<<1, 8>>>(p, 31);
    (void)hipDeviceSynchronize();
  }
  printf("clean\n");
  return 0;
}
