// SPDX-License-Identifier: Apache-2.0
//
// HIP's vectors: HIP_vector_type<T, N>, with aliases char1 to double4, with
// constructors and component-wise arithmetic. Aligned to their size, at most 16
// bytes, except those of three components.
#ifndef QUERN_DEVICE_HIP_VECTOR_H
#define QUERN_DEVICE_HIP_VECTOR_H
#pragma clang system_header

#include "../qualifiers.h"

template <bool, typename T = void> struct __qn_enable_if {};
template <typename T> struct __qn_enable_if<true, T> { typedef T type; };
#define __QN_WHERE(condition)                                                  \
  typename __qn_enable_if<(condition), int>::type = 0

// A vector of three of clang's would have the size of four.
template <typename T> struct __qn_three {
  T d[3];
  __QN_MEMBER __QN_CONSTEXPR14 T &operator[](unsigned i) { return d[i]; }
  __QN_MEMBER constexpr T operator[](unsigned i) const { return d[i]; }
};

// The components are what is stored; `data` is another view of them, as clang's
// vector, so that constant expressions can read the components.
#define __QN_HIP_DATA(view)                                                    \
  typedef view Native_vec_;                                                    \
  typedef T value_type;                                                        \
  __QN_VIEW(Native_vec_)                                                      \
  HIP_vector_base() = default;

template <typename T, unsigned N>
inline constexpr int __qn_vector_alignment =
    sizeof(T) * N < 16 ? sizeof(T) * N : 16;

template <typename T, unsigned N> struct HIP_vector_base;

template <typename T> struct HIP_vector_base<T, 1> {
  T x;
  __QN_HIP_DATA(T __attribute__((ext_vector_type(1))))
  __QN_MEMBER constexpr HIP_vector_base(T a) : x(a) {}
};
template <typename T> struct alignas(__qn_vector_alignment<T, 2>) HIP_vector_base<T, 2> {
  T x, y;
  __QN_HIP_DATA(T __attribute__((ext_vector_type(2))))
  __QN_MEMBER explicit constexpr HIP_vector_base(T a) : x(a), y(a) {}
  __QN_MEMBER constexpr HIP_vector_base(T a, T b) : x(a), y(b) {}
};
template <typename T> struct HIP_vector_base<T, 3> {
  T x, y, z;
  __QN_HIP_DATA(__qn_three<T>)
  __QN_MEMBER explicit constexpr HIP_vector_base(T a) : x(a), y(a), z(a) {}
  __QN_MEMBER constexpr HIP_vector_base(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <typename T> struct alignas(__qn_vector_alignment<T, 4>) HIP_vector_base<T, 4> {
  T x, y, z, w;
  typedef T __qn_native __attribute__((ext_vector_type(4)));
  typedef __qn_native __qn_aligned
      __attribute__((aligned(__qn_vector_alignment<T, 4>)));
  __QN_HIP_DATA(__qn_aligned)
  __QN_MEMBER explicit constexpr HIP_vector_base(T a)
      : x(a), y(a), z(a), w(a) {}
  __QN_MEMBER constexpr HIP_vector_base(T a, T b, T c, T d)
      : x(a), y(b), z(c), w(d) {}
};
#undef __QN_HIP_DATA

template <typename T, unsigned N> struct HIP_vector_type;

// Templates, so that a program's own operators for cuFloatComplex and the like,
// which CUDA lets it define, come before them.
#define __QN_HIP_ASSIGN(op)                                                    \
  template <typename = void>                                                   \
  __QN_MEMBER constexpr HIP_vector_type &operator op##=(                       \
      const HIP_vector_type &b) {                                              \
    this->x = (T)(this->x op b.x);                                             \
    if constexpr (N > 1)                                                       \
      this->y = (T)(this->y op b.y);                                           \
    if constexpr (N > 2)                                                       \
      this->z = (T)(this->z op b.z);                                           \
    if constexpr (N > 3)                                                       \
      this->w = (T)(this->w op b.w);                                           \
    return *this;                                                              \
  }                                                                            \
  template <typename U, __QN_WHERE(__is_convertible_to(U, T))>                 \
  __QN_MEMBER constexpr HIP_vector_type &operator op##=(U b) {                 \
    return *this op## = HIP_vector_type(b);                                    \
  }

template <typename T, unsigned N>
struct HIP_vector_type : public HIP_vector_base<T, N> {
  HIP_vector_type() = default;
  template <typename U, __QN_WHERE(__is_convertible_to(U, T))>
  __QN_MEMBER constexpr HIP_vector_type(U a)
      : HIP_vector_base<T, N>(static_cast<T>(a)) {}
  template <typename... U, __QN_WHERE((N > 1) && sizeof...(U) == N)>
  __QN_MEMBER constexpr HIP_vector_type(U... a)
      : HIP_vector_base<T, N>(static_cast<T>(a)...) {}

