// SPDX-License-Identifier: Apache-2.0
//
// The functions of cuda_fp16.h and cuda_bf16.h that both types share: the same
// names, overloaded. Included by half_math.h and bfloat16_math.h, which add what
// differs. Mathematical functions are computed in float and rounded.
#ifndef QUERN_DEVICE_SMALL_FLOAT_H
#define QUERN_DEVICE_SMALL_FLOAT_H
#pragma clang system_header

#include "bfloat16.h"
#include "half.h"
#include "../math/math_c.h"

// The bits of either type.
__QN_HD unsigned short __qn_small_bits(__half h) { return __half_as_ushort(h); }
__QN_HD unsigned short __qn_small_bits(__nv_bfloat16 h) { return h.__x; }

// Products and sums that must be rounded separately, not fused.
__QN_HD __half __qn_small_add(__half a, __half b) {
#pragma clang fp contract(off)
  return __half((_Float16)(a.__qn_value + b.__qn_value));
}
__QN_HD __half __qn_small_mul(__half a, __half b) {
#pragma clang fp contract(off)
  return __half((_Float16)(a.__qn_value * b.__qn_value));
}
__QN_HD __half __qn_small_fma(__half a, __half b, __half c) {
  return __half(
      __builtin_elementwise_fma(a.__qn_value, b.__qn_value, c.__qn_value));
}
__QN_HD __nv_bfloat16 __qn_small_add(__nv_bfloat16 a, __nv_bfloat16 b) {
#pragma clang fp contract(off)
  return __nv_bfloat16((float)a + (float)b);
}
__QN_HD __nv_bfloat16 __qn_small_mul(__nv_bfloat16 a, __nv_bfloat16 b) {
#pragma clang fp contract(off)
  return __nv_bfloat16((float)a * (float)b);
}

// p + c rounded to odd: to the neighbour whose last bit is set, unless it is a
// value of F, so that rounding to a type two bits shorter gives what rounding
// the sum would (as device/cpu/math/half.h; I: the integer of F's size).
template <typename F, typename I> __QN_HD F __qn_sum_odd(F p, F c) {
#pragma clang fp contract(off) reassociate(off)
  const F s = p + c, added = s - p;
  const F rest = (p - (s - added)) + (c - added);
  const I bits = __builtin_bit_cast(I, s);
  const I away = (__builtin_bit_cast(I, rest) ^ bits) < 0 ? -1 : 1;
  return __builtin_islessgreater(rest, (F)0) && !(bits & 1)
             ? __builtin_bit_cast(F, (I)(bits + away))
             : s;
}
// By its bits, for code that is told that all numbers are finite.
__QN_HD bool __qn_brain_is_finite(__nv_bfloat16 x) {
  return (x.__x & 0x7f80) != 0x7f80;
}

// The finite number whose bits are `x`, without its sign, is the result times 2
// to *power.
__QN_HD long long __qn_brain_parts(unsigned short x, int *power) {
  const int e = x >> 7 & 0xff;
  *power = (e ? e : 1) - 134;
  return (x & 0x7f) | (e ? 0x80 : 0);
}

// The bfloat16 nearest to sum * 2^power, as bits.
__QN_HD unsigned short __qn_brain_round(long long sum, int power) {
  const unsigned sign = sum < 0 ? 0x8000u : 0;
  const unsigned long long size = (unsigned long long)(sum < 0 ? -sum : sum);
  if (!size)
    return 0;
  // The place of the last bit that is kept, from the number's first one.
  int last = 56 - __builtin_clzll(size) + power;
  last = last < -133 ? -133 : last;
  const int cut = last - power;
  unsigned long long kept = 0;
  if (cut <= 0) {
    kept = size << -cut;
  } else if (cut < 64) {
    const unsigned long long rest = size << (64 - cut), half = 1ull << 63;
    kept = size >> cut;
    kept += rest > half || (rest == half && (kept & 1));
  }
  const unsigned bits = ((unsigned)(last + 133) << 7) + (unsigned)kept;
  return (unsigned short)((bits < 0x7f80 ? bits : 0x7f80) | sign);
}

