// SPDX-License-Identifier: Apache-2.0
//
// char1 to double4 with their make_ functions, and dim3. Layout is CUDA's: two-
// and four-element vectors are aligned to their size, at most 16 bytes. In HIP
// sources the vectors also have constructors and arithmetic, as HIP's have.
// The same list serves plain C, which gets the structures alone.
#ifndef QUERN_DEVICE_VECTOR_TYPES_H
#define QUERN_DEVICE_VECTOR_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../qualifiers.h"

#ifdef __cplusplus

// Element type and count of a vector type; empty for everything else.
template <typename V> struct __qn_vector {};

#ifdef __QUERN_DIALECT_HIP__
#define __QN_VECTOR_CTOR1(V, T)                                                \
  V() = default;                                                               \
  __QN_MEMBER constexpr V(T a) : x(a) {}
#define __QN_VECTOR_CTOR2(V, T)                                                \
  V() = default;                                                               \
  __QN_MEMBER constexpr V(T a) : x(a), y(a) {}                                 \
  __QN_MEMBER constexpr V(T a, T b) : x(a), y(b) {}
#define __QN_VECTOR_CTOR3(V, T)                                                \
  V() = default;                                                               \
  __QN_MEMBER constexpr V(T a) : x(a), y(a), z(a) {}                           \
  __QN_MEMBER constexpr V(T a, T b, T c) : x(a), y(b), z(c) {}
#define __QN_VECTOR_CTOR4(V, T)                                                \
  V() = default;                                                               \
  __QN_MEMBER constexpr V(T a) : x(a), y(a), z(a), w(a) {}                     \
  __QN_MEMBER constexpr V(T a, T b, T c, T d) : x(a), y(b), z(c), w(d) {}
#else
#define __QN_VECTOR_CTOR1(V, T)
#define __QN_VECTOR_CTOR2(V, T)
#define __QN_VECTOR_CTOR3(V, T)
#define __QN_VECTOR_CTOR4(V, T)
#endif

#define __QN_VECTOR_TRAITS(V, T, N)                                            \
  template <> struct __qn_vector<V> {                                          \
    typedef T element;                                                         \
    static constexpr int size = N;                                             \
  };

#define __QN_VECTORS(name, T, align2, align4)                                  \
  struct name##1 {                                                             \
    T x;                                                                       \
    __QN_VECTOR_CTOR1(name##1, T)                                              \
  };                                                                           \
  struct __align__(align2) name##2 {                                           \
    T x, y;                                                                    \
    __QN_VECTOR_CTOR2(name##2, T)                                              \
  };                                                                           \
  struct name##3 {                                                             \
    T x, y, z;                                                                 \
    __QN_VECTOR_CTOR3(name##3, T)                                              \
  };                                                                           \
  struct __align__(align4) name##4 {                                           \
    T x, y, z, w;                                                              \
    __QN_VECTOR_CTOR4(name##4, T)                                              \
  };                                                                           \
  __QN_VECTOR_TRAITS(name##1, T, 1)                                            \
  __QN_VECTOR_TRAITS(name##2, T, 2)                                            \
  __QN_VECTOR_TRAITS(name##3, T, 3)                                            \
  __QN_VECTOR_TRAITS(name##4, T, 4)                                            \
  __QN_HD constexpr name##1 make_##name##1(T x) { return name##1{x}; }         \
  __QN_HD constexpr name##2 make_##name##2(T x, T y) { return name##2{x, y}; } \
  __QN_HD constexpr name##3 make_##name##3(T x, T y, T z) {                    \
    return name##3{x, y, z};                                                   \
  }                                                                            \
  __QN_HD constexpr name##4 make_##name##4(T x, T y, T z, T w) {               \
    return name##4{x, y, z, w};                                                \
  }

#else // C

#define __QN_VECTORS(name, T, align2, align4)                                  \
  typedef struct name##1 {                                                     \
    T x;                                                                       \
  } name##1;                                                                   \
  typedef struct __align__(align2) name##2 {                                   \
    T x, y;                                                                    \
  } name##2;                                                                   \
  typedef struct name##3 {                                                     \
    T x, y, z;                                                                 \
  } name##3;                                                                   \
  typedef struct __align__(align4) name##4 {                                   \
    T x, y, z, w;                                                              \
  } name##4;

#endif

__QN_VECTORS(char, signed char, 2, 4)
__QN_VECTORS(uchar, unsigned char, 2, 4)
__QN_VECTORS(short, short, 4, 8)
__QN_VECTORS(ushort, unsigned short, 4, 8)
__QN_VECTORS(int, int, 8, 16)
__QN_VECTORS(uint, unsigned int, 8, 16)
#if __SIZEOF_LONG__ == 8
__QN_VECTORS(long, long, 16, 16)
__QN_VECTORS(ulong, unsigned long, 16, 16)
#else
__QN_VECTORS(long, long, 8, 16)
__QN_VECTORS(ulong, unsigned long, 8, 16)
#endif
__QN_VECTORS(longlong, long long, 16, 16)
__QN_VECTORS(ulonglong, unsigned long long, 16, 16)
__QN_VECTORS(float, float, 8, 16)
__QN_VECTORS(double, double, 16, 16)

