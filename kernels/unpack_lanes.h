// SPDX-License-Identifier: Apache-2.0
//
// 32 consecutive numbers of a row of any type as two vectors of floats, for one
// thread of a CPU: unpack_group(row, g, low, high) gives numbers 32 g to
// 32 g + 31.
#ifndef QUERN_KERNELS_UNPACK_LANES_H
#define QUERN_KERNELS_UNPACK_LANES_H

#include "quants.h"

namespace quern {

typedef float float_lanes __attribute__((ext_vector_type(16)));
typedef int int_lanes __attribute__((ext_vector_type(16)));
typedef u8 byte_lanes __attribute__((ext_vector_type(16)));
typedef signed char signed_lanes __attribute__((ext_vector_type(16)));
typedef u16 short_lanes __attribute__((ext_vector_type(16)));
typedef _Float16 half_lanes __attribute__((ext_vector_type(16)));

template <typename V, typename T> QN_DEVICE V lanes_at(const T *from) {
  V v;
  __builtin_memcpy(&v, from, sizeof(v));
  return v;
}
// Bytes 0 to 15, and 16 to 31.
QN_DEVICE int_lanes bytes_at(const u8 *from, int half) {
  return __builtin_convertvector(lanes_at<byte_lanes>(from + 16 * half),
                                 int_lanes);
}
QN_DEVICE float_lanes reals(int_lanes v) {
  return __builtin_convertvector(v, float_lanes);
}

// ---- Numbers that are not in blocks

QN_DEVICE void unpack_group(const float *row, long long g, float_lanes &low,
                            float_lanes &high) {
  low = lanes_at<float_lanes>(row + 32 * g);
  high = lanes_at<float_lanes>(row + 32 * g + 16);
}
QN_DEVICE void unpack_group(const __half *row, long long g, float_lanes &low,
                            float_lanes &high) {
  low =
      __builtin_convertvector(lanes_at<half_lanes>(row + 32 * g), float_lanes);
  high = __builtin_convertvector(lanes_at<half_lanes>(row + 32 * g + 16),
                                 float_lanes);
}
QN_DEVICE float_lanes from_bfloat(const __nv_bfloat16 *from) {
  const int_lanes bits =
      __builtin_convertvector(lanes_at<short_lanes>(from), int_lanes) << 16;
  return lanes_at<float_lanes>(&bits);
}
QN_DEVICE void unpack_group(const __nv_bfloat16 *row, long long g,
                            float_lanes &low, float_lanes &high) {
  low = from_bfloat(row + 32 * g);
  high = from_bfloat(row + 32 * g + 16);
}

// ---- Blocks of 32

QN_DEVICE void unpack_group(const block_q8_0 *row, long long g,
                            float_lanes &low, float_lanes &high) {
  const float d = half_bits(row[g].d);
  low = __builtin_convertvector(lanes_at<signed_lanes>(row[g].q), float_lanes) *
        d;
  high = __builtin_convertvector(lanes_at<signed_lanes>(row[g].q + 16),
                                 float_lanes) *
         d;
}
QN_DEVICE void unpack_group(const block_q4_0 *row, long long g,
                            float_lanes &low, float_lanes &high) {
  const float d = half_bits(row[g].d);
  const int_lanes q = bytes_at(row[g].q, 0);
  low = reals((q & 15) - 8) * d;
  high = reals((q >> 4) - 8) * d;
}
QN_DEVICE void unpack_group(const block_q4_1 *row, long long g,
                            float_lanes &low, float_lanes &high) {
  const float d = half_bits(row[g].d), m = half_bits(row[g].m);
  const int_lanes q = bytes_at(row[g].q, 0);
  low = reals(q & 15) * d + m;
  high = reals(q >> 4) * d + m;
}
// The fifth bits of numbers 16 `half` and on, in place.
QN_DEVICE int_lanes fifth_bits(const u8 *high, int half) {
  const int_lanes places = {0, 1, 2,  3,  4,  5,  6,  7,
                            8, 9, 10, 11, 12, 13, 14, 15};
  const int bits = high[2 * half] | high[2 * half + 1] << 8;
  return ((int_lanes)bits >> places & 1) << 4;
}
QN_DEVICE void unpack_group(const block_q5_0 *row, long long g,
                            float_lanes &low, float_lanes &high) {
  const float d = half_bits(row[g].d);
  const int_lanes q = bytes_at(row[g].q, 0);
  low = reals(((q & 15) | fifth_bits(row[g].high, 0)) - 16) * d;
  high = reals(((q >> 4) | fifth_bits(row[g].high, 1)) - 16) * d;
}
QN_DEVICE void unpack_group(const block_q5_1 *row, long long g,
                            float_lanes &low, float_lanes &high) {
  const float d = half_bits(row[g].d), m = half_bits(row[g].m);
  const int_lanes q = bytes_at(row[g].q, 0);
  low = reals((q & 15) | fifth_bits(row[g].high, 0)) * d + m;
  high = reals((q >> 4) | fifth_bits(row[g].high, 1)) * d + m;
}

// ---- Blocks of 256: group `g` of 8

QN_DEVICE int_lanes two_bits_at(const u8 *q, int g, int half) {
  return bytes_at(q + g / 4 * 32, half) >> g % 4 * 2 & 3;
}
QN_DEVICE int_lanes four_bits_at(const u8 *q, int g, int half) {
  return bytes_at(q + g / 2 * 32, half) >> g % 2 * 4 & 15;
}
QN_DEVICE int_lanes one_bit_at(const u8 *q, int g, int half) {
  return bytes_at(q, half) >> g & 1;
}

template <typename T>
QN_DEVICE float_lanes part_of_block(const T &block, int g, int half);

template <>
__device__ __forceinline__ float_lanes part_of_block(const block_q2_K &b, int g,
                                                     int half) {
  const int s = b.scales[2 * g + half];
  return reals(two_bits_at(b.q, g, half)) * (half_bits(b.d) * (float)(s & 15)) -
         half_bits(b.m) * (float)(s >> 4);
}
template <>
__device__ __forceinline__ float_lanes part_of_block(const block_q3_K &b, int g,
                                                     int half) {
  const int s = 2 * g + half;
  const int scale = (b.scales[s % 8] >> s / 8 * 4 & 15) |
                    (b.scales[8 + s % 4] >> s / 4 * 2 & 3) << 4;
  const int_lanes value =
      (two_bits_at(b.q, g, half) | one_bit_at(b.high, g, half) << 2) - 4;
  return reals(value) * (half_bits(b.d) * (float)(scale - 32));
}
template <>
__device__ __forceinline__ float_lanes part_of_block(const block_q4_K &b, int g,
                                                     int half) {
  return reals(four_bits_at(b.q, g, half)) *
             (half_bits(b.d) * (float)six_bit_scale(b.scales, g)) -
         half_bits(b.m) * (float)six_bit_minimum(b.scales, g);
}
template <>
__device__ __forceinline__ float_lanes part_of_block(const block_q5_K &b, int g,
                                                     int half) {
  const int_lanes value =
      four_bits_at(b.q, g, half) | one_bit_at(b.high, g, half) << 4;
  return reals(value) * (half_bits(b.d) * (float)six_bit_scale(b.scales, g)) -
         half_bits(b.m) * (float)six_bit_minimum(b.scales, g);
}
template <>
__device__ __forceinline__ float_lanes part_of_block(const block_q6_K &b, int g,
                                                     int half) {
  const int_lanes value =
      (bytes_at(b.low + g / 4 * 64 + g % 2 * 32, half) >> g % 4 / 2 * 4 & 15) |
      two_bits_at(b.high, g, half) << 4;
  return reals(value - 32) * (half_bits(b.d) * (float)b.scales[2 * g + half]);
}

template <typename T>
QN_DEVICE void unpack_group(const T *row, long long g, float_lanes &low,
                            float_lanes &high) {
  static_assert(T::numbers == 256, "a type that is not here");
  const T &block = row[g / 8];
  low = part_of_block<T>(block, (int)(g % 8), 0);
  high = part_of_block<T>(block, (int)(g % 8), 1);
}

// ---- Whole rows

// f(i, 16 numbers from number i on) for numbers `first` to `end` of a row;
// `first` is a multiple of 32, and what is beyond `end` is 0.
template <typename T, typename F>
QN_DEVICE void each_lanes(const T *row, long long first, long long end, F f) {
  long long i = first;
  for (; i + 32 <= end; i += 32) {
    float_lanes low, high;
    unpack_group(row, i / 32, low, high);
    f(i, low);
    f(i + 16, high);
  }
  if constexpr (numbers_of<T> == 1)
    for (; i < end; i += 16) {
      float_lanes some = 0.0f;
      for (int k = 0; k < 16 && i + k < end; ++k)
        some[k] = load_as<float>(row[i + k]);
      f(i, some);
    }
}

QN_DEVICE float sum_of(float_lanes v) {
  const auto eight = v.lo + v.hi;
  const auto four = eight.lo + eight.hi;
  const auto two = four.lo + four.hi;
  return two.x + two.y;
}

} // namespace quern

#endif
