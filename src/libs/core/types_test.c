// SPDX-License-Identifier: Apache-2.0
// Every code of the small types is the number that its definition says, comes
// back as itself, and what lies between two goes to the nearer one, or to the
// even one.
#include "libs/core/types.h"

#include <math.h>

#include "support/test.h"

typedef struct format {
  int type, exponent_bits, mantissa_bits;
  bool has_infinity, saturates;
} format;

static const format formats[] = {
    {QN_LIBS_F16, 5, 10, true, false},
    {QN_LIBS_BF16, 8, 7, true, false},
    {QN_LIBS_E4M3, 4, 3, false, true},
    {QN_LIBS_E5M2, 5, 2, true, true},
};

static uint32_t code_count(const format *f) {
  return 2u << (f->exponent_bits + f->mantissa_bits);
}

// By the definition; NaN for what is no number.
static double value_of(const format *f, uint32_t code) {
  const int top = (1 << f->exponent_bits) - 1, bias = top / 2;
  const int exponent = (int)(code >> f->mantissa_bits) & top;
  const int mantissa = (int)code & ((1 << f->mantissa_bits) - 1);
  const double sign = code & code_count(f) / 2 ? -1 : 1;
  if (exponent == top && f->has_infinity)
    return mantissa ? NAN : sign * INFINITY;
  if (exponent == top && mantissa == (1 << f->mantissa_bits) - 1)
    return NAN;
  const double fraction = ldexp(mantissa, -f->mantissa_bits);
  return exponent ? sign * ldexp(1 + fraction, exponent - bias)
                  : sign * ldexp(fraction, 1 - bias);
}

static double decoded(const format *f, uint32_t code) {
  const uint8_t byte = (uint8_t)code;
  const uint16_t word = (uint16_t)code;
  const void *from = qn_libs_type_size(f->type) == 1 ? (const void *)&byte
                                                     : (const void *)&word;
  double wide;
  float narrow;
  qn_libs_to_double(f->type, from, &wide, 1);
  qn_libs_to_float(f->type, from, &narrow, 1);
  CHECK(isnan(wide) ? isnan(narrow) : wide == (double)narrow);
  return wide;
}

static uint32_t encoded(const format *f, double value) {
  const float narrow = (float)value;
  uint16_t word[2] = {0, 0};
  qn_libs_from_double(f->type, &value, &word[0], 1);
  qn_libs_from_float(f->type, &narrow, &word[1], 1);
  CHECK_INT(word[0], word[1]);
  return word[0];
}

static void test_codes(const format *f) {
  for (uint32_t code = 0; code < code_count(f); ++code) {
    const double wanted = value_of(f, code), got = decoded(f, code);
    if (isnan(wanted)) {
      CHECK(isnan(got));
      CHECK(isnan(decoded(f, encoded(f, wanted))));
      continue;
    }
    CHECK(got == wanted && !signbit(got) == !signbit(wanted));
    if (!isinf(wanted) || !f->saturates)
      CHECK_INT(encoded(f, wanted), code);
  }
}

// Floats are exact at the middle of two codes and a little beside it.
static void test_between(const format *f) {
  for (uint32_t code = 0; code + 1 < code_count(f) / 2; ++code) {
    const double low = value_of(f, code), high = value_of(f, code + 1);
    if (isnan(high) || isinf(high))
      break;
    const float middle = (float)((low + high) / 2);
    CHECK_INT(encoded(f, (double)middle), code + (code & 1));
    CHECK_INT(encoded(f, (double)nextafterf(middle, 0)), code);
    CHECK_INT(encoded(f, (double)nextafterf(middle, INFINITY)), code + 1);
    CHECK_INT(encoded(f, -(double)middle),
              (code + (code & 1)) | code_count(f) / 2);
  }
}

static void test_beyond(const format *f) {
  const double got = decoded(f, encoded(f, 3e38));
  double largest = 0;
  for (uint32_t code = 0; code < code_count(f) / 2; ++code)
    if (isfinite(value_of(f, code)))
      largest = value_of(f, code);
  if (f->saturates)
    CHECK(got == largest &&
          decoded(f, encoded(f, (double)-INFINITY)) == -largest);
  else if (f->type == QN_LIBS_F16)
    CHECK(isinf(got));
}

static void test_integers(void) {
  const double values[] = {-1e9, -128.6, -1.5, 0.5, 1.5, 127.4, 300, NAN};
  const int wanted[] = {-128, -128, -2, 0, 2, 127, 127, 0};
  int8_t got[8];
  qn_libs_from_double(QN_LIBS_I8, values, got, 8);
  for (int i = 0; i < 8; ++i)
    CHECK_INT(got[i], wanted[i]);
}

int main(void) {
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
    test_codes(&formats[i]);
    test_between(&formats[i]);
    test_beyond(&formats[i]);
  }
  test_integers();
  return 0;
}
