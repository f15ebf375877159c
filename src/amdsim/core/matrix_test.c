// SPDX-License-Identifier: Apache-2.0
// Products of matrices with cbsz, abid, blgp and signs: each against the
// product without them of registers that were rearranged first; and that one
// against sums of integers.
#include "amdsim/core/dispatch.h"
#include "amdsim/core/handlers.h"
#include "amdsim/isa/floats.h"
#include "amdsim/isa/matrix.h"
#include "support/draw.h"
#include "support/test.h"

enum {
  N = QN_AMD_LANES,
  REGISTERS = 128,
  A = 0,   // the first register of each
  B = 8,   //
  C = 16,  //
  D = 48,  //
  A2 = 80, // rearranged
  B2 = 88,
  D2 = 96,
  SUMS = 32,
};

static qn_amd_chip chip;
static uint32_t registers[REGISTERS * N];
static qn_amd_wave wave;
static qn_amd_dispatch dispatch;
static qn_amd_group group = {.dispatch = &dispatch};

static uint32_t *at(unsigned reg) { return registers + (size_t)reg * N; }

// Small integers of a kind, whose sums are exact in any order.
static void draw_words(unsigned first, unsigned count, unsigned kind) {
  for (unsigned r = 0; r < count; ++r)
    for (unsigned lane = 0; lane < N; ++lane) {
      const int v = (int)(draw() % 9) - 4, v2 = (int)(draw() % 9) - 4;
      const uint64_t wide = bits_of_double(v);
      at(first + r)[lane] =
          kind == QN_MATRIX_F32  ? bits_of((float)v)
          : kind == QN_MATRIX_I8 ? (uint32_t)draw()
          : kind == QN_MATRIX_F16
              ? to_half((float)v) | (uint32_t)to_half((float)v2) << 16
          : kind == QN_MATRIX_BF16
              ? bits_of((float)v) >> 16 | (bits_of((float)v2) & 0xffff0000)
          : r % 2 ? (uint32_t)(wide >> 32)
                  : (uint32_t)wide; // doubles: the lower halves are 0
    }
}

static void run_text(const char *text) {
  qn_amd_inst inst = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_amd_parse(qn_str_from(text), &chip, &inst, &diag), &diag);
  wave.state = QN_AMD_RUNNING;
  inst.handler(&wave, &inst);
}

static void run(const char *name, unsigned a, unsigned b, unsigned d,
                const char *modifiers) {
  char text[160];
  snprintf(text, sizeof(text), "%s v[%u:%u], v[%u:%u], v[%u:%u], v[%u:%u] %s",
           name, d, d + SUMS - 1, a, a + 7, b, b + 7, C, C + SUMS - 1,
           modifiers);
  run_text(text);
}

// The lanes of A by their block: a block's are together where there are
// several.
static void spread_a(unsigned rows, unsigned cbsz, unsigned abid) {
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned lane = 0; lane < N; ++lane) {
      const unsigned block = lane / rows;
      const unsigned from = cbsz ? abid : block;
      at(A2 + r)[lane] = at(A + r)[from * rows + lane % rows];
    }
}

// By the manuals' words.
static unsigned b_lane(unsigned blgp, unsigned lane) {
  static const int first[] = {0, 0, 32, 0, 0, 16, 32, 48};
  if (blgp == 0)
    return lane;
  if (blgp == 3) // lane 0 gets what lane 16 has
    return (lane + 16) & 63;
  return (unsigned)first[blgp] + (lane & (blgp < 3 ? 31 : 15));
}

static void compare(const char *name, unsigned rows, unsigned cbsz,
                    unsigned abid, unsigned blgp) {
  char modifiers[64];
  memset(at(D), 0, SUMS * N * 4);
  memset(at(D2), 0, SUMS * N * 4);
  spread_a(rows, cbsz, abid);
  for (unsigned r = 0; r < 8; ++r)
    for (unsigned lane = 0; lane < N; ++lane)
      at(B2 + r)[lane] = at(B + r)[b_lane(blgp, lane)];
  snprintf(modifiers, sizeof(modifiers), "cbsz:%u abid:%u blgp:%u", cbsz, abid,
           blgp);
  run(name, A, B, D, modifiers);
  run(name, A2, B2, D2, "");
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  CHECK(memcmp(at(D), at(D2), SUMS * N * 4) == 0);
}

