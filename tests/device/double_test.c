// SPDX-License-Identifier: Apache-2.0
// Vortex's double precision by integers (device/vortex/double.c) against this
// machine's own, bit by bit: edge values, all pairs and triples of them, random
// values, and such whose results are hard to round.
#include <math.h>

#include "support/draw.h"
#include "support/test.h"

enum { RANDOM = 1000000 };

double test___adddf3(double a, double b);
double test___subdf3(double a, double b);
double test___muldf3(double a, double b);
double test___divdf3(double a, double b);
double test_fma(double a, double b, double c);
double test_sqrt(double a);
int test___eqdf2(double a, double b);
int test___nedf2(double a, double b);
int test___ltdf2(double a, double b);
int test___ledf2(double a, double b);
int test___gtdf2(double a, double b);
int test___gedf2(double a, double b);
int test___unorddf2(double a, double b);
double test___floatsidf(int32_t a);
double test___floatunsidf(uint32_t a);
double test___floatdidf(int64_t a);
double test___floatundidf(uint64_t a);
int32_t test___fixdfsi(double a);
uint32_t test___fixunsdfsi(double a);
int64_t test___fixdfdi(double a);
uint64_t test___fixunsdfdi(double a);
double test___extendsfdf2(float a);
float test___truncdfsf2(double a);
double test_fmin(double a, double b);
double test_fmax(double a, double b);
#define ROUNDINGS(X)                                                           \
  X(trunc) X(floor) X(ceil) X(rint) X(nearbyint) X(round)
#define DECLARE(name) double test_##name(double a);
ROUNDINGS(DECLARE)

static double from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static int failures;
// Any NaN is as good as another; zeros have a sign.
static void check(const char *what, double x, double y, double z, double got,
                  double wanted) {
  enum { SHOWN = 20 };
  if ((isnan(got) && isnan(wanted)) || memcmp(&got, &wanted, sizeof(got)) == 0)
    return;
  if (++failures <= SHOWN)
    fprintf(stderr, "%s(%a, %a, %a) is %a, expected %a\n", what, x, y, z, got,
            wanted);
}

// ---- Values

static const double edges[] = {
    0.0,
    0x1p-1074,
    0x1.8p-1073,
    0x0.8p-1022,
    0x0.fffffffffffffp-1022,
    0x1p-1022,
    0x1.0000000000001p-1022,
    0x1.fffffffffffffp-1022,
    0x1p-1021,
    0x1p-537,
    0x1.fffffffffffffp-512,
    0x1p-150,
    0x1.8p-149,
    0x1.fffffep-127,
    0x1p-54,
    0x1p-53,
    0.25,
    0.49999999999999994,
    0.5,
    0x1.fffffffffffffp-1,
    1.0,
    0x1.0000000000001p0,
    0x1.00000ffp0,
    1.5,
    2.5,
    3.0,
    0x1.fffffffffffffp1,
    2147483647.5,
    4294967295.0,
    4503599627370495.5,
    4503599627370496.0,
    9007199254740991.0,
    9223372036854775808.0,
    0x1.fffffep127,
    0x1.ffffffp127,
    0x1p511,
    0x1.fffffffffffffp512,
    0x1p1023,
    0x1.fffffffffffffp1023,
    INFINITY,
    NAN,
};
enum { EDGES = 2 * sizeof(edges) / sizeof(edges[0]) };
static double edge(int k) {
  return k & 1 ? -edges[k / 2] : edges[k / 2];
}

// Bits at random; every second time with an exponent near that of 1, so that
// operands meet, and every fourth with few or long runs of bits.
static double some(void) {
  const uint64_t kind = draw();
  if (kind & 1)
    return from_bits(draw());
  const uint64_t near = 1023 - 60 + draw() % 120;
  uint64_t bits = draw();
  if (kind & 2)
    bits = bits >> 63 ? bits & draw() & draw() & draw()
                      : bits | draw() | draw() | draw();
  return from_bits((bits & 0x800fffffffffffffu) | near << 52);
}

// ---- Each operation

static void check_integers(double x) {
  if (x > -0x1p31 - 1 && x < 0x1p31)
    check("__fixdfsi", x, 0, 0, test___fixdfsi(x), (int32_t)x);
  if (x > -1 && x < 0x1p32)
    check("__fixunsdfsi", x, 0, 0, test___fixunsdfsi(x), (uint32_t)x);
  if (x >= -0x1p63 && x < 0x1p63)
    CHECK(test___fixdfdi(x) == (int64_t)x);
  if (x > -1 && x < 0x1p64)
    CHECK(test___fixunsdfdi(x) == (uint64_t)x);
}

