// SPDX-License-Identifier: Apache-2.0
//
// Stores with a hint for caches.
#ifndef QUERN_HIPCUB_THREAD_THREAD_STORE_HPP
#define QUERN_HIPCUB_THREAD_THREAD_STORE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/thread/thread_store.cuh>
#else

#include "thread_load.hpp"

BEGIN_HIPCUB_NAMESPACE

enum CacheStoreModifier {
  STORE_DEFAULT,
  STORE_WB,
  STORE_CG,
  STORE_CS,
  STORE_WT,
  STORE_VOLATILE
};

namespace detail {

template <CacheStoreModifier MODIFIER, class T>
HIPCUB_DEVICE inline void store_word(T *at, T value) {
  if constexpr (MODIFIER == STORE_VOLATILE || MODIFIER == STORE_WT)
    *(volatile T *)at = value;
  else if constexpr (MODIFIER == STORE_CG || MODIFIER == STORE_CS)
    __builtin_nontemporal_store(value, at);
  else
    *at = value;
}

template <CacheStoreModifier MODIFIER, class T>
HIPCUB_DEVICE inline void store(T *at, const T &value) {
  if constexpr (MODIFIER == STORE_DEFAULT) {
    *at = value;
  } else if constexpr (std::is_arithmetic<T>::value ||
                       std::is_pointer<T>::value) {
    store_word<MODIFIER>(at, value);
  } else {
    using word = word_of<T>;
    for (size_t i = 0; i < sizeof(T) / sizeof(word); ++i)
      store_word<MODIFIER>((word *)at + i, ((const word *)&value)[i]);
  }
}

} // namespace detail

template <CacheStoreModifier MODIFIER = STORE_DEFAULT, class Iterator, class T>
HIPCUB_DEVICE inline void ThreadStore(Iterator at, T value) {
  if constexpr (std::is_pointer<Iterator>::value) {
    using stored = typename std::iterator_traits<Iterator>::value_type;
    detail::store<MODIFIER>((stored *)at, (stored)value);
  } else {
    *at = value;
  }
}

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
