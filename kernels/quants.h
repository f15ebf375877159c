// SPDX-License-Identifier: Apache-2.0
//
// ggml's quantized types: blocks of 32 or 256 numbers that share scales. `d`
// and `m` are halves, as their bits, so that blocks need an alignment of 2
// only. `at(i)` is number i of a block.
#ifndef QUERN_KERNELS_QUANTS_H
#define QUERN_KERNELS_QUANTS_H

#include "tensor.h"

#define QN_TYPE_q4_0 quern::block_q4_0
#define QN_TYPE_q4_1 quern::block_q4_1
#define QN_TYPE_q5_0 quern::block_q5_0
#define QN_TYPE_q5_1 quern::block_q5_1
#define QN_TYPE_q8_0 quern::block_q8_0
#define QN_TYPE_q2_K quern::block_q2_K
#define QN_TYPE_q3_K quern::block_q3_K
#define QN_TYPE_q4_K quern::block_q4_K
#define QN_TYPE_q5_K quern::block_q5_K
#define QN_TYPE_q6_K quern::block_q6_K

namespace quern {

typedef unsigned char u8;
typedef unsigned short u16;

QN_DEVICE float half_bits(u16 bits) {
  return __half2float(__ushort_as_half(bits));
}

// Nibble `i` of 32 in 16 bytes: the low ones first.
QN_DEVICE int nibble(const u8 *q, int i) {
  return q[i % 16] >> i / 16 * 4 & 15;
}
QN_DEVICE int bit(const u8 *bits, int i) { return bits[i / 8] >> i % 8 & 1; }

struct block_q4_0 {
  static constexpr int numbers = 32;
  u16 d;
  u8 q[16];
  __device__ float at(int i) const {
    return half_bits(d) * (float)(nibble(q, i) - 8);
  }
};

struct block_q4_1 {
  static constexpr int numbers = 32;
  u16 d, m;
  u8 q[16];
  __device__ float at(int i) const {
    return half_bits(d) * (float)nibble(q, i) + half_bits(m);
  }
};

struct block_q5_0 {
  static constexpr int numbers = 32;
  u16 d;
  u8 high[4];
  u8 q[16];
  __device__ float at(int i) const {
    return half_bits(d) * (float)((nibble(q, i) | bit(high, i) << 4) - 16);
  }
};

struct block_q5_1 {
  static constexpr int numbers = 32;
  u16 d, m;
  u8 high[4];
  u8 q[16];
  __device__ float at(int i) const {
    return half_bits(d) * (float)(nibble(q, i) | bit(high, i) << 4) +
           half_bits(m);
  }
};

struct block_q8_0 {
  static constexpr int numbers = 32;
  u16 d;
  signed char q[32];
  __device__ float at(int i) const { return half_bits(d) * (float)q[i]; }
};

// ---- Blocks of 256: 8 groups of 32 or 16 groups of 16 with scales of their
// own, which are small integers in units of d
//
// Two bits each: byte i % 32 of the half of 128, the first 32 in the lowest
// bits.
QN_DEVICE int two_bits(const u8 *q, int i) {
  return q[i / 128 * 32 + i % 32] >> i % 128 / 32 * 2 & 3;
}
// Four bits each: byte i % 32 of the quarter of 64, the first 32 in the low
// ones.
QN_DEVICE int four_bits(const u8 *q, int i) {
  return q[i / 64 * 32 + i % 32] >> i % 64 / 32 * 4 & 15;
}
// One bit each: byte i % 32, the first 32 in the lowest bit.
QN_DEVICE int one_bit(const u8 *q, int i) { return q[i % 32] >> i / 32 & 1; }

// The scale and minimum of group `g` of 8, six bits each, in 12 bytes: the
// first four have bytes of their own, whose upper two bits go to the other
// four.
QN_DEVICE int six_bit_scale(const u8 *s, int g) {
  return g < 4 ? s[g] & 63 : (s[g + 4] & 15) | s[g - 4] >> 6 << 4;
}
QN_DEVICE int six_bit_minimum(const u8 *s, int g) {
  return g < 4 ? s[g + 4] & 63 : s[g + 4] >> 4 | s[g] >> 6 << 4;
}

struct block_q2_K {
  static constexpr int numbers = 256;
  u8 scales[16]; // scale, and minimum above it
  u8 q[64];
  u16 d, m;
  __device__ float at(int i) const {
    const int s = scales[i / 16];
    return half_bits(d) * (float)((s & 15) * two_bits(q, i)) -
           half_bits(m) * (float)(s >> 4);
  }
};

struct block_q3_K {
  static constexpr int numbers = 256;
  u8 high[32];
  u8 q[64];
  u8 scales[12]; // 16 of six bits: the low four first, then the upper two
  u16 d;
  __device__ float at(int i) const {
    const int g = i / 16;
    const int scale = (scales[g % 8] >> g / 8 * 4 & 15) |
                      (scales[8 + g % 4] >> g / 4 * 2 & 3) << 4;
    const int value = (two_bits(q, i) | one_bit(high, i) << 2) - 4;
    return half_bits(d) * (float)((scale - 32) * value);
  }
};

struct block_q4_K {
  static constexpr int numbers = 256;
  u16 d, m;
  u8 scales[12];
  u8 q[128];
  __device__ float at(int i) const {
    return half_bits(d) *
               (float)(six_bit_scale(scales, i / 32) * four_bits(q, i)) -
           half_bits(m) * (float)six_bit_minimum(scales, i / 32);
  }
};

struct block_q5_K {
  static constexpr int numbers = 256;
  u16 d, m;
  u8 scales[12];
  u8 high[32];
  u8 q[128];
  __device__ float at(int i) const {
    const int value = four_bits(q, i) | one_bit(high, i) << 4;
    return half_bits(d) * (float)(six_bit_scale(scales, i / 32) * value) -
           half_bits(m) * (float)six_bit_minimum(scales, i / 32);
  }
};

struct block_q6_K {
  static constexpr int numbers = 256;
  u8 low[128]; // byte i % 64 of the half of 128, the first 64 in the low nibble
  u8 high[64];
  signed char scales[16];
  u16 d;
  __device__ float at(int i) const {
    const int value = (low[i / 128 * 64 + i % 64] >> i % 128 / 64 * 4 & 15) |
                      two_bits(high, i) << 4;
    return half_bits(d) * (float)(scales[i / 16] * (value - 32));
  }
};

static_assert(sizeof(block_q4_0) == 18 && sizeof(block_q4_1) == 20 &&
                  sizeof(block_q5_0) == 22 && sizeof(block_q5_1) == 24 &&
                  sizeof(block_q8_0) == 34 && sizeof(block_q2_K) == 84 &&
                  sizeof(block_q3_K) == 110 && sizeof(block_q4_K) == 144 &&
                  sizeof(block_q5_K) == 176 && sizeof(block_q6_K) == 210,
              "blocks have no padding");

// How many numbers one element of an array of T holds.
template <typename T, typename = void> constexpr int numbers_of = 1;
template <typename T>
constexpr int numbers_of<T, decltype((void)T::numbers)> = T::numbers;

} // namespace quern

#endif
