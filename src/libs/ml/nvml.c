// SPDX-License-Identifier: Apache-2.0
// NVML's names: what HIP knows of a device, the machine's own figures for its
// processor, and on an NVIDIA device its own libnvidia-ml.
#include "cuda/nvml.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libs/core/pass.h"
#include "runtime/contract/result.h"

enum {
  DEVICES_MAX = 64,
  BUS_ID_SIZE = 32,
  UUID_SIZE = 96,
  LINE_SIZE = 512,
  DRIVER = 13000
};

struct nvmlDevice_st {
  int ordinal;
  void *native; // NVIDIA's handle, once it is needed
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int uses;
static struct nvmlDevice_st devices[DEVICES_MAX];
static int count;

static nvmlReturn_t(refuse)(nvmlReturn_t status, const char *what) {
  (void)qn_refuse(QN_R_INVALID_VALUE, "%s", what);
  return status;
}

// ---- NVIDIA's own

static const char *const names[] = {"libnvidia-ml.so.1", NULL};
static qn_libs_opened nvml = {.names = names, .variable = "QUERN_LIBNVML"};
static const qn_pass_library library = {
    .opened = &nvml, .not_supported = NVML_ERROR_NOT_SUPPORTED};

static int64_t word_of(const void *p) { return (int64_t)(intptr_t)p; }

static bool is_native(const struct nvmlDevice_st *d) {
  return qn_libs_is_native(d->ordinal);
}

static int find_native(struct nvmlDevice_st *d) {
  char bus[BUS_ID_SIZE];
  if (d->native)
    return 0;
  int status = qn_pass_plain(&library, "nvmlInit_v2", (const int64_t[]){0}, 1);
  if (status)
    return status;
  if (hipDeviceGetPCIBusId(bus, sizeof(bus), d->ordinal) != hipSuccess)
    return NVML_ERROR_NOT_FOUND;
  return qn_pass_plain(&library, "nvmlDeviceGetHandleByPciBusId_v2",
                       (const int64_t[]){word_of(bus), word_of(&d->native)}, 2);
}

// Of up to three further arguments.
static nvmlReturn_t pass(struct nvmlDevice_st *d, const char *name,
                         const int64_t *words) {
  const int status = find_native(d);
  const int64_t all[] = {word_of(d->native), words[0], words[1], words[2]};
  return (nvmlReturn_t)(status ? status
                               : qn_pass_plain(&library, name, all, 4));
}

#define PASS(...)                                                              \
  do {                                                                         \
    const nvmlReturn_t checked_ = check(device);                               \
    if (checked_ != NVML_SUCCESS)                                              \
      return checked_;                                                         \
    if (is_native(device))                                                     \
      return pass(device, __func__, (const int64_t[4]){__VA_ARGS__});          \
  } while (0)
#define NEED(p)                                                                \
  do {                                                                         \
    if (!(p))                                                                  \
      return refuse(NVML_ERROR_INVALID_ARGUMENT, "'" #p "' is null");          \
  } while (0)

// ---- From the first to the last use

static void list_devices(void) {
  if (hipGetDeviceCount(&count) != hipSuccess)
    count = 0;
  if (count > DEVICES_MAX)
    count = DEVICES_MAX;
  for (int i = 0; i < count; ++i)
    devices[i].ordinal = i;
}

nvmlReturn_t nvmlInitWithFlags(unsigned int flags) {
  (void)flags;
  pthread_mutex_lock(&lock);
  if (uses++ == 0)
    list_devices();
  pthread_mutex_unlock(&lock);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlInit_v2(void) { return nvmlInitWithFlags(0); }

static nvmlReturn_t check_use(void) {
  pthread_mutex_lock(&lock);
  const bool is_used = uses > 0;
  pthread_mutex_unlock(&lock);
  return is_used ? NVML_SUCCESS
                 : refuse(NVML_ERROR_UNINITIALIZED, "nvmlInit was not called");
}

nvmlReturn_t nvmlShutdown(void) {
  const nvmlReturn_t status = check_use();
  pthread_mutex_lock(&lock);
  uses -= status == NVML_SUCCESS;
  pthread_mutex_unlock(&lock);
  return status;
}

static nvmlReturn_t check(nvmlDevice_t device) {
  const nvmlReturn_t status = check_use();
  if (status != NVML_SUCCESS)
    return status;
  for (int i = 0; i < count; ++i)
    if (device == &devices[i])
      return NVML_SUCCESS;
  return refuse(NVML_ERROR_INVALID_ARGUMENT, "this is no device");
}

const char *nvmlErrorString(nvmlReturn_t result) {
  static const char *const texts[] = {
      "success",
      "NVML is not initialised",
      "an argument is not valid",
      "not supported",
      "no permission",
      "already initialised",
      "not found",
      "not enough room",
      "not enough power",
      "the driver is not loaded",
      "timeout",
      "an interrupt fails",
      "the library is not found",
      "the function is not found",
      "the device's own storage is corrupted",
      "the device is lost",
      "the device must be reset",
      "the operating system refuses",
      "the driver and the library have different versions",
      "in use",
      "out of memory",
      "no data",
  };
  return (unsigned)result < sizeof(texts) / sizeof(texts[0]) ? texts[result]
                                                             : "unknown error";
}

static nvmlReturn_t answer(const char *text, char *to, unsigned int length) {
  NEED(to);
  if (strlen(text) >= length)
    return refuse(NVML_ERROR_INSUFFICIENT_SIZE, "there is too little room");
  memcpy(to, text, strlen(text) + 1);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length) {
  const nvmlReturn_t status = check_use();
  if (status != NVML_SUCCESS)
    return status;
  if (count && is_native(&devices[0]) && find_native(&devices[0]) == 0)
    return (nvmlReturn_t)qn_pass_plain(
        &library, __func__, (const int64_t[]){word_of(version), length}, 2);
  return answer("580.00", version, length); // of CUDA 13, as the runtime says
}
nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int length) {
  const nvmlReturn_t status = check_use();
  return status != NVML_SUCCESS ? status : answer("13.580.00", version, length);
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *cudaDriverVersion) {
  NEED(cudaDriverVersion);
  *cudaDriverVersion = DRIVER;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *cudaDriverVersion) {
  return nvmlSystemGetCudaDriverVersion_v2(cudaDriverVersion);
}
nvmlReturn_t nvmlSystemGetProcessName(unsigned int pid, char *name,
                                      unsigned int length) {
  char path[64], text[4096];
  NEED(name);
  const nvmlReturn_t status = check_use();
  if (status != NVML_SUCCESS)
    return status;
  snprintf(path, sizeof(path), "/proc/%u/exe", pid);
  const ssize_t size = readlink(path, text, sizeof(text) - 1);
  if (size < 0)
    return refuse(NVML_ERROR_NOT_FOUND, "there is no such process");
  text[size] = 0;
  return answer(text, name, length);
}

// ---- Which device

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *deviceCount) {
  const nvmlReturn_t status = check_use();
  if (status != NVML_SUCCESS)
    return status;
  NEED(deviceCount);
  *deviceCount = (unsigned)count;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index,
                                           nvmlDevice_t *device) {
  const nvmlReturn_t status = check_use();
  if (status != NVML_SUCCESS)
    return status;
  NEED(device);
  if (index >= (unsigned)count)
    return refuse(NVML_ERROR_INVALID_ARGUMENT, "there is no such device");
  *device = &devices[index];
  return NVML_SUCCESS;
}

static void uuid_text(int ordinal, char *to, size_t size) {
  hipUUID uuid;
  if (hipDeviceGetUuid(&uuid, ordinal) != hipSuccess)
    memset(&uuid, 0, sizeof(uuid));
  const unsigned char *b = (const unsigned char *)uuid.bytes;
  snprintf(to, size,
           "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x"
           "%02x%02x",
           b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10],
           b[11], b[12], b[13], b[14], b[15]);
}

