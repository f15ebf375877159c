// SPDX-License-Identifier: Apache-2.0
//
// DeviceSelect: items by flags, by a condition, without repeats.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_SELECT_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_SELECT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_select.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

struct DeviceSelect {
  template <class In, class Flags, class Out, class Count, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Flagged(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
          Flags d_flags, Out d_out, Count d_num_selected_out, N num_items,
          hipStream_t stream = 0, bool debug_synchronous = false) {
    return ::rocprim::select(d_temp_storage, temp_storage_bytes, d_in,
                             detail::as<bool>(d_flags), d_out,
                             d_num_selected_out, (size_t)num_items, stream,
                             debug_synchronous);
  }
  template <class In, class Out, class Count, class N, class SelectOp>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  If(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
     Count d_num_selected_out, N num_items, SelectOp select_op,
     hipStream_t stream = 0, bool debug_synchronous = false) {
    return ::rocprim::select(d_temp_storage, temp_storage_bytes, d_in, d_out,
                             d_num_selected_out, (size_t)num_items, select_op,
                             stream, debug_synchronous);
  }
  // Of items whose flag the condition is true for.
  template <class In, class Flags, class Out, class Count, class N,
            class SelectOp>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  FlaggedIf(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
            Flags d_flags, Out d_out, Count d_num_selected_out, N num_items,
            SelectOp select_op, hipStream_t stream = 0,
            bool debug_synchronous = false) {
    return ::rocprim::select(
        d_temp_storage, temp_storage_bytes, d_in,
        ::rocprim::transform_iterator<Flags, SelectOp, bool>(d_flags,
                                                             select_op),
        d_out, d_num_selected_out, (size_t)num_items, stream,
        debug_synchronous);
  }

  // In place.
  template <class Data, class Flags, class Count, class N,
            class = typename std::enable_if<std::is_integral<N>::value>::type>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Flagged(void *d_temp_storage, size_t &temp_storage_bytes, Data d_data,
          Flags d_flags, Count d_num_selected_out, N num_items,
          hipStream_t stream = 0, bool debug_synchronous = false) {
    return Flagged(d_temp_storage, temp_storage_bytes, d_data, d_flags, d_data,
                   d_num_selected_out, num_items, stream, debug_synchronous);
  }
  template <class Data, class Count, class N, class SelectOp,
            class = typename std::enable_if<std::is_integral<N>::value>::type>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  If(void *d_temp_storage, size_t &temp_storage_bytes, Data d_data,
     Count d_num_selected_out, N num_items, SelectOp select_op,
     hipStream_t stream = 0, bool debug_synchronous = false) {
    return If(d_temp_storage, temp_storage_bytes, d_data, d_data,
              d_num_selected_out, num_items, select_op, stream,
              debug_synchronous);
  }

  template <class In, class Out, class Count, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Unique(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
         Count d_num_selected_out, N num_items, hipStream_t stream = 0,
         bool debug_synchronous = false) {
    return ::rocprim::unique(d_temp_storage, temp_storage_bytes, d_in, d_out,
                             d_num_selected_out, (size_t)num_items, Equality(),
                             stream, debug_synchronous);
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut,
            class Count, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  UniqueByKey(void *d_temp_storage, size_t &temp_storage_bytes, Keys d_keys_in,
              Values d_values_in, KeysOut d_keys_out, ValuesOut d_values_out,
              Count d_num_selected_out, N num_items, hipStream_t stream = 0,
              bool debug_synchronous = false) {
    return UniqueByKey(d_temp_storage, temp_storage_bytes, d_keys_in,
                       d_values_in, d_keys_out, d_values_out,
                       d_num_selected_out, num_items, Equality(), stream,
                       debug_synchronous);
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut,
            class Count, class N, class EqualityOp,
            class = typename std::enable_if<
                !std::is_convertible<EqualityOp, hipStream_t>::value>::type>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  UniqueByKey(void *d_temp_storage, size_t &temp_storage_bytes, Keys d_keys_in,
              Values d_values_in, KeysOut d_keys_out, ValuesOut d_values_out,
              Count d_num_selected_out, N num_items, EqualityOp equality_op,
              hipStream_t stream = 0, bool debug_synchronous = false) {
    return ::rocprim::unique_by_key(
        d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_keys_out,
        d_values_out, d_num_selected_out, (size_t)num_items, equality_op,
        stream, debug_synchronous);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
