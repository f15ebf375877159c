// SPDX-License-Identifier: Apache-2.0
// Functions by name at run time.
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }

int main() {
  hipError_t (*allocate)(void **, size_t) = nullptr;
  hipError_t (*release)(void *) = nullptr;
  hipError_t (*launch)(const void *, dim3, dim3, void **, size_t, hipStream_t) =
      nullptr;
  hipDriverProcAddressQueryResult result;
  OK(hipGetProcAddress("hipMalloc", (void **)&allocate, 603, 0, &result));
  CHECK(result == HIP_GET_PROC_ADDRESS_SUCCESS && allocate);
  OK(hipGetProcAddress("hipFree", (void **)&release, 603, 0, nullptr));
  OK(hipGetProcAddress("hipLaunchKernel", (void **)&launch, 603, 0, nullptr));
  int *p, v = 12, h[32];
  OK(allocate((void **)&p, sizeof(h)));
  void *args[] = {&p, &v};
  OK(launch((const void *)fill, dim3(1), dim3(32), args, 0, nullptr));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[31] == 12);
  OK(release(p));
  void *none = &v;
  FAILS(hipGetProcAddress("hipNoSuchThing", &none, 603, 0, &result),
        hipErrorInvalidValue);
  CHECK(result == HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND && !none);
  FAILS(hipGetProcAddress(nullptr, &none, 603, 0, nullptr),
        hipErrorInvalidValue);
  FAILS(hipGetProcAddress("hipMalloc", nullptr, 603, 0, nullptr),
        hipErrorInvalidValue);
  // Each function that programs ask for by name.
  for (const char *name :
       {"hipGetDeviceCount", "hipMemcpyAsync", "hipStreamCreate",
        "hipGraphLaunch", "hipModuleLoadData", "hipMallocAsync",
        "hipGetDevicePropertiesR0600", "hipEventElapsedTime",
        "hipStreamBeginCapture", "hipMemAddressReserve"}) {
    OK(hipGetProcAddress(name, &none, 603, 0, nullptr));
    CHECK(none);
  }
  CHECK(!strcmp(hipKernelNameRefByPtr((const void *)fill, nullptr),
                "_Z4fillPii"));
  CHECK(hipApiName(0) && strlen(hipApiName(1)) > 3);
  int version = 0;
  OK(hipRuntimeGetVersion(&version));
  CHECK(version >= 60300000);
  OK(hipDriverGetVersion(&version));
  CHECK(version > 0);
  return done();
}
