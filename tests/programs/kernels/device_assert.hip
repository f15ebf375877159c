// SPDX-License-Identifier: Apache-2.0
// A failed assertion: file, line, block and thread are told; calls fail then.
// ERRORS: device_assert.hip
// ERRORS: block
// ERRORS: p[threadIdx.x] != 7
#include <cassert>
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void check(int *p) { assert(p[threadIdx.x] != 7); }

int main() {
  int *p, h[32];
  for (int i = 0; i < 32; ++i)
    h[i] = i + 100;
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemcpy(p, h, sizeof(h), hipMemcpyHostToDevice));
  check<<<1, 32>>>(p);
  OK(hipDeviceSynchronize());
  h[9] = 7;
  OK(hipMemcpy(p, h, sizeof(h), hipMemcpyHostToDevice));
  check<<<1, 32>>>(p);
  FAILS(hipDeviceSynchronize(), hipErrorAssert);
  FAILS(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost), hipErrorAssert);
  if (runs_on("cuda"))
    return done(); // the driver keeps the failure until the process ends
  OK(hipDeviceReset()); // forgets it
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemset(p, 0, sizeof(h)));
  check<<<1, 32>>>(p);
  OK(hipDeviceSynchronize());
  OK(hipFree(p));
  return done();
}
