// SPDX-License-Identifier: Apache-2.0
//
// Types and their properties: Traits, KeyValuePair, DoubleBuffer.
#ifndef QUERN_HIPCUB_UTIL_TYPE_HPP
#define QUERN_HIPCUB_UTIL_TYPE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/util_type.cuh>
#else

#include "detail/limits.hpp"

BEGIN_HIPCUB_NAMESPACE

using NullType = ::rocprim::empty_type;

template <int A> struct Int2Type {
  enum { VALUE = A };
};
template <bool IF, class Then, class Else> struct If {
  using Type = typename std::conditional<IF, Then, Else>::type;
};
template <class A, class B> struct Equals {
  enum { VALUE = std::is_same<A, B>::value, NEGATE = !VALUE };
};
template <class T> struct IsPointer {
  enum { VALUE = std::is_pointer<T>::value };
};
template <class T> struct IsVolatile {
  enum { VALUE = std::is_volatile<T>::value };
};
template <class T> struct RemoveQualifiers {
  using Type = typename std::remove_cv<T>::type;
};
template <int N> struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};
// The logarithm to the base 2, rounded up.
template <int N, int = N, int COUNT = 0> struct Log2 {
  enum { VALUE = (1 << COUNT) < N ? (int)Log2<N, 0, COUNT + 1>::VALUE : COUNT };
};
template <int N> struct Log2<N, 0, 31> {
  enum { VALUE = 31 };
};

template <class Key, class Value>
using KeyValuePair = ::rocprim::key_value_pair<Key, Value>;

// Room for a T that is not constructed, as unions and shared memory need it.
template <class T> struct Uninitialized {
  alignas(T) unsigned char room[sizeof(T)];
  HIPCUB_HOST_DEVICE T &Alias() { return reinterpret_cast<T &>(*this); }
};

template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;

  HIPCUB_HOST_DEVICE DoubleBuffer()
      : d_buffers{nullptr, nullptr}, selector(0) {}
  HIPCUB_HOST_DEVICE DoubleBuffer(T *current, T *alternate)
      : d_buffers{current, alternate}, selector(0) {}
  HIPCUB_HOST_DEVICE T *Current() { return d_buffers[selector]; }
  HIPCUB_HOST_DEVICE const T *Current() const { return d_buffers[selector]; }
  HIPCUB_HOST_DEVICE T *Alternate() { return d_buffers[selector ^ 1]; }
};

// An initial value that is in memory by the time the kernel needs it.
template <class T, class Iterator = T *>
using FutureValue = ::rocprim::future_value<T, Iterator>;

enum Category {
  NOT_A_NUMBER,
  SIGNED_INTEGER,
  UNSIGNED_INTEGER,
  FLOATING_POINT
};

namespace detail {

template <size_t SIZE> struct bits_of {
  using type = NullType;
};
template <> struct bits_of<1> {
  using type = unsigned char;
};
template <> struct bits_of<2> {
  using type = unsigned short;
};
template <> struct bits_of<4> {
  using type = unsigned int;
};
template <> struct bits_of<8> {
  using type = unsigned long long;
};

template <class T> constexpr Category category_of() {
  return is_floating<T>::value         ? FLOATING_POINT
         : !std::is_integral<T>::value ? NOT_A_NUMBER
         : std::is_signed<T>::value    ? SIGNED_INTEGER
                                       : UNSIGNED_INTEGER;
}

} // namespace detail

template <Category CATEGORY_, bool PRIMITIVE_, bool NULL_TYPE_, class Bits,
          class T>
struct BaseTraits {
  using CategoryType = Category;
  static const Category CATEGORY = CATEGORY_;
  using UnsignedBits = Bits;
  enum { PRIMITIVE = PRIMITIVE_, NULL_TYPE = NULL_TYPE_ };
};

template <class T>
struct NumericTraits
    : BaseTraits<detail::category_of<T>(),
                 detail::category_of<T>() != NOT_A_NUMBER,
                 std::is_same<T, NullType>::value,
                 typename detail::bits_of<sizeof(T)>::type, T> {
  using UnsignedBits = typename detail::bits_of<sizeof(T)>::type;
  // Bits whose unsigned order is that of the numbers, and back.
  static HIPCUB_HOST_DEVICE UnsignedBits TwiddleIn(UnsignedBits key) {
    return key ^ flipped(key);
  }
  static HIPCUB_HOST_DEVICE UnsignedBits TwiddleOut(UnsignedBits key) {
    const UnsignedBits high = (UnsignedBits)1 << (8 * sizeof(T) - 1);
    return detail::category_of<T>() != FLOATING_POINT ? key ^ flipped(key)
           : (key & high)                             ? key ^ high
                                                      : (UnsignedBits)~key;
  }
  static HIPCUB_HOST_DEVICE T Max() { return detail::limits<T>::max(); }
  static HIPCUB_HOST_DEVICE T Lowest() { return detail::limits<T>::lowest(); }

private:
  static HIPCUB_HOST_DEVICE UnsignedBits flipped(UnsignedBits key) {
    const UnsignedBits high = (UnsignedBits)1 << (8 * sizeof(T) - 1);
    return detail::category_of<T>() == UNSIGNED_INTEGER ? (UnsignedBits)0
           : detail::category_of<T>() == SIGNED_INTEGER ? high
           : (key & high) ? (UnsignedBits) ~(UnsignedBits)0
                          : high;
  }
};

template <class T>
struct Traits : NumericTraits<typename RemoveQualifiers<T>::Type> {};

template <class T> struct FpLimits {
  static HIPCUB_HOST_DEVICE T Max() { return detail::limits<T>::max(); }
  static HIPCUB_HOST_DEVICE T Lowest() { return detail::limits<T>::lowest(); }
};

// Whether op(a, b, index of b) is what a flag's operation takes.
template <class T, class Op> struct BinaryOpHasIdxParam {
private:
  template <class F>
  static HIPCUB_HOST_DEVICE auto has(F *f, T *t)
      -> decltype((*f)(*t, *t, 0), char());
  static HIPCUB_HOST_DEVICE int has(...);

public:
  static const bool HAS_PARAM =
      sizeof(has((Op *)nullptr, (T *)nullptr)) == sizeof(char);
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
