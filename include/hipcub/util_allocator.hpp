// SPDX-License-Identifier: Apache-2.0
//
// CachingDeviceAllocator: keeps freed memory of the device for later use.
#ifndef QUERN_HIPCUB_UTIL_ALLOCATOR_HPP
#define QUERN_HIPCUB_UTIL_ALLOCATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/util_allocator.cuh>
#else

#include "util_device.hpp"
#include <map>
#include <mutex>

BEGIN_HIPCUB_NAMESPACE

// Blocks are of sizes bin_growth^n, from n = min_bin to max_bin; larger ones
// are not kept. A block that a stream freed is given to that stream at once,
// and to others when what the stream had to do then is done.
struct CachingDeviceAllocator {
  static const unsigned int INVALID_BIN = (unsigned int)-1;
  static const size_t INVALID_SIZE = (size_t)-1;
  static const int INVALID_DEVICE_ORDINAL = -1;

  unsigned int bin_growth, min_bin, max_bin;
  size_t min_bin_bytes, max_bin_bytes, max_cached_bytes;
  const bool skip_cleanup;
  bool debug;

  CachingDeviceAllocator(unsigned int growth, unsigned int low_bin = 1,
                         unsigned int high_bin = INVALID_BIN,
                         size_t most_cached = INVALID_SIZE,
                         bool skips_cleanup = false, bool says = false)
      : bin_growth(growth), min_bin(low_bin), max_bin(high_bin),
        min_bin_bytes(power(growth, low_bin)),
        max_bin_bytes(high_bin == INVALID_BIN ? INVALID_SIZE
                                              : power(growth, high_bin)),
        max_cached_bytes(most_cached), skip_cleanup(skips_cleanup),
        debug(says) {}
  CachingDeviceAllocator(bool skips_cleanup = false, bool says = false)
      : CachingDeviceAllocator(8, 3, 7, power(8, 7) * 3 - 1, skips_cleanup,
                               says) {}
  CachingDeviceAllocator(const CachingDeviceAllocator &) = delete;
  CachingDeviceAllocator &operator=(const CachingDeviceAllocator &) = delete;
  ~CachingDeviceAllocator() {
    if (!skip_cleanup)
      FreeAllCached();
  }

  // Frees what is cached beyond it only as more is freed.
  hipError_t SetMaxCachedBytes(size_t bytes) {
    std::lock_guard<std::mutex> hold(mutex);
    max_cached_bytes = bytes;
    return hipSuccess;
  }

  hipError_t DeviceAllocate(int device, void **d_ptr, size_t bytes,
                            hipStream_t active_stream = 0) {
    *d_ptr = nullptr;
    if (device == INVALID_DEVICE_ORDINAL)
      device = CurrentDevice();
    SwitchDevice there(device);
    std::lock_guard<std::mutex> hold(mutex);
    block one;
    one.device = device;
    one.bytes = block_size(bytes);
    one.keeps = one.bytes != INVALID_SIZE;
    if (!one.keeps)
      one.bytes = bytes;
    if (!take_cached(one, active_stream)) {
      const hipError_t error = allocate(one);
      if (error != hipSuccess)
        return HipcubDebug(error);
    }
    one.stream = active_stream;
    live[one.at] = one;
    *d_ptr = one.at;
    return hipSuccess;
  }
  hipError_t DeviceAllocate(void **d_ptr, size_t bytes,
                            hipStream_t active_stream = 0) {
    return DeviceAllocate(INVALID_DEVICE_ORDINAL, d_ptr, bytes, active_stream);
  }

  hipError_t DeviceFree(int device, void *d_ptr) {
    if (device == INVALID_DEVICE_ORDINAL)
      device = CurrentDevice();
    SwitchDevice there(device);
    std::lock_guard<std::mutex> hold(mutex);
    const auto found = live.find(d_ptr);
    if (found == live.end())
      return HipcubDebug(hipFree(d_ptr));
    block one = found->second;
    live.erase(found);
    if (!one.keeps || one.bytes > max_cached_bytes ||
        cached_bytes[device] > max_cached_bytes - one.bytes)
      return release(one);
    const hipError_t error = hipEventRecord(one.ready, one.stream);
    if (error != hipSuccess)
      return HipcubDebug(error);
    cached_bytes[device] += one.bytes;
    cached.insert({{device, one.bytes}, one});
    return hipSuccess;
  }
  hipError_t DeviceFree(void *d_ptr) {
    return DeviceFree(INVALID_DEVICE_ORDINAL, d_ptr);
  }

  hipError_t FreeAllCached() {
    std::lock_guard<std::mutex> hold(mutex);
    hipError_t first = hipSuccess;
    for (auto &entry : cached) {
      SwitchDevice there(entry.second.device);
      const hipError_t error = release(entry.second);
      first = first == hipSuccess ? error : first;
    }
    cached.clear();
    cached_bytes.clear();
    return first;
  }

private:
  struct block {
    void *at = nullptr;
    size_t bytes = 0;
    int device = 0;
    bool keeps = false;
    hipStream_t stream = nullptr;
    hipEvent_t ready = nullptr; // what the stream had to do when it freed it
  };
  std::mutex mutex;
  std::map<void *, block> live;
  std::multimap<std::pair<int, size_t>, block> cached;
  std::map<int, size_t> cached_bytes;

  static size_t power(size_t base, unsigned exponent) {
    size_t out = 1;
    for (unsigned i = 0; i < exponent; ++i)
      out *= base;
    return out;
  }

  // The bin's size, or INVALID_SIZE when it is larger than all.
  size_t block_size(size_t bytes) const {
    size_t size = min_bin_bytes;
    while (size < bytes && size <= max_bin_bytes / bin_growth)
      size *= bin_growth;
    return size < bytes ? INVALID_SIZE : size;
  }

  bool take_cached(block &one, hipStream_t stream) {
    const auto fit = cached.equal_range({one.device, one.bytes});
    for (auto i = fit.first; one.keeps && i != fit.second; ++i)
      if (i->second.stream == stream ||
          hipEventQuery(i->second.ready) != hipErrorNotReady) {
        one = i->second;
        cached.erase(i);
        cached_bytes[one.device] -= one.bytes;
        return true;
      }
    return false;
  }

  // When memory is short, what is cached on that device goes.
  hipError_t allocate(block &one) {
    hipError_t error = hipMalloc(&one.at, one.bytes);
    if (error == hipErrorOutOfMemory) {
      (void)hipGetLastError();
      free_cached_of(one.device);
      error = hipMalloc(&one.at, one.bytes);
    }
    if (error != hipSuccess || !one.keeps)
      return error;
    return hipEventCreateWithFlags(&one.ready, hipEventDisableTiming);
  }
  void free_cached_of(int device) {
    for (auto i = cached.begin(); i != cached.end();)
      if (i->first.first == device) {
        release(i->second);
        i = cached.erase(i);
      } else {
        ++i;
      }
    cached_bytes[device] = 0;
  }

  hipError_t release(block &one) {
    const hipError_t error = hipFree(one.at);
    if (one.ready != nullptr)
      (void)hipEventDestroy(one.ready);
    return HipcubDebug(error);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
