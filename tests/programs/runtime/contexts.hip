// SPDX-License-Identifier: Apache-2.0
// Contexts, as far as HIP still has them.
#include <hip/hip_runtime.h>

#include <thread>

#include "program.h"

int main() {
  hipDevice_t device;
  hipCtx_t a, b, now, primary;
  OK(hipInit(0));
  FAILS(hipInit(1), hipErrorInvalidValue);
  OK(hipDeviceGet(&device, 0));
  FAILS(hipDeviceGet(&device, 99), hipErrorInvalidDevice);
  OK(hipDevicePrimaryCtxRetain(&primary, 0));
  CHECK(primary);
  unsigned flags;
  int active = 0;
  OK(hipDevicePrimaryCtxGetState(0, &flags, &active));
  CHECK(active == 1);
  OK(hipCtxCreate(&a, 0, 0));
  OK(hipCtxGetCurrent(&now));
  CHECK(now == a);
  OK(hipCtxCreate(&b, hipDeviceScheduleSpin, 0));
  OK(hipCtxGetCurrent(&now));
  CHECK(now == b);
  OK(hipCtxPopCurrent(&now));
  CHECK(now == b);
  OK(hipCtxGetCurrent(&now));
  CHECK(now == a);
  OK(hipCtxPushCurrent(b));
  OK(hipCtxGetDevice(&device));
  CHECK(device == 0);
  int version = 0;
  OK(hipCtxGetApiVersion(b, (unsigned *)&version));
  CHECK(version > 0);
  OK(hipCtxSetCurrent(primary));
  OK(hipCtxGetCurrent(&now));
  CHECK(now == primary);
  void *p;
  OK(hipMalloc(&p, 100));
  OK(hipCtxSynchronize());
  OK(hipFree(p));
  std::thread([=] {
    hipCtx_t mine = nullptr;
    OK(hipCtxSetCurrent(b));
    OK(hipCtxGetCurrent(&mine));
    CHECK(mine == b);
  }).join();
  OK(hipCtxDestroy(b));
  FAILS(hipCtxDestroy(b), hipErrorInvalidContext);
  FAILS(hipCtxSetCurrent(b), hipErrorInvalidContext);
  OK(hipCtxDestroy(a));
  OK(hipDevicePrimaryCtxRelease(0));
  FAILS(hipDevicePrimaryCtxRetain(&primary, 77), hipErrorInvalidDevice);
  return done();
}
