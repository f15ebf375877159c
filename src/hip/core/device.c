// SPDX-License-Identifier: Apache-2.0
// Devices, their properties, limits and flags.
#include "hip/core/api.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// HIP 6.3, as HIP_VERSION says it.
enum { VERSION = 60300000 };

hipError_t hipInit(unsigned int flags) {
  qn_device *device;
  if (flags)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "hipInit has no flags 0x%x", flags));
  return qn_hip(qn_device_get(0, &device));
}

hipError_t hipDriverGetVersion(int *version) {
  QN_HIP_NEED(version);
  *version = VERSION;
  return hipSuccess;
}

hipError_t hipRuntimeGetVersion(int *version) {
  QN_HIP_NEED(version);
  *version = VERSION;
  return hipSuccess;
}

// ---- Which device

hipError_t hipGetDeviceCount(int *count) {
  QN_HIP_NEED(count);
  *count = (int)qn_device_count();
  qn_device *device;
  return *count ? hipSuccess : qn_hip(qn_device_get(0, &device));
}

hipError_t hipGetDevice(int *device) {
  QN_HIP_NEED(device);
  *device = qn_device_current_ordinal();
  return hipSuccess;
}

hipError_t hipSetDevice(int device) {
  return qn_hip(qn_device_set_current(device));
}

hipError_t hipSetValidDevices(int *list, int count) {
  if (!list && count)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "the list is null"));
  for (int i = 0; i < count; ++i)
    if (!qn_device_at(list[i]))
      return qn_hip(
          qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", list[i]));
  // The thread's device is the first of them until it chooses.
  return count ? hipSetDevice(list[0]) : hipSuccess;
}

hipError_t hipDeviceSynchronize(void) {
  qn_device *device;
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(qn_stream_check_unsafe("hipDeviceSynchronize"));
  return qn_hip(qn_device_synchronize(device));
}

hipError_t hipDeviceReset(void) {
  qn_device *device = qn_device_at(qn_device_current_ordinal());
  return device ? qn_hip(qn_device_reset(device)) : hipSuccess;
}

hipError_t hipDeviceGet(hipDevice_t *device, int ordinal) {
  qn_device *found;
  QN_HIP_NEED(device);
  QN_HIP_CHECK(qn_device_get(ordinal, &found));
  *device = ordinal;
  return hipSuccess;
}

hipError_t hipDeviceGetName(char *name, int size, hipDevice_t ordinal) {
  qn_device *device;
  QN_HIP_NEED(name);
  if (size < 1)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no room for a name"));
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  snprintf(name, (size_t)size, "%s", device->info.name);
  return hipSuccess;
}

hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t ordinal) {
  qn_device *device;
  QN_HIP_NEED(uuid);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  memcpy(uuid->bytes, device->info.uuid, sizeof(uuid->bytes));
  return hipSuccess;
}

hipError_t hipDeviceTotalMem(size_t *size, hipDevice_t ordinal) {
  qn_device *device;
  QN_HIP_NEED(size);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  *size = device->info.memory_size;
  return hipSuccess;
}

hipError_t hipDeviceComputeCapability(int *major, int *minor,
                                      hipDevice_t ordinal) {
  qn_device *device;
  QN_HIP_NEED(major);
  QN_HIP_NEED(minor);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  *major = (int)device->info.compute_major;
  *minor = (int)device->info.compute_minor;
  return hipSuccess;
}

hipError_t hipDeviceGetPCIBusId(char *text, int size, int ordinal) {
  enum { TEXT_SIZE = 13 }; // 0000:00:00.0
  qn_device *device;
  QN_HIP_NEED(text);
  if (size < TEXT_SIZE)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "a PCI bus id takes %d bytes, not %d", TEXT_SIZE,
                            size));
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  snprintf(text, (size_t)size, "%04x:%02x:%02x.0", device->info.pci_domain,
           device->info.pci_bus, device->info.pci_device);
  return hipSuccess;
}

// A hexadecimal number without a sign; the rest of the text, or NULL.
static const char *read_hex(const char *text, uint32_t *out) {
  enum { DIGITS_MAX = 8 };
  char *end = NULL;
  *out = text && isxdigit((unsigned char)text[0])
             ? (uint32_t)strtoul(text, &end, 16)
             : 0;
  return end && end - text <= DIGITS_MAX ? end : NULL;
}

