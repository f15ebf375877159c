// SPDX-License-Identifier: Apache-2.0
// Where a kernel gave up: the line of the program's own code, through our headers
// and the functions that were inlined.
// DEVICES: opencl levelzero
// FLAGS: -lineinfo
// ENV: QUERN_LOG=error
// ERRORS: trap_line.cu:15: the kernel trapped in block (1,0,0), thread (5,0,0)
// ERRORS: trap_line.cu:19: the kernel trapped in block (0,0,0), thread (3,0,0)
#include <cuda_runtime.h>

#include "program.h"

__device__ void need(bool good) {
  if (!good)
    __trap();
}
__global__ void traps() { need(blockIdx.x != 1 || threadIdx.x != 5); }
__global__ void aborts() {
  if (threadIdx.x == 3) abort();
}

int main() {
  traps<<<2, 32>>>();
  FAILS(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  OK(cudaDeviceReset());
  aborts<<<1, 32>>>();
  FAILS(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  return done();
}