// NVML's may differ from the driver's, as of a part of a device.
static bool has_uuid(struct nvmlDevice_st *d, const char *uuid) {
  char text[UUID_SIZE];
  uuid_text(d->ordinal, text, sizeof(text));
  if (strcmp(text, uuid) == 0)
    return true;
  return is_native(d) &&
         pass(d, "nvmlDeviceGetUUID",
              (const int64_t[]){word_of(text), sizeof(text), 0}) ==
             NVML_SUCCESS &&
         strcmp(text, uuid) == 0;
}
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device) {
  const nvmlReturn_t status = check_use();
  if (status != NVML_SUCCESS)
    return status;
  NEED(uuid);
  NEED(device);
  for (int i = 0; i < count; ++i) {
    if (has_uuid(&devices[i], uuid)) {
      *device = &devices[i];
      return NVML_SUCCESS;
    }
  }
  return refuse(NVML_ERROR_NOT_FOUND, "no device has this UUID");
}
// Domain, bus and device; false: something else.
static bool parse_bus(const char *text, unsigned long *out) {
  for (int i = 0; i < 3; ++i) {
    char *end;
    out[i] = strtoul(text, &end, 16);
    if (end == text || (i < 2 && *end != ':'))
      return false;
    text = end + 1;
  }
  return true;
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *pciBusId,
                                              nvmlDevice_t *device) {
  const nvmlReturn_t status = check_use();
  unsigned long asked[3], own[3];
  if (status != NVML_SUCCESS)
    return status;
  NEED(pciBusId);
  NEED(device);
  if (!parse_bus(pciBusId, asked))
    return refuse(NVML_ERROR_INVALID_ARGUMENT, "this is no PCI address");
  for (int i = 0; i < count; ++i) {
    char text[BUS_ID_SIZE];
    if (hipDeviceGetPCIBusId(text, sizeof(text), i) == hipSuccess &&
        parse_bus(text, own) && memcmp(asked, own, sizeof(own)) == 0) {
      *device = &devices[i];
      return NVML_SUCCESS;
    }
  }
  return refuse(NVML_ERROR_NOT_FOUND, "no device has this PCI address");
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index) {
  const nvmlReturn_t status = check(device);
  if (status != NVML_SUCCESS)
    return status;
  NEED(index);
  *index = (unsigned)device->ordinal;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device,
                                      unsigned int *minorNumber) {
  PASS(word_of(minorNumber));
  return nvmlDeviceGetIndex(device, minorNumber);
}
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid,
                               unsigned int length) {
  char text[UUID_SIZE];
  PASS(word_of(uuid), length);
  uuid_text(device->ordinal, text, sizeof(text));
  return answer(text, uuid, length);
}

