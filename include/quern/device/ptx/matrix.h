// SPDX-License-Identifier: Apache-2.0
//
// PTX's matrix products of a warp, and loads of fragments, in software. Lane l
// holds the elements that the PTX ISA assigns to position l % 4 of group l / 4.
#ifndef QUERN_DEVICE_PTX_MATRIX_H
#define QUERN_DEVICE_PTX_MATRIX_H
#pragma clang system_header

#include "values.h"

namespace __qn_ptx {

struct tf32 {}; // the upper 19 bits of a float in 32

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
  static constexpr unsigned size = sizeof(T);
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
  static constexpr unsigned size = 4;
  static __QN_FN f32 get(u32 raw, unsigned) {
    return from_register<f32>(raw & ~0x1fffu);
  }
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
  constexpr unsigned per = sizeof(R) / element<A>::size;
  constexpr unsigned steps = DEPTH / (4 * per), halves = ROWS / 8;
  typedef decltype(element<A>::get(a[0], 0)) S;
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
          for (unsigned e = 0; e < per; ++e)
            sums[i][k] = multiply_add<CLAMP>(element<A>::get(rows[i], e),
                                             element<B>::get(columns[k], e),
                                             sums[i][k]);
    }
  put_sums<D>(d, sums, halves);
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
