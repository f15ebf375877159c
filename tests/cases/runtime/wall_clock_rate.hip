// SPDX-License-Identifier: Apache-2.0
// wall_clock64 counts at the rate that hipDeviceAttributeWallClockRate says.
#include <hip/hip_runtime.h>

#include "program.h"

#include <chrono>

__global__ void wait(long long ticks, long long *waited) {
  const long long start = wall_clock64();
  while (wall_clock64() - start < ticks) {
  }
  *waited = wall_clock64() - start;
}

int main() {
  const int MS = 200;
  int khz = 0;
  long long *waited;
  OK(hipDeviceGetAttribute(&khz, hipDeviceAttributeWallClockRate, 0));
  CHECK(khz > 0);
  OK(hipMallocManaged((void **)&waited, sizeof(*waited)));
  wait<<<1, 1>>>(1, waited); // loads the code
  OK(hipDeviceSynchronize());
  const auto start = std::chrono::steady_clock::now();
  wait<<<1, 1>>>((long long)khz * MS, waited);
  OK(hipDeviceSynchronize());
  const double ms = std::chrono::duration<double, std::milli>(
                        std::chrono::steady_clock::now() - start)
                        .count();
  CHECK(*waited >= (long long)khz * MS);
  CHECK(ms > MS * 0.95 && ms < MS * 3);
  OK(hipFree(waited));
  return done();
}
