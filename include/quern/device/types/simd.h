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
// Defines name2 for 16-bit parts and name4 for 8-bit parts; S: signed, U:
// unsigned.
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

// ---- Sums, minima and maxima of several, for dynamic programming -----------------

// Applies f to each part of three words; T: the part's type.
template <typename T, typename Op>
__QN_HD unsigned __qn_simd3(unsigned a, unsigned b, unsigned c, Op f) {
  constexpr int bits = sizeof(T) * 8;
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 32; i += bits)
    result |= (unsigned)(unsigned short)f((T)(a >> i), (T)(b >> i), (T)(c >> i))
              << i;
  return result;
}

// The functions of a name: for signed and unsigned words and halves; with relu,
// results are not below 0.
#define __QN_DPX_WORD(name, T, expression)                                     \
  __QN_HD T name(const T a, const T b, const T c) {                            \
    typedef T P __attribute__((unused));                                       \
    return expression;                                                         \
  }
#define __QN_DPX_HALVES(name, T, expression)                                   \
  __QN_HD unsigned name(const unsigned x, const unsigned y,                    \
                        const unsigned z) {                                    \
    typedef T P;                                                               \
    return __qn_simd3<T>(x, y, z, [](T a, T b, T c) -> T {                     \
      return expression;                                                       \
    });                                                                        \
  }
#define __QN_DPX(name, expression)                                             \
  __QN_DPX_WORD(name##_s32, int, expression)                                   \
  __QN_DPX_WORD(name##_u32, unsigned, expression)                              \
  __QN_DPX_HALVES(name##_s16x2, short, expression)                             \
  __QN_DPX_HALVES(name##_u16x2, unsigned short, expression)                    \
  __QN_DPX_WORD(name##_s32_relu, int, __qn_greater<P>(expression, 0))          \
  __QN_DPX_HALVES(name##_s16x2_relu, short, __qn_greater<P>(expression, 0))
template <typename T> __QN_HD constexpr T __qn_greater(T a, T b) {
  return a > b ? a : b;
}
template <typename T> __QN_HD constexpr T __qn_lesser(T a, T b) {
  return a < b ? a : b;
}
template <typename T> __QN_HD constexpr T __qn_sum(T a, T b) {
  return (T)((unsigned)a + (unsigned)b);
}
__QN_DPX(__vimax3, __qn_greater<P>(__qn_greater<P>(a, b), c))
__QN_DPX(__vimin3, __qn_lesser<P>(__qn_lesser<P>(a, b), c))
__QN_DPX(__viaddmax, __qn_greater<P>(__qn_sum<P>(a, b), c))
__QN_DPX(__viaddmin, __qn_lesser<P>(__qn_sum<P>(a, b), c))
#undef __QN_DPX
#undef __QN_DPX_WORD
#undef __QN_DPX_HALVES

__QN_HD int __vimax_s32_relu(const int a, const int b) {
  return __vimax3_s32(a, b, 0);
}
__QN_HD int __vimin_s32_relu(const int a, const int b) {
  return __qn_greater(__qn_lesser(a, b), 0);
}
__QN_HD unsigned __vimax_s16x2_relu(const unsigned a, const unsigned b) {
  return __vimax3_s16x2(a, b, 0);
}
__QN_HD unsigned __vimin_s16x2_relu(const unsigned a, const unsigned b) {
  return __vimin3_s16x2_relu(a, b, b);
}

// The maximum or minimum of two, and whether it is the first.
#define __QN_DPX_WHICH(name, op)                                               \
  __QN_HD int name##_s32(const int a, const int b, bool *const first) {        \
    *first = a op b;                                                           \
    return *first ? a : b;                                                     \
  }                                                                            \
  __QN_HD unsigned name##_u32(const unsigned a, const unsigned b,              \
                              bool *const first) {                             \
    *first = a op b;                                                           \
    return *first ? a : b;                                                     \
  }                                                                            \
  __QN_DPX_WHICH_HALVES(name##_s16x2, short, op)                               \
  __QN_DPX_WHICH_HALVES(name##_u16x2, unsigned short, op)
#define __QN_DPX_WHICH_HALVES(name, T, op)                                     \
  __QN_HD unsigned name(const unsigned a, const unsigned b,                    \
                        bool *const high, bool *const low) {                   \
    *low = (T)a op(T) b;                                                       \
    *high = (T)(a >> 16) op(T)(b >> 16);                                       \
    return ((*low ? a : b) & 0xffffu) | ((*high ? a : b) & 0xffff0000u);       \
  }
__QN_DPX_WHICH(__vibmax, >=)
__QN_DPX_WHICH(__vibmin, <=)
#undef __QN_DPX_WHICH
#undef __QN_DPX_WHICH_HALVES

#undef __QN_SIMD2
#undef __QN_SIMD_S
#undef __QN_SIMD_U
#undef __QN_SIMD_T
#undef __QN_SIMD_COMPARE
#undef __QN_SIMD_UNARY

#endif
