// SPDX-License-Identifier: Apache-2.0
// The maths library for GPUs (maths-nvidia.bc, maths-amd.bc), compiled for this
// machine, with estimates that are off by as much as GPUs' may be: floats of all
// sizes and special ones beside libm's doubles, within what CUDA allows.
#define QN_FMA
#define QN_GPU
#include "cpu/math/maths.c"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- What GPUs estimate

// What GPUs make of numbers that are too small.
static double flushed(double x) {
  return fabs(x) < 0x1p-126 ? copysign(0.0, x) : x;
}
// From -1 to 1, the same for the same x.
static double noise(double x) {
  const u64 mixed = (BITS64(x) ^ BITS64(x) >> 31) * 0x9e3779b97f4a7c15ull;
  return (double)(i64)(mixed ^ mixed << 17) * 0x1p-63;
}
static float off(float x, double result, double by) {
  return (float)flushed(result * (1.0 + by * noise(x)));
}
float estimate_exp2(float x) {
  const double y = exp2(flushed(x)), unit = ldexp(1.0, ilogb(y) - 23);
  // What it rounds to is off by half a unit of it.
  return isinf(y) || y == 0.0 ? (float)y
                              : (float)flushed(y + 0.8 * unit * noise(x));
}
float estimate_log2(float x) {
  const double l = log2(flushed(x));
  return (float)(l + 0x1.1p-22 * (fabs(l) > 1.0 ? l : 1.0) * noise(x));
}
float estimate_inverse(float x) {
  return off(x, 1.0 / flushed(x), 0x1.ap-24);
}
float estimate_rsqrt(float x) {
  return off(x, 1.0 / sqrt(flushed(x)), 0x1.1p-23);
}
double estimate_inverse_d(double x) {
  return 1.0 / x * (1.0 + 0x1p-14 * noise(x));
}
double estimate_rsqrt_d(double x) {
  return 1.0 / sqrt(x) * (1.0 + 0x1p-14 * noise(x));
}

// ---- Functions of one number

static int failures;

// The error in units of the last place; 0 where both are the same.
static double error_of(float got, double want) {
  const float near = (float)want;
  int exponent;
  if (got == near || (isnan(got) && isnan(want)))
    return 0.0;
  if (isnan(got) || isnan(want) || isinf(got))
    return INFINITY;
  frexp(isinf(near) ? (double)__FLT_MAX__ : want, &exponent);
  const double unit = ldexp(1.0, exponent - 24 < -149 ? -149 : exponent - 24);
  return fabs(got - (isinf(near) ? ldexp(1.0, 128) : want)) / unit;
}

static void report(const char *name, double worst, double at, double bound) {
  printf("%-8s %6.3f of %g at %.9g\n", name, worst, bound, at);
  failures += !(worst <= bound);
}

typedef struct one {
  const char *name;
  float (*ours)(float);
  double (*theirs)(double);
  double bound;
} one;