  __QN_HIP_ASSIGN(+)
  __QN_HIP_ASSIGN(-)
  __QN_HIP_ASSIGN(*)
  __QN_HIP_ASSIGN(/)
  __QN_HIP_ASSIGN(%)
  __QN_HIP_ASSIGN(&)
  __QN_HIP_ASSIGN(|)
  __QN_HIP_ASSIGN(^)
  __QN_HIP_ASSIGN(<<)
  __QN_HIP_ASSIGN(>>)

  __QN_MEMBER constexpr HIP_vector_type &operator++() {
    return *this += HIP_vector_type((T)1);
  }
  __QN_MEMBER constexpr HIP_vector_type &operator--() {
    return *this -= HIP_vector_type((T)1);
  }
  __QN_MEMBER constexpr HIP_vector_type operator++(int) {
    const HIP_vector_type old = *this;
    ++*this;
    return old;
  }
  __QN_MEMBER constexpr HIP_vector_type operator--(int) {
    const HIP_vector_type old = *this;
    --*this;
    return old;
  }
  __QN_MEMBER constexpr HIP_vector_type operator+() const { return *this; }
  __QN_MEMBER constexpr HIP_vector_type operator-() const {
    HIP_vector_type r = *this;
    r.x = (T)-r.x;
    if constexpr (N > 1)
      r.y = (T)-r.y;
    if constexpr (N > 2)
      r.z = (T)-r.z;
    if constexpr (N > 3)
      r.w = (T)-r.w;
    return r;
  }
  __QN_MEMBER constexpr HIP_vector_type operator~() const {
    return HIP_vector_type(*this) ^= HIP_vector_type((T)-1);
  }
};
#undef __QN_HIP_ASSIGN

#define __QN_HIP_BINARY(op)                                                    \
  template <typename T, unsigned N>                                            \
  __QN_HD constexpr HIP_vector_type<T, N> operator op(                         \
      const HIP_vector_type<T, N> &a, const HIP_vector_type<T, N> &b) {        \
    return HIP_vector_type<T, N>(a) op## = b;                                  \
  }                                                                            \
  template <typename T, unsigned N, typename U,                                \
            __QN_WHERE(__is_convertible_to(U, T))>                             \
  __QN_HD constexpr HIP_vector_type<T, N> operator op(                         \
      const HIP_vector_type<T, N> &a, U b) {                                   \
    return HIP_vector_type<T, N>(a) op## = b;                                  \
  }                                                                            \
  template <typename T, unsigned N, typename U,                                \
            __QN_WHERE(__is_convertible_to(U, T))>                             \
  __QN_HD constexpr HIP_vector_type<T, N> operator op(                         \
      U a, const HIP_vector_type<T, N> &b) {                                   \
    return HIP_vector_type<T, N>(a) op## = b;                                  \
  }
__QN_HIP_BINARY(+)
__QN_HIP_BINARY(-)
__QN_HIP_BINARY(*)
__QN_HIP_BINARY(/)
__QN_HIP_BINARY(%)
__QN_HIP_BINARY(&)
__QN_HIP_BINARY(|)
__QN_HIP_BINARY(^)
__QN_HIP_BINARY(<<)
__QN_HIP_BINARY(>>)
#undef __QN_HIP_BINARY

template <typename T, unsigned N>
__QN_HD constexpr bool operator==(const HIP_vector_type<T, N> &a,
                                  const HIP_vector_type<T, N> &b) {
  bool r = a.x == b.x;
  if constexpr (N > 1)
    r = r && a.y == b.y;
  if constexpr (N > 2)
    r = r && a.z == b.z;
  if constexpr (N > 3)
    r = r && a.w == b.w;
  return r;
}
template <typename T, unsigned N>
__QN_HD constexpr bool operator!=(const HIP_vector_type<T, N> &a,
                                  const HIP_vector_type<T, N> &b) {
  return !(a == b);
}
#define __QN_HIP_COMPARE(op)                                                   \
  template <typename T, unsigned N, typename U,                                \
            __QN_WHERE(__is_convertible_to(U, T))>                             \
  __QN_HD constexpr bool operator op(const HIP_vector_type<T, N> &a, U b) {    \
    return a op HIP_vector_type<T, N>(b);                                      \
  }                                                                            \
  template <typename T, unsigned N, typename U,                                \
            __QN_WHERE(__is_convertible_to(U, T))>                             \
  __QN_HD constexpr bool operator op(U a, const HIP_vector_type<T, N> &b) {    \
    return HIP_vector_type<T, N>(a) op b;                                      \
  }
__QN_HIP_COMPARE(==)
__QN_HIP_COMPARE(!=)
#undef __QN_HIP_COMPARE
#undef __QN_WHERE

#endif
