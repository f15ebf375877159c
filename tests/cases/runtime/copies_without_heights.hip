// SPDX-License-Identifier: Apache-2.0
// In copies of three dimensions a height or pitch of 0 is that of what is
// copied, and slices that would overlap are refused.
#include <hip/hip_runtime.h>

#include "program.h"

enum { WIDTH = 4, HEIGHT = 3, DEPTH = 2, COUNT = WIDTH * HEIGHT * DEPTH };

static int source[COUNT];

static void driver(size_t pitch) {
  int *device;
  int back[COUNT] = {};
  OK(hipMalloc(&device, sizeof(source)));
  OK(hipMemset(device, 0, sizeof(source)));
  HIP_MEMCPY3D copy = {};
  copy.srcMemoryType = hipMemoryTypeHost;
  copy.srcHost = source;
  copy.srcPitch = pitch;
  copy.dstMemoryType = hipMemoryTypeDevice;
  copy.dstDevice = (hipDeviceptr_t)device;
  copy.dstPitch = pitch;
  copy.WidthInBytes = WIDTH * sizeof(int);
  copy.Height = HEIGHT;
  copy.Depth = DEPTH;
  OK(hipDrvMemcpy3D(&copy));
  OK(hipMemcpy(back, device, sizeof(back), hipMemcpyDeviceToHost));
  CHECK(memcmp(source, back, sizeof(back)) == 0);
  copy.srcHeight = HEIGHT - 1;
  FAILS(hipDrvMemcpy3D(&copy), hipErrorInvalidValue);
  OK(hipFree(device));
}

static void runtime() {
  int *device;
  int back[COUNT] = {};
  OK(hipMalloc(&device, sizeof(source)));
  hipMemcpy3DParms copy = {};
  copy.srcPtr = make_hipPitchedPtr(source, WIDTH * sizeof(int), WIDTH, 0);
  copy.dstPtr = make_hipPitchedPtr(device, WIDTH * sizeof(int), WIDTH, 0);
  copy.extent = make_hipExtent(WIDTH * sizeof(int), HEIGHT, DEPTH);
  copy.kind = hipMemcpyDefault;
  OK(hipMemcpy3D(&copy));
  OK(hipMemcpy(back, device, sizeof(back), hipMemcpyDeviceToHost));
  CHECK(memcmp(source, back, sizeof(back)) == 0);
  copy.srcPtr.pitch = WIDTH * sizeof(int) - 1;
  FAILS(hipMemcpy3D(&copy), hipErrorInvalidPitchValue);
  OK(hipFree(device));
}

int main() {
  for (int i = 0; i < COUNT; ++i)
    source[i] = i + 1;
  driver(WIDTH * sizeof(int));
  driver(0);
  runtime();
  return done();
}
