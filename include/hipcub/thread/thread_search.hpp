// SPDX-License-Identifier: Apache-2.0
//
// Searches by one thread: bounds, and the place where a diagonal cuts two
// sorted lists.
#ifndef QUERN_HIPCUB_THREAD_THREAD_SEARCH_HPP
#define QUERN_HIPCUB_THREAD_THREAD_SEARCH_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/thread/thread_search.cuh>
#else

#include "../util_type.hpp"

#include <rocprim/thread/thread_search.hpp>

BEGIN_HIPCUB_NAMESPACE

template <class A, class B, class Offset, class Coordinate>
HIPCUB_HOST_DEVICE inline void MergePathSearch(Offset diagonal, A a, B b,
                                               Offset a_len, Offset b_len,
                                               Coordinate &path_coordinate) {
  ::rocprim::merge_path_search(diagonal, a, b, a_len, b_len, path_coordinate);
}

template <class Iterator, class Offset, class T>
HIPCUB_DEVICE inline Offset LowerBound(Iterator input, Offset num_items,
                                       T value) {
  return ::rocprim::lower_bound(input, num_items, value);
}

template <class Iterator, class Offset, class T>
HIPCUB_DEVICE inline Offset UpperBound(Iterator input, Offset num_items,
                                       T value) {
  return ::rocprim::upper_bound(input, num_items, value);
}

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
