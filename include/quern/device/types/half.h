// SPDX-License-Identifier: Apache-2.0
//
// __half and __half2: the types, their conversions and operators. Named
// functions (hexp, __hadd, ...) are in small_float.h.
#ifndef QUERN_DEVICE_HALF_H
#define QUERN_DEVICE_HALF_H
#pragma clang system_header

#include "convert.h"
#include "../qualifiers.h"
#include "vector_types.h"

struct __align__(2) __half_raw {
  union {
    unsigned short x;
    _Float16 data;
  };
};
typedef _Float16 _Float16_2 __attribute__((ext_vector_type(2)));
struct __align__(4) __half2_raw {
  unsigned short x, y;
  __QN_VIEW(_Float16_2)
};

// Integers go through float: those that float cannot hold exactly are beyond
// the range of half anyway. Doubles are rounded once.
struct __align__(2) __half {
  _Float16 __qn_value;
  // Its bits, under the name in the vendors' class.
  __declspec(property(get = __qn_bits, put = __qn_set)) unsigned short __x;
  __QN_MEMBER constexpr unsigned short __qn_bits() const {
    return __builtin_bit_cast(unsigned short, __qn_value);
  }
  __QN_MEMBER __QN_CONSTEXPR14 void __qn_set(unsigned short bits) {
    __qn_value = __builtin_bit_cast(_Float16, bits);
  }

  __half() = default;
  __QN_MEMBER constexpr __half(_Float16 v) : __qn_value(v) {}
  __QN_MEMBER constexpr __half(float v) : __qn_value((_Float16)v) {}
  __QN_MEMBER __half(double v)
      : __qn_value((_Float16)__qn_double2float_odd(v)) {}
#define __QN_HALF_FROM(T)                                                      \
  __QN_MEMBER constexpr __half(T v) : __qn_value((_Float16)(float)v) {}        \
  __QN_MEMBER __half &operator=(T v) { return *this = __half(v); }
  __QN_HALF_FROM(short)
  __QN_HALF_FROM(unsigned short)
  __QN_HALF_FROM(int)
  __QN_HALF_FROM(unsigned int)
  __QN_HALF_FROM(long)
  __QN_HALF_FROM(unsigned long)
  __QN_HALF_FROM(long long)
  __QN_HALF_FROM(unsigned long long)
#undef __QN_HALF_FROM
  __QN_MEMBER constexpr __half(const __half_raw &raw)
      : __qn_value(__builtin_bit_cast(_Float16, raw.x)) {}
  __QN_MEMBER __half &operator=(const __half_raw &raw) {
    return *this = __half(raw);
  }
  __QN_MEMBER __half &operator=(volatile __half_raw &&raw) {
    const unsigned short bits = raw.x;
    __qn_value = __builtin_bit_cast(_Float16, bits);
    return *this;
  }
  __QN_MEMBER volatile __half &operator=(const __half_raw &raw) volatile {
    __qn_value = __builtin_bit_cast(_Float16, raw.x);
    return *this;
  }
  __QN_MEMBER volatile __half &
  operator=(const volatile __half_raw &raw) volatile {
    const unsigned short bits = raw.x;
    __qn_value = __builtin_bit_cast(_Float16, bits);
    return *this;
  }
  __QN_MEMBER __half &operator=(float v) { return *this = __half(v); }
  __QN_MEMBER __half &operator=(double v) { return *this = __half(v); }

  __QN_MEMBER constexpr operator float() const { return (float)__qn_value; }
  __QN_MEMBER constexpr explicit operator _Float16() const {
    return __qn_value;
  }
  __QN_MEMBER constexpr explicit operator double() const {
    return (double)(float)__qn_value;
  }
  __QN_MEMBER constexpr operator bool() const {
    return (float)__qn_value != 0.0f;
  }
  __QN_MEMBER operator __half_raw() const {
    __half_raw raw;
    raw.x = __builtin_bit_cast(unsigned short, __qn_value);
    return raw;
  }
  __QN_MEMBER operator __half_raw() const volatile {
    const _Float16 value = __qn_value;
    __half_raw raw;
    raw.x = __builtin_bit_cast(unsigned short, value);
    return raw;
  }
#define __QN_HALF_TO(T)                                                        \
  __QN_MEMBER operator T() const {                                             \
    return __qn_to_integer<T>((float)__qn_value, __qn_rz);                     \
  }
  __QN_HALF_TO(char)
  __QN_HALF_TO(signed char)
  __QN_HALF_TO(unsigned char)
  __QN_HALF_TO(short)
  __QN_HALF_TO(unsigned short)
  __QN_HALF_TO(int)
  __QN_HALF_TO(unsigned int)
  __QN_HALF_TO(long)
  __QN_HALF_TO(unsigned long)
  __QN_HALF_TO(long long)
  __QN_HALF_TO(unsigned long long)
#undef __QN_HALF_TO
};

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __QN_MEMBER constexpr __half2(const __half &a, const __half &b)
      : x(a), y(b) {}
#ifdef __QUERN_DIALECT_HIP__
  __QN_MEMBER constexpr __half2(_Float16_2 v) : x(v[0]), y(v[1]) {}
  __QN_MEMBER operator _Float16_2() const { return __qn_view(); }
