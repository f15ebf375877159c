// SPDX-License-Identifier: Apache-2.0
// NVML says of each device what the runtime says of it; what nobody can tell is
// refused, and so are calls before nvmlInit and of what is no device.
// FLAGS: -lnvidia-ml -std=c++17
#include <nvml.h>

#include <string>

#include "program.h"

int main() {
  unsigned count = 99;
  FAILS(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
  FAILS(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
  OK(nvmlInit());
  int wanted = 0;
  OK(cudaGetDeviceCount(&wanted));
  OK(nvmlDeviceGetCount(&count));
  CHECK(int(count) == wanted && count > 0);
  nvmlDevice_t none;
  FAILS(nvmlDeviceGetHandleByIndex(count, &none), NVML_ERROR_INVALID_ARGUMENT);
  for (unsigned i = 0; i < count; ++i) {
    nvmlDevice_t device, again;
    char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE], uuid[96];
    OK(nvmlDeviceGetHandleByIndex(i, &device));
    OK(nvmlDeviceGetName(device, name, sizeof(name)));
    FAILS(nvmlDeviceGetName(device, name, 1), NVML_ERROR_INSUFFICIENT_SIZE);
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, int(i)));
    CHECK(std::string(name) == p.name);
    unsigned index = 99;
    OK(nvmlDeviceGetIndex(device, &index));
    CHECK(index == i);
    OK(nvmlDeviceGetUUID(device, uuid, sizeof(uuid)));
    CHECK(std::string(uuid).size() == 40 &&
          (!strncmp(uuid, "GPU-", 4) || !strncmp(uuid, "MIG-", 4)));
    OK(nvmlDeviceGetHandleByUUID(uuid, &again));
    CHECK(again == device);
    nvmlPciInfo_t pci;
    OK(nvmlDeviceGetPciInfo(device, &pci));
    CHECK(int(pci.bus) == p.pciBusID && int(pci.device) == p.pciDeviceID);
    OK(nvmlDeviceGetHandleByPciBusId(pci.busId, &again));
    int major = -1, minor = -1;
    OK(nvmlDeviceGetCudaComputeCapability(device, &major, &minor));
    CHECK(major == p.major && minor == p.minor);
    nvmlMemory_t memory;
    nvmlMemory_v2_t more = {};
    OK(nvmlDeviceGetMemoryInfo(device, &memory));
    CHECK(memory.total > 0 && memory.free <= memory.total &&
          memory.used <= memory.total);
    const nvmlReturn_t without = nvmlDeviceGetMemoryInfo_v2(device, &more);
    CHECK(without == NVML_ERROR_ARGUMENT_VERSION_MISMATCH ||
          (!runs_on("cpu") && without == NVML_ERROR_FUNCTION_NOT_FOUND));
    more.version = nvmlMemory_v2;
    OK(nvmlDeviceGetMemoryInfo_v2(device, &more));
    CHECK(more.total == memory.total);
    nvmlUtilization_t use = {999, 999};
    const nvmlReturn_t measured = nvmlDeviceGetUtilizationRates(device, &use);
    CHECK(measured == NVML_ERROR_NOT_SUPPORTED ||
          (measured == NVML_SUCCESS && use.gpu <= 100 && use.memory <= 100));
    unsigned clock = 0;
    const nvmlReturn_t timed =
        nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &clock);
    CHECK(timed == NVML_ERROR_NOT_SUPPORTED ||
          (timed == NVML_SUCCESS && clock > 0));
    unsigned processes = 0;
    nvmlProcessInfo_t infos[64];
    const nvmlReturn_t asked =
        nvmlDeviceGetComputeRunningProcesses(device, &processes, nullptr);
    CHECK(asked == NVML_SUCCESS || asked == NVML_ERROR_INSUFFICIENT_SIZE);
    processes = 64;
    OK(nvmlDeviceGetComputeRunningProcesses(device, &processes, infos));
    if (runs_on("cpu")) {
      unsigned power = 7;
      FAILS(nvmlDeviceGetPowerUsage(device, &power), NVML_ERROR_NOT_SUPPORTED);
      CHECK(power == 7 && processes == 1);
    }
  }
  unsigned any;
  FAILS(nvmlDeviceGetIndex(reinterpret_cast<nvmlDevice_t>(&any), &any),
        NVML_ERROR_INVALID_ARGUMENT);
  CHECK(strlen(nvmlErrorString(NVML_ERROR_NOT_FOUND)) > 3);
  OK(nvmlInit()); // counted
  OK(nvmlShutdown());
  OK(nvmlDeviceGetCount(&count));
  OK(nvmlShutdown());
  FAILS(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
  return 0;
}