// Every row of the table with all that it may have.
static void test_all(void) {
  unsigned count = 0;
  for (size_t k = 0; k < qn_amd_row_count(); ++k) {
    const qn_amd_row *row = qn_amd_row_at(k);
    const unsigned kind = row->arg >> 24, blocks = row->arg >> 16 & 255;
    if (row->handler != qn_amd_x_mfma || kind == QN_MATRIX_F64 ||
        kind >= QN_MATRIX_FP8_FP8) // gfx90a has none
      continue;
    draw_words(A, 16, kind);
    draw_words(C, SUMS, kind == QN_MATRIX_I8 ? kind : QN_MATRIX_F32);
    for (unsigned cbsz = 0; 1u << cbsz <= blocks; ++cbsz) {
      if (cbsz && 1u << cbsz != blocks)
        continue; // refused
      for (unsigned abid = 0; abid < 1u << cbsz; ++abid)
        for (unsigned blgp = 0; blgp < 8; ++blgp, ++count)
          compare(row->name, row->arg & 255, cbsz, abid, blgp);
    }
  }
  CHECK(count > 500);
}

// 16 products of 4 x 4: lane 4 * block + row has the row of A or the column of
// B and of the result.
static void test_plain(void) {
  draw_words(A, 16, QN_MATRIX_F16);
  draw_words(C, SUMS, QN_MATRIX_F32);
  run("v_mfma_f32_4x4x4f16", A, B, D, "cbsz:4 abid:11 blgp:3");
  for (unsigned lane = 0; lane < N; ++lane)
    for (unsigned row = 0; row < 4; ++row) {
      float sum = as_float(at(C + row)[lane]);
      const unsigned a = 11 * 4 + row, b = (lane + 16) % N;
      for (unsigned k = 0; k < 4; ++k)
        sum += from_half(at(A + k / 2)[a] >> (16 * (k % 2)) & 0xffff) *
               from_half(at(B + k / 2)[b] >> (16 * (k % 2)) & 0xffff);
      CHECK(as_float(at(D + row)[lane]) == sum);
    }
}

static void negate(unsigned first, unsigned count) {
  for (unsigned r = 1; r < count; r += 2)
    for (unsigned lane = 0; lane < N; ++lane)
      at(first + r)[lane] ^= 0x80000000;
}

static void test_signs(void) {
  static const char *const names[] = {"v_mfma_f64_16x16x4_f64",
                                      "v_mfma_f64_4x4x4_4b_f64"};
  for (unsigned k = 0; k < 2; ++k)
    for (unsigned signs = 0; signs < 8; ++signs) {
      char modifiers[32];
      draw_words(A, 16, QN_MATRIX_F64);
      draw_words(C, SUMS, QN_MATRIX_F64);
      memset(at(D), 0, SUMS * N * 4);
      memset(at(D2), 0, SUMS * N * 4);
      snprintf(modifiers, sizeof(modifiers), "neg:[%u,%u,%u]", signs & 1,
               signs >> 1 & 1, signs >> 2);
      run(names[k], A, B, D, modifiers);
      negate(A, signs & 1 ? 8 : 0);
      negate(B, signs & 2 ? 8 : 0);
      negate(C, signs & 4 ? SUMS : 0);
      run(names[k], A, B, D2, "");
      CHECK(memcmp(at(D), at(D2), SUMS * N * 4) == 0);
    }
}

// What the manuals give no meaning, or two, is refused.
static void test_refused(void) {
  static const char *const cases[][2] = {
      {"v_mfma_f32_32x32x2f32", "cbsz:1"},
      {"v_mfma_f32_16x16x1f32", "cbsz:1 abid:2"},
      {"v_mfma_f32_16x16x1f32", "cbsz:1"},
      {"v_mfma_f32_4x4x4f16", "cbsz:2 abid:1"},
      {"v_mfma_f64_16x16x4f64", "blgp:1"}};
  for (unsigned k = 0; k < sizeof(cases) / sizeof(cases[0]); ++k) {
    atomic_store(&dispatch.status, 0);
    run(cases[k][0], A, B, D, cases[k][1]);
    CHECK_INT(wave.state, QN_AMD_FAILED);
    CHECK(strstr(dispatch.message, cases[k][0]));
  }
}

