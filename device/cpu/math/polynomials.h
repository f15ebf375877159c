// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/gen_math_polynomials.py; not to be edited. Beside each
// polynomial its largest error, relative to the function that it is part of.
#ifndef QUERN_CPU_MATH_POLYNOMIALS_H
#define QUERN_CPU_MATH_POLYNOMIALS_H
// clang-format off

// (e^r - 1 - r) / r^2: 2^-28.19
static inline float poly_expf(float x) {
  float y = 0x1.6ac79p-10f;
  y = y * x + 0x1.123f34p-7f;
  y = y * x + 0x1.55585ap-5f;
  y = y * x + 0x1.55548ap-3f;
  y = y * x + 0x1.fffffcp-2f;
  return y;
}

// (e^r - 1 - r) / r^2: 2^-26.02
static inline float poly_expf_even(float x) {
  float y = 0x1.9bdb9p-13f;
  y = y * x + 0x1.71c72p-10f;
  y = y * x + 0x1.1126ccp-7f;
  y = y * x + 0x1.5549d2p-5f;
  y = y * x + 0x1.555512p-3f;
  y = y * x + 0x1.00000cp-1f;
  return y;
}

// (2^r - 1) / r: 2^-32.48
static inline float poly_exp2f(float x) {
  float y = 0x1.e0a13cp-17f;
  y = y * x + 0x1.440bdap-13f;
  y = y * x + 0x1.5da59p-10f;
  y = y * x + 0x1.3b2a5ep-7f;
  y = y * x + 0x1.c6b06ep-5f;
  y = y * x + 0x1.ebfbep-3f;
  y = y * x + 0x1.62e43p-1f;
  return y;
}

// (10^r - 1) / r: 2^-26.56
static inline float poly_exp10f(float x) {
  float y = 0x1.7e747cp-3f;
  y = y * x + 0x1.156206p-1f;
  y = y * x + 0x1.2c0208p+0f;
  y = y * x + 0x1.046fa6p+1f;
  y = y * x + 0x1.535226p+1f;
  y = y * x + 0x1.26bb1cp+1f;
  return y;
}

// (e^r - 1 - r) / r^2, relative to e^r - 1: 2^-28.17
static inline float poly_expm1f(float x) {
  float y = 0x1.393ccap-13f;
  y = y * x + 0x1.6d2e24p-10f;
  y = y * x + 0x1.11566ep-7f;
  y = y * x + 0x1.555502p-5f;
  y = y * x + 0x1.55552cp-3f;
  y = y * x + 0x1p-1f;
  return y;
}

// (log(1 + f) - f) / f^2: 2^-27.73
static inline float poly_logf(float x) {
  float y = -0x1.31a9e2p-4f;
  y = y * x + 0x1.07078cp-3f;
  y = y * x + -0x1.0fd994p-3f;
  y = y * x + 0x1.22aae8p-3f;
  y = y * x + -0x1.541cb2p-3f;
  y = y * x + 0x1.99a0e4p-3f;
  y = y * x + -0x1.000448p-2f;
  y = y * x + 0x1.555556p-2f;
  y = y * x + -0x1.fffff8p-2f;
  return y;
}

// (log2(1 + f) - log2(e) f) / f^2: 2^-30.0
static inline float poly_log2f(float x) {
  float y = 0x1.74eb0ap-4f;
  y = y * x + -0x1.52c4ap-3f;
  y = y * x + 0x1.61ed3ap-3f;
  y = y * x + -0x1.6fe002p-3f;
  y = y * x + 0x1.a3ed3p-3f;
  y = y * x + -0x1.ec61c6p-3f;
  y = y * x + 0x1.277fcap-2f;
  y = y * x + -0x1.7154d6p-2f;
  y = y * x + 0x1.ec7086p-2f;
  y = y * x + -0x1.715476p-1f;
  return y;
}

// (log10(1 + f) - log10(e) f) / f^2: 2^-29.31
static inline float poly_log10f(float x) {
  float y = 0x1.25eeb8p-5f;
  y = y * x + -0x1.c5dbep-5f;
  y = y * x + 0x1.a312bap-5f;
  y = y * x + -0x1.b25028p-5f;
  y = y * x + 0x1.f97df4p-5f;
  y = y * x + -0x1.28b668p-4f;
  y = y * x + 0x1.63d47cp-4f;
  y = y * x + -0x1.bcb69ap-4f;
  y = y * x + 0x1.287a6p-3f;
  y = y * x + -0x1.bcb7b2p-3f;
  return y;
}

