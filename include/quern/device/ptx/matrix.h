// SPDX-License-Identifier: Apache-2.0
//
// PTX's matrix products of a warp, and loads of fragments, in software. Lane l
// holds the elements that the PTX ISA assigns to position l % 4 of group l / 4;
// in products of quads (m8n8k4 of half) position l % 4 of quad l % 16 / 4.
#ifndef QUERN_DEVICE_PTX_MATRIX_H
#define QUERN_DEVICE_PTX_MATRIX_H
#pragma clang system_header

#include "../types/fp8.h"
#include "integers.h"
#include "values.h"

namespace __qn_ptx {

struct tf32 {}; // the upper 19 bits of a float in 32
struct s4 {};
struct u4 {};
struct e4m3 {};
struct e5m2 {};
struct b1_xor {}; // bits, and what is done with two before ones are counted
struct b1_and {};

template <typename R> __QN_FN R from_lane(R value, u32 lane) {
  if constexpr (sizeof(R) == 8) {
    const u32 low = __qn_shuffle(__QN_SHUFFLE_INDEX, ~0u, (u32)value, lane, 32);
    const u32 high =
        __qn_shuffle(__QN_SHUFFLE_INDEX, ~0u, (u32)(value >> 32), lane, 32);
    return (R)high << 32 | low;
  } else {
    return __qn_shuffle(__QN_SHUFFLE_INDEX, ~0u, value, lane, 32);
  }
}

// ---- Elements of type T in a register, and how they are added up

// What is counted with in their place.
template <typename T, bool INTEGER = is_integer<T>> struct counted {
  typedef T type;
};
template <typename T> struct counted<T, true> {
  typedef s32 type;
};
template <> struct counted<f16, false> {
  typedef f32 type;
};
template <> struct counted<bf16, false> {
  typedef f32 type;
};

template <typename T> struct element {
  static constexpr unsigned width = 8 * sizeof(T); // bits
  template <typename R>
  static __QN_FN typename counted<T>::type get(R raw, unsigned i) {
    const T value = in<T>(raw >> (8 * sizeof(T) * i));
    if constexpr (same<T, f16>)
      return __half2float(value);
    else if constexpr (same<T, bf16>)
      return __bfloat162float(value);
    else if constexpr (is_integer<T>)
      return (s32)value;
    else
      return value;
  }
};
template <> struct element<tf32> {
  static constexpr unsigned width = 32;
  static __QN_FN f32 get(u32 raw, unsigned) {
    return from_register<f32>(raw & ~0x1fffu);
  }
};
template <> struct element<s4> {
  static constexpr unsigned width = 4;
  static __QN_FN s32 get(u32 raw, unsigned i) {
    return (s32)(raw << (28 - 4 * i)) >> 28;
  }
};
template <> struct element<u4> {
  static constexpr unsigned width = 4;
  static __QN_FN s32 get(u32 raw, unsigned i) {
    return (s32)(raw >> (4 * i) & 15);
  }
};
template <> struct element<e4m3> {
  static constexpr unsigned width = 8;
  static __QN_FN f32 get(u32 raw, unsigned i) {
    return __qn_fp8_to_float<__qn_e4m3>((u8)(raw >> (8 * i)));
  }
};
template <> struct element<e5m2> {
  static constexpr unsigned width = 8;
  static __QN_FN f32 get(u32 raw, unsigned i) {
    return __qn_fp8_to_float<__qn_e5m2>((u8)(raw >> (8 * i)));
  }
};
template <> struct element<b1_xor> {
  static constexpr unsigned width = 1;
};
template <> struct element<b1_and> : element<b1_xor> {};

// The products of all elements of two registers, added to `sum`.
template <typename A, typename B, bool CLAMP> struct dot {
  template <typename R, typename S> static __QN_FN S add(R a, R b, S sum);
};

// The type of sums, by that of the matrix that is added.
template <typename C> struct summed {
  typedef typename counted<C>::type type;
};

template <bool CLAMP> __QN_FN s32 multiply_add(s32 a, s32 b, s32 c) {
  const s64 sum = (s64)a * b + c;
  if (CLAMP)
    return sum > 2147483647 ? 2147483647
           : sum < -2147483648ll ? (s32)-2147483648ll
                                 : (s32)sum;
  return (s32)(u32)(u64)sum;
}
template <bool CLAMP> __QN_FN f32 multiply_add(f32 a, f32 b, f32 c) {
  return __builtin_fmaf(a, b, c);
}
template <bool CLAMP> __QN_FN f64 multiply_add(f64 a, f64 b, f64 c) {
  return __builtin_fma(a, b, c);
}

template <typename A, typename B, bool CLAMP>
template <typename R, typename S>
__QN_FN S dot<A, B, CLAMP>::add(R a, R b, S sum) {
  if constexpr ((same<A, s8> || same<A, u8>) && !CLAMP)
    return (S)dot4<A, B>(a, b, (u32)sum);
  for (unsigned e = 0; e < 8 * sizeof(R) / element<A>::width; ++e)
    sum = multiply_add<CLAMP>(element<A>::get(a, e), element<B>::get(b, e), sum);
  return sum;
}
template <bool CLAMP> struct dot<b1_xor, b1_xor, CLAMP> {
  static __QN_FN s32 add(u32 a, u32 b, s32 sum) {
    return sum + __builtin_popcount(a ^ b);
  }
};
template <bool CLAMP> struct dot<b1_and, b1_and, CLAMP> {
  static __QN_FN s32 add(u32 a, u32 b, s32 sum) {
    return sum + __builtin_popcount(a & b);
  }
};

// A row (of two) and column (of two) of the accumulator in this lane's registers.
template <typename T, typename R, typename S>
__QN_FN void get_sums(const R *regs, S (&sums)[2][2], unsigned rows) {
  for (unsigned i = 0; i < rows; ++i)
    for (unsigned k = 0; k < 2; ++k)
      if constexpr (same<T, f16>)
        sums[i][k] = element<f16>::get(regs[i], k);
      else
        sums[i][k] = in<S>(regs[2 * i + k]);
}
template <typename T, typename R, typename S>
__QN_FN void put_sums(R *regs, const S (&sums)[2][2], unsigned rows) {
  for (unsigned i = 0; i < rows; ++i)
    if constexpr (same<T, f16>)
      regs[i] = to_register(__floats2half2_rn(sums[i][0], sums[i][1]));
    else
      for (unsigned k = 0; k < 2; ++k)
        regs[2 * i + k] = (R)to_register(sums[i][k]);
}

// d = a * b + c for a of ROWS x DEPTH elements A and b of DEPTH x 8 elements B.
// A lane's part of a is a register for each half of the rows, then the next
// elements; registers hold `per` of them.
template <unsigned ROWS, unsigned DEPTH, typename D, typename A, typename B,
          typename C, bool CLAMP, typename R>
__QN_FN void mma(R *d, const R *a, const R *b, const R *c) {
  constexpr unsigned per = 8 * sizeof(R) / element<A>::width;
  constexpr unsigned steps = DEPTH / (4 * per), halves = ROWS / 8;
  typedef typename summed<C>::type S;
  const u32 lane = __qn_lane_id(), group = lane / 4, place = lane % 4;
  S sums[2][2];
  get_sums<C>(c, sums, halves);
  for (unsigned step = 0; step < steps; ++step)
    for (u32 q = 0; q < 4; ++q) {
      R rows[2] = {}, columns[2];
      for (unsigned i = 0; i < halves; ++i)
        rows[i] = from_lane(a[step * halves + i], group * 4 + q);
      for (unsigned k = 0; k < 2; ++k)
        columns[k] = from_lane(b[step], (place * 2 + k) * 4 + q);
      for (unsigned i = 0; i < halves; ++i)
        for (unsigned k = 0; k < 2; ++k)
          sums[i][k] = dot<A, B, CLAMP>::add(rows[i], columns[k], sums[i][k]);
    }
  put_sums<D>(d, sums, halves);
}

// ---- Sparse first factors: of each chunk of a row half of the elements are there

// A chunk of a row: how many of its elements there are, and the place of each by
// four bits that describe the chunk.
template <unsigned WIDTH> struct chunk {
  static constexpr unsigned elements = 4, kept = 2;
  static __QN_FN u32 place(u32 bits, u32 i) { return bits >> (2 * i) & 3; }
};
template <> struct chunk<4> { // pairs of elements
  static constexpr unsigned elements = 8, kept = 4;
  static __QN_FN u32 place(u32 bits, u32 i) {
    return (bits >> (2 * (i / 2)) & 3) * 2 + i % 2;
  }
};
template <> struct chunk<32> { // one of two
  static constexpr unsigned elements = 2, kept = 1;
  static __QN_FN u32 place(u32 bits, u32) { return (bits & 3) / 2; }
};

// The bits of chunk `at` of a row, of the first or the last eight. Two lanes of a
// quad, which `selector` chooses, or all four have them.
template <unsigned CHUNKS>
__QN_FN u32 chunk_bits(u32 meta, u32 selector, u32 half, u32 at) {
  const u32 group = __qn_lane_id() / 4;
  if constexpr (CHUNKS == 8) {
    const u32 bits = from_lane(meta, group * 4 + selector * 2 + at / 4);
    return bits >> (half * 16 + at % 4 * 4) & 15;
  } else {
    const u32 bits = from_lane(meta, group * 4 + at / 8 * 2 + half);
    return bits >> (at % 8 * 4) & 15;
  }
}

// As mma of 16 rows, with the half of `a` that is there. `DEPTH` is that of b.
template <unsigned DEPTH, typename D, typename A, typename B, typename C,
          bool CLAMP>
__QN_FN void mma_sparse(u32 *d, const u32 *a, const u32 *b, const u32 *c,
                        u32 meta, u32 selector) {
  typedef chunk<element<A>::width> part;
  constexpr unsigned per = 32 / element<A>::width;
  constexpr unsigned chunks = DEPTH / part::elements;
  constexpr unsigned words = part::elements / per; // registers of b in a chunk
  typedef typename summed<C>::type S;
  const u32 lane = __qn_lane_id(), group = lane / 4, place = lane % 4;
  S sums[2][2];
  get_sums<C>(c, sums, 2);
  for (unsigned at = 0; at < chunks; ++at) {
    const unsigned first_a = at * part::kept / per, first_b = at * words;
    u32 columns[2][words];
    for (unsigned k = 0; k < 2; ++k)
      for (unsigned w = 0; w < words; ++w)
        columns[k][w] = from_lane(b[first_b / 4], (place * 2 + k) * 4 +
                                                      first_b % 4 + w);
    for (unsigned i = 0; i < 2; ++i) {
      const u32 row = from_lane(a[first_a / 4 * 2 + i], group * 4 + first_a % 4);
      const u32 bits = chunk_bits<chunks>(meta, selector, i, at);
      for (unsigned n = 0; n < part::kept; ++n) {
        const u32 from = part::place(bits, n);
        const auto left = element<A>::get(row, (at * part::kept + n) % per);
        for (unsigned k = 0; k < 2; ++k) {
          const u32 word =
              words > 1 && from >= per ? columns[k][words - 1] : columns[k][0];
          sums[i][k] = multiply_add<CLAMP>(
              left, element<B>::get(word, from % per), sums[i][k]);
        }
      }
    }
  }
  put_sums<D>(d, sums, 2);
}

// ---- m8n8k4 of half: each quad, with the one sixteen lanes on, has matrices of
// its own

// Element `i` of four halves in two registers of another lane.
__QN_FN f32 half_of(const u32 *regs, u32 lane, u32 i) {
  const u32 low = from_lane(regs[0], lane), high = from_lane(regs[1], lane);
  return __half2float(in<f16>((i & 2 ? high : low) >> (16 * (i & 1))));
}

// Where sum i of this lane is: a row, and a column.
template <typename T> __QN_FN u32 sum_row(u32 lane, u32 i) {
  const u32 row = same<T, f16> ? lane & 3 : (lane & 1) + (i & 2);
  return row + (lane & 16) / 4;
}
template <typename T> __QN_FN u32 sum_column(u32 lane, u32 i) {
  return same<T, f16> ? i : (i & 4) + (lane & 2) + (i & 1);
}

template <bool A_ROWS, bool B_ROWS, typename T>
__QN_FN void mma_quads(u32 *d, const u32 *a, const u32 *b, const u32 *c) {
  const u32 lane = __qn_lane_id(), quad = lane & 12;
  f32 sums[8];
  for (u32 i = 0; i < 8; ++i) {
    const u32 row = sum_row<T>(lane, i), column = sum_column<T>(lane, i);
    const u32 row_lane = quad + (row & 4) * 4;
    const u32 column_lane = quad + (column & 4) * 4;
    f32 sum = same<T, f16> ? element<f16>::get(c[i / 2], i & 1)
                           : from_register<f32>(c[same<T, f16> ? 0 : i]);
    for (u32 k = 0; k < 4; ++k) {
      const f32 left = A_ROWS ? half_of(a, row_lane + (row & 3), k)
                              : half_of(a, row_lane + k, row & 3);
      const f32 right = B_ROWS ? half_of(b, column_lane + k, column & 3)
                               : half_of(b, column_lane + (column & 3), k);
      sum = __builtin_fmaf(left, right, sum);
    }
    sums[i] = sum;
  }
  for (u32 i = 0; i < 8; ++i)
    if constexpr (!same<T, f16>)
      d[i] = to_register(sums[i]);
    else if (i % 2)
      d[i / 2] = to_register(__floats2half2_rn(sums[i - 1], sums[i]));
}

// ---- Fragments

// Lane 8 * m + r has the address of row r of matrix m, eight elements of two
// bytes.
template <unsigned COUNT, bool TRANSPOSED>
__QN_FN void ldmatrix(u32 *to, const char *row) {
  const u32 lane = __qn_lane_id(), group = lane / 4, place = lane % 4;
  for (u32 m = 0; m < COUNT; ++m) {
    if constexpr (TRANSPOSED) {
      const u16 *first =
          (const u16 *)from_lane((u64)row, m * 8 + place * 2);
      const u16 *second =
          (const u16 *)from_lane((u64)row, m * 8 + place * 2 + 1);
      to[m] = first[group] | (u32)second[group] << 16;
    } else {
      to[m] = ((const u32 *)from_lane((u64)row, m * 8 + group))[place];
    }
  }
}
template <unsigned COUNT, bool TRANSPOSED>
__QN_FN void stmatrix(char *row, const u32 *from) {
  const u32 lane = __qn_lane_id(), group = lane / 4, place = lane % 4;
  for (u32 m = 0; m < COUNT; ++m) {
    if constexpr (TRANSPOSED) {
      u16 *first = (u16 *)from_lane((u64)row, m * 8 + place * 2);
      u16 *second = (u16 *)from_lane((u64)row, m * 8 + place * 2 + 1);
      first[group] = (u16)from[m];
      second[group] = (u16)(from[m] >> 16);
    } else {
      ((u32 *)from_lane((u64)row, m * 8 + group))[place] = from[m];
    }
  }
}
__QN_FN u32 movmatrix(u32 value) {
  const u32 lane = __qn_lane_id(), group = lane / 4, place = lane % 4;
  const u32 first = from_lane(value, place * 8 + group / 2);
  const u32 second = from_lane(value, place * 8 + 4 + group / 2);
  const u32 shift = 16 * (group & 1);
  return (first >> shift & 0xffff) | (second >> shift & 0xffff) << 16;
}

} // namespace __qn_ptx

#endif