// a * b + c in integers, for finite numbers of which a and b are not 0. Of two
// parts that lie far apart the lesser one only counts as not being 0.
static __inline__ __host__ __device__ __nv_bfloat16
__qn_brain_fma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  enum { FAR = 40 };
  int power_a, power_b, power_c;
  long long product = __qn_brain_parts(a.__x, &power_a);
  product *= __qn_brain_parts(b.__x, &power_b);
  long long addend = __qn_brain_parts(c.__x, &power_c);
  const int apart = power_a + power_b - power_c;
  int power = power_c;
  if (apart > FAR) {
    power = power_a + power_b - FAR;
    product <<= FAR;
    addend = addend != 0;
  } else if (apart >= 0) {
    product <<= apart;
  } else if (apart >= -FAR || !addend) {
    power = power_a + power_b;
    addend <<= apart >= -FAR ? -apart : 0;
  } else {
    power = power_c - FAR;
    product = 1;
    addend <<= FAR;
  }
  product = (a.__x ^ b.__x) & 0x8000 ? -product : product;
  __nv_bfloat16 made;
  made.__x = __qn_brain_round(
      product + (c.__x & 0x8000 ? -addend : addend), power);
  return made;
}

__QN_HD __nv_bfloat16 __qn_small_fma(__nv_bfloat16 a, __nv_bfloat16 b,
                                     __nv_bfloat16 c) {
#pragma clang fp contract(off)
#if defined(__QUERN_TARGET_NVPTX__) && __QN_ARCH_HAS(800)
  return __nv_bfloat16(
      __builtin_elementwise_fma(__builtin_bit_cast(__bf16, a.__x),
                                __builtin_bit_cast(__bf16, b.__x),
                                __builtin_bit_cast(__bf16, c.__x)));
#else
  const float x = (float)a, y = (float)b, z = (float)c, p = x * y;
  const float size = __builtin_fabsf(p);
  if ((size > 0x1p-100f && size < 0x1p120f) || x == 0 || y == 0)
    return __nv_bfloat16(__qn_sum_odd<float, int>(p, z));
  // Float may not hold the product exactly.
#if defined(__QUERN_TARGET_CPU__)
  return __nv_bfloat16(__qn_double2float_odd(
      __qn_sum_odd<double, long long>((double)x * (double)y, (double)z)));
#else // double is missing or slow on GPUs
  return __qn_brain_is_finite(a) && __qn_brain_is_finite(b) &&
                 __qn_brain_is_finite(c)
             ? __qn_brain_fma(a, b, c)
             : __nv_bfloat16(__builtin_fmaf(x, y, z));
#endif
#endif
}