static double sinpi(double x) {
  const double r = fmod(x, 2.0);
  return r == trunc(r) ? copysign(0.0, x) : sin(r * 0x1.921fb54442d18p1);
}
static double cospi(double x) {
  const double r = fmod(fabs(x), 2.0);
  return r == 0.5 || r == 1.5 ? 0.0 : cos(r * 0x1.921fb54442d18p1);
}
static double exp10_of(double x) { return pow(10.0, x); }
static double rcbrt(double x) { return 1.0 / cbrt(x); }
static double normcdf(double x) {
  return 0.5 * erfc(x * -0x1.6a09e667f3bcdp-1);
}
// Where f(y) is `want`, f being erf or erfc, by steps of Halley's method.
static double inverse_of(double (*f)(double), double slope, double want,
                         double y) {
  for (int i = 0; i < 4; ++i) {
    const double step = (f(y) - want) / (slope * exp(-y * y));
    y -= step / (1.0 + y * step);
  }
  return y;
}
#define SLOPE 0x1.20dd750429b6dp0 // of erf at 0
static double erfcinv(double p) {
  if (!(p >= 0.0 && p <= 2.0))
    return NAN;
  if (p == 0.0 || p == 2.0)
    return p == 0.0 ? INFINITY : -INFINITY;
  if (p > 1.5)
    return -erfcinv(2.0 - p);
  if (p > 0.1)
    return p > 0.5 ? inverse_of(erf, SLOPE, 1.0 - p, (1.0 - p) * 0.9)
                   : inverse_of(erfc, -SLOPE, p, (1.0 - p) * 0.9);
  double y = sqrt(-log(p));
  for (int i = 0; i < 8; ++i) // of logarithms, which are nearly straight
    y += (log(erfc(y)) - log(p)) * erfc(y) / (SLOPE * exp(-y * y));
  return y;
}
static double erfinv(double x) {
  return fabs(x) < 0.5 ? inverse_of(erf, SLOPE, x, x * 0.9) : erfcinv(1.0 - x);
}
static double normcdfinv(double p) {
  return -0x1.6a09e667f3bcdp0 * erfcinv(2.0 * p);
}

static const one ones[] = {{"expf", qn_expf, exp, 2},
                           {"exp2f", qn_exp2f, exp2, 2},
                           {"exp10f", qn_exp10f, exp10_of, 2},
                           {"expm1f", qn_expm1f, expm1, 1},
                           {"logf", qn_logf, log, 1},
                           {"log2f", qn_log2f, log2, 1},
                           {"log10f", qn_log10f, log10, 2},
                           {"log1pf", qn_log1pf, log1p, 1},
                           {"sinf", qn_sinf, sin, 2},
                           {"cosf", qn_cosf, cos, 2},
                           {"tanf", qn_tanf, tan, 4},
                           {"sinhf", qn_sinhf, sinh, 3},
                           {"coshf", qn_coshf, cosh, 2},
                           {"tanhf", qn_tanhf, tanh, 2},
                           {"asinf", qn_asinf, asin, 2},
                           {"acosf", qn_acosf, acos, 2},
                           {"atanf", qn_atanf, atan, 2},
                           {"asinhf", qn_asinhf, asinh, 3},
                           {"acoshf", qn_acoshf, acosh, 4},
                           {"atanhf", qn_atanhf, atanh, 3},
                           {"erff", qn_erff, erf, 2},
                           {"cbrtf", qn_cbrtf_float, cbrt, 1},
                           {"rcbrtf", qn_rcbrtf_float, rcbrt, 1},
                           {"sinpif", qn_sinpif, sinpi, 1},
                           {"cospif", qn_cospif, cospi, 1},
                           {"lgammaf", qn_lgammaf, lgamma, 6},
                           {"tgammaf", qn_tgammaf, tgamma, 5},
                           {"erfcf", qn_erfcf_float, erfc, 4},
                           {"normcdff", qn_normcdff, normcdf, 5},
                           {"erfinvf", qn_erfinvf, erfinv, 2},
                           {"erfcinvf", qn_erfcinvf, erfcinv, 4},
                           {"normcdfinvf", qn_normcdfinvf, normcdfinv, 5}};

static void try_one(const one *f) {
  enum { STEP = 4001 };
  double worst = 0.0, at = 0.0;
  for (u64 bits = 0; bits < 1ull << 32; bits += STEP) {
    const float x = FLOAT((u32)bits);
    const double error = error_of(f->ours(x), f->theirs(x));
    if (error > worst) {
      worst = error;
      at = x;
    }
  }
  report(f->name, worst, at, f->bound);
}

// ---- Random numbers

static u64 state = 88172645463325252ull;
static u32 any_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (u32)(state >> 16);
}
// Between -1 and 1.
static float any(void) { return (float)(i32)any_bits() * 0x1p-31f; }
static u64 any_bits64(void) { return (u64)any_bits() << 32 | any_bits(); }