// (sin(r) - r) / r^3 by r^2, to pi/4: 2^-27.84
static inline float poly_sinf(float x) {
  float y = -0x1.991c28p-13f;
  y = y * x + 0x1.1106c6p-7f;
  y = y * x + -0x1.555544p-3f;
  return y;
}

// (cos(r) - 1 + r^2 / 2) / r^4 by r^2, to pi/4: 2^-32.96
static inline float poly_cosf(float x) {
  float y = 0x1.99e718p-16f;
  y = y * x + -0x1.6c0c26p-10f;
  y = y * x + 0x1.55554ap-5f;
  return y;
}

// (tan(r) - r) / r^3 by r^2, to pi/4: 2^-29.47
static inline float poly_tanf(float x) {
  float y = 0x1.1f7054p-8f;
  y = y * x + 0x1.35009p-14f;
  y = y * x + 0x1.635bccp-7f;
  y = y * x + 0x1.5ca924p-6f;
  y = y * x + 0x1.badb88p-5f;
  y = y * x + 0x1.110d98p-3f;
  y = y * x + 0x1.55556p-2f;
  return y;
}

// (asin(s) - s) / s^3 by s^2, to 1/2: 2^-27.61
static inline float poly_asinf(float x) {
  float y = 0x1.5957dcp-5f;
  y = y * x + 0x1.8c4256p-6f;
  y = y * x + 0x1.747b8p-5f;
  y = y * x + 0x1.330204p-4f;
  y = y * x + 0x1.5555c8p-3f;
  return y;
}

// (atan(t) - t) / t^3 by t^2, to 1: 2^-28.5
static inline float poly_atanf(float x) {
  float y = -0x1.d3571cp-10f;
  y = y * x + 0x1.64258ap-7f;
  y = y * x + -0x1.fd806p-6f;
  y = y * x + 0x1.da2bb2p-5f;
  y = y * x + -0x1.5809ap-4f;
  y = y * x + 0x1.c08c74p-4f;
  y = y * x + -0x1.242088p-3f;
  y = y * x + 0x1.9991e4p-3f;
  y = y * x + -0x1.55553ep-2f;
  return y;
}

// (sinh(x) - x) / x^3 by x^2, to 1: 2^-31.62
static inline float poly_sinhf(float x) {
  float y = 0x1.756c1ep-19f;
  y = y * x + 0x1.a022bcp-13f;
  y = y * x + 0x1.1110ep-7f;
  y = y * x + 0x1.555556p-3f;
  return y;
}

// (tanh(x) - x) / x^3 by x^2, to 0.6: 2^-28.4
static inline float poly_tanhf(float x) {
  float y = -0x1.8283d2p-8f;
  y = y * x + 0x1.54c346p-6f;
  y = y * x + -0x1.b89ab2p-5f;
  y = y * x + 0x1.1109bep-3f;
  y = y * x + -0x1.55553ep-2f;
  return y;
}

// sin(pi r) / r - 25/8 by r^2, to 1/4: 2^-34.54
static inline float poly_sinpif(float x) {
  float y = 0x1.5281d2p-5f;
  y = y * x + 0x1.2f8c2p-4f;
  y = y * x + -0x1.3295ccp-1f;
  y = y * x + 0x1.466b6ap+1f;
  y = y * x + -0x1.4abbcep+2f;
  y = y * x + 0x1.0fdaa2p-6f;
  return y;
}

// (cos(pi r) - 1 + (pi r)^2 / 2) / r^4 by r^2, to 1/4: 2^-32.96
static inline float poly_cospif(float x) {
  float y = 0x1.dace3cp-3f;
  y = y * x + -0x1.55c9e8p+0f;
  y = y * x + 0x1.03c1e8p+2f;
  return y;
}

// erf(x) / x - 1 by x^2, to 1: 2^-29.38
static inline float poly_erff(float x) {
  float y = 0x1.477206p-14f;
  y = y * x + -0x1.a3515ep-11f;
  y = y * x + 0x1.53f224p-8f;
  y = y * x + -0x1.b7f71ap-6f;
  y = y * x + 0x1.ce2ce6p-4f;
  y = y * x + -0x1.81273ep-2f;
  y = y * x + 0x1.06eba8p-3f;
  return y;
}

