// SPDX-License-Identifier: Apache-2.0
// Directed rounding and conversions, checked against what the modes promise.
// RUN: kernel=rounding_float grid=16 block=64 shared=0 args="i32[1024]=zero,expect=fill:1"
// RUN: kernel=rounding_double grid=16 block=64 shared=0 args="i32[1024]=zero,expect=fill:1"
// RUN: kernel=conversions grid=16 block=64 shared=0 args="i32[1024]=zero,expect=fill:1"
// RUN: kernel=fast_math grid=4 block=64 shared=0 args="i32[256]=zero,expect=fill:1"
// RUN: kernel=exact_functions grid=4 block=64 shared=0 args="i32[256]=zero,expect=fill:1"
#include "check.h"

__device__ unsigned hashed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}
// A float between 1 and 2, of either sign.
__device__ float sample(int i, int k) {
  const unsigned h = hashed((unsigned)(i * 8 + k) + 1u);
  return __uint_as_float((h & 0x807fffffu) | 0x3f800000u);
}

// Up and down enclose the exact value, are neighbours unless it is one of them,
// and towards zero is the one of smaller magnitude. `sign`: of x minus the exact.
#define ENCLOSED(rn, rz, ru, rd, exact)                                        \
  do {                                                                         \
    const double e_ = (exact);                                                 \
    CHECK((double)(rd) <= e_ && e_ <= (double)(ru));                           \
    CHECK((double)(ru) == e_ ? (rd) == (ru)                                    \
                             : nextafterf(rd, INFINITY) == (ru));              \
    CHECK((rz) == (e_ < 0 ? (ru) : (rd)));                                     \
    CHECK((rn) == (ru) || (rn) == (rd));                                       \
    CHECK(fabs((double)(rn)-e_) <= fabs((double)(ru)-e_) &&                    \
          fabs((double)(rn)-e_) <= fabs((double)(rd)-e_));                     \
  } while (0)

extern "C" __global__ void rounding_float(int *result) {
  BEGIN();
  const float a = sample(self, 0), b = sample(self, 1), c = sample(self, 2);
  ENCLOSED(__fadd_rn(a, b), __fadd_rz(a, b), __fadd_ru(a, b), __fadd_rd(a, b),
           (double)a + b);
  ENCLOSED(__fsub_rn(a, b), __fsub_rz(a, b), __fsub_ru(a, b), __fsub_rd(a, b),
           (double)a - b);
  ENCLOSED(__fmul_rn(a, b), __fmul_rz(a, b), __fmul_ru(a, b), __fmul_rd(a, b),
           (double)a * b);
  ENCLOSED(__fdiv_rn(a, b), __fdiv_rz(a, b), __fdiv_ru(a, b), __fdiv_rd(a, b),
           (double)a / b);
  ENCLOSED(__fmaf_rn(a, b, c), __fmaf_rz(a, b, c), __fmaf_ru(a, b, c),
           __fmaf_rd(a, b, c), fma((double)a, (double)b, (double)c));
  const float p = fabsf(a) + 1.0f;
  ENCLOSED(__fsqrt_rn(p), __fsqrt_rz(p), __fsqrt_ru(p), __fsqrt_rd(p),
           sqrt((double)p));
  ENCLOSED(__frcp_rn(a), __frcp_rz(a), __frcp_ru(a), __frcp_rd(a),
           1.0 / (double)a);
  // Not fused: the product is rounded before the sum.
  const float x = 1.0f + 0x1p-12f;
  CHECK(__fadd_rn(__fmul_rn(x, x), -1.0f) == 0x1p-11f);
  CHECK(__fmaf_rn(x, x, -1.0f) == 0x1p-11f + 0x1p-24f);
  CHECK(__fadd_rz(3e38f, 3e38f) == 0x1.fffffep127f && isinf(__fadd_ru(3e38f, 3e38f)));
  PASS(result);
}

