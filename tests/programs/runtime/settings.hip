// SPDX-License-Identifier: Apache-2.0
// Settings and hints of devices, contexts and streams.
#include <hip/hip_runtime.h>

#include "program.h"

int main() {
  hipFuncCache_t cache = hipFuncCachePreferNone;
  hipSharedMemConfig banks = hipSharedMemBankSizeDefault;
  OK(hipDeviceSetCacheConfig(hipFuncCachePreferL1));
  OK(hipDeviceGetCacheConfig(&cache));
  OK(hipDeviceSetSharedMemConfig(hipSharedMemBankSizeFourByte));
  OK(hipDeviceGetSharedMemConfig(&banks));
  int devices[] = {0};
  OK(hipSetValidDevices(devices, 1));
  devices[0] = 77;
  FAILS(hipSetValidDevices(devices, 1), hipErrorInvalidDevice);
  CHECK(hipExtGetLastError() == hipErrorInvalidDevice);
  CHECK(hipExtGetLastError() == hipSuccess);
  (void)hipProfilerStart();
  (void)hipProfilerStop();
  (void)hipGetLastError();

  // Contexts' forms of the same.
  hipCtx_t context;
  unsigned flags = 99;
  FAILS(hipDevicePrimaryCtxSetFlags(0, hipDeviceScheduleAuto),
        hipErrorContextAlreadyInUse); // it is active by now
  OK(hipCtxCreate(&context, 0, 0));
  OK(hipCtxSetCacheConfig(hipFuncCachePreferShared));
  OK(hipCtxGetCacheConfig(&cache));
  OK(hipCtxSetSharedMemConfig(hipSharedMemBankSizeDefault));
  OK(hipCtxGetSharedMemConfig(&banks));
  OK(hipCtxGetFlags(&flags));
  CHECK(flags != 99);
  CHECK(hipCtxEnablePeerAccess(context, 0) != hipSuccess); // itself
  CHECK(hipCtxDisablePeerAccess(context) != hipSuccess);
  OK(hipCtxDestroy(context));
  OK(hipDevicePrimaryCtxReset(0));

  hipStream_t s, t, masked;
  unsigned long long a = 0, b = 0;
  uint32_t mask[32] = {~0u}, told[32] = {};
  OK(hipStreamCreate(&s));
  OK(hipStreamCreate(&t));
  OK(hipStreamGetId(s, &a));
  OK(hipStreamGetId(t, &b));
  CHECK(a != b);
  OK(hipStreamCopyAttributes(t, s));
  CHECK(hipGetStreamDeviceId(s) == 0);
  OK(hipExtStreamCreateWithCUMask(&masked, 1, mask));
  OK(hipExtStreamGetCUMask(masked, 32, told));
  CHECK(told[0] & 1);
  FAILS(hipExtStreamCreateWithCUMask(&masked, 0, mask), hipErrorInvalidValue);
  void *entry = nullptr;
  hipDriverEntryPointQueryResult result;
  OK(hipGetDriverEntryPoint("hipMalloc", &entry, 0, &result));
  CHECK(entry && result == hipDriverEntryPointSuccess);
  OK(hipStreamDestroy(masked));
  OK(hipStreamDestroy(s));
  OK(hipStreamDestroy(t));
  return done();
}