static void check_one(double x) {
  check("sqrt", x, 0, 0, test_sqrt(x), sqrt(x));
  check("__truncdfsf2", x, 0, 0, (double)test___truncdfsf2(x),
        (double)(float)x);
  check("__extendsfdf2", x, 0, 0, test___extendsfdf2((float)x),
        (double)(float)x);
#define ROUND(name) check(#name, x, 0, 0, test_##name(x), name(x));
  ROUNDINGS(ROUND)
  check_integers(x);
}

static void check_order(double x, double y) {
  CHECK((test___eqdf2(x, y) == 0) == (x == y));
  CHECK((test___nedf2(x, y) != 0) == (x != y));
  CHECK((test___ltdf2(x, y) < 0) == (x < y));
  CHECK((test___ledf2(x, y) <= 0) == (x <= y));
  CHECK((test___gtdf2(x, y) > 0) == (x > y));
  CHECK((test___gedf2(x, y) >= 0) == (x >= y));
  CHECK((test___unorddf2(x, y) != 0) == (isnan(x) || isnan(y)));
  const bool none = isnan(x) || isnan(y); // also one that signals
  const double other = isnan(x) ? y : x;
  if (x != y) { // of zeros either will do for C
    check("fmin", x, y, 0, test_fmin(x, y), none ? other : fmin(x, y));
    check("fmax", x, y, 0, test_fmax(x, y), none ? other : fmax(x, y));
  }
}

static void check_two(double x, double y) {
  check("+", x, y, 0, test___adddf3(x, y), x + y);
  check("-", x, y, 0, test___subdf3(x, y), x - y);
  check("*", x, y, 0, test___muldf3(x, y), x * y);
  check("/", x, y, 0, test___divdf3(x, y), x / y);
  check_order(x, y);
}

static void check_fma(double x, double y, double z) {
  check("fma", x, y, z, test_fma(x, y, z), fma(x, y, z));
}

static void check_counts(uint64_t a) {
  check("__floatsidf", (double)(int32_t)a, 0, 0, test___floatsidf((int32_t)a),
        (double)(int32_t)a);
  check("__floatunsidf", (double)(uint32_t)a, 0, 0,
        test___floatunsidf((uint32_t)a), (double)(uint32_t)a);
  check("__floatdidf", (double)(int64_t)a, 0, 0, test___floatdidf((int64_t)a),
        (double)(int64_t)a);
  check("__floatundidf", (double)a, 0, 0, test___floatundidf(a), (double)a);
}

// ---- What is hard to round

// Near a half of the last place, on either side of it, and subnormal results.
static void check_hard(double x, double y) {
  const double product = x * y, root = fabs(x);
  check_fma(x, y, -product);
  check_fma(x, y, nextafter(-product, 0));
  check_fma(x, y, product * 0x1p-53);
  check_fma(x, y, ldexp(product, (int)(draw() % 220) - 110));
  check_fma(x, y, -ldexp(product, (int)(draw() % 220) - 110));
  check_fma(ldexp(x, -540), ldexp(y, -530), from_bits(draw() % 64));
  check_two(x, ldexp(x, (int)(draw() % 140) - 70));
  check_two(product, y);
  check_two(nextafter(product, INFINITY), y);
  check_two(ldexp(x, -540), ldexp(y, -530));
  check_two(ldexp(x, -540), ldexp(y, 530));
  check_two(x, nextafter(x, 0));
  // Squares of numbers that have one bit more than a double.
  const double half = fma(root, 0x1p-53, 0);
  check_one(root * root);
  check_one(fma(root, root, root * half));
  check_one(nextafter(fma(root, root, root * half), 0));
  check_one(fma(root, root, -root * half));
}

int main(void) {
  for (int i = 0; i < EDGES; ++i) {
    check_one(edge(i));
    for (int j = 0; j < EDGES; ++j) {
      check_two(edge(i), edge(j));
      for (int k = 0; k < EDGES; ++k)
        check_fma(edge(i), edge(j), edge(k));
    }
  }
  for (int i = 0; i < RANDOM; ++i) {
    const double x = some(), y = some();
    check_one(x);
    check_two(x, y);
    check_fma(x, y, some());
    check_hard(x, y);
    check_counts(draw() >> draw() % 64);
  }
  check_counts(0);
  check_counts(UINT64_MAX);
  check_counts(UINT64_C(1) << 63);
  if (failures)
    fprintf(stderr, "%d differences\n", failures);
  return failures != 0;
}
