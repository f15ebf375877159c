// SPDX-License-Identifier: Apache-2.0
// A library with kernels and variables of its own, for libraries.hip.
#include <hip/hip_runtime.h>

static __device__ int count = 100;
__managed__ int seen = 5;

static __global__ void step(int *p, int by) {
  p[threadIdx.x] = by + count;
  __syncthreads();
  if (!threadIdx.x) {
    ++seen;
    atomicAdd(&count, 1);
  }
}

extern "C" int library_run(int *p, int by) {
  step<<<1, 16>>>(p, by);
  int error = (int)hipGetLastError();
  if (!error)
    error = (int)hipDeviceSynchronize();
  return error;
}
extern "C" int library_seen() { return seen; }
