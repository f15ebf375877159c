// SPDX-License-Identifier: Apache-2.0
// Kernels that give up: abort and traps fail the launch, not the process.
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void give_up(int how) {
  if (how == 1)
    abort();
  if (how == 2)
    __builtin_trap();
}

int main() {
  for (int how = 1; how <= 2; ++how) {
    give_up<<<2, 32>>>(0);
    OK(hipDeviceSynchronize());
    give_up<<<2, 32>>>(how);
    const hipError_t error = hipDeviceSynchronize();
    CHECK(error == hipErrorLaunchFailure || error == hipErrorAssert ||
          error == hipErrorIllegalAddress);
    void *p;
    CHECK(hipMalloc(&p, 64) != hipSuccess || hipFree(p) != hipSuccess ||
          hipDeviceSynchronize() != hipSuccess); // it stays
    if (runs_on("cuda"))
      return done(); // the driver keeps the failure until the process ends
    OK(hipDeviceReset());
  }
  give_up<<<1, 1>>>(0);
  OK(hipDeviceSynchronize());
  return done();
}
