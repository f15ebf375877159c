// SPDX-License-Identifier: Apache-2.0
//
// DeviceSegmentedRadixSort: keys, or pairs, of each segment by their bits.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_SEGMENTED_RADIX_SORT_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_SEGMENTED_RADIX_SORT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_segmented_radix_sort.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

// All sorts are stable.
struct DeviceSegmentedRadixSort {
  template <class KeyT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
           const KeyT *d_keys_in, KeyT *d_keys_out, int num_items,
           int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
           int begin_bit = 0, int end_bit = 8 * sizeof(KeyT),
           hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_keys(
              d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
              (unsigned)num_items, (unsigned)num_segments, begins, ends,
              (unsigned)begin_bit, (unsigned)end_bit, stream,
              debug_synchronous);
        });
  }
  template <class KeyT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
           DoubleBuffer<KeyT> &d_keys, int num_items, int num_segments,
           Begins d_begin_offsets, Ends d_end_offsets, int begin_bit = 0,
           int end_bit = 8 * sizeof(KeyT), hipStream_t stream = 0,
           bool debug_synchronous = false) {
    detail::buffers<KeyT> keys(d_keys);
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_keys(
              d_temp_storage, temp_storage_bytes, keys.theirs,
              (unsigned)num_items, (unsigned)num_segments, begins, ends,
              (unsigned)begin_bit, (unsigned)end_bit, stream,
              debug_synchronous);
        });
  }
  template <class KeyT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t SortKeysDescending(
      void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
      KeyT *d_keys_out, int num_items, int num_segments, Begins d_begin_offsets,
      Ends d_end_offsets, int begin_bit = 0, int end_bit = 8 * sizeof(KeyT),
      hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_keys_desc(
              d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
              (unsigned)num_items, (unsigned)num_segments, begins, ends,
              (unsigned)begin_bit, (unsigned)end_bit, stream,
              debug_synchronous);
        });
  }
  template <class KeyT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                     DoubleBuffer<KeyT> &d_keys, int num_items,
                     int num_segments, Begins d_begin_offsets,
                     Ends d_end_offsets, int begin_bit = 0,
                     int end_bit = 8 * sizeof(KeyT), hipStream_t stream = 0,
                     bool debug_synchronous = false) {
    detail::buffers<KeyT> keys(d_keys);
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_keys_desc(
              d_temp_storage, temp_storage_bytes, keys.theirs,
              (unsigned)num_items, (unsigned)num_segments, begins, ends,
              (unsigned)begin_bit, (unsigned)end_bit, stream,
              debug_synchronous);
        });
  }
  template <class KeyT, class ValueT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
            const KeyT *d_keys_in, KeyT *d_keys_out, const ValueT *d_values_in,
            ValueT *d_values_out, int num_items, int num_segments,
            Begins d_begin_offsets, Ends d_end_offsets, int begin_bit = 0,
            int end_bit = 8 * sizeof(KeyT), hipStream_t stream = 0,
            bool debug_synchronous = false) {
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_pairs(
              d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
              d_values_in, d_values_out, (unsigned)num_items,
              (unsigned)num_segments, begins, ends, (unsigned)begin_bit,
              (unsigned)end_bit, stream, debug_synchronous);
        });
  }
  template <class KeyT, class ValueT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
            DoubleBuffer<KeyT> &d_keys, DoubleBuffer<ValueT> &d_values,
            int num_items, int num_segments, Begins d_begin_offsets,
            Ends d_end_offsets, int begin_bit = 0,
            int end_bit = 8 * sizeof(KeyT), hipStream_t stream = 0,
            bool debug_synchronous = false) {
    detail::buffers<KeyT> keys(d_keys);
    detail::buffers<ValueT> values(d_values);
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_pairs(
              d_temp_storage, temp_storage_bytes, keys.theirs, values.theirs,
              (unsigned)num_items, (unsigned)num_segments, begins, ends,
              (unsigned)begin_bit, (unsigned)end_bit, stream,
              debug_synchronous);
        });
  }
  template <class KeyT, class ValueT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t SortPairsDescending(
      void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
      KeyT *d_keys_out, const ValueT *d_values_in, ValueT *d_values_out,
      int num_items, int num_segments, Begins d_begin_offsets,
      Ends d_end_offsets, int begin_bit = 0, int end_bit = 8 * sizeof(KeyT),
      hipStream_t stream = 0, bool debug_synchronous = false) {
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_pairs_desc(
              d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
              d_values_in, d_values_out, (unsigned)num_items,
              (unsigned)num_segments, begins, ends, (unsigned)begin_bit,
              (unsigned)end_bit, stream, debug_synchronous);
        });
  }
  template <class KeyT, class ValueT, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t SortPairsDescending(
      void *d_temp_storage, size_t &temp_storage_bytes,
      DoubleBuffer<KeyT> &d_keys, DoubleBuffer<ValueT> &d_values, int num_items,
      int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
      int begin_bit = 0, int end_bit = 8 * sizeof(KeyT), hipStream_t stream = 0,
      bool debug_synchronous = false) {
    detail::buffers<KeyT> keys(d_keys);
    detail::buffers<ValueT> values(d_values);
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_radix_sort_pairs_desc(
              d_temp_storage, temp_storage_bytes, keys.theirs, values.theirs,
              (unsigned)num_items, (unsigned)num_segments, begins, ends,
              (unsigned)begin_bit, (unsigned)end_bit, stream,
              debug_synchronous);
        });
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