static const char *read_sign(const char *text, char sign) {
  return text && *text == sign ? text + 1 : NULL;
}

// "domain:bus:device.function"; without the domain it is 0.
static bool read_pci(const char *text, uint32_t *domain, uint32_t *bus,
                     uint32_t *device) {
  uint32_t function;
  *domain = 0;
  const char *at = read_sign(read_hex(text, bus), ':');
  at = read_hex(at, device);
  if (read_sign(at, ':')) {
    *domain = *bus;
    *bus = *device;
    at = read_hex(at + 1, device);
  }
  return read_hex(read_sign(at, '.'), &function) != NULL;
}

hipError_t hipDeviceGetByPCIBusId(int *ordinal, const char *text) {
  uint32_t domain, bus, device;
  QN_HIP_NEED(ordinal);
  QN_HIP_NEED(text);
  const bool good = read_pci(text, &domain, &bus, &device);
  for (unsigned i = 0; good && i < qn_device_count(); ++i) {
    qn_device *one;
    if (qn_device_get((int)i, &one) != QN_R_OK)
      continue;
    if (one->info.pci_domain == domain && one->info.pci_bus == bus &&
        one->info.pci_device == device) {
      *ordinal = (int)i;
      return hipSuccess;
    }
  }
  return qn_hip(
      qn_refuse(QN_R_INVALID_VALUE, "no device has the bus id '%s'", text));
}

// ---- Properties

static void fill_memory(hipDeviceProp_t *p, const qn_device_info *d) {
  p->totalGlobalMem = d->memory_size;
  p->sharedMemPerBlock = d->shared_size;
  p->sharedMemPerBlockOptin = d->shared_size_optin;
  p->sharedMemPerMultiprocessor = d->shared_size_mp;
  p->maxSharedMemoryPerMultiProcessor = d->shared_size_mp;
  p->reservedSharedMemPerBlock = 0;
  p->totalConstMem = d->constant_size;
  p->memPitch = INT_MAX;
  p->l2CacheSize = (int)d->l2_size;
  p->memoryBusWidth = (int)d->memory_bus_bits;
  p->memoryClockRate = (int)d->memory_clock_khz;
  p->ECCEnabled = d->ecc;
  p->integrated = d->integrated;
  p->canMapHostMemory = 1;
  p->unifiedAddressing = 1;
  p->managedMemory = d->managed;
  p->concurrentManagedAccess = d->concurrent_managed;
  p->pageableMemoryAccess = d->pageable;
  p->pageableMemoryAccessUsesHostPageTables = d->integrated;
  p->directManagedMemAccessFromHost = d->integrated;
  p->canUseHostPointerForRegisteredMem = d->host_register;
  p->hostRegisterSupported = d->host_register;
  p->hostNativeAtomicSupported = d->integrated;
  p->memoryPoolsSupported = 1;
  p->isLargeBar = d->integrated;
}

static void fill_limits(hipDeviceProp_t *p, const qn_device_info *d) {
  p->warpSize = (int)d->wave_size;
  p->maxThreadsPerBlock = (int)d->max_threads;
  for (int i = 0; i < 3; ++i) {
    p->maxThreadsDim[i] = (int)d->max_block[i];
    p->maxGridSize[i] =
        d->max_grid[i] < INT_MAX ? (int)d->max_grid[i] : INT_MAX;
    p->maxTexture3D[i] = (int)d->texture_3d[i];
    p->maxSurface3D[i] = (int)d->texture_3d[i];
    p->maxTexture2DLinear[i] = (int)d->texture_2d_linear[i];
  }
  for (int i = 0; i < 2; ++i)
    p->maxTexture2D[i] = p->maxTexture2DGather[i] = p->maxSurface2D[i] =
        (int)d->texture_2d[i];
  p->maxTexture2DLayered[0] = p->maxSurface2DLayered[0] = (int)d->texture_2d[0];
  p->maxTexture2DLayered[1] = p->maxSurface2DLayered[1] = (int)d->texture_2d[1];
  p->maxTexture2DLayered[2] = p->maxSurface2DLayered[2] = 2048;
  p->maxTexture1D = p->maxSurface1D = (int)d->texture_1d;
  p->maxTexture1DLinear = (int)d->texture_1d_linear;
  p->textureAlignment = d->texture_alignment;
  p->texturePitchAlignment = d->texture_pitch_alignment;
  p->surfaceAlignment = d->texture_alignment;
  p->regsPerBlock = (int)d->registers;
  p->regsPerMultiprocessor = (int)d->registers_mp;
  p->maxThreadsPerMultiProcessor = (int)d->max_threads_mp;
  p->maxBlocksPerMultiProcessor = (int)d->max_blocks_mp;
}

