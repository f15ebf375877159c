// SPDX-License-Identifier: Apache-2.0
#include "package/ggml/quants.h"

#include <math.h>

#include "support/test.h"

// Blocks are zero except for a few bytes; each row states what number `at` then
// is. Halves: 0x3c00 is 1, 0x3800 is 0.5.
static const struct {
  qn_tensor_type type;
  uint8_t d, m;     // where 1 and 0.5 are stored; 255: nowhere
  uint8_t where[4]; // bytes
  uint8_t what[4];
  uint8_t at;
  double expected;
} samples[] = {
    {QN_TENSOR_q4_0, 0, 255, {2 + 5}, {0xa3}, 5, 3 - 8},
    {QN_TENSOR_q4_0, 0, 255, {2 + 5}, {0xa3}, 21, 10 - 8},
    {QN_TENSOR_q4_1, 0, 2, {4 + 15}, {0xf1}, 31, 15 + 0.5},
    {QN_TENSOR_q4_1, 0, 2, {4 + 15}, {0xf1}, 15, 1 + 0.5},
    {QN_TENSOR_q5_0, 0, 255, {6, 2}, {0x21, 0x01}, 0, 17 - 16},
    {QN_TENSOR_q5_0, 0, 255, {6, 4}, {0x21, 0x01}, 16, 18 - 16},
    {QN_TENSOR_q5_1, 0, 2, {8 + 15, 7}, {0x50, 0x80}, 31, 21 + 0.5},
    {QN_TENSOR_q8_0, 0, 255, {2 + 31}, {0x80}, 31, -128},
    // Number 33: byte 1 of the first half, second pair of bits; group 2.
    {QN_TENSOR_q2_K, 80, 82, {16 + 1, 2}, {0x0c, 0x35}, 33, 5 * 3 - 0.5 * 3},
    // Number 255: the last byte of the second half, the uppermost bits.
    {QN_TENSOR_q2_K, 80, 82, {16 + 63, 15}, {0x80, 0x21}, 255, 2 - 0.5 * 2},
    // Group 0: low nibble of byte 0, lowest bits of byte 8. No high bit: -4.
    {QN_TENSOR_q3_K, 108, 255, {32, 96, 104}, {3, 5, 2}, 0, (5 + 32 - 32) * -1},
    // Group 15: high nibble of byte 7, uppermost bits of byte 11; high bit 7.
    {QN_TENSOR_q3_K,
     108,
     255,
     {32 + 63, 31, 103, 107},
     {0x40, 0x80, 0x70, 0x40},
     255,
     (7 + 16 - 32) * 1},
    {QN_TENSOR_q4_K, 0, 2, {4, 8, 16}, {0x45, 0x83, 9}, 0, 5 * 9 - 0.5 * 3},
    // Group 4: its low bits in byte 8, the upper ones in bytes 0 and 4.
    {QN_TENSOR_q4_K,
     0,
     2,
     {4, 8, 12, 16 + 64},
     {0x40, 0x80, 0x21, 0x07},
     128,
     17 * 7 - 0.5 * 34},
    // Number 32 of 64: the high nibble; group 1; fifth bit 1.
    {QN_TENSOR_q5_K, 0, 2, {5, 48, 16}, {3, 0x70, 0x02}, 32, 3 * 23},
    {QN_TENSOR_q6_K, 208, 255, {192, 0, 128}, {0xff, 1, 2}, 0, -(33 - 32)},
    // Number 255: high nibble of the second half's last byte; uppermost bits.
    {QN_TENSOR_q6_K,
     208,
     255,
     {207, 127, 191},
     {2, 0xf0, 0x80},
     255,
     2 * (47 - 32)},
};

static void test_samples(void) {
  for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); ++i) {
    uint8_t block[256] = {0};
    double out[QN_QUANT_BLOCK_MAX];
    for (int k = 0; k < 4; ++k)
      if (samples[i].what[k])
        block[samples[i].where[k]] = samples[i].what[k];
    block[samples[i].d + 1] = 0x3c;
    if (samples[i].m != 255)
      block[samples[i].m + 1] = 0x38;
    qn_quant_read(samples[i].type, block, out);
    if (out[samples[i].at] != samples[i].expected)
      fprintf(stderr, "sample %zu: %g\n", i, out[samples[i].at]);
    CHECK(out[samples[i].at] == samples[i].expected);
  }
}

// Whatever the bits, numbers are finite, and not all equal.
static void test_tame(void) {
  uint8_t blocks[4 * 210];
  double out[QN_QUANT_BLOCK_MAX];
  for (int type = 0; type < QN_TENSOR_TYPES; ++type) {
    const qn_tensor_info *info = qn_tensor_info_of((qn_tensor_type)type);
    if (info->kind != QN_TENSOR_QUANTIZED)
      continue;
    for (unsigned seed = 0; seed < 256; ++seed) {
      for (size_t i = 0; i < sizeof(blocks); ++i)
        blocks[i] = (uint8_t)(seed ? seed * (i + 1) + i / 7 : 0xff);
      qn_quant_tame((qn_tensor_type)type, blocks, 4);
      double least = INFINITY, most = -INFINITY;
      for (size_t i = 0; i < 4; ++i) {
        qn_quant_read((qn_tensor_type)type, blocks + i * info->size, out);
        for (unsigned k = 0; k < info->block; ++k) {
          least = fmin(least, out[k]);
          most = fmax(most, out[k]);
          CHECK(isfinite(out[k]) && fabs(out[k]) < 4096);
        }
      }
      CHECK(seed == 0 || least < most);
    }
  }
}

int main(void) {
  test_samples();
  test_tame();
  return 0;
}