// T: the scalar, V: the pair of two.
#define __QN_SMALL_ARITHMETIC(T, V)                                            \
  __QN_HD T __hadd(T a, T b) { return a + b; }                                 \
  __QN_HD T __hsub(T a, T b) { return a - b; }                                 \
  __QN_HD T __hmul(T a, T b) { return a * b; }                                 \
  __QN_HD T __hdiv(T a, T b) { return a / b; }                                 \
  __QN_HD T __hadd_rn(T a, T b) { return __qn_small_add(a, b); }               \
  __QN_HD T __hsub_rn(T a, T b) { return __qn_small_add(a, -b); }              \
  __QN_HD T __hmul_rn(T a, T b) { return __qn_small_mul(a, b); }               \
  __QN_HD T __hneg(T a) { return -a; }                                         \
  __QN_HD T __hfma(T a, T b, T c) { return __qn_small_fma(a, b, c); }          \
  __QN_HD T __qn_small_saturate(T a) {                                         \
    const float x = (float)a;                                                  \
    return x > 0.0f ? (x < 1.0f ? a : T(1.0f)) : T(0.0f);                      \
  }                                                                            \
  __QN_HD T __qn_small_relu(T a) {                                             \
    const float x = (float)a;                                                  \
    return x != x || x > 0.0f ? a : T(0.0f);                                   \
  }                                                                            \
  __QN_HD T __hadd_sat(T a, T b) { return __qn_small_saturate(a + b); }        \
  __QN_HD T __hsub_sat(T a, T b) { return __qn_small_saturate(a - b); }        \
  __QN_HD T __hmul_sat(T a, T b) { return __qn_small_saturate(a * b); }        \
  __QN_HD T __hfma_sat(T a, T b, T c) {                                        \
    return __qn_small_saturate(__hfma(a, b, c));                               \
  }                                                                            \
  __QN_HD T __hfma_relu(T a, T b, T c) {                                       \
    return __qn_small_relu(__hfma(a, b, c));                                   \
  }                                                                            \
  __QN_HD V __hadd2(V a, V b) { return a + b; }                                \
  __QN_HD V __hsub2(V a, V b) { return a - b; }                                \
  __QN_HD V __hmul2(V a, V b) { return a * b; }                                \
  __QN_HD V __h2div(V a, V b) { return a / b; }                                \
  __QN_HD V __hneg2(V a) { return -a; }                                        \
  __QN_HD V __hfma2(V a, V b, V c) {                                           \
    return V(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                    \
  }                                                                            \
  __QN_HD V __hcmadd(V a, V b, V c) {                                          \
    const V r = __hfma2(V(a.x, a.x), b, c);                                    \
    return __hfma2(V(a.y, a.y), V(-b.y, b.x), r);                              \
  }                                                                            \
  __QN_SMALL_PAIR2(__hadd2_rn, __hadd_rn, T, V)                                \
  __QN_SMALL_PAIR2(__hsub2_rn, __hsub_rn, T, V)                                \
  __QN_SMALL_PAIR2(__hmul2_rn, __hmul_rn, T, V)                                \
  __QN_SMALL_PAIR2(__hadd2_sat, __hadd_sat, T, V)                              \
  __QN_SMALL_PAIR2(__hsub2_sat, __hsub_sat, T, V)                              \
  __QN_SMALL_PAIR2(__hmul2_sat, __hmul_sat, T, V)                              \
  __QN_HD V __hfma2_sat(V a, V b, V c) {                                       \
    return V(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));            \
  }                                                                            \
  __QN_HD V __hfma2_relu(V a, V b, V c) {                                      \
    return V(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));          \
  }

#define __QN_SMALL_PAIR1(name, one, T, V)                                      \
  __QN_HD V name(V a) { return V(one(a.x), one(a.y)); }
#define __QN_SMALL_PAIR2(name, one, T, V)                                      \
  __QN_HD V name(V a, V b) { return V(one(a.x, b.x), one(a.y, b.y)); }

