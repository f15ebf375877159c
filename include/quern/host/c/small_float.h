// SPDX-License-Identifier: Apache-2.0
//
// Half and bfloat16 for sources without kernels, which plain C and C++ compilers
// read: storage, and conversions that round to the nearest even.
#ifndef QUERN_HOST_C_SMALL_FLOAT_H
#define QUERN_HOST_C_SMALL_FLOAT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <string.h>

#include "../base.h"

static inline unsigned short __qn_bfloat_bits(float value) {
  unsigned bits;
  memcpy(&bits, &value, sizeof(bits));
  return value != value
             ? (unsigned short)0x7fff
             : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static inline float __qn_bfloat_value(unsigned short code) {
  const unsigned bits = (unsigned)code << 16;
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

// By an exact product: half's numbers are multiples of 2^-24.
static inline float __qn_half_value(unsigned short code) {
  const unsigned exponent = code >> 10 & 31, mantissa = code & 1023;
  unsigned bits = exponent == 31 ? 0x7f800000u | mantissa << 13
                                 : (exponent + 112) << 23 | mantissa << 13;
  float value;
  memcpy(&value, &bits, sizeof(value));
  if (!exponent)
    value = (float)mantissa * 5.9604644775390625e-8f;
  return code >> 15 ? -value : value;
}

static inline unsigned short __qn_half_bits(float value) {
  unsigned bits, sign, code;
  memcpy(&bits, &value, sizeof(bits));
  sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  if (bits > 0x7f800000u)
    return (unsigned short)0x7fff;
  if (bits >= 0x47800000u) // 65536 and more
    return (unsigned short)(sign | 0x7c00);
  if (bits >= 0x38800000u) { // normal numbers; a carry may reach infinity
    code = bits - 0x38000000u;
    return (unsigned short)(sign | (code + 0xfff + (code >> 13 & 1)) >> 13);
  }
  // Adding 2^-1 rounds to multiples of 2^-24.
  memcpy(&value, &bits, sizeof(value));
  value += 0.5f;
  memcpy(&bits, &value, sizeof(bits));
  return (unsigned short)(sign | (bits - 0x3f000000u));
}

// N: the type; raw: its plain struct; F, V: its bits of a float, and back.
#ifdef __cplusplus
#define __QN_SMALL_STRUCT(N, raw, F, V)                                        \
  struct N {                                                                   \
    unsigned short __x;                                                        \
    N() = default;                                                             \
    N(float value) : __x(F(value)) {}                                          \
    N(const raw &bits) : __x(bits.x) {}                                        \
    operator float() const { return V(__x); }                                  \
    operator raw() const { return raw{__x}; }                                  \
  };
#else
#define __QN_SMALL_STRUCT(N, raw, F, V)                                        \
  typedef struct N {                                                           \
    unsigned short __x;                                                        \
  } N;
#endif

#define __QN_SMALL_TYPE(N, name, F, V)                                         \
  typedef struct {                                                             \
    unsigned short x;                                                          \
  } N##_raw;                                                                   \
  __QN_SMALL_STRUCT(N, N##_raw, F, V)                                          \
  static inline N __float2##name(float value) {                                \
    N made;                                                                    \
    made.__x = F(value);                                                       \
    return made;                                                               \
  }                                                                            \
  static inline N __float2##name##_rn(float value) {                           \
    return __float2##name(value);                                              \
  }                                                                            \
  static inline float __##name##2float(N value) { return V(value.__x); }       \
  static inline N __ushort_as_##name(unsigned short bits) {                    \
    N made;                                                                    \
    made.__x = bits;                                                           \
    return made;                                                               \
  }                                                                            \
  static inline unsigned short __##name##_as_ushort(N value) {                 \
    return value.__x;                                                          \
  }

__QN_SMALL_TYPE(__half, half, __qn_half_bits, __qn_half_value)
typedef struct __half2 {
  __half x, y;
} __half2;
typedef __half nv_half;
typedef __half2 nv_half2;
#ifdef __cplusplus
typedef __half half;
typedef __half2 half2;
#endif

__QN_SMALL_TYPE(__nv_bfloat16, bfloat16, __qn_bfloat_bits, __qn_bfloat_value)
typedef struct __nv_bfloat162 {
  __nv_bfloat16 x, y;
} __nv_bfloat162;
typedef struct {
  unsigned short x, y;
} __nv_bfloat162_raw;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
