// SPDX-License-Identifier: Apache-2.0
// The last error: kept until asked for, per thread, not touched by success.
#include <hip/hip_runtime.h>

#include <thread>

#include "program.h"

int main() {
  void *p;
  CHECK(hipGetLastError() == hipSuccess);
  FAILS(hipMalloc(nullptr, 4), hipErrorInvalidValue);
  CHECK(hipPeekAtLastError() == hipErrorInvalidValue);
  OK(hipMalloc(&p, 4)); // success leaves it
  CHECK(hipPeekAtLastError() == hipErrorInvalidValue);
  std::thread([] { CHECK(hipGetLastError() == hipSuccess); }).join();
  CHECK(hipGetLastError() == hipErrorInvalidValue);
  CHECK(hipGetLastError() == hipSuccess);
  OK(hipFree(p));
  CHECK(!strcmp(hipGetErrorName(hipErrorNoBinaryForGpu),
                "hipErrorNoBinaryForGpu"));
  CHECK(!strcmp(hipGetErrorName(hipSuccess), "hipSuccess"));
  CHECK(!strcmp(hipGetErrorString(hipErrorOutOfMemory), "out of memory"));
  CHECK(strlen(hipGetErrorString((hipError_t)12345)) > 0);
  const char *text = nullptr;
  OK(hipDrvGetErrorName(hipErrorInvalidHandle, &text));
  CHECK(!strcmp(text, "hipErrorInvalidHandle"));
  FAILS(hipDrvGetErrorString((hipError_t)12345, &text), hipErrorInvalidValue);
  hipStream_t s;
  OK(hipStreamCreate(&s));
  (void)hipGetLastError();
  OK(hipStreamDestroy(s));
  CHECK(hipGetLastError() == hipSuccess);
  return done();
}
