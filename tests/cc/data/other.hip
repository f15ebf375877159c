// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

__device__ int counter = 100;
static __device__ int hidden = 6;
static __global__ void local(int *p) { p[2] = hidden; }

int other(void) {
  int *p;
  if (hipMallocManaged((void **)&p, 64) != hipSuccess)
    return -1;
  local<<<1, 1>>>(p);
  return hipDeviceSynchronize() == hipSuccess ? p[2] : -2;
}
