// SPDX-License-Identifier: Apache-2.0
//
// DeviceHistogram: how many samples are in each bin, of one channel or several.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_HISTOGRAM_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_HISTOGRAM_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_histogram.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

// Samples outside of all bins count nowhere.
struct DeviceHistogram {
  template <class Samples, class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
                Samples d_samples, Counter *d_histogram, int num_levels,
                Level lower_level, Level upper_level, N num_samples,
                hipStream_t stream = 0, bool debug_synchronous = false) {
    if (!detail::is_countable(num_samples))
      return hipErrorInvalidValue;
    return ::rocprim::histogram_even(
        d_temp_storage, temp_storage_bytes, d_samples, (unsigned)num_samples,
        d_histogram, (unsigned)num_levels, lower_level, upper_level, stream,
        debug_synchronous);
  }
  template <class Samples, class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
                Samples d_samples, Counter *d_histogram, int num_levels,
                Level lower_level, Level upper_level, N num_row_samples,
                N num_rows, size_t row_stride_bytes, hipStream_t stream = 0,
                bool debug_synchronous = false) {
    if (!detail::is_countable(num_row_samples) ||
        !detail::is_countable(num_rows))
      return hipErrorInvalidValue;
    return ::rocprim::histogram_even(
        d_temp_storage, temp_storage_bytes, d_samples,
        (unsigned)num_row_samples, (unsigned)num_rows, row_stride_bytes,
        d_histogram, (unsigned)num_levels, lower_level, upper_level, stream,
        debug_synchronous);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, class Samples,
            class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  MultiHistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
                     Samples d_samples,
                     Counter *d_histogram[NUM_ACTIVE_CHANNELS],
                     int num_levels[NUM_ACTIVE_CHANNELS],
                     Level lower_level[NUM_ACTIVE_CHANNELS],
                     Level upper_level[NUM_ACTIVE_CHANNELS], N num_pixels,
                     hipStream_t stream = 0, bool debug_synchronous = false) {
    if (!detail::is_countable(num_pixels))
      return hipErrorInvalidValue;
    unsigned levels[NUM_ACTIVE_CHANNELS];
    for (int i = 0; i < NUM_ACTIVE_CHANNELS; ++i)
      levels[i] = (unsigned)num_levels[i];
    return ::rocprim::multi_histogram_even<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, (unsigned)num_pixels,
        d_histogram, levels, lower_level, upper_level, stream,
        debug_synchronous);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, class Samples,
            class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  MultiHistogramEven(void *d_temp_storage, size_t &temp_storage_bytes,
                     Samples d_samples,
                     Counter *d_histogram[NUM_ACTIVE_CHANNELS],
                     int num_levels[NUM_ACTIVE_CHANNELS],
                     Level lower_level[NUM_ACTIVE_CHANNELS],
                     Level upper_level[NUM_ACTIVE_CHANNELS], N num_row_pixels,
                     N num_rows, size_t row_stride_bytes,
                     hipStream_t stream = 0, bool debug_synchronous = false) {
    if (!detail::is_countable(num_row_pixels) ||
        !detail::is_countable(num_rows))
      return hipErrorInvalidValue;
    unsigned levels[NUM_ACTIVE_CHANNELS];
    for (int i = 0; i < NUM_ACTIVE_CHANNELS; ++i)
      levels[i] = (unsigned)num_levels[i];
    return ::rocprim::multi_histogram_even<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, (unsigned)num_row_pixels,
        (unsigned)num_rows, row_stride_bytes, d_histogram, levels, lower_level,
        upper_level, stream, debug_synchronous);
  }
  template <class Samples, class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  HistogramRange(void *d_temp_storage, size_t &temp_storage_bytes,
                 Samples d_samples, Counter *d_histogram, int num_levels,
                 Level *d_levels, N num_samples, hipStream_t stream = 0,
                 bool debug_synchronous = false) {
    if (!detail::is_countable(num_samples))
      return hipErrorInvalidValue;
    return ::rocprim::histogram_range(
        d_temp_storage, temp_storage_bytes, d_samples, (unsigned)num_samples,
        d_histogram, (unsigned)num_levels, d_levels, stream, debug_synchronous);
  }
  template <class Samples, class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  HistogramRange(void *d_temp_storage, size_t &temp_storage_bytes,
                 Samples d_samples, Counter *d_histogram, int num_levels,
                 Level *d_levels, N num_row_samples, N num_rows,
                 size_t row_stride_bytes, hipStream_t stream = 0,
                 bool debug_synchronous = false) {
    if (!detail::is_countable(num_row_samples) ||
        !detail::is_countable(num_rows))
      return hipErrorInvalidValue;
    return ::rocprim::histogram_range(
        d_temp_storage, temp_storage_bytes, d_samples,
        (unsigned)num_row_samples, (unsigned)num_rows, row_stride_bytes,
        d_histogram, (unsigned)num_levels, d_levels, stream, debug_synchronous);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, class Samples,
            class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t MultiHistogramRange(
      void *d_temp_storage, size_t &temp_storage_bytes, Samples d_samples,
      Counter *d_histogram[NUM_ACTIVE_CHANNELS],
      int num_levels[NUM_ACTIVE_CHANNELS], Level *d_levels[NUM_ACTIVE_CHANNELS],
      N num_pixels, hipStream_t stream = 0, bool debug_synchronous = false) {
    if (!detail::is_countable(num_pixels))
      return hipErrorInvalidValue;
    unsigned levels[NUM_ACTIVE_CHANNELS];
    for (int i = 0; i < NUM_ACTIVE_CHANNELS; ++i)
      levels[i] = (unsigned)num_levels[i];
    return ::rocprim::multi_histogram_range<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, (unsigned)num_pixels,
        d_histogram, levels, d_levels, stream, debug_synchronous);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, class Samples,
            class Counter, class Level, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t MultiHistogramRange(
      void *d_temp_storage, size_t &temp_storage_bytes, Samples d_samples,
      Counter *d_histogram[NUM_ACTIVE_CHANNELS],
      int num_levels[NUM_ACTIVE_CHANNELS], Level *d_levels[NUM_ACTIVE_CHANNELS],
      N num_row_pixels, N num_rows, size_t row_stride_bytes,
      hipStream_t stream = 0, bool debug_synchronous = false) {
    if (!detail::is_countable(num_row_pixels) ||
        !detail::is_countable(num_rows))
      return hipErrorInvalidValue;
    unsigned levels[NUM_ACTIVE_CHANNELS];
    for (int i = 0; i < NUM_ACTIVE_CHANNELS; ++i)
      levels[i] = (unsigned)num_levels[i];
    return ::rocprim::multi_histogram_range<NUM_CHANNELS, NUM_ACTIVE_CHANNELS>(
        d_temp_storage, temp_storage_bytes, d_samples, (unsigned)num_row_pixels,
        (unsigned)num_rows, row_stride_bytes, d_histogram, levels, d_levels,
        stream, debug_synchronous);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