// log2(erfc(a)), from 1: 2^-29.72
static inline float poly_erff_tail(float x) {
  float y = 0x1.1bceccp-12f;
  y = y * x + -0x1.17dfeep-8f;
  y = y * x + 0x1.02b412p-5f;
  y = y * x + -0x1.30f8cep-3f;
  y = y * x + -0x1.d74638p-1f;
  y = y * x + -0x1.a04c52p+0f;
  y = y * x + -0x1.e511dep-12f;
  return y;
}

// (1 + 2 a) erfcx(a) by t = (a - 4) / (a + 4), from 0.45: 2^-25.04
static inline float poly_erfcf(float x) {
  float y = 0x1.3c23cp-9f;
  y = y * x + 0x1.3a4312p-7f;
  y = y * x + -0x1.f82a1ap-7f;
  y = y * x + 0x1.21d82cp-5f;
  y = y * x + -0x1.128a9p-4f;
  y = y * x + 0x1.80ddep-4f;
  y = y * x + -0x1.9d6af4p-4f;
  y = y * x + 0x1.16e10cp-4f;
  y = y * x + 0x1.f7ccc6p-7f;
  y = y * x + -0x1.1df194p-3f;
  y = y * x + 0x1.3ba592p+0f;
  return y;
}

// erfinv(x) / x - 7/8 by -log2(1 - x^2), to 6: 2^-25.47
static inline float poly_erfinvf(float x) {
  float y = 0x1.c4c034p-29f;
  y = y * x + -0x1.018466p-24f;
  y = y * x + -0x1.91701ep-24f;
  y = y * x + 0x1.2bd2aap-17f;
  y = y * x + -0x1.14a392p-15f;
  y = y * x + -0x1.9587c4p-11f;
  y = y * x + 0x1.6b7e68p-8f;
  y = y * x + 0x1.495c14p-3f;
  y = y * x + 0x1.6fe21ep-7f;
  return y;
}

// erfinv(x) / l by 1 / l, l^2 = -log2(1 - x^2) from 5.95: 2^-24.07
static inline float poly_erfinvf_tail(float x) {
  float y = 0x1.35b3ecp+4f;
  y = y * x + -0x1.093454p+4f;
  y = y * x + -0x1.2db2dp+3f;
  y = y * x + 0x1.29e94p+4f;
  y = y * x + -0x1.81dbd4p+3f;
  y = y * x + 0x1.48ded2p+2f;
  y = y * x + -0x1.4cb54cp+0f;
  y = y * x + -0x1.26573ep-5f;
  y = y * x + 0x1.aa7dacp-1f;
  return y;
}

// log2(1 + f) / f, for approximations: 2^-21.68
static inline float poly_fast_log2f(float x) {
  float y = -0x1.39f6ep-3f;
  y = y * x + 0x1.e84156p-3f;
  y = y * x + -0x1.fccd7ep-3f;
  y = y * x + 0x1.2578bep-2f;
  y = y * x + -0x1.70df3cp-2f;
  y = y * x + 0x1.ec7aeap-2f;
  y = y * x + -0x1.715538p-1f;
  y = y * x + 0x1.715474p+0f;
  return y;
}

#ifdef QN_SOFT_DOUBLE
#include "polynomials_fixed.h"
#else

// erf(x) / x - 1 by x^2, to 1: 2^-56.27
static inline double poly_erf(double x) {
  double y = 0x1.45219b50e8202p-33;
  y = y * x + -0x1.caf00a8a630aap-30;
  y = y * x + 0x1.13feb325f2f43p-26;
  y = y * x + -0x1.63b3502c36285p-23;
  y = y * x + 0x1.ba6c594edd656p-20;
  y = y * x + -0x1.f4dd22b38d13fp-17;
  y = y * x + 0x1.f9a3bb1cae997p-14;
  y = y * x + -0x1.c02db93cbc515p-11;
  y = y * x + 0x1.565bcd2c7e0e5p-8;
  y = y * x + -0x1.b82ce313550eap-6;
  y = y * x + 0x1.ce2f21a0458d9p-4;
  y = y * x + -0x1.812746b037a25p-2;
  y = y * x + 0x1.06eba8214db69p-3;
  return y;
}

