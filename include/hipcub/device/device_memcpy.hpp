// SPDX-License-Identifier: Apache-2.0
//
// DeviceMemcpy: many ranges of bytes at once.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_MEMCPY_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_MEMCPY_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_memcpy.cuh>
#else

#include "device_copy.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

// Pointers as pointers to bytes.
template <class Byte, class Pointers> struct as_bytes {
  Pointers pointers;
  HIPCUB_DEVICE Byte *operator[](uint32_t i) const {
    return (Byte *)pointers[i];
  }
};

} // namespace detail

struct DeviceMemcpy {
  template <class In, class Out, class Sizes>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Batched(void *d_temp_storage, size_t &temp_storage_bytes, In input_buffer_it,
          Out output_buffer_it, Sizes buffer_sizes, uint32_t num_buffers,
          hipStream_t stream = 0) {
    return DeviceCopy::Batched(
        d_temp_storage, temp_storage_bytes,
        detail::as_bytes<const unsigned char, In>{input_buffer_it},
        detail::as_bytes<unsigned char, Out>{output_buffer_it}, buffer_sizes,
        num_buffers, stream);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
