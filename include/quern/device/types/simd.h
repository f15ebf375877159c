// SPDX-License-Identifier: Apache-2.0
//
// CUDA's operations on two 16-bit or four 8-bit values in one word. Written as
// loops over the parts, which every back end turns into its packed forms.
#ifndef QUERN_DEVICE_SIMD_H
#define QUERN_DEVICE_SIMD_H
#pragma clang system_header

#include "../qualifiers.h"

// Applies op to corresponding parts of a and b, taken as type T (16 or 8 bits).
template <typename T, typename Op>
__QN_FN unsigned __qn_simd(unsigned a, unsigned b, Op op) {
  constexpr int bits = sizeof(T) * 8;
  constexpr unsigned mask = (1u << bits) - 1;
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 32; i += bits)
    result |= ((unsigned)op((int)(T)(a >> i), (int)(T)(b >> i)) & mask) << i;
  return result;
}
template <typename T> __QN_FN int __qn_simd_clamp(int x) {
  constexpr int bits = sizeof(T) * 8;
  constexpr bool is_signed = (T)-1 < (T)0;
  constexpr int lo = is_signed ? -(1 << (bits - 1)) : 0;
  constexpr int hi = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  return x < lo ? lo : x > hi ? hi : x;
}

#define __QN_SIMD2(name, T, expression)                                        \
  __QN_FN unsigned name(unsigned a, unsigned b) {                              \
    return __qn_simd<T>(a, b, [](int x, int y) { return expression; });        \
  }
// name + 2 for 16-bit parts, name + 4 for 8-bit parts; S signed, U unsigned.
#define __QN_SIMD_S(name, expression)                                          \
  __QN_SIMD_T(name, signed short, signed char, expression)
#define __QN_SIMD_U(name, expression)                                          \
  __QN_SIMD_T(name, unsigned short, unsigned char, expression)
#define __QN_SIMD_T(name, T2, T4, expression)                                  \
  __QN_FN unsigned name##2(unsigned a, unsigned b) {                           \
    typedef T2 T __attribute__((unused));                                      \
    return __qn_simd<T>(a, b, [](int x, int y) { return expression; });        \
  }                                                                            \
  __QN_FN unsigned name##4(unsigned a, unsigned b) {                           \
    typedef T4 T __attribute__((unused));                                      \
    return __qn_simd<T>(a, b, [](int x, int y) { return expression; });        \
  }

__QN_SIMD_U(__vadd, x + y)
__QN_SIMD_S(__vaddss, __qn_simd_clamp<T>(x + y))
__QN_SIMD_U(__vaddus, __qn_simd_clamp<T>(x + y))
__QN_SIMD_U(__vsub, x - y)
__QN_SIMD_S(__vsubss, __qn_simd_clamp<T>(x - y))
__QN_SIMD_U(__vsubus, __qn_simd_clamp<T>(x - y))
__QN_SIMD_S(__vavgs, (x + y + 1) >> 1)
__QN_SIMD_U(__vavgu, (x + y + 1) >> 1)
__QN_SIMD_U(__vhaddu, (x + y) >> 1)
__QN_SIMD_S(__vabsdiffs, x > y ? x - y : y - x)
__QN_SIMD_U(__vabsdiffu, x > y ? x - y : y - x)
__QN_SIMD_S(__vmaxs, x > y ? x : y)
__QN_SIMD_U(__vmaxu, x > y ? x : y)
__QN_SIMD_S(__vmins, x < y ? x : y)
__QN_SIMD_U(__vminu, x < y ? x : y)

#define __QN_SIMD_COMPARE(name, op, SIGN)                                      \
  SIGN(__vcmp##name, x op y ? -1 : 0)                                          \
  SIGN(__vset##name, x op y ? 1 : 0)
__QN_SIMD_COMPARE(eq, ==, __QN_SIMD_U)
__QN_SIMD_COMPARE(ne, !=, __QN_SIMD_U)
__QN_SIMD_COMPARE(gts, >, __QN_SIMD_S)
__QN_SIMD_COMPARE(gtu, >, __QN_SIMD_U)
__QN_SIMD_COMPARE(ges, >=, __QN_SIMD_S)
__QN_SIMD_COMPARE(geu, >=, __QN_SIMD_U)
__QN_SIMD_COMPARE(lts, <, __QN_SIMD_S)
__QN_SIMD_COMPARE(ltu, <, __QN_SIMD_U)
__QN_SIMD_COMPARE(les, <=, __QN_SIMD_S)
__QN_SIMD_COMPARE(leu, <=, __QN_SIMD_U)

#define __QN_SIMD_UNARY(name, expression)                                      \
  __QN_FN unsigned name##2(unsigned a) {                                       \
    typedef signed short T __attribute__((unused));                            \
    return __qn_simd<T>(a, 0u, [](int x, int) { return expression; });         \
  }                                                                            \
  __QN_FN unsigned name##4(unsigned a) {                                       \
    typedef signed char T __attribute__((unused));                             \
    return __qn_simd<T>(a, 0u, [](int x, int) { return expression; });         \
  }
__QN_SIMD_UNARY(__vabs, x < 0 ? -x : x)
__QN_SIMD_UNARY(__vabsss, __qn_simd_clamp<T>(x < 0 ? -x : x))
__QN_SIMD_UNARY(__vneg, -x)
__QN_SIMD_UNARY(__vnegss, __qn_simd_clamp<T>(-x))

// Sums of absolute differences.
template <typename T> __QN_FN unsigned __qn_simd_sad(unsigned a, unsigned b) {
  unsigned sum = 0;
#pragma unroll
  for (int i = 0; i < 32; i += (int)sizeof(T) * 8) {
    const int x = (int)(T)(a >> i), y = (int)(T)(b >> i);
    sum += (unsigned)(x > y ? x - y : y - x);
  }
  return sum;
}
__QN_FN unsigned __vsads2(unsigned a, unsigned b) {
  return __qn_simd_sad<signed short>(a, b);
}
__QN_FN unsigned __vsadu2(unsigned a, unsigned b) {
  return __qn_simd_sad<unsigned short>(a, b);
}
__QN_FN unsigned __vsads4(unsigned a, unsigned b) {
  return __qn_simd_sad<signed char>(a, b);
}
__QN_FN unsigned __vsadu4(unsigned a, unsigned b) {
  return __qn_simd_sad<unsigned char>(a, b);
}

// Three-way minimum and maximum on whole words, and with a floor at zero.
__QN_FN int __vimax3_s32(int a, int b, int c) {
  const int m = a > b ? a : b;
  return m > c ? m : c;
}
__QN_FN int __vimin3_s32(int a, int b, int c) {
  const int m = a < b ? a : b;
  return m < c ? m : c;
}
__QN_FN unsigned __vimax3_u32(unsigned a, unsigned b, unsigned c) {
  const unsigned m = a > b ? a : b;
  return m > c ? m : c;
}
__QN_FN unsigned __vimin3_u32(unsigned a, unsigned b, unsigned c) {
  const unsigned m = a < b ? a : b;
  return m < c ? m : c;
}
__QN_FN int __viaddmax_s32(int a, int b, int c) {
  const int s = (int)((unsigned)a + (unsigned)b);
  return s > c ? s : c;
}
__QN_FN int __viaddmin_s32(int a, int b, int c) {
  const int s = (int)((unsigned)a + (unsigned)b);
  return s < c ? s : c;
}

#undef __QN_SIMD2
#undef __QN_SIMD_S
#undef __QN_SIMD_U
#undef __QN_SIMD_T
#undef __QN_SIMD_COMPARE
#undef __QN_SIMD_UNARY

#endif