// (1 + 2 a) erfcx(a) by t = (a - 4) / (a + 4), from 0.45: 2^-53.5
static inline double poly_erfc(double x) {
  double y = -0x1.cd9d04214f3adp-24;
  y = y * x + -0x1.f4520247fcfbap-25;
  y = y * x + 0x1.71a2f1890ffdcp-22;
  y = y * x + 0x1.6824bb5610802p-23;
  y = y * x + -0x1.b306e826066cbp-22;
  y = y * x + -0x1.730a2ad1c4fc2p-23;
  y = y * x + -0x1.af38bc869eb66p-22;
  y = y * x + 0x1.01aff393819a3p-21;
  y = y * x + 0x1.706b9884f3945p-18;
  y = y * x + -0x1.7b76df56a19e9p-17;
  y = y * x + -0x1.9818fe9b7da52p-16;
  y = y * x + 0x1.3bee5d254336bp-13;
  y = y * x + -0x1.a1e81a1170cf4p-13;
  y = y * x + -0x1.8d4b478922881p-11;
  y = y * x + 0x1.49c67cdfce908p-8;
  y = y * x + -0x1.096237df27033p-6;
  y = y * x + 0x1.3079edd91b99cp-5;
  y = y * x + -0x1.0fb06e012ab79p-4;
  y = y * x + 0x1.7fee004ecd053p-4;
  y = y * x + -0x1.9ddb23c3cee86p-4;
  y = y * x + 0x1.16ecefcfa0ec7p-4;
  y = y * x + 0x1.f7f5df66fa9b4p-7;
  y = y * x + -0x1.1df1ad154a252p-3;
  y = y * x + 0x1.3ba5916e9fd7fp+0;
  return y;
}

// m^(1/3), from 1 to 2, roughly: 2^-13.73
static inline double poly_cbrtf(double x) {
  double y = 0x1.7a84e838a02bdp-6;
  y = y * x + -0x1.4dc00697f0caep-3;
  y = y * x + 0x1.2c99b358703d5p-1;
  y = y * x + 0x1.1b0bab20b9b25p-1;
  return y;
}

// log2((1 + s) / (1 - s)) / s by s^2, for float's powers: 2^-43.54
static inline double poly_log2_float(double x) {
  double y = 0x1.21bc4c6d9a482p-2;
  y = y * x + 0x1.4794986f28516p-2;
  y = y * x + 0x1.a61a330f6d575p-2;
  y = y * x + 0x1.2776c28e46fedp-1;
  y = y * x + 0x1.ec709dc5406a7p-1;
  y = y * x + 0x1.71547652b824fp+1;
  return y;
}

// 2^r, for float's powers: 2^-28.99
static inline double poly_exp2_float(double x) {
  double y = 0x1.41d4668baadfbp-13;
  y = y * x + 0x1.5f4674fba8b73p-10;
  y = y * x + 0x1.3b2dbda106bcp-7;
  y = y * x + 0x1.c6aed2b717abfp-5;
  y = y * x + 0x1.ebfbdad30a176p-3;
  y = y * x + 0x1.62e430c93dd4cp-1;
  y = y * x + 0x1.0000000266964p+0;
  return y;
}

// (e^r - 1 - r - r^2 / 2) / r^3: 2^-57.34
static inline double poly_exp(double x) {
  double y = 0x1.ad1a69e807398p-26;
  y = y * x + 0x1.289fe943486a8p-22;
  y = y * x + 0x1.71df590d389c5p-19;
  y = y * x + 0x1.a019aad62faabp-16;
  y = y * x + 0x1.a01a011a5d154p-13;
  y = y * x + 0x1.6c16c17cdc3f2p-10;
  y = y * x + 0x1.1111111128dcap-7;
  y = y * x + 0x1.55555555531cp-5;
  y = y * x + 0x1.55555555555p-3;
  return y;
}

// the same, relative to e^r - 1: 2^-59.98
static inline double poly_expm1(double x) {
  double y = 0x1.1fb1b12348af9p-29;
  y = y * x + 0x1.af6186b7a9383p-26;
  y = y * x + 0x1.27e4d21858826p-22;
  y = y * x + 0x1.71ddf6f581571p-19;
  y = y * x + 0x1.a01a01a1a9cf5p-16;
  y = y * x + 0x1.a01a01b057bc8p-13;
  y = y * x + 0x1.6c16c16c17d7bp-10;
  y = y * x + 0x1.111111110f5d9p-7;
  y = y * x + 0x1.5555555555551p-5;
  y = y * x + 0x1.5555555555559p-3;
  return y;
}