// Comparisons: ordered and (with u) true when one is a NaN; on pairs as a pair of
// 1 or 0, as one bool (b) and as a mask of 16 bits each (_mask).
#define __QN_SMALL_COMPARE(name, expression, T, V)                             \
  __QN_HD bool __h##name(T a, T b) {                                           \
    const float x = (float)a, y = (float)b;                                    \
    return expression;                                                         \
  }                                                                            \
  __QN_HD V __h##name##2(V a, V b) {                                           \
    return V(T(__h##name(a.x, b.x) ? 1.0f : 0.0f),                             \
             T(__h##name(a.y, b.y) ? 1.0f : 0.0f));                            \
  }                                                                            \
  __QN_HD bool __hb##name##2(V a, V b) {                                       \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                         \
  }                                                                            \
  __QN_HD unsigned __h##name##2_mask(V a, V b) {                               \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) |                              \
           (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                           \
  }
#define __QN_SMALL_COMPARISONS(T, V)                                           \
  __QN_SMALL_COMPARE(eq, x == y, T, V)                                         \
  __QN_SMALL_COMPARE(ne, x < y || x > y, T, V)                                 \
  __QN_SMALL_COMPARE(lt, x < y, T, V)                                          \
  __QN_SMALL_COMPARE(le, x <= y, T, V)                                         \
  __QN_SMALL_COMPARE(gt, x > y, T, V)                                          \
  __QN_SMALL_COMPARE(ge, x >= y, T, V)                                         \
  __QN_SMALL_COMPARE(equ, !(x < y || x > y), T, V)                             \
  __QN_SMALL_COMPARE(neu, x != y, T, V)                                        \
  __QN_SMALL_COMPARE(ltu, !(x >= y), T, V)                                     \
  __QN_SMALL_COMPARE(leu, !(x > y), T, V)                                      \
  __QN_SMALL_COMPARE(gtu, !(x <= y), T, V)                                     \
  __QN_SMALL_COMPARE(geu, !(x < y), T, V)

#define __QN_SMALL_CLASSES(T, V, from_bits, nan_bits)                          \
  __QN_HD bool __hisnan(T a) {                                                 \
    const float x = (float)a;                                                  \
    return x != x;                                                             \
  }                                                                            \
  __QN_HD int __hisinf(T a) {                                                  \
    return __builtin_isinf((float)a) ? ((float)a > 0.0f ? 1 : -1) : 0;         \
  }                                                                            \
  __QN_HD V __hisnan2(V a) {                                                   \
    return V(T(__hisnan(a.x) ? 1.0f : 0.0f), T(__hisnan(a.y) ? 1.0f : 0.0f));  \
  }                                                                            \
  __QN_HD V __hisinf2(V a) {                                                   \
    return V(T(__hisinf(a.x) ? 1.0f : 0.0f), T(__hisinf(a.y) ? 1.0f : 0.0f));  \
  }                                                                            \
  __QN_HD T __habs(T a) {                                                      \
    return from_bits((unsigned short)(__qn_small_bits(a) & 0x7fff));           \
  }                                                                            \
  __QN_HD V __habs2(V a) { return V(__habs(a.x), __habs(a.y)); }               \
  __QN_HD T __hmax(T a, T b) {                                                 \
    if (__hisnan(a))                                                           \
      return __hisnan(b) ? from_bits(nan_bits) : b;                            \
    if ((float)a == (float)b)                                                  \
      return from_bits(                                                        \
          (unsigned short)(__qn_small_bits(a) & __qn_small_bits(b)));          \
    return (float)a < (float)b ? b : a;                                        \
  }                                                                            \
  __QN_HD T __hmin(T a, T b) {                                                 \
    if (__hisnan(a))                                                           \
      return __hisnan(b) ? from_bits(nan_bits) : b;                            \
    if ((float)a == (float)b)                                                  \
      return from_bits(                                                        \
          (unsigned short)(__qn_small_bits(a) | __qn_small_bits(b)));          \
    return (float)b < (float)a ? b : a;                                        \
  }                                                                            \
  __QN_SMALL_PAIR2(__hmax2, __hmax, T, V)                                      \
  __QN_SMALL_PAIR2(__hmin2, __hmin, T, V)

// Programs for older GPUs define these themselves.
#define __QN_SMALL_NAN_MINMAX(T, V, from_bits, nan_bits)                       \
  __QN_HD T __hmax_nan(T a, T b) {                                             \
    return __hisnan(a) || __hisnan(b) ? from_bits(nan_bits) : __hmax(a, b);    \
  }                                                                            \
  __QN_HD T __hmin_nan(T a, T b) {                                             \
    return __hisnan(a) || __hisnan(b) ? from_bits(nan_bits) : __hmin(a, b);    \
  }                                                                            \
  __QN_SMALL_PAIR2(__hmax2_nan, __hmax_nan, T, V)                              \
  __QN_SMALL_PAIR2(__hmin2_nan, __hmin_nan, T, V)

#define __QN_SMALL_MATH1(name, function, T, V)                                 \
  __QN_FN T h##name(T a) { return T(function((float)a)); }                     \
  __QN_FN V h2##name(V a) { return V(h##name(a.x), h##name(a.y)); }
#define __QN_SMALL_MATH(T, V)                                                  \
  __QN_SMALL_MATH1(exp, expf, T, V)                                            \
  __QN_SMALL_MATH1(exp2, exp2f, T, V)                                          \
  __QN_SMALL_MATH1(exp10, exp10f, T, V)                                        \
  __QN_SMALL_MATH1(log, logf, T, V)                                            \
  __QN_SMALL_MATH1(log2, log2f, T, V)                                          \
  __QN_SMALL_MATH1(log10, log10f, T, V)                                        \
  __QN_SMALL_MATH1(sin, sinf, T, V)                                            \
  __QN_SMALL_MATH1(cos, cosf, T, V)                                            \
  __QN_SMALL_MATH1(tanh, tanhf, T, V)                                          \
  __QN_SMALL_MATH1(tanh_approx, tanhf, T, V)                                   \
  __QN_SMALL_MATH1(sqrt, __builtin_sqrtf, T, V)                                \
  __QN_SMALL_MATH1(rsqrt, rsqrtf, T, V)                                        \
  __QN_SMALL_MATH1(rcp, __frcp_rn, T, V)                                       \
  __QN_SMALL_MATH1(ceil, __builtin_ceilf, T, V)                                \
  __QN_SMALL_MATH1(floor, __builtin_floorf, T, V)                              \
  __QN_SMALL_MATH1(rint, __builtin_rintf, T, V)                                \
  __QN_SMALL_MATH1(trunc, __builtin_truncf, T, V)

// Integer conversions: __half2int_rn, __int2half_rn, ... (s is `half` or
// `bfloat16`).
#define __QN_SMALL_TO_INT1(s, T, to, I, mode)                                  \
  __QN_HD I __##s##2##to##_##mode(T a) {                                       \
    return __qn_to_integer<I>((float)a, __qn_##mode);                          \
  }
#define __QN_SMALL_TO_INT(s, T, to, I)                                         \
  __QN_SMALL_TO_INT1(s, T, to, I, rn)                                          \
  __QN_SMALL_TO_INT1(s, T, to, I, rz)                                          \
  __QN_SMALL_TO_INT1(s, T, to, I, ru)                                          \
  __QN_SMALL_TO_INT1(s, T, to, I, rd)
#define __QN_SMALL_FROM_INT1(s, T, from, I, mode)                              \
  __QN_HD T __##from##2##s##_##mode(I a) {                                     \
    return __qn_float2##s(__qn_integer_to_odd((long long)a), __qn_##mode);     \
  }
