// SPDX-License-Identifier: Apache-2.0
// Physical memory that a descriptor stands for.
// DEVICES: cpu amdsim
#include <hip/hip_runtime.h>

#include "program.h"

#include <unistd.h>

// Physical memory by a descriptor, as another process would get it.
static void shareable() {
  hipMemAllocationProp wanted = {}, got;
  hipMemGenericAllocationHandle_t made, imported;
  size_t unit;
  void *a, *b;
  int fd = -1;
  wanted.type = hipMemAllocationTypePinned;
  wanted.location.type = hipMemLocationTypeDevice;
  OK(hipMemGetAllocationGranularity(&unit, &wanted,
                                    hipMemAllocationGranularityMinimum));
  OK(hipMemCreate(&made, unit, &wanted, 0));
  FAILS(hipMemExportToShareableHandle(&fd, made,
                                      hipMemHandleTypePosixFileDescriptor, 0),
        hipErrorInvalidValue);
  OK(hipMemRelease(made));
  wanted.requestedHandleType = hipMemHandleTypePosixFileDescriptor;
  OK(hipMemCreate(&made, unit, &wanted, 0));
  OK(hipMemGetAllocationPropertiesFromHandle(&got, made));
  CHECK(got.requestedHandleType == hipMemHandleTypePosixFileDescriptor);
  OK(hipMemExportToShareableHandle(&fd, made,
                                   hipMemHandleTypePosixFileDescriptor, 0));
  OK(hipMemImportFromShareableHandle(&imported, (void *)(intptr_t)fd,
                                     hipMemHandleTypePosixFileDescriptor));
  close(fd);
  OK(hipMemAddressReserve(&a, unit, 0, nullptr, 0));
  OK(hipMemAddressReserve(&b, unit, 0, nullptr, 0));
  OK(hipMemMap(a, unit, 0, made, 0));
  OK(hipMemMap(b, unit, 0, imported, 0));
  hipMemAccessDesc access = {};
  access.location = wanted.location;
  access.flags = hipMemAccessFlagsProtReadWrite;
  OK(hipMemSetAccess(a, unit, &access, 1));
  OK(hipMemSetAccess(b, unit, &access, 1));
  OK(hipMemset(a, 7, unit));
  unsigned char last = 0;
  OK(hipMemcpy(&last, (char *)b + unit - 1, 1, hipMemcpyDeviceToHost));
  CHECK(last == 7);
  OK(hipMemUnmap(a, unit));
  OK(hipMemUnmap(b, unit));
  OK(hipMemRelease(made));
  OK(hipMemRelease(imported));
  OK(hipMemAddressFree(a, unit));
  OK(hipMemAddressFree(b, unit));
}

int main() {
  shareable();
  return done();
}
