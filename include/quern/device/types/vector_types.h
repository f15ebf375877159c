// SPDX-License-Identifier: Apache-2.0
//
// char1 to double4 with their make_ functions, and dim3. The layout is CUDA's:
// two- and four-element vectors are aligned to their size, at most 16 bytes; in
// HIP sources they are those of hip_vector.h. Plain C gets the structs only.
#ifndef QUERN_DEVICE_VECTOR_TYPES_H
#define QUERN_DEVICE_VECTOR_TYPES_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../qualifiers.h"

#ifdef __cplusplus
extern "C++" { // as in names_begin.inc
#endif

#ifdef __cplusplus
#ifdef __QUERN_DIALECT_HIP__
#include "hip_vector.h"
#endif

// Element type and count of a vector type; empty for everything else.
template <typename V> struct __qn_vector {};

#define __QN_VECTOR_TRAITS(V, T, N)                                            \
  template <> struct __qn_vector<V> {                                          \
    typedef T element;                                                         \
    static constexpr int size = N;                                             \
  };

#ifdef __QUERN_DIALECT_HIP__
#define __QN_VECTOR_STRUCTS(name, T, align2, align4)                           \
  typedef HIP_vector_type<T, 1> name##1;                                       \
  typedef HIP_vector_type<T, 2> name##2;                                       \
  typedef HIP_vector_type<T, 3> name##3;                                       \
  typedef HIP_vector_type<T, 4> name##4;
#else
#define __QN_VECTOR_STRUCTS(name, T, align2, align4)                           \
  struct name##1 {                                                             \
    T x;                                                                       \
  };                                                                           \
  struct __align__(align2) name##2 {                                           \
    T x, y;                                                                    \
  };                                                                           \
  struct name##3 {                                                             \
    T x, y, z;                                                                 \
  };                                                                           \
  struct __align__(align4) name##4 {                                           \
    T x, y, z, w;                                                              \
  };
#endif

#define __QN_VECTORS(name, T, align2, align4)                                  \
  __QN_VECTOR_STRUCTS(name, T, align2, align4)                                 \
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

#if defined(__QUERN_DIALECT_HIP__) && defined(__cplusplus)
__QN_VECTORS(char, char, 2, 4)
#else
__QN_VECTORS(char, signed char, 2, 4)
#endif
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

#ifndef __QUERN_DIALECT_HIP__
// CUDA 13's types with the alignment in their names.
#ifndef __cplusplus
#define __QN_VECTOR_ALIGNED(name, T, bytes)                                    \
  typedef struct __align__(bytes) name##4_##bytes##a {                         \
    T x, y, z, w;                                                              \
  } name##4_##bytes##a;
#else
#define __QN_VECTOR_ALIGNED(name, T, bytes)                                    \
  struct __align__(bytes) name##4_##bytes##a {                                 \
    T x, y, z, w;                                                              \
  };                                                                           \
  __QN_VECTOR_TRAITS(name##4_##bytes##a, T, 4)                                 \
  __QN_HD constexpr name##4_##bytes##a make_##name##4_##bytes##a(              \
      T x, T y, T z, T w) {                                                    \
    return name##4_##bytes##a{x, y, z, w};                                     \
  }
#endif
#define __QN_VECTOR_ALIGNMENTS(name, T)                                        \
  __QN_VECTOR_ALIGNED(name, T, 16)                                             \
  __QN_VECTOR_ALIGNED(name, T, 32)
__QN_VECTOR_ALIGNMENTS(long, long)
__QN_VECTOR_ALIGNMENTS(ulong, unsigned long)
__QN_VECTOR_ALIGNMENTS(longlong, long long)
__QN_VECTOR_ALIGNMENTS(ulonglong, unsigned long long)
__QN_VECTOR_ALIGNMENTS(double, double)
#undef __QN_VECTOR_ALIGNMENTS
#undef __QN_VECTOR_ALIGNED
#endif
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

#if defined(__QUERN_DIALECT_HIP__) && defined(__cplusplus)
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long long ullong;
#endif

#ifdef __cplusplus
} // extern "C++"
#endif

#endif
