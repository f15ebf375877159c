// SPDX-License-Identifier: Apache-2.0
// A program without code for this machine's device says what it has.
// FLAGS: --targets=gfx942
// DEVICES: cpu
// ENV: QUERN_LOG=error
// ERRORS: gfx942
// ERRORS: x86
#include <hip/hip_runtime.h>

#include "program.h"

__device__ int variable;
__global__ void fill(int *p) { p[threadIdx.x] = 1; }

int main() {
  int *p, n = 0;
  OK(hipMalloc(&p, 256));
  fill<<<1, 32>>>(p);
  CHECK(hipGetLastError() == hipErrorNoBinaryForGpu);
  FAILS(hipMemcpyFromSymbol(&n, HIP_SYMBOL(variable), sizeof(n)),
        hipErrorNoBinaryForGpu);
  hipFuncAttributes a;
  FAILS(hipFuncGetAttributes(&a, fill), hipErrorNoBinaryForGpu);
  OK(hipMemset(p, 0, 256)); // what needs no code works
  OK(hipFree(p));
  return done();
}