// (2^r - 1 - r log(2)) / r^2: 2^-63.25
static inline double poly_exp2(double x) {
  double y = 0x1.bba0aac93bcb7p-36;
  y = y * x + 0x1.e9fb8bd13136fp-32;
  y = y * x + 0x1.e4d59add73627p-28;
  y = y * x + 0x1.b524e1d2d202dp-24;
  y = y * x + 0x1.62c0208288604p-20;
  y = y * x + 0x1.ffcbfc7228bbdp-17;
  y = y * x + 0x1.430912f8d6ea2p-13;
  y = y * x + 0x1.5d87fe78a32bap-10;
  y = y * x + 0x1.3b2ab6fba4d1ap-7;
  y = y * x + 0x1.c6b08d704a0c9p-5;
  y = y * x + 0x1.ebfbdff82c58fp-3;
  return y;
}

// (10^r - 1 - r log(10)) / r^2: 2^-57.86
static inline double poly_exp10(double x) {
  double y = 0x1.f9d47e331b98bp-13;
  y = y * x + 0x1.2f71cd4587506p-10;
  y = y * x + 0x1.4898899f4919dp-8;
  y = y * x + 0x1.411660d8cf43ap-6;
  y = y * x + 0x1.16e4df799477p-4;
  y = y * x + 0x1.a7ed70a0425c5p-3;
  y = y * x + 0x1.1429ffd1e9addp-1;
  y = y * x + 0x1.2bd7609fd563fp+0;
  y = y * x + 0x1.0470591de2c68p+1;
  y = y * x + 0x1.53524c73cea75p+1;
  return y;
}

// (2 atanh(s) - 2 s) / s^3 by s^2: 2^-59.46
static inline double poly_log(double x) {
  double y = 0x1.2f15a9acaa67cp-3;
  y = y * x + 0x1.39a035ab5833p-3;
  y = y * x + 0x1.74664cf61f34fp-3;
  y = y * x + 0x1.c71c51ca5f6dcp-3;
  y = y * x + 0x1.2492494236f76p-2;
  y = y * x + 0x1.999999997f96ep-2;
  y = y * x + 0x1.5555555555593p-1;
  return y;
}

// (atan(t) - t) / t^3 by t^2, to tan(pi/8): 2^-59.32
static inline double poly_atan(double x) {
  double y = -0x1.24e7d029295d4p-6;
  y = y * x + 0x1.3796fb518cdeep-5;
  y = y * x + -0x1.9cb8ecff4c44bp-5;
  y = y * x + 0x1.df09556880216p-5;
  y = y * x + -0x1.10eb4bfcfeea6p-4;
  y = y * x + 0x1.3b110f5ae1297p-4;
  y = y * x + -0x1.745cf84de8e56p-4;
  y = y * x + 0x1.c71c70e11061cp-4;
  y = y * x + -0x1.24924922a0785p-3;
  y = y * x + 0x1.999999999564fp-3;
  y = y * x + -0x1.555555555553cp-2;
  return y;
}

// (asin(s) - s) / s^3 by s^2, to 1/2: 2^-55.86
static inline double poly_asin(double x) {
  double y = 0x1.058a725b7a97bp-5;
  y = y * x + -0x1.0a2583cdc2b84p-6;
  y = y * x + 0x1.4027d90ef7e45p-6;
  y = y * x + 0x1.ab860d667e9a1p-8;
  y = y * x + 0x1.8ecb5a5ccd04p-7;
  y = y * x + 0x1.c6fc7c46e348fp-7;
  y = y * x + 0x1.1c6bf24f01e86p-6;
  y = y * x + 0x1.6e89f31d9f2e2p-6;
  y = y * x + 0x1.f1c72c45968e2p-6;
  y = y * x + 0x1.6db6db425187ap-5;
  y = y * x + 0x1.333333336ec16p-4;
  y = y * x + 0x1.555555555538ep-3;
  return y;
}

// (2 atanh(s) - 2 s - 2/3 s^3) / s^5 by s^2: 2^-66.25
static inline double poly_pow_log(double x) {
  double y = 0x1.0e530b1cba102p-3;
  y = y * x + 0x1.0f7e3342117e1p-3;
  y = y * x + 0x1.3b1efe43f0866p-3;
  y = y * x + 0x1.745ce981a799ep-3;
  y = y * x + 0x1.c71c722e79149p-3;
  y = y * x + 0x1.2492492457196p-2;
  y = y * x + 0x1.9999999999b36p-2;
  return y;
}

