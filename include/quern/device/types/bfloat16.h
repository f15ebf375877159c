// SPDX-License-Identifier: Apache-2.0
//
// __nv_bfloat16 and __nv_bfloat162: the types, their conversions and operators.
// Arithmetic is done in float and rounded once, as in hardware. Named functions
// are in small_float.h.
#ifndef QUERN_DEVICE_BFLOAT16_H
#define QUERN_DEVICE_BFLOAT16_H
#pragma clang system_header

#include "convert.h"
#include "half.h"
#include "../qualifiers.h"
#include "vector_types.h"

// Float to the nearest bfloat16, ties to even. Subnormal numbers are no special
// case, as the exponents are the same. NaNs become CUDA's canonical one.
__QN_HD constexpr unsigned short __qn_bf16_bits(float x) {
#if defined(__QUERN_TARGET_NVPTX__) && __QN_ARCH_HAS(800)
  return __builtin_bit_cast(unsigned short, (__bf16)x);
#else
  const unsigned b = __builtin_bit_cast(unsigned, x);
  return x != x ? (unsigned short)0x7fff
                : (unsigned short)((b + 0x7fffu + ((b >> 16) & 1u)) >> 16);
#endif
}
__QN_HD constexpr float __qn_bf16_value(unsigned short bits) {
  return __builtin_bit_cast(float, (unsigned)bits << 16);
}

struct __align__(2) __nv_bfloat16_raw {
  unsigned short x;
};
struct __align__(4) __nv_bfloat162_raw {
  unsigned short x, y;
};

// An integer rounded to odd in float, so that a second rounding is correct.
template <typename I> __QN_HD float __qn_integer_to_odd(I x) {
  const float truncated = __qn_from_integer<float, unsigned, 24>(x, __qn_rz);
  const float away =
      __qn_from_integer<float, unsigned, 24>(x, x < (I)0 ? __qn_rd : __qn_ru);
  return truncated == away
             ? truncated
             : __builtin_bit_cast(float,
                                  __builtin_bit_cast(unsigned, truncated) | 1u);
}

struct __align__(2) __nv_bfloat16 {
  unsigned short __x;
  __QN_VIEW(unsigned short)

  __nv_bfloat16() = default;
  __QN_MEMBER constexpr __nv_bfloat16(float v) : __x(__qn_bf16_bits(v)) {}
  __QN_MEMBER __nv_bfloat16(double v)
      : __x(__qn_bf16_bits(__qn_double2float_odd(v))) {}
  __QN_MEMBER __nv_bfloat16(__bf16 v)
      : __x(__builtin_bit_cast(unsigned short, v)) {}
  __QN_MEMBER explicit __nv_bfloat16(__half v)
      : __x(__qn_bf16_bits((float)v.__qn_value)) {}
#define __QN_BF16_FROM_SHORT(T)                                                \
  __QN_MEMBER constexpr __nv_bfloat16(T v)                                     \
      : __x(__qn_bf16_bits((float)v)) {}                                 \
  __QN_MEMBER __nv_bfloat16 &operator=(T v) { return *this = __nv_bfloat16(v); }
#define __QN_BF16_FROM(T)                                                      \
  __QN_MEMBER __nv_bfloat16(T v)                                               \
      : __x(__qn_bf16_bits(__qn_integer_to_odd(v))) {}                   \
  __QN_MEMBER __nv_bfloat16 &operator=(T v) { return *this = __nv_bfloat16(v); }
  __QN_BF16_FROM_SHORT(short)
  __QN_BF16_FROM_SHORT(unsigned short)
  __QN_BF16_FROM(int)
  __QN_BF16_FROM(unsigned int)
  __QN_BF16_FROM(long)
  __QN_BF16_FROM(unsigned long)
  __QN_BF16_FROM(long long)
  __QN_BF16_FROM(unsigned long long)
#undef __QN_BF16_FROM
#undef __QN_BF16_FROM_SHORT
  __QN_MEMBER constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw)
      : __x(raw.x) {}
  __QN_MEMBER __nv_bfloat16 &operator=(const __nv_bfloat16_raw &raw) {
    return *this = __nv_bfloat16(raw);
  }
  __QN_MEMBER volatile __nv_bfloat16 &
  operator=(const __nv_bfloat16_raw &raw) volatile {
    __x = raw.x;
    return *this;
  }
  __QN_MEMBER volatile __nv_bfloat16 &
  operator=(const volatile __nv_bfloat16_raw &raw) volatile {
    __x = raw.x;
    return *this;
  }
  __QN_MEMBER __nv_bfloat16 &operator=(float v) {
    return *this = __nv_bfloat16(v);
  }
  __QN_MEMBER __nv_bfloat16 &operator=(double v) {
    return *this = __nv_bfloat16(v);
  }

  __QN_MEMBER constexpr operator float() const {
    return __qn_bf16_value(__x);
  }
  __QN_MEMBER explicit operator __half() const {
    return __half(__qn_bf16_value(__x));
  }
  __QN_MEMBER constexpr explicit operator double() const {
    return (double)__qn_bf16_value(__x);
  }
  __QN_MEMBER explicit operator __bf16() const {
    return __builtin_bit_cast(__bf16, __x);
  }
  __QN_MEMBER constexpr operator bool() const {
    return (__x & 0x7fff) != 0;
  }
  __QN_MEMBER operator __nv_bfloat16_raw() const {
    return __nv_bfloat16_raw{__x};
  }
  __QN_MEMBER operator __nv_bfloat16_raw() const volatile {
    return __nv_bfloat16_raw{__x};
  }
