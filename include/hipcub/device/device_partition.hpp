// SPDX-License-Identifier: Apache-2.0
//
// DevicePartition: items in two parts, by flags or a condition, or in three.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_PARTITION_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_PARTITION_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_partition.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

// In two, those that are not selected lie backwards from the end.
struct DevicePartition {
  template <class In, class Flags, class Out, class Count, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Flagged(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
          Flags d_flags, Out d_out, Count d_num_selected_out, N num_items,
          hipStream_t stream = 0, bool debug_synchronous = false) {
    return ::rocprim::partition(d_temp_storage, temp_storage_bytes, d_in,
                                detail::as<bool>(d_flags), d_out,
                                d_num_selected_out, (size_t)num_items, stream,
                                debug_synchronous);
  }
  template <class In, class Out, class Count, class N, class SelectOp>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  If(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
     Count d_num_selected_out, N num_items, SelectOp select_op,
     hipStream_t stream = 0, bool debug_synchronous = false) {
    return ::rocprim::partition(d_temp_storage, temp_storage_bytes, d_in, d_out,
                                d_num_selected_out, (size_t)num_items,
                                select_op, stream, debug_synchronous);
  }
  template <class In, class First, class Second, class Unselected, class Count,
            class N, class SelectFirst, class SelectSecond>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  If(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
     First d_first_part_out, Second d_second_part_out,
     Unselected d_unselected_out, Count d_num_selected_out, N num_items,
     SelectFirst select_first_part_op, SelectSecond select_second_part_op,
     hipStream_t stream = 0, bool debug_synchronous = false) {
    return ::rocprim::partition_three_way(
        d_temp_storage, temp_storage_bytes, d_in, d_first_part_out,
        d_second_part_out, d_unselected_out, d_num_selected_out,
        (size_t)num_items, select_first_part_op, select_second_part_op, stream,
        debug_synchronous);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