// ---- Floating point of 8 bits

// What numbers are; the first is 1.
static const struct {
  const char *chip, *name;
  struct {
    uint8_t bits;
    float value;
  } known[7];
} small[] = {
    {"gfx942",
     "fp8",
     {{0x40, 1},
      {0x7f, 240},
      {0x01, 0x1p-10f},
      {0xc4, -1.5f},
      {0x08, 0x1p-7f},
      {0x00, 0},
      {0x80, NAN}}},
    {"gfx942",
     "bf8",
     {{0x40, 1},
      {0x7f, 57344},
      {0x01, 0x1p-17f},
      {0xc2, -1.5f},
      {0x04, 0x1p-15f},
      {0x00, 0},
      {0x80, NAN}}},
    {"gfx1200",
     "fp8",
     {{0x38, 1},
      {0x7e, 448},
      {0x01, 0x1p-9f},
      {0xbc, -1.5f},
      {0x08, 0x1p-6f},
      {0x80, -0.0f},
      {0xff, NAN}}},
    {"gfx1200",
     "bf8",
     {{0x3c, 1},
      {0x7b, 57344},
      {0x01, 0x1p-16f},
      {0xbe, -1.5f},
      {0xfc, -INFINITY},
      {0x80, -0.0f},
      {0x7d, NAN}}},
};

static void fill(unsigned first, unsigned count, uint32_t word) {
  for (unsigned r = 0; r < count; ++r)
    for (unsigned lane = 0; lane < N; ++lane)
      at(first + r)[lane] = word;
}

