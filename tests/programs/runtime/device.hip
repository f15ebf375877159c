// SPDX-License-Identifier: Apache-2.0
// Devices: count, properties, attributes, limits, names.
#include <hip/hip_runtime.h>

#include "program.h"

int main() {
  int count = 0, device = -1, value = 0;
  OK(hipInit(0));
  FAILS(hipInit(1), hipErrorInvalidValue);
  OK(hipGetDeviceCount(&count));
  CHECK(count >= 1);
  OK(hipGetDevice(&device));
  CHECK(device == 0);
  FAILS(hipSetDevice(count), hipErrorInvalidDevice);
  FAILS(hipSetDevice(-1), hipErrorInvalidDevice);
  OK(hipSetDevice(0));
  hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  CHECK(p.name[0] && p.maxThreadsPerBlock == 1024);
  // AMD's chips up to gfx9 have 64 lanes.
  CHECK(p.warpSize == (strncmp(p.gcnArchName, "gfx9", 4) == 0 ? 64 : 32));
  CHECK(p.totalGlobalMem > 1 << 20 && p.multiProcessorCount >= 1);
  CHECK(p.gcnArchName[0]);
  // What sources for ROCm 5 ask: 908 of gfx908, 0 of what is no AMD GPU.
  CHECK((p.gcnArch != 0) <= (strncmp(p.gcnArchName, "gfx", 3) == 0));
  OK(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0));
  CHECK(value == p.warpSize);
  OK(hipDeviceGetAttribute(&value, hipDeviceAttributeMaxGridDimX, 0));
  CHECK(value == p.maxGridSize[0]);
  FAILS(hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)5000, 0),
        hipErrorInvalidValue);
  FAILS(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 99),
        hipErrorInvalidDevice);
  char text[64];
  OK(hipDeviceGetName(text, sizeof(text), 0));
  CHECK(strncmp(text, p.name, sizeof(text) - 1) == 0);
  OK(hipDeviceGetPCIBusId(text, sizeof(text), 0));
  OK(hipDeviceGetByPCIBusId(&device, text));
  CHECK(device == 0);
  device = 7;
  OK(hipDeviceGetByPCIBusId(&device, strchr(text, ':') + 1)); // domain 0
  CHECK(device == 0);
  FAILS(hipDeviceGetByPCIBusId(&device, "ffff:ff:1f.7"), hipErrorInvalidValue);
  FAILS(hipDeviceGetByPCIBusId(&device, "0000:00:00"), hipErrorInvalidValue);
  FAILS(hipDeviceGetByPCIBusId(&device, "0000:00.x"), hipErrorInvalidValue);
  FAILS(hipDeviceGetByPCIBusId(&device, ""), hipErrorInvalidValue);
  size_t size = 0;
  OK(hipDeviceTotalMem(&size, 0));
  CHECK(size == p.totalGlobalMem);
  OK(hipDeviceGetLimit(&size, hipLimitMallocHeapSize));
  OK(hipDeviceSetLimit(hipLimitMallocHeapSize, size * 2));
  size_t twice = 0;
  OK(hipDeviceGetLimit(&twice, hipLimitMallocHeapSize));
  CHECK(twice == 2 * size);
  FAILS(hipDeviceGetLimit(&size, (hipLimit_t)77), hipErrorUnsupportedLimit);
  int least, greatest, major, minor;
  OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(greatest <= least);
  OK(hipDeviceComputeCapability(&major, &minor, 0));
  CHECK(major == p.major && minor == p.minor);
  hipUUID uuid;
  OK(hipDeviceGetUuid(&uuid, 0));
  unsigned flags;
  OK(hipSetDeviceFlags(hipDeviceScheduleYield));
  OK(hipGetDeviceFlags(&flags));
  CHECK(flags & hipDeviceScheduleYield);
  FAILS(hipSetDeviceFlags(hipDeviceScheduleYield | hipDeviceScheduleSpin),
        hipErrorInvalidValue);
  hipDeviceProp_t wanted = {};
  wanted.major = 1;
  OK(hipChooseDevice(&device, &wanted));
  CHECK(device >= 0 && device < count);
  OK(hipDriverGetVersion(&value));
  CHECK(value >= 60000000);
  OK(hipDeviceSynchronize());
  OK(hipDeviceReset());
  return done();
}
