// SPDX-License-Identifier: Apache-2.0
// Floats of 8 bits: every pattern, and the nearest one to random floats, found
// by looking at all of them; then the instructions.
#include "amdsim/core/small.h"

#include "amdsim/isa/floats.h"
#include "support/draw.h"
#include "support/amd_wave.h"

enum { N = QN_AMD_LANES };

static uint32_t registers[8 * N];

static void test_patterns(unsigned exponent_bits, bool ocp) {
  for (uint32_t bits = 0; bits < 256; ++bits) {
    const float f = qn_amd_from_small(bits, exponent_bits, ocp);
    const uint32_t back = qn_amd_to_small(f, exponent_bits, ocp);
    if (f != f)
      CHECK(isnan(qn_amd_from_small(back, exponent_bits, ocp)));
    else
      CHECK_INT(back, bits);
  }
}

// The finite one that is nearest; of two the even one. The weight of numbers
// above all of them: as if there were one more.
static void check_nearest(float f, unsigned exponent_bits, bool ocp) {
  double best = INFINITY, top = 0;
  uint32_t found = 0;
  for (uint32_t bits = 0; bits < 128; ++bits) {
    const float v = qn_amd_from_small(bits, exponent_bits, ocp);
    if (!isfinite(v))
      continue;
    const double away = fabs((double)v - fabs((double)f));
    top = fmax(top, (double)v);
    if (away < best || (away == best && bits % 2 == 0)) {
      best = away;
      found = bits;
    }
  }
  const double step =
      top - (double)qn_amd_from_small(found - 1, exponent_bits, ocp);
  const uint32_t got = qn_amd_to_small(f, exponent_bits, ocp);
  const bool at_top =
      (double)qn_amd_from_small(found, exponent_bits, ocp) == top;
  if (at_top && (fabs((double)f) - top > step / 2 ||
                 (fabs((double)f) - top == step / 2 && found % 2))) {
    const float v = qn_amd_from_small(got, exponent_bits, ocp);
    CHECK(ocp && exponent_bits == 5 ? isinf(v) : isnan(v));
  } else {
    const uint32_t sign = signbit(f) && (ocp || found) ? 0x80 : 0;
    CHECK_INT(got, found | sign);
  }
}

static void test_nearest(unsigned exponent_bits, bool ocp) {
  for (unsigned k = 0; k < 100000; ++k) {
    const uint32_t exponent = 100 + (uint32_t)(draw() % 48);
    uint32_t bits = ((uint32_t)draw() & 0x807fffff) | exponent << 23;
    if (k % 2) // often half way between two
      bits &= 0xffffffffu << (23 - (7 - exponent_bits) - 1);
    check_nearest(as_float(bits), exponent_bits, ocp);
  }
}

static void start(const char *name) {
  start_wave(name, registers);
  wave.mode = 0xf0;
}

static void test_instructions(const char *name, const char *byte2,
                              const char *word1) {
  start(name);
  const bool ocp = chip.major >= 12;
  for (unsigned lane = 0; lane < N; ++lane) {
    registers[lane] = (uint32_t)draw();
    registers[3 * N + lane] = 0xabcdabcd;
    registers[4 * N + lane] = bits_of((float)lane - 20);
    registers[5 * N + lane] = bits_of((float)lane / 8);
  }
  run(byte2); // of v0 to v1
  run(word1); // to v[6:7]
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const uint32_t v = registers[lane];
    const float want = qn_amd_from_small(v >> 16, 4, ocp);
    CHECK(as_float(registers[N + lane]) == want ||
          (isnan(as_float(registers[N + lane])) && isnan(want)));
    for (unsigned part = 0; part < 2; ++part) {
      const float one = qn_amd_from_small(v >> (16 + 8 * part), 5, ocp);
      const float got = as_float(registers[(6 + part) * N + lane]);
      CHECK(got == one || (isnan(got) && isnan(one)));
    }
  }
  run("v_cvt_pk_bf8_f32 v3, v4, -v5 op_sel:[0,0,1]");
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    CHECK_INT(registers[3 * N + lane],
              0xabcd | qn_amd_to_small((float)lane - 20, 5, ocp) << 16 |
                  qn_amd_to_small(-(float)lane / 8, 5, ocp) << 24);
  run("v_cvt_pk_fp8_f32 v3, v4, v5");
  CHECK_INT(registers[3 * N] & 0xffff,
            qn_amd_to_small(-20, 4, ocp) | qn_amd_to_small(0, 4, ocp) << 8);
  wave.mode |= 1 << 23;
  run("v_cvt_pk_fp8_f32 v3, v4, v5");
  CHECK_INT(wave.state, QN_AMD_FAILED);
}

int main(void) {
  qn_mutex_init(&dispatch.mutex);
  for (unsigned exponent_bits = 4; exponent_bits <= 5; ++exponent_bits)
    for (unsigned ocp = 0; ocp < 2; ++ocp) {
      test_patterns(exponent_bits, ocp);
      test_nearest(exponent_bits, ocp);
    }
  CHECK_INT(qn_amd_to_small(240, 4, false), 0x7f);
  CHECK_INT(qn_amd_to_small(248, 4, false), 0x80);
  CHECK_INT(qn_amd_to_small(464, 4, true), 0x7e);
  CHECK_INT(qn_amd_to_small(-465, 4, true), 0xff);
  CHECK_INT(qn_amd_to_small(61440, 5, true), 0x7c);
  CHECK_INT(qn_amd_to_small(-0.0f, 5, false), 0);
  test_instructions("gfx942", "v_cvt_f32_fp8_sdwa v1, v0 src0_sel:BYTE_2",
                    "v_cvt_pk_f32_bf8_sdwa v[6:7], v0 src0_sel:WORD_1");
  test_instructions("gfx1200", "v_cvt_f32_fp8_e64 v1, v0 byte_sel:2",
                    "v_cvt_pk_f32_bf8_e64 v[6:7], v0 op_sel:[1,0]");
  return 0;
}
