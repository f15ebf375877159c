// SPDX-License-Identifier: Apache-2.0
//
// The largest and the lowest number of a type, half precision too.
#ifndef QUERN_HIPCUB_DETAIL_LIMITS_HPP
#define QUERN_HIPCUB_DETAIL_LIMITS_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"
#include <limits>

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <class T> struct is_floating : std::is_floating_point<T> {};
template <> struct is_floating<__half> : std::true_type {};
template <> struct is_floating<hip_bfloat16> : std::true_type {};

template <class T> struct limits {
  static_assert(std::numeric_limits<T>::is_specialized,
                "hipCUB does not know this type's largest and lowest value");
  static HIPCUB_HOST_DEVICE constexpr T max() {
    return std::numeric_limits<T>::max();
  }
  static HIPCUB_HOST_DEVICE constexpr T lowest() {
    return std::numeric_limits<T>::lowest();
  }
};

// Of 16 bits: by their bits.
template <class T, unsigned short MAX> struct limits_of_bits {
  static HIPCUB_HOST_DEVICE T of(unsigned short bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof bits);
    return value;
  }
  static HIPCUB_HOST_DEVICE T max() { return of(MAX); }
  static HIPCUB_HOST_DEVICE T lowest() { return of(MAX | 0x8000); }
};
template <> struct limits<__half> : limits_of_bits<__half, 0x7bff> {};
template <>
struct limits<hip_bfloat16> : limits_of_bits<hip_bfloat16, 0x7f7f> {};

} // namespace detail
END_HIPCUB_NAMESPACE

#endif
