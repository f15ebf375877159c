// SPDX-License-Identifier: Apache-2.0
// Functions that are declared and not implemented link, refuse and say why.
// ENV: AMD_LOG_LEVEL=1
// ERRORS: hipMallocMipmappedArray is declared, but this runtime does not have
// it
#include <hip/hip_runtime.h>

#include "program.h"

int main() {
  hipMipmappedArray_t array = nullptr;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  FAILS(hipMallocMipmappedArray(&array, &format, make_hipExtent(4, 4, 0), 2, 0),
        hipErrorNotSupported);
  CHECK(hipGetLastError() == hipErrorNotSupported);
  CHECK(hipGetLastError() == hipSuccess);
  hipExternalMemory_t outside = nullptr;
  const hipExternalMemoryHandleDesc what = {};
  FAILS(hipImportExternalMemory(&outside, &what), hipErrorNotSupported);
  CHECK(!outside);
  void *p;
  OK(hipMalloc(&p, 4));
  OK(hipFree(p));
  return done();
}
