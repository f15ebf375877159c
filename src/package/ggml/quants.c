// SPDX-License-Identifier: Apache-2.0
// Decodes a whole block at a time, unlike the kernels (kernels/quants.h), which
// compute single numbers: the two do not share their mistakes.
#include "package/ggml/quants.h"

#include <math.h>

typedef struct quant {
  int d, m; // index of the scale and of the minimum, in halves; -1: none
  void (*read)(const uint8_t *block, double d, double m, double *out);
} quant;

static double half_at(const uint8_t *at) {
  const int bits = at[0] | at[1] << 8;
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  double value = exponent == 31 ? (mantissa ? NAN : INFINITY)
                 : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                                : ldexp(mantissa, -24);
  return bits & 0x8000 ? -value : value;
}

// Fields of `bits` bits: the lowest ones of all bytes, then the next higher
// ones.
static void unpack(const uint8_t *bytes, int size, int bits, int *out) {
  for (int shift = 0; shift < 8; shift += bits)
    for (int i = 0; i < size; ++i)
      *out++ = bytes[i] >> shift & ((1 << bits) - 1);
}

// ---- Blocks of 32

static void read_q4_0(const uint8_t *b, double d, double m, double *out) {
  int q[32];
  (void)m;
  unpack(b + 2, 16, 4, q);
  for (int i = 0; i < 32; ++i)
    out[i] = d * (q[i] - 8);
}

static void read_q4_1(const uint8_t *b, double d, double m, double *out) {
  int q[32];
  unpack(b + 4, 16, 4, q);
  for (int i = 0; i < 32; ++i)
    out[i] = d * q[i] + m;
}

// Adds the fifth bits, in order.
static void read_five(const uint8_t *high, const uint8_t *low, int q[32]) {
  unpack(low, 16, 4, q);
  for (int i = 0; i < 32; ++i)
    q[i] += (high[i / 8] >> i % 8 & 1) * 16;
}

static void read_q5_0(const uint8_t *b, double d, double m, double *out) {
  int q[32];
  (void)m;
  read_five(b + 2, b + 6, q);
  for (int i = 0; i < 32; ++i)
    out[i] = d * (q[i] - 16);
}

static void read_q5_1(const uint8_t *b, double d, double m, double *out) {
  int q[32];
  read_five(b + 4, b + 8, q);
  for (int i = 0; i < 32; ++i)
    out[i] = d * q[i] + m;
}

static void read_q8_0(const uint8_t *b, double d, double m, double *out) {
  (void)m;
  for (int i = 0; i < 32; ++i)
    out[i] = d * (int8_t)b[2 + i];
}

// ---- Blocks of 256

static void read_q2_K(const uint8_t *b, double d, double m, double *out) {
  int q[256];
  unpack(b + 16, 32, 2, q);
  unpack(b + 48, 32, 2, q + 128);
  for (int i = 0; i < 256; ++i)
    out[i] = d * (b[i / 16] & 15) * q[i] - m * (b[i / 16] >> 4);
}

static void read_q3_K(const uint8_t *b, double d, double m, double *out) {
  int high[256], q[256], low_scale[16], high_scale[16];
  (void)m;
  unpack(b, 32, 1, high);
  unpack(b + 32, 32, 2, q);
  unpack(b + 64, 32, 2, q + 128);
  unpack(b + 96, 8, 4, low_scale);
  unpack(b + 104, 4, 2, high_scale);
  for (int i = 0; i < 256; ++i)
    out[i] = d * (low_scale[i / 16] + 16 * high_scale[i / 16] - 32) *
             (q[i] + 4 * high[i] - 4);
}

// Eight scales and eight minima of six bits in twelve bytes: the first four of
// each have a byte, whose upper two bits belong to the other four.
static void read_scales(const uint8_t *b, int scales[8], int minima[8]) {
  for (int i = 0; i < 4; ++i) {
    scales[i] = b[i] % 64;
    minima[i] = b[4 + i] % 64;
    scales[4 + i] = b[8 + i] % 16 + b[i] / 64 * 16;
    minima[4 + i] = b[8 + i] / 16 + b[4 + i] / 64 * 16;
  }
}

static void read_q4_K(const uint8_t *b, double d, double m, double *out) {
  int q[256], scales[8], minima[8];
  read_scales(b + 4, scales, minima);
  for (int i = 0; i < 4; ++i)
    unpack(b + 16 + 32 * i, 32, 4, q + 64 * i);
  for (int i = 0; i < 256; ++i)
    out[i] = d * scales[i / 32] * q[i] - m * minima[i / 32];
}

static void read_q5_K(const uint8_t *b, double d, double m, double *out) {
  int q[256], high[256], scales[8], minima[8];
  read_scales(b + 4, scales, minima);
  unpack(b + 16, 32, 1, high);
  for (int i = 0; i < 4; ++i)
    unpack(b + 48 + 32 * i, 32, 4, q + 64 * i);
  for (int i = 0; i < 256; ++i)
    out[i] = d * scales[i / 32] * (q[i] + 16 * high[i]) - m * minima[i / 32];
}

static void read_q6_K(const uint8_t *b, double d, double m, double *out) {
  int q[256], high[256];
  (void)m;
  for (int i = 0; i < 2; ++i) {
    unpack(b + 64 * i, 64, 4, q + 128 * i);
    unpack(b + 128 + 32 * i, 32, 2, high + 128 * i);
  }
  for (int i = 0; i < 256; ++i)
    out[i] = d * (int8_t)b[192 + i / 16] * (q[i] + 16 * high[i] - 32);
}

// ---- All

static const quant quants[] = {
    [QN_TENSOR_q4_0] = {0, -1, read_q4_0},
    [QN_TENSOR_q4_1] = {0, 2, read_q4_1},
    [QN_TENSOR_q5_0] = {0, -1, read_q5_0},
    [QN_TENSOR_q5_1] = {0, 2, read_q5_1},
    [QN_TENSOR_q8_0] = {0, -1, read_q8_0},
    [QN_TENSOR_q2_K] = {80, 82, read_q2_K},
    [QN_TENSOR_q3_K] = {108, -1, read_q3_K},
    [QN_TENSOR_q4_K] = {0, 2, read_q4_K},
    [QN_TENSOR_q5_K] = {0, 2, read_q5_K},
    [QN_TENSOR_q6_K] = {208, -1, read_q6_K},
};

void qn_quant_read(qn_tensor_type type, const uint8_t *block,
                   double out[QN_QUANT_BLOCK_MAX]) {
  const quant *q = &quants[type];
  q->read(block, half_at(block + q->d), q->m < 0 ? 0 : half_at(block + q->m),
          out);
}

// Keeps sign and mantissa, and two bits of the exponent.
static void tame(uint8_t *half) {
  half[1] = (uint8_t)((half[1] & 0x83) | (8 + (half[1] >> 2 & 3)) << 2);
}

void qn_quant_tame(qn_tensor_type type, uint8_t *blocks, size_t count) {
  const quant *q = &quants[type];
  const size_t size = qn_tensor_info_of(type)->size;
  for (size_t i = 0; i < count; ++i, blocks += size) {
    tame(blocks + q->d);
    if (q->m >= 0)
      tame(blocks + q->m);
  }
}
