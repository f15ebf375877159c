// SPDX-License-Identifier: Apache-2.0
// Divisions as compilers write them, by the instructions that scale,
// approximate and put right, against the host's: a million random pairs of each
// size.
#include "amdsim/core/wave.h"

#include "amdsim/core/handlers.h"
#include "amdsim/isa/floats.h"
#include "support/draw.h"
#include "support/test.h"

enum { N = QN_AMD_LANES, ROUNDS = 1000000 / N, REGISTERS = 32, STEPS = 20 };

typedef struct program {
  qn_amd_inst insts[STEPS];
  size_t count;
} program;

static qn_amd_chip chip;
static uint32_t registers[REGISTERS * N];
static qn_amd_wave wave;

static void assemble(program *p, const char *const *texts) {
  for (p->count = 0; texts[p->count]; ++p->count) {
    qn_diag diag = {0};
    CHECK(p->count < STEPS);
    CHECK_OK(qn_amd_parse(qn_str_from(texts[p->count]), &chip,
                          &p->insts[p->count], &diag),
             &diag);
  }
}

static void run(program *p) {
  for (size_t k = 0; k < p->count; ++k)
    p->insts[k].handler(&wave, &p->insts[k]);
}

static void prepare(void) {
  CHECK(qn_amd_chip_find(QN_STR("gfx90a"), &chip));
  wave = (qn_amd_wave){.lanes = N,
                       .all = UINT64_MAX,
                       .mode = 0xf0, // subnormal numbers are kept
                       .v = registers,
                       .chip = &chip,
                       .ops = qn_amd_ops_base,
                       .compares = qn_amd_compares_base};
  wave.s[QN_AMD_EXEC] = wave.s[QN_AMD_EXEC + 1] = UINT32_MAX;
}

// Any bits; one in eight is at an end of the range.
static uint32_t draw_float(void) {
  static const uint32_t ends[] = {
      0,          1,          0x007fffff, 0x00800000, 0x7f7fffff,
      0x7f000000, 0x7e800001, 0x3f800000, 0x7f800000, 0x7fc00000};
  const uint64_t r = draw();
  return r >> 61 ? (uint32_t)r
                 : ends[r % (sizeof(ends) / sizeof(ends[0]))] |
                       ((uint32_t)(r >> 32) & 0x80000000);
}

static uint64_t draw_double(void) {
  static const uint64_t ends[] = {0,
                                  1,
                                  0x000fffffffffffff,
                                  0x0010000000000000,
                                  0x7fefffffffffffff,
                                  0x7fe0000000000000,
                                  0x3ff0000000000000,
                                  0x7ff0000000000000,
                                  0x7ff8000000000000};
  const uint64_t r = draw();
  return r >> 61 ? draw() : ends[r % (sizeof(ends) / sizeof(ends[0]))];
}

// v0 by v1 into v2.
static void test_floats(void) {
  static const char *const texts[] = {
      "v_div_scale_f32 v4, s[2:3], v1, v1, v0",
      "v_div_scale_f32 v5, vcc, v0, v1, v0",
      "v_rcp_f32_e32 v6, v4",
      "v_fma_f32 v7, -v4, v6, 1.0",
      "v_fma_f32 v6, v7, v6, v6",
      "v_mul_f32_e32 v7, v5, v6",
      "v_fma_f32 v8, -v4, v7, v5",
      "v_fma_f32 v7, v8, v6, v7",
      "v_fma_f32 v8, -v4, v7, v5",
      "v_div_fmas_f32 v6, v8, v6, v7",
      "v_div_fixup_f32 v2, v6, v1, v0",
      NULL,
  };
  static program p;
  assemble(&p, texts);
  for (unsigned round = 0; round < ROUNDS; ++round) {
    for (unsigned k = 0; k < 2 * N; ++k)
      registers[k] = draw_float();
    run(&p);
    for (unsigned lane = 0; lane < N; ++lane) {
      const float x = as_float(registers[lane]);
      const float y = as_float(registers[lane + N]);
      const float want = x / y, got = as_float(registers[lane + 2 * N]);
      const bool right =
          want != want ? got != got : bits_of(got) == bits_of(want);
      if (!right)
        fprintf(stderr, "%a by %a is %a, not %a\n", (double)x, (double)y,
                (double)want, (double)got);
      CHECK(right);
    }
  }
}

static double double_at(unsigned reg, unsigned lane) {
  const uint32_t *p = registers + (size_t)reg * N + lane;
  return as_double(p[0] | (uint64_t)p[N] << 32);
}

// v[0:1] by v[2:3] into v[4:5].
static void test_doubles(void) {
  static const char *const texts[] = {
      "v_div_scale_f64 v[6:7], s[2:3], v[2:3], v[2:3], v[0:1]",
      "v_div_scale_f64 v[8:9], vcc, v[0:1], v[2:3], v[0:1]",
      "v_rcp_f64_e32 v[10:11], v[6:7]",
      "v_fma_f64 v[12:13], -v[6:7], v[10:11], 1.0",
      "v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]",
      "v_fma_f64 v[12:13], -v[6:7], v[10:11], 1.0",
      "v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]",
      "v_mul_f64 v[12:13], v[8:9], v[10:11]",
      "v_fma_f64 v[14:15], -v[6:7], v[12:13], v[8:9]",
      "v_div_fmas_f64 v[10:11], v[14:15], v[10:11], v[12:13]",
      "v_div_fixup_f64 v[4:5], v[10:11], v[2:3], v[0:1]",
      NULL,
  };
  static program p;
  assemble(&p, texts);
  for (unsigned round = 0; round < ROUNDS; ++round) {
    for (unsigned lane = 0; lane < 2 * N; ++lane) {
      const uint64_t v = draw_double();
      uint32_t *at = registers + (size_t)(lane / N) * 2 * N + lane % N;
      at[0] = (uint32_t)v;
      at[N] = (uint32_t)(v >> 32);
    }
    run(&p);
    for (unsigned lane = 0; lane < N; ++lane) {
      const double x = double_at(0, lane), y = double_at(2, lane);
      const double want = x / y, got = double_at(4, lane);
      const bool right = want != want
                             ? got != got
                             : bits_of_double(got) == bits_of_double(want);
      if (!right)
        fprintf(stderr, "%a by %a is %a, not %a\n", x, y, want, got);
      CHECK(right);
    }
  }
}

int main(void) {
  prepare();
  test_floats();
  test_doubles();
  return 0;
}
