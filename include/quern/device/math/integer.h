// SPDX-License-Identifier: Apache-2.0
//
// Bit casts, integer intrinsics, integer min, max and abs.
#ifndef QUERN_DEVICE_INTEGER_H
#define QUERN_DEVICE_INTEGER_H
#pragma clang system_header

#include "../target/target.h"
#include "../types/vector_types.h"

// ---- The same bits as another type ---------------------------------------------

__QN_FN int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__QN_FN unsigned __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned, x);
}
__QN_FN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__QN_FN float __uint_as_float(unsigned x) {
  return __builtin_bit_cast(float, x);
}
__QN_FN long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
__QN_FN double __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
__QN_FN int __double2hiint(double x) {
  return (int)(__builtin_bit_cast(unsigned long long, x) >> 32);
}
__QN_FN int __double2loint(double x) {
  return (int)__builtin_bit_cast(unsigned long long, x);
}
__QN_FN double __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(
      double, ((unsigned long long)(unsigned)hi << 32) | (unsigned)lo);
}

// ---- Counting and moving bits ----------------------------------------------------

__QN_FN int __popc(unsigned x) { return __builtin_popcount(x); }
__QN_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__QN_FN int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
__QN_FN int __clzll(long long x) {
  return x ? __builtin_clzll((unsigned long long)x) : 64;
}
__QN_FN int __ffs(int x) { return x ? __builtin_ctz((unsigned)x) + 1 : 0; }
__QN_FN int __ffsll(long long x) {
  return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}
#ifdef __QUERN_DIALECT_HIP__
__QN_FN int __ffs(unsigned x) { return __ffs((int)x); }
__QN_FN int __ffsll(unsigned long long x) { return __ffsll((long long)x); }
__QN_FN int __ffsll(unsigned long x) { return __ffsll((long long)x); }
#endif
__QN_FN unsigned __brev(unsigned x) { return __qn_bit_reverse(x); }
__QN_FN unsigned long long __brevll(unsigned long long x) {
  return ((unsigned long long)__qn_bit_reverse((unsigned)x) << 32) |
         __qn_bit_reverse((unsigned)(x >> 32));
}
// The n-th set bit above (n > 0) or below (n < 0) a base, counted from the base.
__QN_FN unsigned __fns(unsigned mask, unsigned base, int n) {
  if (n == 0)
    return (mask >> base) & 1 ? base : ~0u;
  const int step = n > 0 ? 1 : -1;
  int left = n > 0 ? n : -n;
  for (int bit = (int)base; bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit) & 1 && --left == 0)
      return (unsigned)bit;
  return ~0u;
}

// Four bytes out of the eight of {b, a}, chosen by three bits of each nibble.
__QN_FN unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long bytes = ((unsigned long long)b << 32) | a;
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const unsigned nibble = (selector >> (4 * i)) & 15;
    const unsigned byte = (unsigned)(bytes >> (8 * (nibble & 7))) & 255;
    result |= byte << (8 * i);
  }
  return result;
}

__QN_FN unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return (unsigned)(((((unsigned long long)hi << 32) | lo) << (shift & 31)) >>
                    32);
}
__QN_FN unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return (unsigned)((((unsigned long long)hi << 32) | lo) >> (shift & 31));
}
__QN_FN unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
__QN_FN unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

// ---- Products, sums, averages --------------------------------------------------------

__QN_FN int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
__QN_FN unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
__QN_FN unsigned long long __umul64hi(unsigned long long a,
                                      unsigned long long b) {
  const unsigned long long a0 = (unsigned)a, a1 = a >> 32;
  const unsigned long long b0 = (unsigned)b, b1 = b >> 32;
  const unsigned long long middle = a1 * b0 + ((a0 * b0) >> 32);
  const unsigned long long other = a0 * b1 + (unsigned)middle;
  return a1 * b1 + (middle >> 32) + (other >> 32);
}
__QN_FN long long __mul64hi(long long a, long long b) {
  unsigned long long hi =
      __umul64hi((unsigned long long)a, (unsigned long long)b);
  if (a < 0)
    hi -= (unsigned long long)b;
  if (b < 0)
    hi -= (unsigned long long)a;
  return (long long)hi;
}
__QN_FN int mulhi(int a, int b) { return __mulhi(a, b); }
__QN_FN unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
__QN_FN long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
__QN_FN unsigned long long mul64hi(unsigned long long a, unsigned long long b) {
  return __umul64hi(a, b);
}

__QN_FN int __mul24(int a, int b) {
  // Sign-extend from 24 bits without shifting into the sign.
  const int x = (int)((unsigned)a << 8) >> 8, y = (int)((unsigned)b << 8) >> 8;
  return (int)((unsigned)x * (unsigned)y);
}
__QN_FN unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
__QN_FN int mul24(int a, int b) { return __mul24(a, b); }
__QN_FN unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }

__QN_FN unsigned __usad(unsigned a, unsigned b, unsigned c) {
  return (a > b ? a - b : b - a) + c;
}
__QN_FN unsigned __sad(int a, int b, unsigned c) {
  return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}
__QN_FN int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
__QN_FN int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
__QN_FN unsigned __uhadd(unsigned a, unsigned b) {
  return (a & b) + ((a ^ b) >> 1);
}
__QN_FN unsigned __urhadd(unsigned a, unsigned b) {
  return (a | b) - ((a ^ b) >> 1);
}