static void fill_arch(hipDeviceArch_t *a) {
  *a = (hipDeviceArch_t){
      .hasGlobalInt32Atomics = 1,
      .hasGlobalFloatAtomicExch = 1,
      .hasSharedInt32Atomics = 1,
      .hasSharedFloatAtomicExch = 1,
      .hasFloatAtomicAdd = 1,
      .hasGlobalInt64Atomics = 1,
      .hasSharedInt64Atomics = 1,
      .hasDoubles = 1,
      .hasWarpVote = 1,
      .hasWarpBallot = 1,
      .hasWarpShuffle = 1,
      .hasFunnelShift = 1,
      .hasThreadFenceSystem = 1,
      .hasSyncThreadsExt = 1,
      .hasSurfaceFuncs = 1,
      .has3dGrid = 1,
  };
}

// Of a name such as "gfx90a" the number that HIP 5 made of it: ten times ten
// times the first digits, ten times the one before the last, the last; 0 for
// others.
static int gcn_arch(const char *target) {
  uint32_t number;
  if (strncmp(target, "gfx", 3) != 0 || !read_hex(target + 3, &number))
    return 0;
  const unsigned major = number >> 8; // decimal digits, one or two
  return (int)(((major >> 4) * 10 + (major & 15)) * 100 +
               (number >> 4 & 15) * 10 + (number & 15));
}

static void fill(hipDeviceProp_t *p, const qn_device *device) {
  const qn_device_info *d = &device->info;
  *p = (hipDeviceProp_t){0};
  snprintf(p->name, sizeof(p->name), "%s", d->name);
  snprintf(p->gcnArchName, sizeof(p->gcnArchName), "%s", d->target);
  p->gcnArch = gcn_arch(d->target);
  memcpy(p->uuid.bytes, d->uuid, sizeof(p->uuid.bytes));
  fill_memory(p, d);
  fill_limits(p, d);
  fill_arch(&p->arch);
  p->clockRate = (int)d->clock_khz;
  p->clockInstructionRate = 1000000; // clock64 of the CPU counts nanoseconds
  p->major = (int)d->compute_major;
  p->minor = (int)d->compute_minor;
  p->multiProcessorCount = (int)d->multiprocessors;
  p->asyncEngineCount = (int)d->copy_engines;
  p->deviceOverlap = d->copy_engines > 0;
  p->concurrentKernels = 1;
  p->memoryPoolSupportedHandleTypes =
      d->shares ? hipMemHandleTypePosixFileDescriptor : hipMemHandleTypeNone;
  p->cooperativeLaunch = d->cooperative;
  p->streamPrioritiesSupported = d->priority_greatest != d->priority_least;
  p->singleToDoublePrecisionPerfRatio = 2;
  p->pciDomainID = (int)d->pci_domain;
  p->pciBusID = (int)d->pci_bus;
  p->pciDeviceID = (int)d->pci_device;
  p->globalL1CacheSupported = 1;
  p->localL1CacheSupported = 1;
}

hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_t *to, int ordinal) {
  qn_device *device;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  fill(to, device);
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute,
                                 int ordinal) {
  qn_device *device;
  hipDeviceProp_t properties;
  const hipDeviceProp_t *p = &properties;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  const unsigned granularity = device->info.granularity;
  fill(&properties, device);
  const struct {
    hipDeviceAttribute_t attribute;
    int64_t value;
  } all[] = {
#define QN_ATTRIBUTE(name, expression)                                         \
  {hipDeviceAttribute##name, (int64_t)(expression)},
#include "hip/core/attributes.def"
#undef QN_ATTRIBUTE
  };
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    if (all[i].attribute == attribute) {
      *value = all[i].value > INT_MAX ? INT_MAX : (int)all[i].value;
      return hipSuccess;
    }
  return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                          "the attribute %d of devices is not known",
                          (int)attribute));
}