// (sin(r) - r) / r^3 by r^2, to pi/4: 2^-57.88
static inline double poly_sin(double x) {
  double y = 0x1.5d8bb2e6cbc92p-33;
  y = y * x + -0x1.ae5e4c87b265fp-26;
  y = y * x + 0x1.71de35561b52bp-19;
  y = y * x + -0x1.a01a019be9bcep-13;
  y = y * x + 0x1.111111110f731p-7;
  y = y * x + -0x1.5555555555548p-3;
  return y;
}

// (cos(r) - 1 + r^2 / 2) / r^4 by r^2, to pi/4: 2^-63.83
static inline double poly_cos(double x) {
  double y = -0x1.8f99e0af2daeep-37;
  y = y * x + 0x1.1ee9c34c53d99p-29;
  y = y * x + -0x1.27e4f7cd4086dp-22;
  y = y * x + 0x1.a01a019c5c3ebp-16;
  y = y * x + -0x1.6c16c16c14ep-10;
  y = y * x + 0x1.555555555554ap-5;
  return y;
}

// (tan(r) - r) / r^3 by r^2, to pi/4: 2^-59.84
static inline double poly_tan(double x) {
  double y = 0x1.4909f248a593cp-17;
  y = y * x + -0x1.97bf55aa5ab9cp-16;
  y = y * x + 0x1.9874a6c21b5b9p-15;
  y = y * x + -0x1.af19d3c74a82fp-16;
  y = y * x + 0x1.1a234c7c7ba22p-14;
  y = y * x + 0x1.5e60616e6e00ap-14;
  y = y * x + 0x1.ff33370c6ddf3p-13;
  y = y * x + 0x1.34bbc8a44f2e7p-11;
  y = y * x + 0x1.7db196f568e1bp-10;
  y = y * x + 0x1.d6d2e723fde61p-9;
  y = y * x + 0x1.226e3a84854ap-7;
  y = y * x + 0x1.664f485d0f4eap-6;
  y = y * x + 0x1.ba1ba1babf874p-5;
  y = y * x + 0x1.11111111105cep-3;
  y = y * x + 0x1.555555555555ep-2;
  return y;
}

// (sinh(x) - x) / x^3 by x^2, to 1: 2^-61.75
static inline double poly_sinh(double x) {
  double y = 0x1.b5d0696d80a2cp-41;
  y = y * x + 0x1.6116de0d2f6acp-33;
  y = y * x + 0x1.ae6470265f65dp-26;
  y = y * x + 0x1.71de3a3ad456ep-19;
  y = y * x + 0x1.a01a01a03755fp-13;
  y = y * x + 0x1.111111111101dp-7;
  y = y * x + 0x1.5555555555556p-3;
  return y;
}

// (tanh(x) - x) / x^3 by x^2, to 1/2: 2^-62.96
static inline double poly_tanh(double x) {
  double y = -0x1.671fd1b87dacbp-16;
  y = y * x + 0x1.693ddadcf2ff3p-14;
  y = y * x + -0x1.ed2c6fc994815p-13;
  y = y * x + 0x1.34d930e594f3ep-11;
  y = y * x + -0x1.7d994a194127ap-10;
  y = y * x + 0x1.d6d3470b81d4bp-9;
  y = y * x + -0x1.226e32f3a7d26p-7;
  y = y * x + 0x1.664f487510e71p-6;
  y = y * x + -0x1.ba1ba1b9ee7d3p-5;
  y = y * x + 0x1.1111111110ebep-3;
  y = y * x + -0x1.5555555555554p-2;
  return y;
}

// (sin(pi x) - pi x) / x^3 by x^2, to 1/2: 2^-60.55
static inline double poly_sinpi(double x) {
  double y = 0x1.9bfce9d00be2p-21;
  y = y * x + -0x1.6f70d12d64b7ep-16;
  y = y * x + 0x1.e8f328c2f6f1p-12;
  y = y * x + -0x1.e3074d30868fp-8;
  y = y * x + 0x1.50783483ec88cp-4;
  y = y * x + -0x1.32d2cce62530bp-1;
  y = y * x + 0x1.466bc6775aa36p+1;
  y = y * x + -0x1.4abbce625be52p+2;
  return y;
}

#endif
#endif