// ---- What HIP says of it

static nvmlReturn_t properties(nvmlDevice_t device, hipDeviceProp_t *out) {
  const nvmlReturn_t status = check(device);
  if (status != NVML_SUCCESS)
    return status;
  return hipGetDeviceProperties(out, device->ordinal) == hipSuccess
             ? NVML_SUCCESS
             : NVML_ERROR_GPU_IS_LOST;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name,
                               unsigned int length) {
  hipDeviceProp_t p;
  const nvmlReturn_t status = properties(device, &p);
  return status != NVML_SUCCESS ? status : answer(p.name, name, length);
}
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci) {
  hipDeviceProp_t p;
  PASS(word_of(pci));
  const nvmlReturn_t status = properties(device, &p);
  if (status != NVML_SUCCESS)
    return status;
  NEED(pci);
  memset(pci, 0, sizeof(*pci));
  pci->domain = (unsigned)p.pciDomainID;
  pci->bus = (unsigned)p.pciBusID;
  pci->device = (unsigned)p.pciDeviceID;
  snprintf(pci->busId, sizeof(pci->busId), "%08X:%02X:%02X.0", pci->domain,
           pci->bus, pci->device);
  snprintf(pci->busIdLegacy, sizeof(pci->busIdLegacy), "%04X:%02X:%02X.0",
           pci->domain & 0xffff, pci->bus & 0xff, pci->device & 0xff);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major,
                                                int *minor) {
  hipDeviceProp_t p;
  PASS(word_of(major), word_of(minor));
  const nvmlReturn_t status = properties(device, &p);
  if (status != NVML_SUCCESS)
    return status;
  NEED(major);
  NEED(minor);
  *major = p.major;
  *minor = p.minor;
  return NVML_SUCCESS;
}