#define __QN_BF16_TO(T)                                                        \
  __QN_MEMBER operator T() const {                                             \
    return __qn_to_integer<T>(__qn_bf16_value(__x), __qn_rz);            \
  }
  __QN_BF16_TO(char)
  __QN_BF16_TO(signed char)
  __QN_BF16_TO(unsigned char)
  __QN_BF16_TO(short)
  __QN_BF16_TO(unsigned short)
  __QN_BF16_TO(int)
  __QN_BF16_TO(unsigned int)
  __QN_BF16_TO(long)
  __QN_BF16_TO(unsigned long)
  __QN_BF16_TO(long long)
  __QN_BF16_TO(unsigned long long)
#undef __QN_BF16_TO
};

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __QN_MEMBER constexpr __nv_bfloat162(const __nv_bfloat16 &a,
                                       const __nv_bfloat16 &b)
      : x(a), y(b) {}
  __QN_MEMBER __nv_bfloat162(const __nv_bfloat162_raw &raw)
      : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
  __QN_MEMBER __nv_bfloat162 &operator=(const __nv_bfloat162_raw &raw) {
    return *this = __nv_bfloat162(raw);
  }
  __QN_MEMBER operator __nv_bfloat162_raw() const {
    return __nv_bfloat162_raw{x.__x, y.__x};
  }
};

// ---- Conversions
// ---------------------------------------------------------------------

__QN_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) {
  return h.__x;
}
__QN_HD short __bfloat16_as_short(__nv_bfloat16 h) {
  return (short)h.__x;
}
__QN_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  return __nv_bfloat16(__nv_bfloat16_raw{bits});
}
__QN_HD __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __ushort_as_bfloat16((unsigned short)bits);
}
__QN_HD float __bfloat162float(__nv_bfloat16 h) {
  return __qn_bf16_value(h.__x);
}
__QN_HD __nv_bfloat16 __qn_float2bfloat16(float x, __qn_rounding mode) {
  if (x != x || __builtin_isinf(x))
    return __nv_bfloat16(x);
  // The upper bits are the value rounded towards zero.
  const unsigned b = __builtin_bit_cast(unsigned, x);
  const bool negative = b >> 31;
  const bool away = (b & 0xffff) != 0 && mode == (negative ? __qn_rd : __qn_ru);
  return __ushort_as_bfloat16((unsigned short)((b >> 16) + away));
}
__QN_HD __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__QN_HD __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__QN_HD __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __qn_float2bfloat16(x, __qn_rz);
}
__QN_HD __nv_bfloat16 __float2bfloat16_ru(float x) {
  return __qn_float2bfloat16(x, __qn_ru);
}
__QN_HD __nv_bfloat16 __float2bfloat16_rd(float x) {
  return __qn_float2bfloat16(x, __qn_rd);
}
__QN_HD __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }

