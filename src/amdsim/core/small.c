// SPDX-License-Identifier: Apache-2.0
// Floats of 8 bits: what they are, and instructions that make them.
#include "amdsim/core/small.h"

#include "amdsim/core/handlers.h"
#include "amdsim/isa/floats.h"

enum { N = QN_AMD_LANES };

float qn_amd_from_small(uint32_t bits, unsigned exponent_bits, bool ocp) {
  const unsigned mantissa_bits = 7 - exponent_bits;
  const unsigned byte = bits & 255;
  const unsigned exponent = byte >> mantissa_bits & ((1u << exponent_bits) - 1);
  const unsigned mantissa = byte & ((1u << mantissa_bits) - 1);
  const int bias = (1 << (exponent_bits - 1)) - (ocp ? 1 : 0);
  const bool top = exponent == (1u << exponent_bits) - 1;
  const bool is_nan =
      ocp ? top && (exponent_bits == 5 ? mantissa != 0 : mantissa == 7)
          : byte == 0x80;
  float v = exponent ? ldexpf((float)(mantissa + (1u << mantissa_bits)),
                              (int)exponent - bias - (int)mantissa_bits)
                     : ldexpf((float)mantissa, 1 - bias - (int)mantissa_bits);
  if (is_nan)
    v = NAN;
  else if (ocp && exponent_bits == 5 && top)
    v = INFINITY;
  return byte & 0x80 ? -v : v;
}

// The largest number that there is.
static uint32_t largest(unsigned exponent_bits, bool ocp) {
  return !ocp ? 0x7f : exponent_bits == 5 ? 0x7b : 0x7e;
}

uint32_t qn_amd_to_small(float f, unsigned exponent_bits, bool ocp) {
  const int mantissa_bits = 7 - (int)exponent_bits;
  const int bias = (1 << (exponent_bits - 1)) - (ocp ? 1 : 0);
  const uint32_t sign = signbit(f) ? 0x80 : 0;
  const uint32_t top = largest(exponent_bits, ocp);
  const uint32_t above = !ocp ? 0x80 : top + 1 + sign; // what is too large
  if (f != f)
    return ocp ? 0x7f | sign : 0x80;
  if (isinf(f))
    return above;
  int e;
  (void)frexpf(f, &e);
  // The weight of the last bit; subnormal numbers share one.
  const int lowest = 1 - bias - mantissa_bits;
  const int scale =
      e - 1 - mantissa_bits > lowest && f != 0 ? e - 1 - mantissa_bits : lowest;
  // Numbers are in the order of their bits, so a carry is right.
  const uint32_t units = (uint32_t)rint(ldexp(fabs((double)f), -scale));
  const uint32_t bits = units + ((uint32_t)(scale - lowest) << mantissa_bits);
  if (bits > top)
    return above;
  return bits || ocp ? bits | sign : 0; // without a zero below 0
}

// ---- Instructions. arg: bits of an exponent; 0x10: two numbers.

static bool is_ocp(const qn_amd_wave *w) { return w->chip->major >= 12; }

void qn_amd_x_from_small(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const qn_amd_type from = (qn_amd_type)i->row->types[1];
  const uint32_t *v = qn_amd_fetch_modified(w, i, 1, from, w->room[0]);
  const uint64_t mask = qn_amd_exec(w) & w->all;
  uint32_t *to = qn_amd_reg(w, &i->op[0]);
  uint32_t source[N];
  memcpy(source, v, sizeof(source));
  for (unsigned part = 0; part <= arg >> 4; ++part) {
    for (unsigned lane = 0; lane < w->lanes; ++lane)
      w->result[lane] = bits_of(
          qn_amd_from_small(source[lane] >> (8 * part), arg & 15, is_ocp(w)));
    qn_amd_modify(w, i, QN_AMD_f32, w->result);
    qn_amd_merge(w, to + part * N, w->result, mask);
  }
}

void qn_amd_x_to_small(qn_amd_wave *w, const qn_amd_inst *i) {
  enum { ROUNDING = 3, OVERFLOW_IS_LARGEST = 1 << 23 };
  const unsigned exponent_bits = i->row->arg;
  const uint32_t *a = qn_amd_fetch_modified(w, i, 1, QN_AMD_f32, w->room[0]);
  const uint32_t *b = qn_amd_fetch_modified(w, i, 2, QN_AMD_f32, w->room[1]);
  qn_amd_inst plain = *i;
  qn_amd_row kept = *i->row;
  if (w->mode & (ROUNDING | OVERFLOW_IS_LARGEST)) {
    qn_amd_fail(w, 2, "%s with MODE 0x%x is not simulated", i->row->name,
                w->mode);
    return;
  }
  for (unsigned lane = 0; lane < w->lanes; ++lane)
    w->result[lane] =
        qn_amd_to_small(as_float(a[lane]), exponent_bits, is_ocp(w)) |
        qn_amd_to_small(as_float(b[lane]), exponent_bits, is_ocp(w)) << 8;
  kept.flags |= QN_AMD_KEEPS; // the other half of the register
  plain.row = &kept;
  qn_amd_commit(w, &plain, &plain.op[0], QN_AMD_u16, w->result);
}
