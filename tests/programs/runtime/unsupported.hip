// SPDX-License-Identifier: Apache-2.0
// What a device does not have is refused, with the reason, and nothing else
// changes.
// ENV: AMD_LOG_LEVEL=1
// ERRORS: an image's layout in external memory is the exporting driver's own
// ERRORS: is no resource that a graphics API registered
#include <hip/hip_runtime.h>

#include "program.h"

#include <sys/mman.h>
#include <unistd.h>

int main() {
  hipExternalMemory_t outside = nullptr;
  hipMipmappedArray_t array = nullptr;
  hipExternalMemoryHandleDesc what = {};
  hipExternalMemoryMipmappedArrayDesc image = {};
  what.type = hipExternalMemoryHandleTypeOpaqueWin32;
  FAILS(hipImportExternalMemory(&outside, &what), hipErrorInvalidValue);
  CHECK(!outside);
  what.type = hipExternalMemoryHandleTypeOpaqueFd;
  what.handle.fd = memfd_create("outside", 0);
  what.size = 4096;
  CHECK(ftruncate(what.handle.fd, 4096) == 0);
  OK(hipImportExternalMemory(&outside, &what));
  FAILS(hipExternalMemoryGetMappedMipmappedArray(&array, outside, &image),
        hipErrorNotSupported);
  CHECK(!array);
  CHECK(hipGetLastError() == hipErrorNotSupported);
  CHECK(hipGetLastError() == hipSuccess);
  OK(hipDestroyExternalMemory(outside));

  hipGraphicsResource_t resource = nullptr;
  FAILS(hipGraphicsMapResources(1, &resource, 0), hipErrorInvalidHandle);
  FAILS(hipGraphicsUnregisterResource(resource), hipErrorInvalidHandle);
  unsigned int drawing = 7;
  int number = 7;
  FAILS(hipGLGetDevices(&drawing, &number, 1, hipGLDeviceListAll),
        hipErrorInvalidGraphicsContext);
  CHECK(drawing == 0);
  FAILS(hipGLGetDevices(nullptr, &number, 1, hipGLDeviceListAll),
        hipErrorInvalidValue);
  FAILS(hipGraphicsGLRegisterBuffer(&resource, 1, 0),
        hipErrorInvalidGraphicsContext);
  FAILS(hipGraphicsGLRegisterImage(nullptr, 1, 1, 0), hipErrorInvalidValue);
  void *p;
  OK(hipMalloc(&p, 4));
  OK(hipFree(p));
  return done();
}