extern "C" __global__ void rounding_double(int *result) {
  BEGIN();
  const double a = sample(self, 0) + sample(self, 1) * 0x1p-30;
  const double b = sample(self, 2) + sample(self, 3) * 0x1p-29;
  const double up = __dadd_ru(a, b), down = __dadd_rd(a, b);
  CHECK(down == up || nextafter(down, (double)INFINITY) == up);
  CHECK(__dadd_rn(a, b) == a + b && down <= a + b && a + b <= up);
  CHECK(__dadd_rz(a, b) == (a + b < 0 ? up : down));
  const double mu = __dmul_ru(a, b), md = __dmul_rd(a, b);
  CHECK(nextafter(md, (double)INFINITY) == mu || md == mu);
  CHECK(fma(a, b, -mu) <= 0 && fma(a, b, -md) >= 0);
  const double qu = __ddiv_ru(a, b), qd = __ddiv_rd(a, b);
  CHECK(nextafter(qd, (double)INFINITY) == qu || qd == qu);
  const double r = fabs(a), su = __dsqrt_ru(r), sd = __dsqrt_rd(r);
  CHECK(nextafter(sd, (double)INFINITY) == su || sd == su);
  CHECK(fma(su, su, -r) >= 0 && fma(sd, sd, -r) <= 0);
  const double fu = __fma_ru(a, b, 1.0), fd = __fma_rd(a, b, 1.0);
  CHECK((nextafter(fd, (double)INFINITY) == fu || fd == fu) &&
        fd <= fma(a, b, 1.0) && fma(a, b, 1.0) <= fu);
  PASS(result);
}

extern "C" __global__ void conversions(int *result) {
  BEGIN();
  const float f = sample(self, 0) * 1000.0f;
  CHECK((float)__float2int_rd(f) == floorf(f) && (float)__float2int_ru(f) == ceilf(f));
  CHECK((float)__float2int_rz(f) == truncf(f) && (float)__float2int_rn(f) == rintf(f));
  CHECK(__float2ll_rz(f) == (long long)f && __double2int_rn((double)f) == (int)rintf(f));
  CHECK(__float2int_rz(1e20f) == 2147483647 && __float2int_rz(-1e20f) == -2147483647 - 1);
  CHECK(__float2uint_rz(-5.0f) == 0u && __float2uint_rz(1e20f) == ~0u);
  CHECK(__float2uint_rz(4294967040.0f) == 4294967040u);
  CHECK(__double2ull_rz(1e30) == ~0ull && __double2ll_rz(-1e30) == -9223372036854775807ll - 1);
  CHECK(__float2int_rz(NAN) == 0);
  const int i = (int)hashed((unsigned)self);
  ENCLOSED(__int2float_rn(i), __int2float_rz(i), __int2float_ru(i),
           __int2float_rd(i), (double)i);
  const unsigned u = (unsigned)i;
  ENCLOSED(__uint2float_rn(u), __uint2float_rz(u), __uint2float_ru(u),
           __uint2float_rd(u), (double)u);
  const double d = (double)i * 1.0000001;
  ENCLOSED(__double2float_rn(d), __double2float_rz(d), __double2float_ru(d),
           __double2float_rd(d), d);
  const long long l = ((long long)i << 31) + 12345;
  CHECK(__ll2double_rd(l) <= __ll2double_rn(l) && __ll2double_rn(l) <= __ll2double_ru(l));
  CHECK((long long)__ll2double_rd(l) <= l && (long long)__ll2double_ru(l) >= l);
  CHECK(__ull2float_ru(~0ull) == 0x1p64f && __ull2float_rz(~0ull) == 0x1.fffffep63f);
  PASS(result);
}

__device__ bool close(float a, double b, double relative) {
  return fabs((double)a - b) <= relative * fabs(b) + 1e-6;
}

