// SPDX-License-Identifier: Apache-2.0
//
// DeviceFor: calls a function for each index or item.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_FOR_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_FOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_for.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <class Iterator, class Op> struct for_item {
  Iterator first;
  Op op;
  template <class N> HIPCUB_DEVICE void operator()(N i) { op(first[i]); }
};
template <class Iterator, class Op> struct for_copy {
  Iterator first;
  Op op;
  template <class N> HIPCUB_DEVICE void operator()(N i) {
    value_of<Iterator> item = first[i];
    op(item);
  }
};

} // namespace detail

// Each with or without the memory that other algorithms ask for.
struct DeviceFor {
  template <class Shape, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t Bulk(Shape shape, Op op,
                                                 hipStream_t stream = 0) {
    return detail::launch_for(shape, op, stream);
  }
  template <class Iterator, class N, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ForEachN(Iterator first, N num_items, Op op, hipStream_t stream = 0) {
    return Bulk(num_items, detail::for_item<Iterator, Op>{first, op}, stream);
  }
  template <class Iterator, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ForEach(Iterator first, Iterator last, Op op, hipStream_t stream = 0) {
    return ForEachN(first, (ptrdiff_t)(last - first), op, stream);
  }
  template <class Iterator, class N, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ForEachCopyN(Iterator first, N num_items, Op op, hipStream_t stream = 0) {
    return Bulk(num_items, detail::for_copy<Iterator, Op>{first, op}, stream);
  }
  template <class Iterator, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ForEachCopy(Iterator first, Iterator last, Op op, hipStream_t stream = 0) {
    return ForEachCopyN(first, (ptrdiff_t)(last - first), op, stream);
  }

  template <class Shape, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Bulk(void *d_temp_storage, size_t &temp_storage_bytes, Shape shape, Op op,
       hipStream_t stream = 0) {
    return detail::only_asks(d_temp_storage, temp_storage_bytes)
               ? hipSuccess
               : Bulk(shape, op, stream);
  }
#define HIPCUB_WITH_MEMORY(Name)                                               \
  template <class Iterator, class N, class Op>                                 \
  HIPCUB_RUNTIME_FUNCTION static hipError_t Name(                              \
      void *d_temp_storage, size_t &temp_storage_bytes, Iterator first,        \
      N num_items, Op op, hipStream_t stream = 0) {                            \
    return detail::only_asks(d_temp_storage, temp_storage_bytes)               \
               ? hipSuccess                                                    \
               : Name(first, num_items, op, stream);                           \
  }
  HIPCUB_WITH_MEMORY(ForEachN)
  HIPCUB_WITH_MEMORY(ForEachCopyN)
#undef HIPCUB_WITH_MEMORY
#define HIPCUB_WITH_MEMORY(Name)                                               \
  template <class Iterator, class Op>                                          \
  HIPCUB_RUNTIME_FUNCTION static hipError_t Name(                              \
      void *d_temp_storage, size_t &temp_storage_bytes, Iterator first,        \
      Iterator last, Op op, hipStream_t stream = 0) {                          \
    return detail::only_asks(d_temp_storage, temp_storage_bytes)               \
               ? hipSuccess                                                    \
               : Name(first, last, op, stream);                                \
  }
  HIPCUB_WITH_MEMORY(ForEach)
  HIPCUB_WITH_MEMORY(ForEachCopy)
#undef HIPCUB_WITH_MEMORY
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
