// SPDX-License-Identifier: Apache-2.0
//
// Loads with a hint for caches.
#ifndef QUERN_HIPCUB_THREAD_THREAD_LOAD_HPP
#define QUERN_HIPCUB_THREAD_THREAD_LOAD_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/thread/thread_load.cuh>
#else

#include "../util_type.hpp"

BEGIN_HIPCUB_NAMESPACE

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};

namespace detail {

// Numbers and pointers go in one access; what only hints has no other effect.
template <CacheLoadModifier MODIFIER, class T>
HIPCUB_DEVICE inline T load_word(const T *at) {
  if constexpr (MODIFIER == LOAD_CV || MODIFIER == LOAD_VOLATILE)
    return *(const volatile T *)at;
  else if constexpr (MODIFIER == LOAD_CG || MODIFIER == LOAD_CS)
    return __builtin_nontemporal_load(at);
  else
    return *at;
}

// The word that a T is made of.
template <class T>
using word_of = typename std::conditional<
    alignof(T) % 8 == 0, unsigned long long,
    typename std::conditional<
        alignof(T) % 4 == 0, unsigned int,
        typename std::conditional<alignof(T) % 2 == 0, unsigned short,
                                  unsigned char>::type>::type>::type;

template <CacheLoadModifier MODIFIER, class T>
HIPCUB_DEVICE inline T load(const T *at) {
  using plain = typename std::remove_cv<T>::type;
  if constexpr (MODIFIER == LOAD_DEFAULT) {
    return *at;
  } else if constexpr (std::is_arithmetic<T>::value ||
                       std::is_pointer<T>::value) {
    return load_word<MODIFIER>((const plain *)at);
  } else {
    using word = word_of<plain>;
    Uninitialized<plain> room;
    for (size_t i = 0; i < sizeof(plain) / sizeof(word); ++i)
      ((word *)&room)[i] = load_word<MODIFIER>((const word *)at + i);
    return room.Alias();
  }
}

} // namespace detail

template <CacheLoadModifier MODIFIER = LOAD_DEFAULT, class Iterator>
HIPCUB_DEVICE inline typename std::iterator_traits<Iterator>::value_type
ThreadLoad(Iterator at) {
  if constexpr (std::is_pointer<Iterator>::value)
    return detail::load<MODIFIER>(
        (const typename std::iterator_traits<Iterator>::value_type *)at);
  else
    return *at;
}

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
