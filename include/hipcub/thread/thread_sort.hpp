// SPDX-License-Identifier: Apache-2.0
//
// A stable sort of one thread's items.
#ifndef QUERN_HIPCUB_THREAD_THREAD_SORT_HPP
#define QUERN_HIPCUB_THREAD_THREAD_SORT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/thread/thread_sort.cuh>
#else

#include "../util_type.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class T> HIPCUB_HOST_DEVICE inline void Swap(T &a, T &b) {
  T one = a;
  a = b;
  b = one;
}

// By exchanges of neighbours, as many rounds as there are items.
template <class Key, class Value, class CompareOp, int ITEMS>
HIPCUB_DEVICE inline void StableOddEvenSort(Key (&keys)[ITEMS],
                                            Value (&items)[ITEMS],
                                            CompareOp compare) {
  for (int round = 0; round < ITEMS; ++round)
    for (int i = round & 1; i + 1 < ITEMS; i += 2)
      if (compare(keys[i + 1], keys[i])) {
        Swap(keys[i], keys[i + 1]);
        Swap(items[i], items[i + 1]);
      }
}

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