#endif
  __QN_VIEW(_Float16_2)
  __QN_MEMBER __half2(const __half2_raw &raw)
      : x(__builtin_bit_cast(_Float16, raw.x)),
        y(__builtin_bit_cast(_Float16, raw.y)) {}
  __QN_MEMBER __half2 &operator=(const __half2_raw &raw) {
    return *this = __half2(raw);
  }
  __QN_MEMBER operator __half2_raw() const {
    return __half2_raw{__builtin_bit_cast(unsigned short, x.__qn_value),
                       __builtin_bit_cast(unsigned short, y.__qn_value)};
  }
};

// ---- Conversions
// ---------------------------------------------------------------------

__QN_HD unsigned short __half_as_ushort(__half h) {
  return __builtin_bit_cast(unsigned short, h.__qn_value);
}
__QN_HD short __half_as_short(__half h) { return (short)__half_as_ushort(h); }
__QN_HD __half __ushort_as_half(unsigned short bits) {
  return __half(__builtin_bit_cast(_Float16, bits));
}
__QN_HD __half __short_as_half(short bits) {
  return __ushort_as_half((unsigned short)bits);
}
__QN_HD float __half2float(__half h) { return (float)h.__qn_value; }

// Conversion with directed rounding.
__QN_HD __half __qn_float2half(float x, __qn_rounding mode) {
  const _Float16 nearest = (_Float16)x;
  const float error = __builtin_isinf(x) ? 0.0f : x - (float)nearest;
  return __half(__qn_directed<unsigned short>(nearest, error, mode));
}
__QN_HD __half __float2half(float x) { return __half(x); }
__QN_HD __half __float2half_rn(float x) { return __half(x); }
__QN_HD __half __float2half_rz(float x) { return __qn_float2half(x, __qn_rz); }
__QN_HD __half __float2half_ru(float x) { return __qn_float2half(x, __qn_ru); }
__QN_HD __half __float2half_rd(float x) { return __qn_float2half(x, __qn_rd); }
__QN_HD __half __double2half(double x) { return __half(x); }

// ---- Operators
// -----------------------------------------------------------------------

// Written as calls: in an expression clang would try every built-in operator
// with every conversion of the class, which costs more than all other headers.
#define __QN_HALF_BINARY(op)                                                   \
  __QN_HD __half operator op(const __half &a, const __half &b) {               \
    return __half((_Float16)(a.__qn_value op b.__qn_value));                   \
  }                                                                            \
  __QN_HD __half &operator op## = (__half & a, const __half &b) {              \
    return a = operator op(a, b);                                              \
  }                                                                            \
  __QN_HD __half2 operator op(const __half2 &a, const __half2 &b) {            \
    return __half2(operator op(a.x, b.x), operator op(a.y, b.y));              \
  }                                                                            \
  __QN_HD __half2 &operator op## = (__half2 & a, const __half2 &b) {           \
    return a = operator op(a, b);                                              \
  }
__QN_HALF_BINARY(+)
__QN_HALF_BINARY(-)
__QN_HALF_BINARY(*)
__QN_HALF_BINARY(/)
#undef __QN_HALF_BINARY
#define __QN_HALF_COMPARE(op)                                                  \
  __QN_HD bool operator op(const __half &a, const __half &b) {                 \
    return a.__qn_value op b.__qn_value;                                       \
  }                                                                            \
  __QN_HD bool operator op(const __half2 &a, const __half2 &b) {               \
    return operator op(a.x, b.x) && operator op(a.y, b.y);                     \
  }
__QN_HALF_COMPARE(==)
__QN_HALF_COMPARE(!=)
__QN_HALF_COMPARE(<)
__QN_HALF_COMPARE(<=)
__QN_HALF_COMPARE(>)
__QN_HALF_COMPARE(>=)
#undef __QN_HALF_COMPARE
__QN_HD __half operator+(const __half &a) { return a; }
__QN_HD __half operator-(const __half &a) {
  return __half((_Float16)-a.__qn_value);
}
__QN_HD __half2 operator+(const __half2 &a) { return a; }
__QN_HD __half2 operator-(const __half2 &a) {
  return __half2(operator-(a.x), operator-(a.y));
}
__QN_HD __half &operator++(__half &a) { return a = operator+(a, __half(1)); }
__QN_HD __half &operator--(__half &a) { return a = operator-(a, __half(1)); }
__QN_HD __half operator++(__half &a, int) {
  const __half old = a;
  a = operator+(a, __half(1));
  return old;
}
__QN_HD __half operator--(__half &a, int) {
  const __half old = a;
  a = operator-(a, __half(1));
  return old;
}
__QN_HD __half2 operator++(__half2 &a, int) {
  const __half2 old = a;
  a = operator+(a, __half2(__half(1), __half(1)));
  return old;
}
__QN_HD __half2 operator--(__half2 &a, int) {
  const __half2 old = a;
  a = operator-(a, __half2(__half(1), __half(1)));
  return old;
}
__QN_HD __half2 &operator++(__half2 &a) {
  return a = operator+(a, __half2(__half(1), __half(1)));
}
__QN_HD __half2 &operator--(__half2 &a) {
  return a = operator-(a, __half2(__half(1), __half(1)));
}

#endif