// The sum of one product by 1, as A and as B.
static float value_of(const char *name, const char *kind, uint8_t one,
                      uint8_t bits, bool as_b) {
  char text[160];
  const bool wmma = chip.major >= 12;
  fill(A, 2, 0);
  fill(B, 2, 0);
  at(as_b ? B : A)[0] = bits; // row and column 0, k = 0
  at(as_b ? A : B)[0] = one;
  snprintf(text, sizeof(text), "%s_%s_%s v[%u:%u], v[%u:%u], v[%u:%u], 0", name,
           kind, kind, D, D + (wmma ? 7 : 3), A, A + 1, B, B + 1);
  run_text(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  return as_float(at(D)[0]);
}

static void test_bytes(void) {
  for (unsigned k = 0; k < sizeof(small) / sizeof(small[0]); ++k) {
    CHECK(qn_amd_chip_find(qn_str_from(small[k].chip), &chip));
    wave.lanes = chip.major >= 12 ? 32 : N;
    const char *name =
        chip.major >= 12 ? "v_wmma_f32_16x16x16" : "v_mfma_f32_16x16x32";
    for (unsigned i = 0; i < 14; ++i) {
      const float want = small[k].known[i % 7].value;
      const float got = value_of(name, small[k].name, small[k].known[0].bits,
                                 small[k].known[i % 7].bits, i >= 7);
      CHECK(isnan(want) ? isnan(got) : got == want);
    }
  }
}

// ---- WMMA

// Where a kind's element `k` of a row is, by the manuals of RDNA 3 (all of a
// row in a lane, and again in the next 16) and 4.
static uint32_t wmma_bits(unsigned first, unsigned row, unsigned k,
                          unsigned inner, unsigned bits) {
  const unsigned halves = wave.lanes / 16;
  const unsigned part = chip.major >= 12 ? k / (inner / halves) : 0;
  const unsigned j = chip.major >= 12 ? k % (inner / halves) : k;
  return at(first + j * bits / 32)[row + 16 * part] >> (j * bits % 32) &
         (uint32_t)((UINT64_C(1) << bits) - 1);
}

static int nibble(uint32_t bits, bool has_sign) {
  return has_sign && bits & 8 ? (int)bits - 16 : (int)bits;
}

// Row `m`, column `n` of the result: its register (of 8) and lane.
static unsigned result_register(unsigned m) {
  return chip.major >= 12 ? m % 8 : m / 2;
}
static unsigned result_lane(unsigned m, unsigned n) {
  return n + 16 * (chip.major >= 12 ? m / 8 : m % 2);
}

static void test_nibbles(const char *text, unsigned inner, bool a_signed,
                         bool b_signed) {
  draw_words(A, 16, QN_MATRIX_I8);
  draw_words(C, 8, QN_MATRIX_I8);
  run_text(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned m = 0; m < 16; ++m)
    for (unsigned n = 0; n < 16; ++n) {
      const unsigned reg = result_register(m), lane = result_lane(m, n);
      uint32_t sum = at(C + reg)[lane];
      for (unsigned k = 0; k < inner; ++k)
        sum += (uint32_t)(nibble(wmma_bits(A, m, k, inner, 4), a_signed) *
                          nibble(wmma_bits(B, n, k, inner, 4), b_signed));
      CHECK_INT(at(D + reg)[lane], sum);
    }
}

static float half_at(unsigned first, unsigned m, unsigned n, bool high) {
  const unsigned reg = result_register(m), lane = result_lane(m, n);
  if (chip.major >= 12)
    return from_half(at(first + reg / 2)[lane] >> (16 * (reg % 2)) & 0xffff);
  return from_half(at(first + reg)[lane] >> (high ? 16 : 0) & 0xffff);
}

static void test_halves(const char *text, bool high) {
  draw_words(A, 16, QN_MATRIX_F16);
  draw_words(C, 8, QN_MATRIX_F16);
  fill(D, 8, 0x12345678);
  run_text(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned m = 0; m < 16; ++m)
    for (unsigned n = 0; n < 16; ++n) {
      float sum = half_at(C, m, n, high);
      for (unsigned k = 0; k < 16; ++k)
        sum += from_half(wmma_bits(A, m, k, 16, 16)) *
               from_half(wmma_bits(B, n, k, 16, 16));
      CHECK(half_at(D, m, n, high) == sum);
    }
  if (chip.major < 12) // the other half stays
    CHECK_INT(at(D)[5] >> (high ? 0 : 16) & 0xffff, high ? 0x5678 : 0x1234);
}

static void test_wmma(void) {
  wave.lanes = 32;
  CHECK(qn_amd_chip_find(QN_STR("gfx1100"), &chip));
  test_nibbles("v_wmma_i32_16x16x16_iu4 v[48:55], v[0:1], v[8:9], v[16:23]", 16,
               false, false);
  test_nibbles("v_wmma_i32_16x16x16_iu4 v[48:55], v[0:1], v[8:9], v[16:23] "
               "neg_lo:[1,0,0]",
               16, true, false);
  test_halves("v_wmma_f16_16x16x16_f16 v[48:55], v[0:7], v[8:15], v[16:23]",
              false);
  test_halves("v_wmma_f16_16x16x16_f16 v[48:55], v[0:7], v[8:15], v[16:23] "
              "op_sel:[0,0,1]",
              true);
  CHECK(qn_amd_chip_find(QN_STR("gfx1200"), &chip));
  test_nibbles("v_wmma_i32_16x16x16_iu4 v[48:55], v0, v8, v[16:23] "
               "neg_lo:[0,1,0]",
               16, false, true);
  test_nibbles("v_wmma_i32_16x16x32_iu4 v[48:55], v[0:1], v[8:9], v[16:23] "
               "neg_lo:[1,1,0]",
               32, true, true);
  test_halves("v_wmma_f16_16x16x16_f16 v[48:51], v[0:3], v[8:11], v[16:19]",
              false);
}

// ---- Two of four elements of A

// An element of `bits` bits among those that a lane holds.
static uint32_t lane_bits(unsigned first, unsigned lane, unsigned j,
                          unsigned bits) {
  return at(first + j * bits / 32)[lane] >> (j * bits % 32) &
         ((1u << bits) - 1);
}

static void set_lane_bits(unsigned first, unsigned lane, unsigned j,
                          unsigned bits, uint32_t v) {
  uint32_t *word = &at(first + j * bits / 32)[lane];
  const unsigned shift = j * bits % 32;
  *word = (*word & ~(((1u << bits) - 1) << shift)) | v << shift;
}

static const unsigned pairs[6][2] = {{0, 1}, {0, 2}, {0, 3},
                                     {1, 2}, {1, 3}, {2, 3}};

// Takes half of the dense A of `inner` elements a row, and says which in the
// indices: of 4 elements that a lane holds, or of 8.
static void make_sparse(unsigned rows, unsigned inner, unsigned bits,
                        unsigned set) {
  const unsigned groups = N / rows, each = inner / 2 / groups;
  for (unsigned lane = 0; lane < N; ++lane) {
    at(D2)[lane] = (uint32_t)draw(); // other sets are not looked at
    for (unsigned j = 0; j < each; j += 2) {
      const unsigned *p = pairs[draw() % 6];
      for (unsigned e = 0; e < 2; ++e) {
        // The dense row is as long for a lane as B's column is.
        const uint32_t v = lane_bits(A2, lane, j * 2 + p[e], bits);
        const unsigned at_bit = 2 * (set * each + j + e);
        set_lane_bits(A, lane, j + e, bits, v);
        at(D2)[lane] = (at(D2)[lane] & ~(3u << at_bit)) | p[e] << at_bit;
      }
      // What is not taken is 0 in the dense one.
      for (unsigned e = 0; e < 4; ++e)
        if (e != p[0] && e != p[1])
          set_lane_bits(A2, lane, j * 2 + e, bits, 0);
    }
  }
}

static double sparse_value(unsigned kind, uint32_t bits) {
  return kind == QN_MATRIX_I8    ? (double)(int8_t)bits
         : kind == QN_MATRIX_F16 ? (double)from_half(bits)
         : kind == QN_MATRIX_BF16
             ? (double)from_brain(bits)
             : (bits & 0x80 ? -1.0 : 1.0) * (bits & 0x7f ? 1 : 0);
}

// Where results are: of 32 rows, and of 16.
static unsigned sparse_row(unsigned rows, unsigned lane, unsigned r) {
  return rows == 32 ? 8 * (r / 4) + 4 * (lane / 32) + r % 4
                    : 4 * (lane / 16) + r;
}

static void draw_sparse(unsigned kind) {
  draw_words(A2, 8, kind >= QN_MATRIX_FP8_FP8 ? QN_MATRIX_I8 : kind);
  draw_words(B, 8, kind >= QN_MATRIX_FP8_FP8 ? QN_MATRIX_I8 : kind);
  draw_words(C, 16, kind == QN_MATRIX_I8 ? kind : QN_MATRIX_F32);
  if (kind >= QN_MATRIX_FP8_FP8) // 1 and -1 are the same in both kinds, and 0
    for (unsigned k = 0; k < 8 * N; ++k)
      for (unsigned b = 0; b < 32; b += 8)
        for (unsigned m = 0; m < 2; ++m) {
          uint32_t *word = &at(m ? B : A2)[k];
          const uint32_t byte = *word >> b & 255;
          *word &= ~(255u << b);
          *word |= (byte % 3 == 0 ? 0u : byte % 3 == 1 ? 0x40u : 0xc0u) << b;
        }
}

static void check_sparse(const qn_amd_row *row, unsigned set,
                         const char *modifiers) {
  const unsigned rows = row->arg & 255, inner = row->arg >> 8 & 255;
  const unsigned kind = row->arg >> 24, groups = N / rows;
  const unsigned bits =
      kind == QN_MATRIX_F16 || kind == QN_MATRIX_BF16 ? 16 : 8;
  char text[160];
  draw_sparse(kind);
  make_sparse(rows, inner, bits, set);
  memcpy(at(D), at(C), 16 * N * 4);
  snprintf(text, sizeof(text), "%s v[%u:%u], v[%u:%u], v[%u:%u], v%u %s",
           row->name, D, D + rows * rows / N - 1, A, A + 1, B, B + 3, D2,
           modifiers);
  run_text(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  const unsigned each = inner / groups; // of a dense row
  for (unsigned lane = 0; lane < N; ++lane)
    for (unsigned r = 0; r < rows * rows / N; ++r) {
      const unsigned m = sparse_row(rows, lane, r);
      double sum = kind == QN_MATRIX_I8 ? (double)(int32_t)at(C + r)[lane]
                                        : (double)as_float(at(C + r)[lane]);
      for (unsigned k = 0; k < inner; ++k)
        sum += sparse_value(
                   kind, lane_bits(A2, m + rows * (k / each), k % each, bits)) *
               sparse_value(kind, lane_bits(B, lane % rows + rows * (k / each),
                                            k % each, bits));
      const uint32_t got = at(D + r)[lane];
      CHECK(kind == QN_MATRIX_I8 ? got == (uint32_t)(int64_t)sum
                                 : (double)as_float(got) == sum);
    }
}

static void test_sparse(void) {
  unsigned count = 0;
  CHECK(qn_amd_chip_find(QN_STR("gfx942"), &chip));
  for (size_t k = 0; k < qn_amd_row_count(); ++k) {
    const qn_amd_row *row = qn_amd_row_at(k);
    if (row->handler != qn_amd_x_smfmac)
      continue;
    const unsigned kind = row->arg >> 24;
    const unsigned sets =
        kind == QN_MATRIX_F16 || kind == QN_MATRIX_BF16 ? 4 : 2;
    for (unsigned set = 0; set < sets; ++set, ++count) {
      char modifiers[32];
      snprintf(modifiers, sizeof(modifiers), "abid:%u", set);
      check_sparse(row, set, set ? modifiers : "");
    }
    check_sparse(row, 0, "cbsz:1 abid:1"); // the first one
  }
  CHECK_INT(count, 4 * 4 + 10 * 2);
  fill(D2, 1, 0); // two elements at one place
  fill(A, 2, 0x3c003c00);
  atomic_store(&dispatch.status, 0);
  run_text("v_smfmac_f32_16x16x32_f16 v[48:51], v[0:1], v[8:11], v96");
  CHECK_INT(wave.state, QN_AMD_FAILED);
  CHECK(strstr(dispatch.message, "v_smfmac_f32_16x16x32_f16"));
  atomic_store(&dispatch.status, 0);
  run_text("v_smfmac_i32_16x16x64_i8 v[48:51], v[0:1], v[8:11], v96 abid:2");
  CHECK_INT(wave.state, QN_AMD_FAILED);
}

// Floats with 10 bits of a fraction; others are refused.
static void test_short_floats(const char *name, unsigned rows, unsigned inner) {
  char text[128];
  const unsigned results = rows * rows / N;
  draw_words(A, 16, QN_MATRIX_F32);
  draw_words(C, 16, QN_MATRIX_F32);
  snprintf(text, sizeof(text), "%s v[%u:%u], v[%u:%u], v[%u:%u], v[%u:%u]",
           name, D, D + results - 1, A, A + 1, B, B + 1, C, C + results - 1);
  atomic_store(&dispatch.status, 0);
  run_text(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned lane = 0; lane < N; ++lane)
    for (unsigned r = 0; r < results; ++r) {
      const unsigned m = sparse_row(rows, lane, r);
      float sum = as_float(at(C + r)[lane]);
      for (unsigned k = 0; k < inner; ++k)
        sum += as_float(at(A + k % 2)[m + rows * (k / 2)]) *
               as_float(at(B + k % 2)[lane % rows + rows * (k / 2)]);
      CHECK(as_float(at(D + r)[lane]) == sum);
    }
  at(B + 1)[63] = 0x3f800001;
  run_text(text);
  CHECK_INT(wave.state, QN_AMD_FAILED);
  CHECK(strstr(dispatch.message, "more than 10 bits of a fraction"));
}

int main(void) {
  CHECK(qn_amd_chip_find(QN_STR("gfx90a"), &chip));
  qn_mutex_init(&dispatch.mutex);
  wave = (qn_amd_wave){.lanes = N,
                       .all = UINT64_MAX,
                       .v = registers,
                       .chip = &chip,
                       .group = &group};
  wave.s[QN_AMD_EXEC] = wave.s[QN_AMD_EXEC + 1] = UINT32_MAX;
  test_plain();
  test_all();
  test_signs();
  test_refused();
  test_bytes();
  test_wmma();
  wave.lanes = N;
  test_sparse();
  test_short_floats("v_mfma_f32_16x16x8_xf32", 16, 8);
  test_short_floats("v_mfma_f32_32x32x4_xf32", 32, 4);
  return 0;
}