// ---- Functions of double

typedef struct one_d {
  const char *name;
  double (*ours)(double);
  long double (*theirs)(long double);
  double bound;
} one_d;

static long double rsqrt(long double x) { return 1.0L / sqrtl(x); }

static const one_d ones_d[] = {
    {"sin", qn_sin, sinl, 2},       {"cos", qn_cos, cosl, 2},
    {"exp", qn_exp, expl, 1},       {"expm1", qn_expm1, expm1l, 1},
    {"log", qn_log, logl, 1},       {"log2", qn_log2, log2l, 1},
    {"log10", qn_log10, log10l, 1}, {"log1p", qn_log1p, log1pl, 1},
    {"sinh", qn_sinh, sinhl, 2},    {"cosh", qn_cosh, coshl, 1},
    {"tanh", qn_tanh, tanhl, 1},    {"tan", qn_tan, tanl, 2},
    {"asin", qn_asin, asinl, 2},    {"acos", qn_acos, acosl, 2},
    {"atan", qn_atan, atanl, 2},    {"asinh", qn_asinh, asinhl, 3},
    {"acosh", qn_acosh, acoshl, 3}, {"atanh", qn_atanh, atanhl, 2},
    {"erf", qn_erf, erfl, 2},       {"erfc", qn_erfc, erfcl, 5},
    {"cbrt", qn_cbrt, cbrtl, 1},    {"rsqrt", qn_rsqrt, rsqrt, 1}};

static double error_of_double(double got, long double want) {
  const double near = (double)want;
  int exponent;
  if (got == near || (isnan(got) && isnan(want)))
    return 0.0;
  if (isnan(got) || isnan(want) || isinf(got) || isinf(near))
    return INFINITY;
  frexpl(want, &exponent);
  const int unit = exponent - 53 < -1074 ? -1074 : exponent - 53;
  return (double)ldexpl(fabsl(got - want), -unit);
}

// Of all sizes, from 2^-16 to 2^16, and from -1 to 1.
static double any_double(int i) {
  const double x = DOUBLE(any_bits64());
  const double part = 1.0 + (double)any_bits64() * 0x1p-64;
  return i % 3 == 0   ? x
         : i % 3 == 1 ? copysign(ldexp(part, (int)(any_bits() % 32) - 16), x)
                      : 2.0 * part - 3.0;
}
static void try_double(const one_d *f) {
  enum { TRIES = 100000 };
  double worst = 0.0, at = 0.0;
  for (int i = 0; i < TRIES; ++i) {
    const double x = i < 2 ? i * 1.0 : any_double(i);
    const double error = error_of_double(f->ours(x), f->theirs(x));
    if (error > worst) {
      worst = error;
      at = x;
    }
  }
  report(f->name, worst, at, f->bound);
}

// ---- Powers

static const float special[] = {
    0.0f,   -0.0f,   1.0f,  -1.0f,          INFINITY_F,    -INFINITY_F,
    2.0f,   -2.0f,   0.5f,  -0.5f,          3.0f,          -3.0f,
    1e-40f, -1e-40f, 3e38f, 0x1.fffffep-1f, 0x1.000002p0f, 1e30f,
    -1e30f, 2.5f,    -2.5f, 16777217.0f,    8388607.0f,    0x1p-149f};

static void try_special(void) {
  enum { COUNT = sizeof(special) / sizeof(*special) };
  for (int i = 0; i < COUNT * COUNT; ++i) {
    const float x = special[i / COUNT], y = special[i % COUNT];
    const float got = qn_powf_float(x, y), want = (float)pow(x, y);
    if (error_of(got, pow(x, y)) > 1.0 ||
        (want == 0.0f && !signbit(got) != !signbit(want))) {
      printf("powf(%g, %g) is %g, not %g\n", x, y, got, want);
      ++failures;
    }
  }
}

