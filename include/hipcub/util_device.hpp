// SPDX-License-Identifier: Apache-2.0
//
// Devices: which one, how much fits, memory in parts.
#ifndef QUERN_HIPCUB_UTIL_DEVICE_HPP
#define QUERN_HIPCUB_UTIL_DEVICE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/util_device.cuh>
#else

#include "util_type.hpp"

BEGIN_HIPCUB_NAMESPACE

HIPCUB_RUNTIME_FUNCTION inline int CurrentDevice() {
  int device = -1;
  return HipcubDebug(hipGetDevice(&device)) == hipSuccess ? device : -1;
}
HIPCUB_RUNTIME_FUNCTION inline int DeviceCount() {
  int count = -1;
  return HipcubDebug(hipGetDeviceCount(&count)) == hipSuccess ? count : -1;
}
inline hipError_t SyncStream(hipStream_t stream) {
  return HipcubDebug(hipStreamSynchronize(stream));
}

// Makes a device the current one while it lives.
class SwitchDevice {
  int before, during;

public:
  explicit SwitchDevice(int device) : before(CurrentDevice()), during(device) {
    if (before != during)
      HipcubDebug(hipSetDevice(during));
  }
  SwitchDevice(const SwitchDevice &) = delete;
  SwitchDevice &operator=(const SwitchDevice &) = delete;
  ~SwitchDevice() {
    if (before != during)
      HipcubDebug(hipSetDevice(before));
  }
};

template <class Kernel>
HIPCUB_RUNTIME_FUNCTION inline hipError_t
MaxSmOccupancy(int &max_sm_occupancy, Kernel kernel, int block_threads,
               int dynamic_smem_bytes = 0) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(
      &max_sm_occupancy, kernel, block_threads, (size_t)dynamic_smem_bytes);
}

// Parts of one piece of memory, each at a multiple of 256 bytes; the first
// call, without memory, says how much that takes.
template <int PARTS>
HIPCUB_HOST_DEVICE hipError_t AliasTemporaries(
    void *d_temp_storage, size_t &temp_storage_bytes,
    void *(&allocations)[PARTS], const size_t (&allocation_sizes)[PARTS]) {
  const size_t unit = 256;
  size_t offsets[PARTS], needed = 0;
  for (int i = 0; i < PARTS; ++i) {
    offsets[i] = needed;
    needed += (allocation_sizes[i] + unit - 1) / unit * unit;
  }
  needed += unit - 1; // where the memory itself begins elsewhere
  if (d_temp_storage == nullptr) {
    temp_storage_bytes = needed;
    return hipSuccess;
  }
  if (temp_storage_bytes < needed)
    return hipErrorInvalidValue;
  char *first = (char *)(((size_t)d_temp_storage + unit - 1) / unit * unit);
  for (int i = 0; i < PARTS; ++i)
    allocations[i] = first + offsets[i];
  return hipSuccess;
}

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
