// SPDX-License-Identifier: Apache-2.0
//
// DeviceRunLengthEncode: runs of the same items.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_RUN_LENGTH_ENCODE_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_RUN_LENGTH_ENCODE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_run_length_encode.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Counts, class NumRuns, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Encode(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
         Unique d_unique_out, Counts d_counts_out, NumRuns d_num_runs_out,
         N num_items, hipStream_t stream = 0, bool debug_synchronous = false) {
    if (!detail::is_countable(num_items))
      return hipErrorInvalidValue;
    return ::rocprim::run_length_encode(
        d_temp_storage, temp_storage_bytes, d_in, (unsigned)num_items,
        d_unique_out, d_counts_out, d_num_runs_out, stream, debug_synchronous);
  }
  // Of runs of two and more.
  template <class In, class Offsets, class Lengths, class NumRuns, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  NonTrivialRuns(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
                 Offsets d_offsets_out, Lengths d_lengths_out,
                 NumRuns d_num_runs_out, N num_items, hipStream_t stream = 0,
                 bool debug_synchronous = false) {
    if (!detail::is_countable(num_items))
      return hipErrorInvalidValue;
    return ::rocprim::run_length_encode_non_trivial_runs(
        d_temp_storage, temp_storage_bytes, d_in, (unsigned)num_items,
        d_offsets_out, d_lengths_out, d_num_runs_out, stream,
        debug_synchronous);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
