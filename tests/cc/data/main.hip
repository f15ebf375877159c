// SPDX-License-Identifier: Apache-2.0
// One unit of a program: a kernel that calls into another unit, and variables
// and kernels of which both units have one each.
#include <hip/hip_runtime.h>

#include <stdio.h>

extern __device__ int counter;
__device__ int twice(int x);
static __device__ int hidden = 5;
static __global__ void local(int *p) { p[1] = hidden; }
__global__ void kernel(int *p) { p[0] = twice(21) + counter; }

int other(void);

int main() {
  int *p, here = 0, there = 0;
  if (hipMallocManaged((void **)&p, 64) != hipSuccess)
    return 2;
  kernel<<<1, 1>>>(p);
  local<<<1, 1>>>(p);
  if (hipDeviceSynchronize() != hipSuccess ||
      hipMemcpyFromSymbol(&here, HIP_SYMBOL(hidden), 4) != hipSuccess ||
      hipMemcpyFromSymbol(&there, HIP_SYMBOL(counter), 4) != hipSuccess)
    return 3;
  printf("%d %d %d %d %d\n", p[0], p[1], here, there, other());
  return 0;
}