// As HIP: one point for each wish that a device meets.
static int count_met(const hipDeviceProp_t *wanted, const hipDeviceProp_t *p) {
  int met = 0;
  met += wanted->major && p->major >= wanted->major;
  met += wanted->minor && p->minor >= wanted->minor;
  met += wanted->totalGlobalMem && p->totalGlobalMem >= wanted->totalGlobalMem;
  met += wanted->sharedMemPerBlock &&
         p->sharedMemPerBlock >= wanted->sharedMemPerBlock;
  met += wanted->maxThreadsPerBlock &&
         p->maxThreadsPerBlock >= wanted->maxThreadsPerBlock;
  met += wanted->totalConstMem && p->totalConstMem >= wanted->totalConstMem;
  met += wanted->multiProcessorCount &&
         p->multiProcessorCount >= wanted->multiProcessorCount;
  met += wanted->warpSize && p->warpSize == wanted->warpSize;
  return met;
}

hipError_t hipChooseDeviceR0600(int *ordinal, const hipDeviceProp_t *wanted) {
  int best = -1;
  QN_HIP_NEED(ordinal);
  QN_HIP_NEED(wanted);
  *ordinal = 0;
  for (unsigned i = 0; i < qn_device_count(); ++i) {
    hipDeviceProp_t p;
    if (hipGetDevicePropertiesR0600(&p, (int)i) != hipSuccess)
      continue;
    const int met = count_met(wanted, &p);
    if (met > best) {
      best = met;
      *ordinal = (int)i;
    }
  }
  return hipSuccess;
}

// ---- Limits and flags

enum { LIMITS = hipLimitMallocHeapSize + 1 };
static const size_t default_limits[LIMITS] = {
    [hipLimitStackSize] = 1024,
    [hipLimitPrintfFifoSize] = 1 << 20,
    [hipLimitMallocHeapSize] = 8 << 20,
};

hipError_t hipDeviceGetLimit(size_t *value, enum hipLimit_t limit) {
  qn_device *device;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_device_current(&device));
  if ((unsigned)limit >= LIMITS)
    return qn_hip(
        qn_refuse(QN_R_UNSUPPORTED_LIMIT, "there is no limit %d", (int)limit));
  *value =
      device->limits[limit] ? device->limits[limit] : default_limits[limit];
  return hipSuccess;
}

hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t value) {
  qn_device *device;
  QN_HIP_CHECK(qn_device_current(&device));
  if ((unsigned)limit >= LIMITS)
    return qn_hip(
        qn_refuse(QN_R_UNSUPPORTED_LIMIT, "there is no limit %d", (int)limit));
  device->limits[limit] = value;
  return hipSuccess;
}

hipError_t hipGetDeviceFlags(unsigned int *flags) {
  qn_device *device;
  QN_HIP_NEED(flags);
  QN_HIP_CHECK(qn_device_current(&device));
  *flags = atomic_load(&device->flags);
  return hipSuccess;
}

hipError_t hipSetDeviceFlags(unsigned int flags) {
  qn_device *device = qn_device_at(qn_device_current_ordinal());
  const unsigned known =
      hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
  const unsigned schedule = flags & hipDeviceScheduleMask;
  if (flags & ~known || (schedule & (schedule - 1)))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "devices do not take the flags 0x%x", flags));
  if (!device)
    return qn_hip(qn_device_get(qn_device_current_ordinal(), &device));
  atomic_store(&device->flags, flags);
  return hipSuccess;
}

// A wish that kernels' own settings outdo.
static atomic_uint cache_configs[QN_DEVICES_MAX];

hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *config) {
  qn_device *device;
  QN_HIP_NEED(config);
  QN_HIP_CHECK(qn_device_current(&device));
  *config = (hipFuncCache_t)atomic_load(&cache_configs[device->ordinal]);
  return hipSuccess;
}

hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config) {
  qn_device *device;
  if ((unsigned)config > hipFuncCachePreferEqual)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "%d is no use of caches", (int)config));
  QN_HIP_CHECK(qn_device_current(&device));
  atomic_store(&cache_configs[device->ordinal], (unsigned)config);
  return hipSuccess;
}

hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *config) {
  qn_device *device;
  QN_HIP_NEED(config);
  QN_HIP_CHECK(qn_device_current(&device));
  *config = hipSharedMemBankSizeFourByte;
  return hipSuccess;
}

hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config) {
  qn_device *device;
  (void)config; // no device of today has banks to choose
  return qn_hip(qn_device_current(&device));
}

// ---- Peers

static qn_result peer_of(int ordinal, qn_device **device, qn_device **peer) {
  QN_CHECK(qn_device_current(device));
  if (!qn_device_at(ordinal))
    return qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", ordinal);
  if (ordinal == (*device)->ordinal)
    return qn_refuse(QN_R_INVALID_DEVICE, "device %d is no peer of its own",
                     ordinal);
  return qn_device_get(ordinal, peer);
}

static bool are_alike(const qn_device *a, const qn_device *b) {
  return a->backend == b->backend && a->backend->peer;
}

// Of devices that are alike: whether the one's kernels may reach the other's
// memory.
static bool reaches(const qn_device *from, const qn_device *to) {
  return !from->backend->reaches ||
         from->backend->reaches(atomic_load(&from->native),
                                atomic_load(&to->native));
}

hipError_t hipDeviceCanAccessPeer(int *can, int ordinal, int peer) {
  QN_HIP_NEED(can);
  const qn_device *a = qn_device_at(ordinal);
  const qn_device *b = qn_device_at(peer);
  if (!a || !b)
    return qn_hip(qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d",
                            a ? peer : ordinal));
  *can = a != b && are_alike(a, b);
  if (!*can || !a->backend->reaches)
    return hipSuccess; // what need not be asked is not opened
  qn_device *from, *to;
  QN_HIP_CHECK(qn_device_get(ordinal, &from));
  QN_HIP_CHECK(qn_device_get(peer, &to));
  *can = reaches(from, to);
  return hipSuccess;
}

hipError_t hipDeviceEnablePeerAccess(int ordinal, unsigned int flags) {
  qn_device *device, *peer;
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipDeviceEnablePeerAccess has no flags 0x%x",
                            flags));
  QN_HIP_CHECK(peer_of(ordinal, &device, &peer));
  if (!are_alike(device, peer) || !reaches(device, peer))
    return qn_hip(qn_refuse(QN_R_PEER_UNSUPPORTED,
                            "devices %d and %d cannot reach each other's "
                            "memory",
                            device->ordinal, ordinal));
  if (device->peers >> ordinal & 1)
    return qn_hip(qn_refuse(QN_R_PEER_ENABLED,
                            "access to device %d is on already", ordinal));
  QN_HIP_CHECK(device->backend->peer(atomic_load(&device->native),
                                     atomic_load(&peer->native), true));
  device->peers |= (uint64_t)1 << ordinal;
  return hipSuccess;
}

hipError_t hipDeviceDisablePeerAccess(int ordinal) {
  qn_device *device, *peer;
  QN_HIP_CHECK(peer_of(ordinal, &device, &peer));
  if (!(device->peers >> ordinal & 1))
    return qn_hip(qn_refuse(QN_R_PEER_NOT_ENABLED,
                            "access to device %d is not on", ordinal));
  QN_HIP_CHECK(device->backend->peer(atomic_load(&device->native),
                                     atomic_load(&peer->native), false));
  device->peers &= ~((uint64_t)1 << ordinal);
  return hipSuccess;
}

hipError_t hipDeviceGetP2PAttribute(int *value, hipDeviceP2PAttr attribute,
                                    int from, int to) {
  int can = 0;
  QN_HIP_NEED(value);
  if (from == to)
    return qn_hip(qn_refuse(QN_R_INVALID_DEVICE,
                            "device %d is no peer of its "
                            "own",
                            from));
  const hipError_t error = hipDeviceCanAccessPeer(&can, from, to);
  if (error != hipSuccess)
    return error;
  switch (attribute) {
  case hipDevP2PAttrPerformanceRank:
    *value = 0;
    return hipSuccess;
  case hipDevP2PAttrAccessSupported:
  case hipDevP2PAttrNativeAtomicSupported:
  case hipDevP2PAttrHipArrayAccessSupported:
    *value = can;
    return hipSuccess;
  default:
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "there is no attribute %d of "
                            "peers",
                            (int)attribute));
  }
}

// ---- Profilers

hipError_t hipProfilerStart(void) { return hipSuccess; }
hipError_t hipProfilerStop(void) { return hipSuccess; }
