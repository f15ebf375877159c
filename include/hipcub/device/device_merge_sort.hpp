// SPDX-License-Identifier: Apache-2.0
//
// DeviceMergeSort: keys, or pairs, by a comparison.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_MERGE_SORT_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_MERGE_SORT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_merge_sort.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

// All sorts are stable.
struct DeviceMergeSort {
  template <class KeysIn, class ItemsIn, class KeysOut, class ItemsOut, class N,
            class CompareOp>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  SortPairsCopy(void *d_temp_storage, size_t &temp_storage_bytes,
                KeysIn d_input_keys, ItemsIn d_input_items,
                KeysOut d_output_keys, ItemsOut d_output_items, N num_items,
                CompareOp compare_op, hipStream_t stream = 0,
                bool debug_synchronous = false) {
    return ::rocprim::merge_sort(d_temp_storage, temp_storage_bytes,
                                 d_input_keys, d_output_keys, d_input_items,
                                 d_output_items, (size_t)num_items, compare_op,
                                 stream, debug_synchronous);
  }
  template <class KeysIn, class KeysOut, class N, class CompareOp>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  SortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes,
               KeysIn d_input_keys, KeysOut d_output_keys, N num_items,
               CompareOp compare_op, hipStream_t stream = 0,
               bool debug_synchronous = false) {
    return ::rocprim::merge_sort(d_temp_storage, temp_storage_bytes,
                                 d_input_keys, d_output_keys, (size_t)num_items,
                                 compare_op, stream, debug_synchronous);
  }
  template <class KeysIn, class KeysOut, class N, class CompareOp>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  StableSortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes,
                     KeysIn d_input_keys, KeysOut d_output_keys, N num_items,
                     CompareOp compare_op, hipStream_t stream = 0,
                     bool debug_synchronous = false) {
    return SortKeysCopy(d_temp_storage, temp_storage_bytes, d_input_keys,
                        d_output_keys, num_items, compare_op, stream,
                        debug_synchronous);
  }

#define HIPCUB_IN_PLACE(Pairs, Keys)                                           \
  template <class Key, class Item, class N, class CompareOp>                   \
  HIPCUB_RUNTIME_FUNCTION static hipError_t Pairs(                             \
      void *d_temp_storage, size_t &temp_storage_bytes, Key d_keys,            \
      Item d_items, N num_items, CompareOp compare_op, hipStream_t stream = 0, \
      bool debug_synchronous = false) {                                        \
    return SortPairsCopy(d_temp_storage, temp_storage_bytes, d_keys, d_items,  \
                         d_keys, d_items, num_items, compare_op, stream,       \
                         debug_synchronous);                                   \
  }                                                                            \
  template <class Key, class N, class CompareOp>                               \
  HIPCUB_RUNTIME_FUNCTION static hipError_t Keys(                              \
      void *d_temp_storage, size_t &temp_storage_bytes, Key d_keys,            \
      N num_items, CompareOp compare_op, hipStream_t stream = 0,               \
      bool debug_synchronous = false) {                                        \
    return SortKeysCopy(d_temp_storage, temp_storage_bytes, d_keys, d_keys,    \
                        num_items, compare_op, stream, debug_synchronous);     \
  }
  HIPCUB_IN_PLACE(SortPairs, SortKeys)
  HIPCUB_IN_PLACE(StableSortPairs, StableSortKeys)
#undef HIPCUB_IN_PLACE
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
