// SPDX-License-Identifier: Apache-2.0
//
// DeviceAdjacentDifference: each item with the one before or behind.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_ADJACENT_DIFFERENCE_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_ADJACENT_DIFFERENCE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_adjacent_difference.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

struct DeviceAdjacentDifference {
#define HIPCUB_DIFFERENCE(Name, name)                                          \
  template <class In, class Out, class DifferenceOp = Difference, class N>     \
  HIPCUB_RUNTIME_FUNCTION static hipError_t Name##Copy(                        \
      void *d_temp_storage, size_t &temp_storage_bytes, In d_input,            \
      Out d_output, N num_items, DifferenceOp difference_op = DifferenceOp(),  \
      hipStream_t stream = 0, bool debug_synchronous = false) {                \
    return ::rocprim::name(d_temp_storage, temp_storage_bytes, d_input,        \
                           d_output, (size_t)num_items, difference_op, stream, \
                           debug_synchronous);                                 \
  }                                                                            \
  template <class Data, class DifferenceOp = Difference, class N>              \
  HIPCUB_RUNTIME_FUNCTION static hipError_t Name(                              \
      void *d_temp_storage, size_t &temp_storage_bytes, Data d_input,          \
      N num_items, DifferenceOp difference_op = DifferenceOp(),                \
      hipStream_t stream = 0, bool debug_synchronous = false) {                \
    return ::rocprim::name##_inplace(                                          \
        d_temp_storage, temp_storage_bytes, d_input, (size_t)num_items,        \
        difference_op, stream, debug_synchronous);                             \
  }
  HIPCUB_DIFFERENCE(SubtractLeft, adjacent_difference)
  HIPCUB_DIFFERENCE(SubtractRight, adjacent_difference_right)
#undef HIPCUB_DIFFERENCE
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