#define __QN_SMALL_FROM_INT(s, T, from, I)                                     \
  __QN_HD T __##from##2##s##_rn(I a) { return T(a); }                          \
  __QN_SMALL_FROM_INT1(s, T, from, I, rz)                                      \
  __QN_SMALL_FROM_INT1(s, T, from, I, ru)                                      \
  __QN_SMALL_FROM_INT1(s, T, from, I, rd)
#define __QN_SMALL_INTEGERS(s, T)                                              \
  __QN_SMALL_TO_INT(s, T, short, short)                                        \
  __QN_SMALL_TO_INT(s, T, ushort, unsigned short)                              \
  __QN_SMALL_TO_INT(s, T, int, int)                                            \
  __QN_SMALL_TO_INT(s, T, uint, unsigned int)                                  \
  __QN_SMALL_TO_INT(s, T, ll, long long)                                       \
  __QN_SMALL_TO_INT(s, T, ull, unsigned long long)                             \
  __QN_SMALL_TO_INT1(s, T, char, signed char, rz)                              \
  __QN_SMALL_TO_INT1(s, T, uchar, unsigned char, rz)                           \
  __QN_SMALL_FROM_INT(s, T, short, short)                                      \
  __QN_SMALL_FROM_INT(s, T, ushort, unsigned short)                            \
  __QN_SMALL_FROM_INT(s, T, int, int)                                          \
  __QN_SMALL_FROM_INT(s, T, uint, unsigned int)                                \
  __QN_SMALL_FROM_INT(s, T, ll, long long)                                     \
  __QN_SMALL_FROM_INT(s, T, ull, unsigned long long)

#endif
