// SPDX-License-Identifier: Apache-2.0
// Floats as bits, and halves.
#ifndef QN_AMDSIM_ISA_FLOATS_H
#define QN_AMDSIM_ISA_FLOATS_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef __F16C__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline, unused))

INLINE float as_float(uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof(f));
  return f;
}
INLINE uint32_t bits_of(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof(bits));
  return bits;
}
INLINE double as_double(uint64_t bits) {
  double f;
  memcpy(&f, &bits, sizeof(f));
  return f;
}
INLINE uint64_t bits_of_double(double f) {
  uint64_t bits;
  memcpy(&bits, &f, sizeof(bits));
  return bits;
}

// ---- half

#ifdef __F16C__
INLINE float from_half(uint32_t h) { return _cvtsh_ss((unsigned short)h); }
INLINE uint32_t to_half(float f) {
  return _cvtss_sh(f, _MM_FROUND_CUR_DIRECTION);
}
#else
INLINE float from_half(uint32_t h) {
  const uint32_t sign = (h & 0x8000) << 16, rest = h & 0x7fff;
  if (rest >= 0x7c00) // infinity, or a NaN, which becomes quiet
    return as_float(sign | 0x7f800000 | (rest & 0x3ff) << 13 |
                    (rest > 0x7c00 ? 0x400000 : 0));
  // Scaling also makes subnormal numbers normal.
  return as_float(sign | bits_of(as_float(rest << 13) * 0x1p112f));
}
// By the host's rounding, in two exact steps and one that rounds.
INLINE uint32_t to_half(float f) {
  const uint32_t bits = bits_of(f), sign = bits >> 16 & 0x8000;
  const uint32_t rest = bits & 0x7fffffff;
  if (rest > 0x7f800000)
    return sign | 0x7e00 | (rest >> 13 & 0x3ff);
  if (rest == 0x7f800000)
    return sign | 0x7c00;
  // What is too large for a half rounds as the largest number below 2^16 does.
  const float size = as_float(rest < 0x477fffff ? rest : 0x477fffff);
  // Adding a power of two whose last bit is a half's last bit rounds to it.
  const uint32_t field = bits_of(size) >> 23;
  const uint32_t exponent = field < 113 ? 113 : field;
  const float large = as_float((exponent + 13) << 23);
  volatile float sum = (sign ? -size : size) + (sign ? -large : large);
  const float rounded = fabsf(sum) - large;
  const uint32_t r = bits_of(rounded);
  if (rounded >= 65536.0f)
    return sign | 0x7c00;
  if (rounded < 0x1p-14f)
    return sign | (uint32_t)(rounded * 0x1p24f);
  return sign | ((r >> 13) - (112u << 10));
}
#endif

// A sum in double whose last bit tells whether it is exact, so that rounding it
// again is right.
INLINE float fma_f16(float a, float b, float c) {
  const double product = (double)a * b;
  const double sum = product + c;
  const double back = sum - product;
  const double error = (product - (sum - back)) + ((double)c - back);
  uint64_t bits = bits_of_double(sum);
  if (error != 0 && !(bits & 1) && isfinite(sum))
    bits += (error > 0) == (sum > 0) ? 1 : UINT64_MAX;
  // To float by cutting off, with the same rule.
  const double odd = as_double(bits);
  float f = (float)odd;
  const uint32_t fbits = bits_of(f);
  if ((double)f != odd && !(fbits & 1) && isfinite(f))
    f = as_float((fabs((double)f) < fabs(odd)) ? fbits + 1 : fbits - 1);
  return f;
}

// Towards zero.
INLINE uint32_t half_rtz(float f) {
  const uint32_t bits = bits_of(f), sign = bits >> 16 & 0x8000;
  const uint32_t rest = bits & 0x7fffffff;
  if (rest > 0x7f800000)
    return sign | 0x7e00 | (rest >> 13 & 0x3ff);
  if (rest == 0x7f800000)
    return sign | 0x7c00;
  if (rest >= 0x47800000)
    return sign | 0x7bff; // the largest number
  if (rest < 0x38800000)
    return sign | (uint32_t)(as_float(rest) * 0x1p24f);
  return sign | ((rest >> 13) - (112u << 10));
}

// ---- bfloat16

INLINE float from_brain(uint32_t b) { return as_float(b << 16); }
INLINE uint32_t to_brain(float f) {
  const uint32_t bits = bits_of(f);
  if (f != f)
    return bits >> 16 | 0x40;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

#endif // QN_AMDSIM_ISA_FLOATS_H
