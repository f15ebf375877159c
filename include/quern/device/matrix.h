// SPDX-License-Identifier: Apache-2.0
//
// Matrix products of a warp, in software, for targets without tensor cores,
// with the register layout of PTX's mma instructions.
//
// The basic block is 8 rows of A times 8 columns of B, with a depth (k) of 4
// times the elements of a register. Lane l holds the elements of register l % 4
// in row l / 4 of A and in column l / 4 of B, and columns 2 * (l % 4) and the
// next of row l / 4 of C.
#ifndef QUERN_DEVICE_MATRIX_H
#define QUERN_DEVICE_MATRIX_H
#pragma clang system_header

#include "prelude.h"

// ---- Products of registers: types of registers, of exchanged parts, of sums

#define __QN_MMA_PLAIN                                                         \
  typedef reg moved;                                                           \
  static __QN_DMEMBER moved prepare(reg x) { return x; }

// Without hardware support converting half is slow, so each lane converts its
// own elements once.
struct __qn_mma_half {
  typedef unsigned reg;
  struct moved {
    float low, high;
  };
  typedef float sum;
  static constexpr int elements = 2;
  static __QN_DMEMBER moved prepare(unsigned x) {
    const __half2 pair = __builtin_bit_cast(__half2, x);
    return moved{(float)pair.x, (float)pair.y};
  }
  static __QN_DMEMBER float add(float s, moved a, moved b) {
    s += a.low * b.low;
    return s + a.high * b.high;
  }
};
struct __qn_mma_bfloat16 {
  typedef unsigned reg;
  __QN_MMA_PLAIN
  typedef float sum;
  static constexpr int elements = 2;
  static __QN_DMEMBER float part(unsigned x) {
    return __builtin_bit_cast(float, x);
  }
  static __QN_DMEMBER float add(float s, unsigned a, unsigned b) {
    s += part(a << 16) * part(b << 16);
    return s + part(a & 0xffff0000u) * part(b & 0xffff0000u);
  }
};
// The lowest 13 bits of a float are ignored.
struct __qn_mma_tf32 {
  typedef unsigned reg;
  __QN_MMA_PLAIN
  typedef float sum;
  static constexpr int elements = 1;
  static __QN_DMEMBER float add(float s, unsigned a, unsigned b) {
    return s + __builtin_bit_cast(float, a & ~0x1fffu) *
                   __builtin_bit_cast(float, b & ~0x1fffu);
  }
};
struct __qn_mma_double {
  typedef unsigned long long reg;
  __QN_MMA_PLAIN
  typedef double sum;
  static constexpr int elements = 1;
  static __QN_DMEMBER double add(double s, unsigned long long a,
                                 unsigned long long b) {
    return __builtin_fma(__builtin_bit_cast(double, a),
                         __builtin_bit_cast(double, b), s);
  }
};
// Integers of 4 or 8 bits, signed or unsigned on either side.
template <int bits, bool a_signed, bool b_signed> struct __qn_mma_integer {
  typedef unsigned reg;
  __QN_MMA_PLAIN
  typedef int sum;
  static constexpr int elements = 32 / bits;
  static __QN_DMEMBER int part(unsigned x, int i, bool is_signed) {
    const unsigned high = x << (32 - bits - i * bits);
    return is_signed ? (int)high >> (32 - bits) : (int)(high >> (32 - bits));
  }
  static __QN_DMEMBER int add(int s, unsigned a, unsigned b) {
    if constexpr (bits == 8 && a_signed && b_signed)
      return __dp4a((int)a, (int)b, s);
    else if constexpr (bits == 8 && !a_signed && !b_signed)
      return (int)__dp4a(a, b, (unsigned)s);
#pragma unroll
    for (int i = 0; i < elements; ++i)
      s += part(a, i, a_signed) * part(b, i, b_signed);
    return s;
  }
};
template <bool is_and> struct __qn_mma_bits {
  typedef unsigned reg;
  __QN_MMA_PLAIN
  typedef int sum;
  static constexpr int elements = 32;
  static __QN_DMEMBER int add(int s, unsigned a, unsigned b) {
    return s + __builtin_popcount(is_and ? a & b : a ^ b);
  }
};

#undef __QN_MMA_PLAIN

// ---- The block, and blocks of blocks

template <typename P>
__QN_FN __QN_CONVERGENT void
__qn_mma_block(typename P::sum (&c)[2], typename P::moved a,
               typename P::moved b) {
  typedef typename P::moved moved;
  const int lane = (int)__qn_lane_id(), columns = lane % 4 * 8;
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const moved x = __qn_shuffle_value<moved>(__QN_SHUFFLE_INDEX, 0xffffffffu, a,
                                          (lane & 28) + q, 32);
#pragma unroll
    for (int p = 0; p < 2; ++p)
      c[p] = P::add(c[p], x,
                    __qn_shuffle_value<moved>(__QN_SHUFFLE_INDEX, 0xffffffffu, b,
                                            columns + 4 * p + q, 32));
  }
}

// c += a * b of `rows` blocks by one, over `depth`: the registers of a as PTX
// has them for mma.m16n8 (two rows of blocks) and m8n8, rows first.
template <typename P, int rows, int depth>
__QN_FN __QN_CONVERGENT void
__qn_mma(typename P::sum (&c)[2 * rows], const typename P::reg *a,
         const typename P::reg *b) {
#pragma unroll
  for (int row = 0; row < rows; ++row) {
    typename P::sum block[2] = {c[2 * row], c[2 * row + 1]};
#pragma unroll
    for (int k = 0; k < depth; ++k)
      __qn_mma_block<P>(block, P::prepare(a[row + rows * k]),
                        P::prepare(b[k]));
    c[2 * row] = block[0];
    c[2 * row + 1] = block[1];
  }
}

#endif
