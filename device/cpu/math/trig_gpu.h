// SPDX-License-Identifier: Apache-2.0
//
// Sine and cosine of double for GPUs: no second number beside the reduced
// argument, and one polynomial, whose coefficients are chosen, in place of two.
// Part of trig.h.

// x - k pi / 2, to 2^-53 of itself: both have no digits below 2^-52 where x is
// not below 1, so that the first difference is exact.
INLINE double turn_back(double x, double k) {
  const double most = __builtin_fma(k, -0x1.921fb54442d18p0, x);
  const double next = __builtin_fma(k, -0x1.1a62633145c07p-54, most);
  return __builtin_fma(k, 0x1.f1976b7ed8fbcp-110, next);
}
// sin(quarters pi / 2 + r), by r + r z P(z) or 1 + z (-1/2 + z Q(z)), P and Q
// being poly_sin and poly_cos.
INLINE double chosen_sine(double r, u64 quarters) {
  const _Bool odd = (quarters & 1) != 0;
  const double z = r * r;
  double y = pick_d(odd, -0x1.8f99e0af2daeep-37, 0.0);
  y = y * z + pick_d(odd, 0x1.1ee9c34c53d99p-29, 0x1.5d8bb2e6cbc92p-33);
  y = y * z + pick_d(odd, -0x1.27e4f7cd4086dp-22, -0x1.ae5e4c87b265fp-26);
  y = y * z + pick_d(odd, 0x1.a01a019c5c3ebp-16, 0x1.71de35561b52bp-19);
  y = y * z + pick_d(odd, -0x1.6c16c16c14ep-10, -0x1.a01a019be9bcep-13);
  y = y * z + pick_d(odd, 0x1.555555555554ap-5, 0x1.111111110f731p-7);
  y = y * z + pick_d(odd, -0.5, -0x1.5555555555548p-3);
  y = __builtin_fma(y, pick_d(odd, z, r * z), pick_d(odd, 1.0, r));
  return DOUBLE(BITS64(y) ^ (quarters & 2) << 62);
}
EXPORT(double, "_Z3sind", qn_sin, double x) {
  i64 k;
  const double n = nearest_d(x * 0x1.45f306dc9c883p-1, &k);
  double y = pick_d(x == 0.0, x, chosen_sine(turn_back(x, n), (u64)k));
  if (is_rare_d(x))
    y = qn_math_rare_sine(x, 0);
  return y;
}
EXPORT(double, "_Z3cosd", qn_cos, double x) {
  i64 k;
  const double n = nearest_d(x * 0x1.45f306dc9c883p-1, &k);
  double y = chosen_sine(turn_back(x, n), (u64)k + 1);
  if (is_rare_d(x))
    y = qn_math_rare_sine(x, 1);
  return y;
}
EXPORT(void, "__qn_cpu_sincos", qn_sincos, double x, double *s, double *c) {
  *s = qn_sin(x);
  *c = qn_cos(x);
}
