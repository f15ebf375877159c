// SPDX-License-Identifier: Apache-2.0
// The maths library for GPUs (maths-gpu.bc), compiled for this machine: floats
// of all sizes and special ones beside libm's doubles, within what CUDA allows.
#define QN_FMA
#define QN_GPU
#include "cpu/math/maths.c"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static double exp10_of(double x) { return pow(10.0, x); }
static double rcbrt(double x) { return 1.0 / cbrt(x); }
static double normcdf(double x) {
  return 0.5 * erfc(x * -0x1.6a09e667f3bcdp-1);
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
                           {"normcdff", qn_normcdff, normcdf, 5}};

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

// ---- Powers

static u64 state = 88172645463325252ull;
static u32 any_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (u32)(state >> 16);
}
// Between -1 and 1.
static float any(void) { return (float)(i32)any_bits() * 0x1p-31f; }

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

int main(void) {
  for (unsigned i = 0; i < sizeof(ones) / sizeof(*ones); ++i)
    try_one(&ones[i]);
  try_special();
  try_powers();
  return failures != 0;
}
