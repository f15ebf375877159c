// SPDX-License-Identifier: Apache-2.0
//
// PTX's integer and bit instructions, and those that integers and floating-point
// numbers share.
#ifndef QUERN_DEVICE_PTX_INTEGERS_H
#define QUERN_DEVICE_PTX_INTEGERS_H
#pragma clang system_header

#include "arithmetic.h"

namespace __qn_ptx {

template <typename T> __QN_FN T clamp_sum(s64 sum) { // add.sat.s32
  return (T)(sum > 2147483647 ? 2147483647 : sum < -2147483648ll ? -2147483648ll
                                                                 : sum);
}

// ---- Sums and differences; `carry` is the condition code register's

template <typename T, u64 M> __QN_FN T add(T a, T b, bool &carry) {
  if constexpr (!is_integer<T>) {
    return finish<T, M>(float_add<M>(flush<M>(a), flush<M>(b)));
  } else if constexpr (M & SAT) {
    return clamp_sum<T>((s64)a + (s64)b);
  } else {
    const bits<T> sum = (bits<T>)((bits<T>)a + (bits<T>)b);
    if (M & CC)
      carry = sum < (bits<T>)a;
    return (T)sum;
  }
}
template <typename T, u64 M> __QN_FN T addc(T a, T b, bool &carry) {
  const bits<T> first = (bits<T>)((bits<T>)a + (bits<T>)b);
  const bits<T> sum = (bits<T>)(first + carry);
  const bool over = first < (bits<T>)a || sum < first;
  if (M & CC)
    carry = over;
  return (T)sum;
}
template <typename T, u64 M> __QN_FN T sub(T a, T b, bool &carry) {
  if constexpr (!is_integer<T>) {
    return finish<T, M>(float_sub<M>(flush<M>(a), flush<M>(b)));
  } else if constexpr (M & SAT) {
    return clamp_sum<T>((s64)a - (s64)b);
  } else {
    if (M & CC)
      carry = (bits<T>)a < (bits<T>)b; // a borrow
    return (T)((bits<T>)a - (bits<T>)b);
  }
}
template <typename T, u64 M> __QN_FN T subc(T a, T b, bool &carry) {
  const bits<T> first = (bits<T>)((bits<T>)a - (bits<T>)b);
  const bool borrow =
      (bits<T>)a < (bits<T>)b || first < (bits<T>)(carry ? 1 : 0);
  const bits<T> difference = (bits<T>)(first - (carry ? 1 : 0));
  if (M & CC)
    carry = borrow;
  return (T)difference;
}

// ---- Products

template <typename T> __QN_FN T high_half(T a, T b) {
  if constexpr (same<T, u64>)
    return __umul64hi(a, b);
  else if constexpr (same<T, s64>)
    return __mul64hi(a, b);
  else
    return (T)(((typename wider<T>::type)a * (typename wider<T>::type)b) >>
               (8 * sizeof(T)));
}
// The type of a product: twice as wide with .wide.
template <typename T, u64 M, bool = (M & WIDE) != 0> struct product {
  typedef T type;
};
template <typename T, u64 M> struct product<T, M, true> {
  typedef typename wider<T>::type type;
};

template <typename T, u64 M> __QN_FN typename product<T, M>::type mul(T a, T b) {
  if constexpr (!is_integer<T>)
    return finish<T, M>(float_mul<M>(flush<M>(a), flush<M>(b)));
  else if constexpr (M & WIDE)
    return (typename wider<T>::type)a * (typename wider<T>::type)b;
  else if constexpr (M & HI)
    return high_half(a, b);
  else
    return (T)((bits<T>)((unsigned long long)(bits<T>)a * (bits<T>)b));
}
template <typename T, u64 M>
__QN_FN typename product<T, M>::type
mad(T a, T b, typename product<T, M>::type c, bool &carry) {
  if constexpr (!is_integer<T>)
    return finish<T, M>(
        float_fma<M>(flush<M>(a), flush<M>(b), flush<M>(c)));
  else if constexpr (M & SAT) // mad.hi.sat.s32
    return clamp_sum<T>((s64)high_half(a, b) + (s64)c);
  else
    return add<typename product<T, M>::type, M>(mul<T, M>(a, b), c, carry);
}
template <typename T, u64 M> __QN_FN T madc(T a, T b, T c, bool &carry) {
  return addc<T, M>(mul<T, M>(a, b), c, carry);
}
template <typename T, u64 M> __QN_FN T fma(T a, T b, T c) {
  return finish<T, M>(float_fma<M>(flush<M>(a), flush<M>(b), flush<M>(c)));
}
template <typename T> __QN_FN s64 part24(T x) {
  return is_signed<T> ? (s64)((s32)((u32)x << 8) >> 8) : (s64)((u32)x & 0xffffff);
}
template <typename T, u64 M> __QN_FN T mul24(T a, T b) {
  const u64 whole = (u64)(part24(a) * part24(b));
  return (T)(M & HI ? whole >> 16 : whole);
}
template <typename T, u64 M> __QN_FN T mad24(T a, T b, T c) {
  if constexpr (M & SAT)
    return clamp_sum<T>((s64)mul24<T, M>(a, b) + (s64)c);
  return (T)((bits<T>)mul24<T, M>(a, b) + (bits<T>)c);
}
template <typename T, u64 M> __QN_FN T sad(T a, T b, T c) {
  const bits<T> difference =
      a < b ? (bits<T>)((bits<T>)b - (bits<T>)a) : (bits<T>)((bits<T>)a - (bits<T>)b);
  return (T)((bits<T>)c + difference);
}

// ---- Bits

template <typename T, u64 M> __QN_FN T and_(T a, T b) { return (T)(a & b); }
template <typename T, u64 M> __QN_FN T or_(T a, T b) { return (T)(a | b); }
template <typename T, u64 M> __QN_FN T xor_(T a, T b) { return (T)(a ^ b); }
template <typename T, u64 M> __QN_FN T not_(T a) {
  if constexpr (same<T, pred>)
    return !a;
  else
    return (T)~a;
}
template <typename T, u64 M> __QN_FN T cnot(T a) { return a == 0 ? 1 : 0; }
template <typename T, u64 M> __QN_FN T lop3(T a, T b, T c, u32 table) {
  T result = 0;
#pragma unroll
  for (u32 i = 0; i < 8; ++i)
    if (table >> i & 1)
      result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}
template <typename T, u64 M> __QN_FN T shl(T a, u32 count) {
  return count >= 8 * sizeof(T) ? (T)0 : (T)((bits<T>)a << count);
}
template <typename T, u64 M> __QN_FN T shr(T a, u32 count) {
  const u32 last = 8 * sizeof(T) - 1;
  if (is_signed<T>)
    return (T)(a >> (count > last ? last : count));
  return count > last ? (T)0 : (T)(a >> count);
}
template <typename T, u64 M> __QN_FN u32 shf(u32 lo, u32 hi, u32 count) {
  const u32 n = M & WRAP ? count & 31 : count > 32 ? 32 : count;
  const u64 both = (u64)hi << 32 | lo;
  return M & LEFT ? (u32)((both << n) >> 32) : (u32)(both >> n);
}
template <typename T, u64 M> __QN_FN u32 popc(T a) {
  return (u32)__builtin_popcountll((u64)(bits<T>)a);
}
template <typename T, u64 M> __QN_FN u32 clz(T a) {
  return (u32)(a == 0 ? 8 * sizeof(T)
                      : __builtin_clzll((u64)(bits<T>)a) -
                            (64 - 8 * (int)sizeof(T)));
}
template <typename T, u64 M> __QN_FN u32 bfind(T a) {
  const bits<T> x = (bits<T>)(is_signed<T> && a < 0 ? ~a : a);
  if (x == 0)
    return ~0u;
  const u32 first = clz<bits<T>, 0>(x);
  return M & SHIFTAMT ? first : (u32)(8 * sizeof(T) - 1) - first;
}
template <typename T, u64 M> __QN_FN T brev(T a) {
  if constexpr (sizeof(T) == 8)
    return __builtin_bitreverse64(a);
  else
    return __builtin_bitreverse32(a);
}
template <typename T, u64 M> __QN_FN T bfe(T a, u32 from, u32 count) {
  const u32 size = 8 * sizeof(T), last = size - 1;
  const u32 pos = from & 255, len = count & 255;
  const u32 top = len && pos + len - 1 < last ? pos + len - 1 : last;
  const bool sign = is_signed<T> && len && ((bits<T>)a >> top & 1);
  if (!len || pos > last)
    return sign ? (T)-1 : (T)0;
  const bits<T> low = (bits<T>)((bits<T>)a >> pos);
  const u32 kept = len < size - pos ? len : size - pos;
  if (kept == size)
    return (T)low;
  const bits<T> mask = (bits<T>)(((bits<T>)1 << kept) - 1);
  return (T)(sign ? low | (bits<T>)~mask : low & mask);
}
template <typename T, u64 M> __QN_FN T bfi(T a, T b, u32 to, u32 count) {
  const u32 size = 8 * sizeof(T);
  const u32 pos = to & 255, len = count & 255;
  if (!len || pos >= size)
    return b;
  const T ones = len >= size ? (T)-1 : (T)(((T)1 << len) - 1);
  const T mask = (T)(ones << pos);
  return (T)((b & ~mask) | ((T)(a << pos) & mask));
}
template <typename T, u64 M> __QN_FN u32 bmsk(u32 from, u32 count) {
  const u32 pos = M & WRAP ? from & 31 : from, len = M & WRAP ? count & 31 : count;
  const u64 ones = len > 31 ? 0xffffffffull : (1ull << len) - 1;
  return pos > 31 ? 0 : (u32)(ones << pos);
}
template <typename T, u64 M> __QN_FN T szext(T a, u32 count) {
  const u32 n = M & WRAP ? count & 31 : count;
  if (n > 31)
    return a;
  if (n == 0)
    return 0;
  return is_signed<T> ? (T)((s32)((u32)a << (32 - n)) >> (32 - n))
                      : (T)((u32)a & ((1u << n) - 1));
}
__QN_FN u32 byte_of(u64 bytes, u32 selector) {
  const u32 byte = (u32)(bytes >> (8 * (selector & 7))) & 255;
  return selector & 8 ? (byte & 128 ? 255 : 0) : byte;
}
template <typename T, u64 M> __QN_FN u32 prmt(u32 a, u32 b, u32 c) {
  const u64 bytes = (u64)b << 32 | a;
  u32 result = 0;
#pragma unroll
  for (u32 i = 0; i < 4; ++i) {
    const u32 n = c & 3;
    const u32 selector = M & F4E    ? n + i
                         : M & B4E  ? (n - i) & 7
                         : M & RC8  ? n
                         : M & ECL  ? (i < n ? n : i)
                         : M & ECR  ? (i < n ? i : n)
                         : M & RC16 ? (n & 1) * 2 + (i & 1)
                                    : c >> (4 * i) & 15;
    result |= byte_of(bytes, selector) << (8 * i);
  }
  return result;
}
template <typename A, typename B> __QN_FN u32 dot4(u32 a, u32 b, u32 c) {
  if constexpr (same<A, s8> && same<B, s8>)
    return (u32)__dp4a((s32)a, (s32)b, (s32)c);
  else if constexpr (same<A, u8> && same<B, u8>)
    return __dp4a(a, b, c);
#pragma unroll
  for (u32 i = 0; i < 4; ++i)
    c += (u32)((s32)(A)(a >> (8 * i)) * (s32)(B)(b >> (8 * i)));
  return c;
}
template <typename A, typename B, u64 M> __QN_FN u32 dot2(u32 a, u32 b, u32 c) {
  typedef bits<u16> half;
#pragma unroll
  for (u32 i = 0; i < 2; ++i) {
    const s32 x = is_signed<A> ? (s32)(s16)(half)(a >> (16 * i))
                               : (s32)(half)(a >> (16 * i));
    c += (u32)(x * (s32)(B)(b >> (8 * (i + (M & HI ? 2 : 0)))));
  }
  return c;
}

// ---- Choice

template <typename T, u64 M> __QN_FN T selp(T a, T b, pred c) { return c ? a : b; }
template <typename T, typename C> __QN_FN T slct(T a, T b, C c) {
  return c >= 0 ? a : b;
}

} // namespace __qn_ptx

#endif
