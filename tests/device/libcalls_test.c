// SPDX-License-Identifier: Apache-2.0
// The device library's arithmetic against the C library's, bit by bit, over
// edge values, all pairs and triples of them, and many random values.
#include "libcalls.h"

#include <math.h>

#include "support/draw.h"
#include "support/test.h"

enum { RANDOM = 300000, NAN_BITS = 0x7fc00000 };

static double from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static float from_bits_f(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

// Any NaN is as good as another; zeros have a sign.
static bool same(double a, double b) {
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof(a)) == 0;
}

static int failures;

static void check(const char *what, double x, double y, double z, double got,
                  double wanted) {
  enum { SHOWN = 20 };
  if (same(got, wanted))
    return;
  if (++failures <= SHOWN)
    fprintf(stderr, "%s(%a, %a, %a) is %a, expected %a\n", what, x, y, z, got,
            wanted);
}

// ---- Values

static const double edges[] = {
    0.0,
    -0.0,
    0x1p-1074,
    -0x1p-1074,
    0x1.8p-1073,
    0x0.fffffffffffffp-1022,
    0x1p-1022,
    -0x1.fffffffffffffp-1022,
    0x1p-149,
    0x1.8p-149,
    0x1p-126,
    0x1.fffffep-127,
    0x1p-25,
    0x1p-24,
    0.25,
    0.49999999999999994,
    0.5,
    -0.5,
    0.75,
    1.0,
    -1.0,
    1.0000000000000002,
    1.5,
    2.5,
    -2.5,
    3.5,
    65504.0,
    65519.99,
    65520.0,
    8388607.5,
    8388608.0,
    -8388609.0,
    4503599627370495.5,
    4503599627370496.0,
    9007199254740993.0,
    0x1.fffffep127,
    0x1.ffffffp127,
    0x1p128,
    1e300,
    0x1.fffffffffffffp1023,
    -0x1.fffffffffffffp1023,
    INFINITY,
    -INFINITY,
    NAN,
};
enum { EDGES = sizeof(edges) / sizeof(edges[0]) };

// Bits at random; every second time with an exponent near that of 1, so that
// operands meet.
static double some(void) {
  const uint64_t bits = draw();
  if (bits & 1)
    return from_bits(draw());
  const uint64_t near = 1023 - 60 + (draw() % 120);
  return from_bits((draw() & 0x800fffffffffffffu) | near << 52);
}

static float some_f(void) {
  const uint64_t bits = draw();
  if (bits & 1)
    return from_bits_f((uint32_t)draw());
  const uint32_t near = (uint32_t)(127 - 30 + draw() % 60);
  return from_bits_f(((uint32_t)draw() & 0x807fffffu) | near << 23);
}

// ---- One operand