extern "C" __global__ void fast_math(int *result) {
  BEGIN();
  const float x = sample(self, 0) * 1.5f, p = fabsf(x);
  CHECK(close(__expf(x), exp((double)x), 1e-5) && close(__exp10f(x), exp10((double)x), 1e-5));
  CHECK(close(__logf(p), log((double)p), 1e-5) && close(__log2f(p), log2((double)p), 1e-5));
  CHECK(close(__log10f(p), log10((double)p), 1e-5));
  CHECK(close(__sinf(x), sin((double)x), 1e-5) && close(__cosf(x), cos((double)x), 1e-5));
  CHECK(close(__tanf(1.0f), tan(1.0), 1e-5));
  CHECK(close(__powf(p, 1.5f), pow((double)p, 1.5), 1e-5));
  CHECK(close(__fdividef(x, 3.0f), (double)x / 3.0, 1e-6));
  CHECK(close(__frsqrt_rn(p), 1 / sqrt((double)p), 1e-7));
  CHECK(__saturatef(x) == (x < 0 ? 0.0f : 1.0f));
  float s, c;
  __sincosf(x, &s, &c);
  CHECK(close(s, sin((double)x), 1e-5) && close(c, cos((double)x), 1e-5));
  sincospif(0.5f, &s, &c);
  CHECK(s == 1.0f && c == 0.0f);
  PASS(result);
}

extern "C" __global__ void exact_functions(int *result) {
  BEGIN();
  const float x = sample(self, 0) * (float)(1 << (self & 15));
  int e;
  const float m = frexpf(x, &e);
  CHECK(ldexpf(m, e) == x && fabsf(m) >= 0.5f && fabsf(m) < 1.0f);
  CHECK(ilogbf(x) == e - 1 && logbf(x) == (float)(e - 1));
  float whole;
  const float part = modff(x, &whole);
  CHECK(whole + part == x && whole == truncf(x) && fabsf(part) < 1.0f);
  CHECK(frexp(0x1p-1074, &e) == 0.5 && e == -1073);
  CHECK(ldexp(1.0, -1074) == 0x1p-1074 && ldexpf(1.0f, -149) == 0x1p-149f);
  CHECK(roundf(2.5f) == 3.0f && roundf(-2.5f) == -3.0f && roundf(0.49999997f) == 0.0f);
  CHECK(rintf(2.5f) == 2.0f && nearbyint(3.5) == 4.0 && round(0.49999999999999994) == 0.0);
  CHECK(lrintf(2.5f) == 2 && lround(2.5) == 3 && llrint(-1e15) == -1000000000000000ll);
  CHECK(floorf(-0.5f) == -1.0f && ceil(-0.5) == 0.0 && trunc(-1.5) == -1.0);
  CHECK(copysignf(1.0f, -0.0f) == -1.0f && signbit(-0.0f) && !signbit(0.0));
  CHECK(fmodf(7.5f, 2.0f) == 1.5f && remainderf(7.5f, 2.0f) == -0.5f);
  int q;
  CHECK(remquof(7.5f, 2.0f, &q) == -0.5f && (q & 7) == 4);
  CHECK(nextafterf(1.0f, 2.0f) == 1.0f + 0x1p-23f && nextafter(0.0, 1.0) == 0x1p-1074);
  CHECK(scalbnf(3.0f, 4) == 48.0f && scalbln(3.0, -1l) == 1.5);
  CHECK(fdimf(3.0f, 5.0f) == 0.0f && isnan(fdim(NAN, 1.0)) && isnan(nanf("")));
  CHECK(pow(2.0f, 10) == 1024.0f && pow(-2.0, 3) == -8.0 && powf(0.0f, 0.0f) == 1.0f);
  CHECK(isinf(expf(200.0f)) && expf(-INFINITY) == 0.0f && logf(0.0f) == -INFINITY);
  CHECK(isnan(sqrtf(-1.0f)) && isnan(logf(-1.0f)) && tanhf(100.0f) == 1.0f);
  CHECK(norm3df(2.0f, 3.0f, 6.0f) == 7.0f && norm4d(1.0, 1.0, 1.0, 1.0) == 2.0);
  CHECK(isinf(tgamma(0.0)) && isnan(tgamma(-1.0)) && tgamma(5.0) == 24.0);
  CHECK(jn(2, 1.0) > 0.1149034 && jn(2, 1.0) < 0.1149035);
  CHECK(fabs(yn(2, 1.0) + 1.6506826068162544) < 1e-14);
  CHECK(fabs(jn(3, 20.0) + 0.098901394560449686) < 1e-14);
  PASS(result);
}