// ---- Operators
// -----------------------------------------------------------------------

// Written as calls, as in half.h.
#define __QN_BF16_BINARY(op)                                                   \
  __QN_HD __nv_bfloat16 operator op(const __nv_bfloat16 &a,                    \
                                    const __nv_bfloat16 &b) {                  \
    return __nv_bfloat16(__bfloat162float(a) op __bfloat162float(b));          \
  }                                                                            \
  __QN_HD __nv_bfloat16 &operator op## =                                       \
      (__nv_bfloat16 & a, const __nv_bfloat16 &b) {                            \
    return a = operator op(a, b);                                              \
  }                                                                            \
  __QN_HD __nv_bfloat162 operator op(const __nv_bfloat162 &a,                  \
                                     const __nv_bfloat162 &b) {                \
    return __nv_bfloat162(operator op(a.x, b.x), operator op(a.y, b.y));       \
  }                                                                            \
  __QN_HD __nv_bfloat162 &operator op## =                                      \
      (__nv_bfloat162 & a, const __nv_bfloat162 &b) {                          \
    return a = operator op(a, b);                                              \
  }
__QN_BF16_BINARY(+)
__QN_BF16_BINARY(-)
__QN_BF16_BINARY(*)
__QN_BF16_BINARY(/)
#undef __QN_BF16_BINARY
#define __QN_BF16_COMPARE(op)                                                  \
  __QN_HD bool operator op(const __nv_bfloat16 &a, const __nv_bfloat16 &b) {   \
    return __bfloat162float(a) op __bfloat162float(b);                         \
  }                                                                            \
  __QN_HD bool operator op(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { \
    return operator op(a.x, b.x) && operator op(a.y, b.y);                     \
  }
__QN_BF16_COMPARE(==)
__QN_BF16_COMPARE(!=)
__QN_BF16_COMPARE(<)
__QN_BF16_COMPARE(<=)
__QN_BF16_COMPARE(>)
__QN_BF16_COMPARE(>=)
#undef __QN_BF16_COMPARE
__QN_HD __nv_bfloat16 operator+(const __nv_bfloat16 &a) { return a; }
__QN_HD __nv_bfloat16 operator-(const __nv_bfloat16 &a) {
  return __ushort_as_bfloat16((unsigned short)(a.__x ^ 0x8000));
}
__QN_HD __nv_bfloat162 operator+(const __nv_bfloat162 &a) { return a; }
__QN_HD __nv_bfloat162 operator-(const __nv_bfloat162 &a) {
  return __nv_bfloat162(operator-(a.x), operator-(a.y));
}
__QN_HD __nv_bfloat16 &operator++(__nv_bfloat16 &a) {
  return a = operator+(a, __nv_bfloat16(1.0f));
}
__QN_HD __nv_bfloat16 &operator--(__nv_bfloat16 &a) {
  return a = operator-(a, __nv_bfloat16(1.0f));
}
__QN_HD __nv_bfloat16 operator++(__nv_bfloat16 &a, int) {
  const __nv_bfloat16 old = a;
  a = operator+(a, __nv_bfloat16(1.0f));
  return old;
}
__QN_HD __nv_bfloat16 operator--(__nv_bfloat16 &a, int) {
  const __nv_bfloat16 old = a;
  a = operator-(a, __nv_bfloat16(1.0f));
  return old;
}

__QN_HD __nv_bfloat162 &operator++(__nv_bfloat162 &a) {
  return a = operator+(a, __nv_bfloat162(__nv_bfloat16(1.0f),
                                         __nv_bfloat16(1.0f)));
}
__QN_HD __nv_bfloat162 &operator--(__nv_bfloat162 &a) {
  return a = operator-(a, __nv_bfloat162(__nv_bfloat16(1.0f),
                                         __nv_bfloat16(1.0f)));
}
__QN_HD __nv_bfloat162 operator++(__nv_bfloat162 &a, int) {
  const __nv_bfloat162 old = a;
  operator++(a);
  return old;
}
__QN_HD __nv_bfloat162 operator--(__nv_bfloat162 &a, int) {
  const __nv_bfloat162 old = a;
  operator--(a);
  return old;
}

#endif