static nvmlReturn_t memory_of(nvmlDevice_t device, nvmlMemory_t *out) {
  int before = 0;
  size_t available = 0, total = 0;
  if (hipGetDevice(&before) != hipSuccess ||
      hipSetDevice(device->ordinal) != hipSuccess)
    return NVML_ERROR_GPU_IS_LOST;
  const hipError_t error = hipMemGetInfo(&available, &total);
  (void)hipSetDevice(before);
  if (error != hipSuccess)
    return NVML_ERROR_GPU_IS_LOST;
  *out = (nvmlMemory_t){total, available, total - available};
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device,
                                     nvmlMemory_t *memory) {
  PASS(word_of(memory));
  NEED(memory);
  return memory_of(device, memory);
}
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device,
                                        nvmlMemory_v2_t *memory) {
  nvmlMemory_t plain;
  PASS(word_of(memory));
  NEED(memory);
  if (memory->version != nvmlMemory_v2)
    return refuse(NVML_ERROR_ARGUMENT_VERSION_MISMATCH,
                  "'version' is not nvmlMemory_v2");
  const nvmlReturn_t status = memory_of(device, &plain);
  if (status == NVML_SUCCESS) {
    memory->total = plain.total;
    memory->free = plain.free;
    memory->used = plain.used;
    memory->reserved = 0;
  }
  return status;
}

// ---- The machine's own figures, for its processor

// Time at work and in all since the last call.
static bool read_load(unsigned long long *busy, unsigned long long *all) {
  char line[LINE_SIZE] = "";
  FILE *file = fopen("/proc/stat", "re");
  const bool is_read = file && fgets(line, sizeof(line), file);
  if (file)
    fclose(file);
  if (!is_read || strncmp(line, "cpu ", 4) != 0)
    return false;
  char *at = line + 4;
  *all = *busy = 0;
  for (int i = 0; i < 8; ++i) {
    const unsigned long long time = strtoull(at, &at, 10);
    *all += time;
    *busy += i == 3 || i == 4 ? 0 : time; // idle, and waiting for disks
  }
  return true;
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device,
                                           nvmlUtilization_t *utilization) {
  static unsigned long long last_busy, last_all;
  unsigned long long busy, all;
  nvmlMemory_t memory;
  PASS(word_of(utilization));
  NEED(utilization);
  if (!qn_libs_on_host(device->ordinal) || !read_load(&busy, &all) ||
      memory_of(device, &memory) != NVML_SUCCESS)
    return refuse(NVML_ERROR_NOT_SUPPORTED, "nobody measures this device");
  pthread_mutex_lock(&lock);
  const unsigned long long span = all - last_all;
  utilization->gpu = span ? (unsigned)((busy - last_busy) * 100 / span) : 0;
  last_busy = busy;
  last_all = all;
  pthread_mutex_unlock(&lock);
  // How much of it is taken, for want of how often it is used.
  utilization->memory =
      memory.total ? (unsigned)(memory.used * 100 / memory.total) : 0;
  return NVML_SUCCESS;
}

static nvmlReturn_t clock_of(nvmlDevice_t device, nvmlClockType_t type,
                             unsigned int *clock) {
  hipDeviceProp_t p;
  NEED(clock);
  if ((unsigned)type >= NVML_CLOCK_COUNT)
    return refuse(NVML_ERROR_INVALID_ARGUMENT, "there is no such clock");
  const nvmlReturn_t status = properties(device, &p);
  if (status != NVML_SUCCESS)
    return status;
  const int khz = type == NVML_CLOCK_MEM ? p.memoryClockRate : p.clockRate;
  if (khz <= 0 || type == NVML_CLOCK_VIDEO)
    return refuse(NVML_ERROR_NOT_SUPPORTED, "this clock is not known");
  *clock = (unsigned)khz / 1000;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type,
                                    unsigned int *clock) {
  PASS((int64_t)type, word_of(clock));
  return clock_of(device, type, clock);
}
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device,
                                       nvmlClockType_t type,
                                       unsigned int *clock) {
  PASS((int64_t)type, word_of(clock));
  return clock_of(device, type, clock);
}

