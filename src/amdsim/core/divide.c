// SPDX-License-Identifier: Apache-2.0
// The steps of a division: scaling so that no step overflows or loses bits, and
// undoing it.
#include "amdsim/core/handlers.h"
#include "amdsim/isa/floats.h"

enum { N = QN_AMD_LANES };

static uint64_t active(const qn_amd_wave *w) { return qn_amd_exec(w) & w->all; }

static float f32_at(const uint32_t *p, unsigned lane) {
  return as_float(p[lane]);
}
static double f64_at(const uint32_t *p, unsigned lane) {
  return as_double(p[lane] | (uint64_t)p[lane + N] << 32);
}
static int exponent32(float f) { return bits_of(f) >> 23 & 255; }
static int exponent64(double f) { return bits_of_double(f) >> 52 & 2047; }

// The sources of an operation, from operand `first` on.
static void fetch(qn_amd_wave *w, const qn_amd_inst *i, unsigned first,
                  unsigned type, const uint32_t *s[3]) {
  for (unsigned k = 0; k < 3; ++k)
    s[k] = qn_amd_fetch_modified(w, i, k + first, type, w->room[k]);
}

static void put64(qn_amd_wave *w, unsigned lane, double d) {
  const uint64_t bits = bits_of_double(d);
  w->result[lane] = (uint32_t)bits;
  w->result[lane + N] = (uint32_t)(bits >> 32);
}

static void merge32(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, active(w));
}
static void merge64(qn_amd_wave *w, const qn_amd_inst *i) {
  uint32_t *to = qn_amd_reg(w, &i->op[0]);
  qn_amd_merge(w, to, w->result, active(w));
  qn_amd_merge(w, to + N, w->result + N, active(w));
}

// What to do with the first source: the power of two that it is multiplied by,
// and whether the quotient has to be scaled afterwards.
typedef struct scaling {
  int by;
  bool later, is_nan;
} scaling;

// Figures of a format, for one rule for both.
typedef struct sizes {
  int distance; // of exponents, from which on the quotient is near the largest
  int tiny;     // exponent of a numerator that loses bits
  int by;
} sizes;

static bool is_tiny(double f, bool narrow) {
  const double least = narrow ? 0x1p-126 : 0x1p-1022;
  return f != 0 && fabs(f) < least;
}

static scaling scale(double s, double den, double num, int den_exponent,
                     int num_exponent, bool narrow) {
  const sizes z = narrow ? (sizes){96, 23, 64} : (sizes){768, 53, 128};
  scaling r = {0, false, false};
  // Exact enough: only whether it is subnormal counts.
  const double inverse = narrow ? 1.0 / den : (double)(1.0L / (long double)den);
  const double quotient = num / den;
  const bool far = num_exponent - den_exponent >= z.distance;
  const bool tiny_den = is_tiny(den, narrow);
  const bool tiny_inverse = is_tiny(inverse, narrow);
  const bool tiny_quotient = is_tiny(quotient, narrow);
  if (den == 0 || num == 0) {
    r.is_nan = true;
  } else if (far || (!tiny_den && tiny_inverse && tiny_quotient)) {
    // The manuals have the same power for both, with which large denominators
    // would overflow.
    r.later = true;
    if (s == den)
      r.by = far ? z.by : -z.by;
  } else if (tiny_den ||
             (!tiny_inverse && !tiny_quotient && num_exponent <= z.tiny)) {
    r.by = z.by;
  } else if (tiny_inverse) {
    r.by = -z.by;
  } else if (tiny_quotient) {
    r.later = true;
    if (s == num)
      r.by = z.by;
  }
  return r;
}

void qn_amd_x_div_scale32(qn_amd_wave *w, const qn_amd_inst *i) {
  uint64_t later = 0;
  const uint32_t *s[3];
  fetch(w, i, 2, QN_AMD_f32, s);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const float a = f32_at(s[0], lane), den = f32_at(s[1], lane);
    const float num = f32_at(s[2], lane);
    const scaling r = scale((double)a, (double)den, (double)num,
                            exponent32(den), exponent32(num), true);
    const float d = r.is_nan ? NAN : ldexpf(a, r.by);
    w->result[lane] = bits_of(d);
    later |= (uint64_t)r.later << lane;
  }
  merge32(w, i);
  qn_amd_put_mask(w, &i->op[1], later & active(w));
}

void qn_amd_x_div_scale64(qn_amd_wave *w, const qn_amd_inst *i) {
  uint64_t later = 0;
  const uint32_t *s[3];
  fetch(w, i, 2, QN_AMD_f64, s);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const double a = f64_at(s[0], lane), den = f64_at(s[1], lane);
    const double num = f64_at(s[2], lane);
    const scaling r =
        scale(a, den, num, exponent64(den), exponent64(num), false);
    const double d = r.is_nan ? (double)NAN : ldexp(a, r.by);
    put64(w, lane, d);
    later |= (uint64_t)r.later << lane;
  }
  merge64(w, i);
  qn_amd_put_mask(w, &i->op[1], later & active(w));
}

void qn_amd_x_div_fmas32(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t vcc = qn_amd_vcc(w);
  const uint32_t *s[3];
  fetch(w, i, 1, QN_AMD_f32, s);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const float a = f32_at(s[0], lane), b = f32_at(s[1], lane);
    const float c = f32_at(s[2], lane);
    float d = fmaf(a, b, c);
    if (vcc >> lane & 1) {
      const long double exact = (long double)a * b + c;
      d = (float)ldexpl(exact, exponent32(c) > 127 ? 64 : -64);
    }
    w->result[lane] = bits_of(d);
  }
  merge32(w, i);
}

// What a * b + c is more than `rounded`, which is the nearest to it.
static double rest_of(double a, double b, double c, double rounded) {
  const double product = a * b, low = fma(a, b, -product);
  const double sum = product + c, of_c = sum - product;
  const double lost = (product - (sum - of_c)) + (c - of_c);
  return (sum - rounded) + (lost + low);
}

// (a * b + c) / 2^128, rounded once: that it lies between two subnormal numbers
// is only right when the sum before was exact.
static double fma_down(double a, double b, double c) {
  const double sum = fma(a, b, c), rest = rest_of(a, b, c, sum);
  const double d = ldexp(sum, -128), over = sum - ldexp(d, 128);
  const bool is_between = fabs(over) == 0x1p-947; // half of the least, before
  if (!is_between || rest == 0 || (rest > 0) != (over > 0))
    return d; // it is the nearer one, or is chosen by the rule for halves
  return nextafter(d, rest > 0 ? (double)INFINITY : -(double)INFINITY);
}

void qn_amd_x_div_fmas64(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t vcc = qn_amd_vcc(w);
  const uint32_t *s[3];
  fetch(w, i, 1, QN_AMD_f64, s);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const double a = f64_at(s[0], lane), b = f64_at(s[1], lane);
    const double c = f64_at(s[2], lane);
    double d = fma(a, b, c);
    if (vcc >> lane & 1)
      d = exponent64(c) > 1023 ? ldexp(d, 128) : fma_down(a, b, c);
    put64(w, lane, d);
  }
  merge64(w, i);
}
