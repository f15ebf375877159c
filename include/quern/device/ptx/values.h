// SPDX-License-Identifier: Apache-2.0
//
// Registers, and the values of types in them.
#ifndef QUERN_DEVICE_PTX_VALUES_H
#define QUERN_DEVICE_PTX_VALUES_H
#pragma clang system_header

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace __qn_ptx {

typedef bool pred;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 u128;
#endif
typedef __half f16;
typedef __half2 f16x2;
typedef __nv_bfloat16 bf16;
typedef __nv_bfloat162 bf16x2;
typedef float f32;
typedef double f64;

// Modifiers, as bits; the compiler numbers them by the same list.
enum modifier : u64 {
#define QN_PTX_MODIFIER(spelling, name) modifier_bit_##name,
#include "modifiers.def"
#undef QN_PTX_MODIFIER
};
#define QN_PTX_MODIFIER(spelling, name)                                        \
  constexpr u64 name = 1ull << modifier_bit_##name;
#include "modifiers.def"
#undef QN_PTX_MODIFIER

template <unsigned N> struct bits_of;
template <> struct bits_of<1> { typedef u8 type; };
template <> struct bits_of<2> { typedef u16 type; };
template <> struct bits_of<4> { typedef u32 type; };
template <> struct bits_of<8> { typedef u64 type; };
#ifdef __SIZEOF_INT128__
template <> struct bits_of<16> { typedef u128 type; };
#endif
template <typename T> using bits = typename bits_of<sizeof(T)>::type;

template <typename A, typename B> constexpr bool same = false;
template <typename A> constexpr bool same<A, A> = true;
// Whether the type is an integer in C++, too, and not floating-point.
template <typename T>
constexpr bool is_integer = !same<T, f16> && !same<T, bf16> && !same<T, f16x2> &&
                            !same<T, bf16x2> && !same<T, f32> && !same<T, f64>;
template <typename T> constexpr bool is_signed = is_integer<T> && (T)-1 < (T)0;

template <typename T> struct wider;
template <> struct wider<s16> { typedef s32 type; };
template <> struct wider<u16> { typedef u32 type; };
template <> struct wider<s32> { typedef s64 type; };
template <> struct wider<u32> { typedef u64 type; };
#ifdef __SIZEOF_INT128__
template <> struct wider<s64> { typedef __int128 type; };
template <> struct wider<u64> { typedef u128 type; };
#endif

// A register's value as one of type T: its low bits.
template <typename T, typename R> __QN_FN T in(R value) {
  if constexpr (same<T, pred>) {
    return value != 0;
  } else if constexpr (is_integer<T>) {
    return (T)value;
  } else {
    bits<T> low = (bits<T>)value;
    T result;
    __builtin_memcpy(&result, &low, sizeof(T));
    return result;
  }
}

// Writes a value to a register that may be wider; signed values extend.
template <typename R, typename T> __QN_FN void out(R &to, T value) {
  if constexpr (same<R, pred>) {
    to = (bool)value;
  } else if constexpr (is_integer<T>) {
    if constexpr (is_signed<T>)
      to = (R)(s64)value;
    else
      to = (R)value;
  } else {
    bits<T> raw;
    __builtin_memcpy(&raw, &value, sizeof(T));
    to = (R)raw;
  }
}

// Converts an operand of the assembly to its register and back.
template <typename T> __QN_FN bits<T> to_register(T value) {
  bits<T> raw;
  __builtin_memcpy(&raw, &value, sizeof(T));
  return raw;
}
template <typename T> __QN_FN T from_register(bits<T> raw) {
  T value;
  __builtin_memcpy(&value, &raw, sizeof(T));
  return value;
}

// Subnormal single precision numbers are zero with .ftz.
template <u64 M> __QN_FN f32 flush(f32 x) {
  if constexpr (M & FTZ)
    return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x;
  return x;
}
template <u64 M, typename T> __QN_FN T flush(T x) { return x; }

} // namespace __qn_ptx

#endif