static void try_powers(void) {
  enum { TRIES = 3000000 };
  double worst = 0.0, at = 0.0, worst_whole = 0.0, at_whole = 0.0;
  for (int i = 0; i < TRIES; ++i) {
    const float x = i % 3
                        ? ldexpf(1.5f + 0.5f * any(), (int)(any_bits() % 7) - 3)
                        : abs_f(FLOAT(any_bits()));
    const float l = log2f(x),
                y = 150.0f * any() / (i % 2 && l != 0.0f ? l : 1.0f);
    const double error = error_of(qn_powf_float(x, y), pow(x, y));
    if (error > worst) {
      worst = error;
      at = x;
    }
    const i32 n = (i32)any_bits() >> any_bits() % 31;
    const float b = 1.0f + any() * (n ? 80.0f / fabsf((float)n) : 0.0f);
    const double other = error_of(qn_pownf_float(b, n), pow(b, n));
    if (other > worst_whole) {
      worst_whole = other;
      at_whole = b;
    }
  }
  report("powf", worst, at, 4);
  report("powif", worst_whole, at_whole, 4);
}

// ---- Remainders and hypotenuses

static float finite(void) {
  const float x = FLOAT(any_bits());
  return x - x == 0.0f ? x : 3.0f;
}
static double finite_d(void) {
  const double x = DOUBLE(any_bits64());
  return x - x == 0.0 ? x : 3.0;
}
// Of any two numbers, of numbers that are near to each other, and special ones.
static void pair_of(int i, float *x, float *y) {
  enum { COUNT = sizeof(special) / sizeof(*special) };
  *x = finite();
  *y = i % 3 ? ldexpf(*x, (int)(any_bits() % 80) - 60) * (1.5f + 0.5f * any())
             : finite();
  if (i % 5 == 0)
    *y = *x / (float)(1 + any_bits() % 64);
  if (i < COUNT * COUNT) {
    *x = special[i / COUNT];
    *y = special[i % COUNT];
  }
}
static void same(const char *name, double x, double y, double got,
                 double want) {
  if ((got == want && !signbit(got) == !signbit(want)) ||
      (isnan(got) && isnan(want)))
    return;
  if (failures++ < 20)
    printf("%s(%.17g, %.17g) is %.17g, not %.17g\n", name, x, y, got, want);
}
static void try_remainders(void) {
  enum { TRIES = 2000000 };
  for (int i = 0; i < TRIES; ++i) {
    float x, y;
    pair_of(i, &x, &y);
    same("fmodf", x, y, qn_fmodf_float(x, y), fmodf(x, y));
    int theirs = 0, ours = 0;
    same("remquof", x, y, qn_remquof_float(x, y, &ours), remquof(x, y, &theirs));
    if (isfinite(x) && !isnan(y) && y != 0.0f && (ours & 7) != (theirs & 7))
      same("remquof's quotient", x, y, ours & 7, theirs & 7);
    const double a = i % 2 ? finite_d() : x;
    const double b = i % 4 > 1 ? ldexp(a, (int)(any_bits() % 200) - 150) * any()
                     : i % 4   ? finite_d()
                               : y;
    same("fmod", a, b, qn_fmod(a, b), fmod(a, b));
    const double h = qn_hypot_gpu(a, b), near = hypot(a, b);
    if (!(h == near || (isnan(h) && isnan(near)) ||
          fabs(h - near) <= 2 * 0x1p-52 * near + 0x1p-1074))
      same("hypot", a, b, h, near);
  }
}

int main(void) {
  for (unsigned i = 0; i < sizeof(ones) / sizeof(*ones); ++i)
    try_one(&ones[i]);
  for (unsigned i = 0; i < sizeof(ones_d) / sizeof(*ones_d); ++i)
    try_double(&ones_d[i]);
  try_special();
  try_powers();
  try_remainders();
  return failures != 0;
}
