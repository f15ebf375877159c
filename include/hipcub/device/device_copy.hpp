// SPDX-License-Identifier: Apache-2.0
//
// DeviceCopy: many ranges of items at once.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_COPY_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_COPY_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_copy.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

// A block for each range, as far as blocks go.
template <class In, class Out, class Sizes>
__global__ void __launch_bounds__(256)
    copy_ranges(In in, Out out, Sizes sizes, uint32_t ranges) {
  for (uint32_t range = blockIdx.x; range < ranges; range += gridDim.x) {
    const auto from = in[range];
    const auto to = out[range];
    for (size_t i = threadIdx.x; i < (size_t)sizes[range]; i += blockDim.x)
      to[i] = from[i];
  }
}

template <class In, class Out, class Sizes>
hipError_t launch_copies(In in, Out out, Sizes sizes, uint32_t ranges,
                         hipStream_t stream) {
  if (ranges == 0)
    return hipSuccess;
  copy_ranges<<<dim3(ranges < 65536 ? ranges : 65536), dim3(256), 0, stream>>>(
      in, out, sizes, ranges);
  return hipGetLastError();
}

} // namespace detail

struct DeviceCopy {
  template <class In, class Out, class Sizes>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Batched(void *d_temp_storage, size_t &temp_storage_bytes, In input_it,
          Out output_it, Sizes sizes, uint32_t num_ranges,
          hipStream_t stream = 0) {
    return detail::only_asks(d_temp_storage, temp_storage_bytes)
               ? hipSuccess
               : detail::launch_copies(input_it, output_it, sizes, num_ranges,
                                       stream);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