static void check_one(double x) {
  const float f = (float)x;
  int e1;
  int e2;
#define ROUND(name)                                                            \
  check(#name, x, 0, 0, device_##name(x), name(x));                            \
  check(#name "f", f, 0, 0, device_##name##f(f), name##f(f));
  ROUNDINGS(ROUND)
#undef ROUND
  check("roundeven", x, 0, 0, device_roundeven(x), rint(x));
  check("roundevenf", f, 0, 0, device_roundevenf(f), rintf(f));
  check("frexp", x, 0, 0, device_frexp(x, &e1), frexp(x, &e2));
  if (isfinite(x))
    check("frexp's exponent", x, 0, 0, e1, e2);
  check("frexpf", f, 0, 0, device_frexpf(f, &e1), frexpf(f, &e2));
  if (isfinite(f))
    check("frexpf's exponent", f, 0, 0, e1, e2);
}

static void check_scale(double x, int n) {
  check("ldexp", x, n, 0, device_ldexp(x, n), ldexp(x, n));
  check("ldexpf", (float)x, n, 0, device_ldexpf((float)x, n),
        ldexpf((float)x, n));
}

// ---- Two and three

static void check_two(double x, double y) {
  check("fmod", x, y, 0, device_fmod(x, y), fmod(x, y));
  check("fmodf", (float)x, (float)y, 0, device_fmodf((float)x, (float)y),
        fmodf((float)x, (float)y));
}

static void check_fma(double x, double y, double z) {
  check("fma", x, y, z, device_fma(x, y, z), fma(x, y, z));
}

static void check_fmaf(float x, float y, float z) {
  check("fmaf", x, y, z, device_fmaf(x, y, z), fmaf(x, y, z));
}

// Sums that nearly cancel, and results at the limit of subnormals.
static void check_cancelling(double x, double y) {
  check_fma(x, y, -(x * y));
  check_fma(x, y, nextafter(-(x * y), 0));
  check_fmaf((float)x, (float)y, -((float)x * (float)y));
  check_fma(ldexp(x, -540), ldexp(y, -530), from_bits(draw() % 64));
}

static void test_arithmetic(void) {
  static const int scales[] = {-5000, -1100, -1074, -1023, -200, -1,   0,
                               1,     23,    200,   1023,  1024, 2100, 5000};
  for (int i = 0; i < EDGES; ++i) {
    check_one(edges[i]);
    for (size_t k = 0; k < sizeof(scales) / sizeof(scales[0]); ++k)
      check_scale(edges[i], scales[k]);
    for (int j = 0; j < EDGES; ++j) {
      check_two(edges[i], edges[j]);
      for (int k = 0; k < EDGES; ++k) {
        check_fma(edges[i], edges[j], edges[k]);
        check_fmaf((float)edges[i], (float)edges[j], (float)edges[k]);
      }
    }
  }
  for (int i = 0; i < RANDOM; ++i) {
    const double x = some();
    const double y = some();
    check_one(x);
    check_scale(x, (int)(draw() % 4400) - 2200);
    if (i % 16 == 0)
      check_two(x, y); // long division
    check_fma(x, y, some());
    check_fmaf(some_f(), some_f(), some_f());
    check_cancelling(x, y);
  }
}

// ---- Half and bfloat16

static uint16_t half_bits(_Float16 h) {
  uint16_t bits;
  memcpy(&bits, &h, sizeof(bits));
  return bits;
}

static double half_value(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 0x3ff;
  const double sign = bits & 0x8000 ? -1.0 : 1.0;
  if (exponent == 31)
    return mantissa ? NAN : sign * INFINITY;
  return sign * (exponent ? ldexp(1024 + mantissa, exponent - 25)
                          : ldexp(mantissa, -24));
}

// The nearest half, by the two that enclose a value.
static double nearest_half(double x) {
  if (isnan(x) || fabs(x) >= 65520)
    return isnan(x) ? NAN : copysign(INFINITY, x);
  int e;
  (void)frexp(x, &e);
  const int unit = e < -13 ? -24 : e - 11;
  return copysign(ldexp(rint(ldexp(x, -unit)), unit), x);
}

static uint16_t nearest_bfloat(double x) {
  float f = (float)x;
  if (isnan(x))
    return NAN_BITS >> 16;
  int e;
  (void)frexp(x, &e);
  const int unit = e < -125 ? -133 : e - 8;
  if (isfinite(x))
    f = (float)copysign(ldexp(rint(ldexp(x, -unit)), unit), x);
  uint32_t bits;
  memcpy(&bits, &f, sizeof(bits));
  return (uint16_t)(bits >> 16);
}

static void check_narrow(double x) {
  const float f = (float)x;
  check("__truncdfhf2", x, 0, 0, half_value(half_bits(device___truncdfhf2(x))),
        nearest_half(x));
  check("__truncsfhf2", f, 0, 0, half_value(half_bits(device___truncsfhf2(f))),
        nearest_half(f));
  if (isnan(x))
    return;
  check("__truncdfbf2", x, 0, 0, half_bits(device___truncdfbf2(x)),
        nearest_bfloat(x));
  check("__truncsfbf2", f, 0, 0, half_bits(device___truncsfbf2(f)),
        nearest_bfloat(f));
}

static void test_half(void) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const uint16_t half = (uint16_t)bits;
    _Float16 h;
    memcpy(&h, &half, sizeof(h));
    const double value = half_value(half);
    check("__extendhfsf2", bits, 0, 0, device___extendhfsf2(h), value);
    check("__extendhfdf2", bits, 0, 0, device___extendhfdf2(h), value);
    check_narrow(value);
    // The middle between two halves, and its neighbours.
    const double middle = (value + half_value((uint16_t)(half + 1))) / 2;
    check_narrow(middle);
    check_narrow(nextafter(middle, INFINITY));
    check_narrow(nextafter(middle, 0));
  }
  for (int i = 0; i < EDGES; ++i)
    check_narrow(edges[i]);
  for (int i = 0; i < RANDOM; ++i) {
    check_narrow(some());
    check_narrow(some_f());
  }
}

// ---- Division of wide integers

static void test_division(void) {
  for (int i = 0; i < RANDOM; ++i) {
    const unsigned shift_a = (unsigned)(draw() % 128);
    const unsigned shift_b = (unsigned)(draw() % 128);
    unsigned __int128 a = (unsigned __int128)draw() << 64 | draw();
    unsigned __int128 b = (unsigned __int128)draw() << 64 | draw();
    a >>= shift_a;
    b >>= shift_b;
    if (!b)
      continue;
    CHECK(device___udivti3(a, b) == a / b);
    CHECK(device___umodti3(a, b) == a % b);
    const __int128 c = (__int128)a;
    const __int128 d = (__int128)b;
    if (d == -1)
      continue;
    CHECK(device___divti3(c, d) == c / d && device___modti3(c, d) == c % d);
    CHECK(device___divti3(-c, d) == -c / d && device___modti3(-c, d) == -c % d);
  }
}

int main(void) {
  test_arithmetic();
  test_half();
  test_division();
  if (failures)
    fprintf(stderr, "%d differences\n", failures);
  return failures != 0;
}