// ---- Dot products of packed bytes -----------------------------------------------------

#define __QN_BYTE(T, x, i) ((int)(T)((x) >> (8 * (i))))

#ifdef __QUERN_TARGET_CPU__ // packets have instructions for it
extern "C" __device__ __attribute__((const, nothrow)) unsigned
__qn_cpu_dot4(unsigned, unsigned) __asm__("qn_math_whole_dot4");
extern "C" __device__ __attribute__((const, nothrow)) unsigned
__qn_cpu_udot4(unsigned, unsigned) __asm__("qn_math_whole_udot4");
__QN_FN int __dp4a(int a, int b, int c) {
  return (int)((unsigned)c + __qn_cpu_dot4((unsigned)a, (unsigned)b));
}
__QN_FN unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return c + __qn_cpu_udot4(a, b);
}
#elif __has_builtin(__builtin_amdgcn_sdot4) ||                                 \
    __has_builtin(__builtin_amdgcn_sudot4) // where the GPU has it
__QN_FN int __dp4a(int a, int b, int c) {
#if __has_builtin(__builtin_amdgcn_sdot4)
  return __builtin_amdgcn_sdot4(a, b, c, false);
#else // gfx11 and newer
  return __builtin_amdgcn_sudot4(true, a, true, b, c, false);
#endif
}
__QN_FN unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return __builtin_amdgcn_udot4(a, b, c, false);
}
#else
#define __QN_DOT4(R, T, A)                                                     \
  __QN_FN R __dp4a(A a, A b, R c) {                                            \
    unsigned r = (unsigned)c;                                                  \
    for (int i = 0; i < 4; ++i)                                                \
      r += (unsigned)(__QN_BYTE(T, (unsigned)a, i) *                           \
                      __QN_BYTE(T, (unsigned)b, i));                           \
    return (R)r;                                                               \
  }
__QN_DOT4(int, signed char, int)
__QN_DOT4(unsigned, unsigned char, unsigned)
#undef __QN_DOT4
#endif
__QN_FN int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
__QN_FN unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(__builtin_bit_cast(unsigned, a),
                __builtin_bit_cast(unsigned, b), c);
}

// Two 16-bit values times the low or high two bytes.
#define __QN_DOT2(name, R, H, T, first)                                        \
  __QN_FN R name(R a, R b, R c) {                                              \
    unsigned r = (unsigned)c;                                                  \
    for (int i = 0; i < 2; ++i)                                                \
      r += (unsigned)((int)(H)((unsigned)a >> (16 * i)) *                      \
                      __QN_BYTE(T, (unsigned)b, first + i));                   \
    return (R)r;                                                               \
  }
__QN_DOT2(__dp2a_lo, int, short, signed char, 0)
__QN_DOT2(__dp2a_hi, int, short, signed char, 2)
__QN_DOT2(__dp2a_lo, unsigned, unsigned short, unsigned char, 0)
__QN_DOT2(__dp2a_hi, unsigned, unsigned short, unsigned char, 2)
#undef __QN_DOT2
#undef __QN_BYTE

// ---- min, max, abs ---------------------------------------------------------------------

__QN_HD int min(int a, int b) { return b < a ? b : a; }
__QN_HD int max(int a, int b) { return a < b ? b : a; }
#define __QN_MINMAX(R, A, B)                                                   \
  __QN_HD R min(A a, B b) {                                                    \
    const R x = (R)a, y = (R)b;                                                \
    return y < x ? y : x;                                                      \
  }                                                                            \
  __QN_HD R max(A a, B b) {                                                    \
    const R x = (R)a, y = (R)b;                                                \
    return x < y ? y : x;                                                      \
  }
#define __QN_MINMAX_MIXED(U, S)                                                \
  __QN_MINMAX(U, U, U) __QN_MINMAX(U, U, S) __QN_MINMAX(U, S, U)
__QN_MINMAX_MIXED(unsigned, int)
__QN_MINMAX(long, long, long)
__QN_MINMAX_MIXED(unsigned long, long)
__QN_MINMAX(long long, long long, long long)
__QN_MINMAX_MIXED(unsigned long long, long long)
#undef __QN_MINMAX_MIXED
#undef __QN_MINMAX
__QN_HD unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }
__QN_HD unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
__QN_HD long long llmin(long long a, long long b) { return b < a ? b : a; }
__QN_HD long long llmax(long long a, long long b) { return a < b ? b : a; }
__QN_HD unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
__QN_HD unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

#ifdef __QUERN_DIALECT_HIP__
// Functions that only HIP has.
__QN_FN unsigned __lastbit_u32_u32(unsigned x) {
  return x ? (unsigned)__builtin_ctz(x) : ~0u;
}
__QN_FN unsigned __bitextract_u32(unsigned x, unsigned at, unsigned width) {
  const unsigned a = at & 31, w = width & 31;
  return (x >> a) & ((1u << w) - 1);
}
__QN_FN unsigned __bitinsert_u32(unsigned x, unsigned y, unsigned at,
                                 unsigned width) {
  const unsigned a = at & 31, w = width & 31;
  const unsigned mask = ((1u << w) - 1) << a;
  return (x & ~mask) | ((y << a) & mask);
}
#endif

#endif