#undef __QN_VECTORS

#ifndef __cplusplus
typedef struct dim3 {
  unsigned int x, y, z;
} dim3;
#else
struct dim3 {
  unsigned int x, y, z;
  __QN_MEMBER constexpr dim3(unsigned int x = 1, unsigned int y = 1,
                             unsigned int z = 1)
      : x(x), y(y), z(z) {}
  __QN_MEMBER constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  // The built-in index variables.
  template <typename I, typename = typename I::__qn_index_tag>
  __QN_MEMBER dim3(const I &v) : x(v.x), y(v.y), z(v.z) {}
  __QN_MEMBER constexpr operator uint3() const { return uint3{x, y, z}; }
};
#endif

#ifdef __QUERN_DIALECT_HIP__

// ---- Arithmetic on vectors, component by component ---------------------------

template <bool, typename T = void> struct __qn_enable_if {};
template <typename T> struct __qn_enable_if<true, T> { typedef T type; };

#define __QN_VECTOR_BINARY(op)                                                 \
  template <typename V, int N = __qn_vector<V>::size>                          \
  __QN_HD constexpr V operator op(const V &a, const V &b) {                    \
    V r{};                                                                     \
    r.x = a.x op b.x;                                                          \
    if constexpr (N > 1)                                                       \
      r.y = a.y op b.y;                                                        \
    if constexpr (N > 2)                                                       \
      r.z = a.z op b.z;                                                        \
    if constexpr (N > 3)                                                       \
      r.w = a.w op b.w;                                                        \
    return r;                                                                  \
  }                                                                            \
  template <typename V, int N = __qn_vector<V>::size>                          \
  __QN_HD constexpr V operator op(                                             \
      const V &a, const typename __qn_vector<V>::element &b) {                 \
    return a op V(b);                                                          \
  }                                                                            \
  template <typename V, int N = __qn_vector<V>::size>                          \
  __QN_HD constexpr V operator op(                                             \
      const typename __qn_vector<V>::element &a, const V &b) {                 \
    return V(a) op b;                                                          \
  }                                                                            \
  template <typename V, int N = __qn_vector<V>::size>                          \
  __QN_HD constexpr V &operator op##=(V &a, const V &b) {                      \
    return a = a op b;                                                         \
  }                                                                            \
  template <typename V, int N = __qn_vector<V>::size>                          \
  __QN_HD constexpr V &operator op##=(                                         \
      V &a, const typename __qn_vector<V>::element &b) {                       \
    return a = a op V(b);                                                      \
  }
__QN_VECTOR_BINARY(+)
__QN_VECTOR_BINARY(-)
__QN_VECTOR_BINARY(*)
__QN_VECTOR_BINARY(/)
__QN_VECTOR_BINARY(%)
__QN_VECTOR_BINARY(&)
__QN_VECTOR_BINARY(|)
__QN_VECTOR_BINARY(^)
__QN_VECTOR_BINARY(<<)
__QN_VECTOR_BINARY(>>)
#undef __QN_VECTOR_BINARY

template <typename V, int N = __qn_vector<V>::size>
__QN_HD constexpr bool operator==(const V &a, const V &b) {
  bool r = a.x == b.x;
  if constexpr (N > 1)
    r = r && a.y == b.y;
  if constexpr (N > 2)
    r = r && a.z == b.z;
  if constexpr (N > 3)
    r = r && a.w == b.w;
  return r;
}
template <typename V, int N = __qn_vector<V>::size>
__QN_HD constexpr bool operator!=(const V &a, const V &b) {
  return !(a == b);
}
template <typename V, int N = __qn_vector<V>::size>
__QN_HD constexpr V operator-(const V &a) {
  return V(typename __qn_vector<V>::element(0)) - a;
}
template <typename V, int N = __qn_vector<V>::size>
__QN_HD constexpr V operator~(const V &a) {
  return a ^ V(typename __qn_vector<V>::element(-1));
}
template <typename V, int N = __qn_vector<V>::size>
__QN_HD constexpr V &operator++(V &a) {
  return a = a + V(typename __qn_vector<V>::element(1));
}
template <typename V, int N = __qn_vector<V>::size>
__QN_HD constexpr V &operator--(V &a) {
  return a = a - V(typename __qn_vector<V>::element(1));
}

#endif // __QUERN_DIALECT_HIP__

#endif