// The calling one alone is known to use the processor by this runtime.
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device,
                                                     unsigned int *infoCount,
                                                     nvmlProcessInfo_t *infos) {
  PASS(word_of(infoCount), word_of(infos));
  NEED(infoCount);
  const unsigned room = *infoCount;
  *infoCount = 1;
  if (room < 1)
    return NVML_ERROR_INSUFFICIENT_SIZE;
  NEED(infos);
  infos[0] = (nvmlProcessInfo_t){(unsigned)getpid(), ~0ull, ~0u, ~0u};
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(
    nvmlDevice_t device, unsigned int *infoCount, nvmlProcessInfo_t *infos) {
  PASS(word_of(infoCount), word_of(infos));
  NEED(infoCount);
  *infoCount = 0;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device,
                                      nvmlComputeMode_t *mode) {
  PASS(word_of(mode));
  NEED(mode);
  *mode = NVML_COMPUTEMODE_DEFAULT;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device,
                                         unsigned int *busWidth) {
  hipDeviceProp_t p;
  PASS(word_of(busWidth));
  const nvmlReturn_t status = properties(device, &p);
  NEED(busWidth);
  if (status != NVML_SUCCESS)
    return status;
  if (p.memoryBusWidth <= 0)
    return refuse(NVML_ERROR_NOT_SUPPORTED, "the width is not known");
  *busWidth = (unsigned)p.memoryBusWidth;
  return NVML_SUCCESS;
}

// ---- What NVIDIA's devices alone can tell

#define ASK(name, T)                                                           \
  nvmlReturn_t name(nvmlDevice_t device, T *out) {                             \
    PASS(word_of(out));                                                        \
    return refuse(NVML_ERROR_NOT_SUPPORTED, #name ": nobody can tell");        \
  }
ASK(nvmlDeviceGetPowerUsage, unsigned int)
ASK(nvmlDeviceGetPowerManagementLimit, unsigned int)
ASK(nvmlDeviceGetEnforcedPowerLimit, unsigned int)
ASK(nvmlDeviceGetTotalEnergyConsumption, unsigned long long)
ASK(nvmlDeviceGetFanSpeed, unsigned int)
ASK(nvmlDeviceGetPerformanceState, nvmlPstates_t)
ASK(nvmlDeviceGetPersistenceMode, nvmlEnableState_t)
ASK(nvmlDeviceGetNumGpuCores, unsigned int)
ASK(nvmlDeviceGetCurrPcieLinkGeneration, unsigned int)
ASK(nvmlDeviceGetCurrPcieLinkWidth, unsigned int)

#define ASK_BOTH(name, T)                                                      \
  nvmlReturn_t name(nvmlDevice_t device, T *first, T *second) {                \
    PASS(word_of(first), word_of(second));                                     \
    return refuse(NVML_ERROR_NOT_SUPPORTED, #name ": nobody can tell");        \
  }
ASK_BOTH(nvmlDeviceGetEccMode, nvmlEnableState_t)
ASK_BOTH(nvmlDeviceGetMigMode, unsigned int)

nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device,
                                      nvmlTemperatureSensors_t sensorType,
                                      unsigned int *temp) {
  PASS((int64_t)sensorType, word_of(temp));
  return refuse(NVML_ERROR_NOT_SUPPORTED, "the temperature is not known");
}
nvmlReturn_t nvmlDeviceGetSerial(nvmlDevice_t device, char *serial,
                                 unsigned int length) {
  PASS(word_of(serial), length);
  return refuse(NVML_ERROR_NOT_SUPPORTED, "the serial number is not known");
}
