// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/gen_math_polynomials.py; not to be edited. Beside each
// polynomial its largest error, relative to the function that it is part of.
#ifndef QUERN_CPU_MATH_POLYNOMIALS_H
#define QUERN_CPU_MATH_POLYNOMIALS_H
// clang-format off

// (e^r - 1 - r) / r^2: 2^-28.19
static inline float poly_expf(float x) {
  float y = 0x1.6ad7dep-10f;
  y = y * x + 0x1.123f7p-7f;
  y = y * x + 0x1.55584ep-5f;
  y = y * x + 0x1.55548ap-3f;
  y = y * x + 0x1.fffffcp-2f;
  return y;
}

// (2^r - 1) / r: 2^-32.42
static inline float poly_exp2f(float x) {
  float y = 0x1.e0145ep-17f;
  y = y * x + 0x1.440c34p-13f;
  y = y * x + 0x1.5da5ccp-10f;
  y = y * x + 0x1.3b2a5ep-7f;
  y = y * x + 0x1.c6b06ep-5f;
  y = y * x + 0x1.ebfbep-3f;
  y = y * x + 0x1.62e43p-1f;
  return y;
}

// (10^r - 1) / r: 2^-26.61
static inline float poly_exp10f(float x) {
  float y = 0x1.831c1cp-3f;
  y = y * x + 0x1.156274p-1f;
  y = y * x + 0x1.2bff9cp+0f;
  y = y * x + 0x1.046fa6p+1f;
  y = y * x + 0x1.535226p+1f;
  y = y * x + 0x1.26bb1cp+1f;
  return y;
}

// (e^r - 1 - r) / r^2, relative to e^r - 1: 2^-28.16
static inline float poly_expm1f(float x) {
  float y = 0x1.3b47a2p-13f;
  y = y * x + 0x1.6d2e82p-10f;
  y = y * x + 0x1.1155bcp-7f;
  y = y * x + 0x1.555502p-5f;
  y = y * x + 0x1.55552cp-3f;
  y = y * x + 0x1p-1f;
  return y;
}

// (log(1 + f) - f) / f^2: 2^-27.71
static inline float poly_logf(float x) {
  float y = -0x1.3228fp-4f;
  y = y * x + 0x1.072812p-3f;
  y = y * x + -0x1.0fd3d2p-3f;
  y = y * x + 0x1.22a70cp-3f;
  y = y * x + -0x1.541cccp-3f;
  y = y * x + 0x1.99a1p-3f;
  y = y * x + -0x1.000448p-2f;
  y = y * x + 0x1.555556p-2f;
  y = y * x + -0x1.fffff8p-2f;
  return y;
}

// (log2(1 + f) - log2(e) f) / f^2: 2^-29.94
static inline float poly_log2f(float x) {
  float y = 0x1.749542p-4f;
  y = y * x + -0x1.52909p-3f;
  y = y * x + 0x1.61f2c4p-3f;
  y = y * x + -0x1.6fe804p-3f;
  y = y * x + 0x1.a3ecb8p-3f;
  y = y * x + -0x1.ec6192p-3f;
  y = y * x + 0x1.277fcap-2f;
  y = y * x + -0x1.7154d6p-2f;
  y = y * x + 0x1.ec7086p-2f;
  y = y * x + -0x1.715476p-1f;
  return y;
}

// (log10(1 + f) - log10(e) f) / f^2: 2^-29.21
static inline float poly_log10f(float x) {
  float y = 0x1.26610ap-5f;
  y = y * x + -0x1.c63c3ap-5f;
  y = y * x + 0x1.a3206p-5f;
  y = y * x + -0x1.b248aap-5f;
  y = y * x + 0x1.f97be8p-5f;
  y = y * x + -0x1.28b676p-4f;
  y = y * x + 0x1.63d484p-4f;
  y = y * x + -0x1.bcb69ap-4f;
  y = y * x + 0x1.287a6p-3f;
  y = y * x + -0x1.bcb7b2p-3f;
  return y;
}

// (sin(r) - r) / r^3 by r^2, to pi/4: 2^-27.84
static inline float poly_sinf(float x) {
  float y = -0x1.991be6p-13f;
  y = y * x + 0x1.1106c6p-7f;
  y = y * x + -0x1.555544p-3f;
  return y;
}

// (cos(r) - 1 + r^2 / 2) / r^4 by r^2, to pi/4: 2^-32.94
static inline float poly_cosf(float x) {
  float y = 0x1.99e708p-16f;
  y = y * x + -0x1.6c0c26p-10f;
  y = y * x + 0x1.55554ap-5f;
  return y;
}

// (tan(r) - r) / r^3 by r^2, to pi/4: 2^-29.49
static inline float poly_tanf(float x) {
  float y = 0x1.1f720ep-8f;
  y = y * x + 0x1.3424b8p-14f;
  y = y * x + 0x1.635cfap-7f;
  y = y * x + 0x1.5ca8fap-6f;
  y = y * x + 0x1.badb8ap-5f;
  y = y * x + 0x1.110d98p-3f;
  y = y * x + 0x1.55556p-2f;
  return y;
}

// (asin(s) - s) / s^3 by s^2, to 1/2: 2^-27.61
static inline float poly_asinf(float x) {
  float y = 0x1.595d4ep-5f;
  y = y * x + 0x1.8c3da8p-6f;
  y = y * x + 0x1.747bcp-5f;
  y = y * x + 0x1.330204p-4f;
  y = y * x + 0x1.5555c8p-3f;
  return y;
}

// (atan(t) - t) / t^3 by t^2, to 1: 2^-28.48
static inline float poly_atanf(float x) {
  float y = -0x1.d3297ap-10f;
  y = y * x + 0x1.640f1ap-7f;
  y = y * x + -0x1.fd6e8ap-6f;
  y = y * x + 0x1.da2466p-5f;
  y = y * x + -0x1.580804p-4f;
  y = y * x + 0x1.c08c18p-4f;
  y = y * x + -0x1.242084p-3f;
  y = y * x + 0x1.9991e4p-3f;
  y = y * x + -0x1.55553ep-2f;
  return y;
}

// (sinh(x) - x) / x^3 by x^2, to 1: 2^-31.61
static inline float poly_sinhf(float x) {
  float y = 0x1.756c14p-19f;
  y = y * x + 0x1.a022bcp-13f;
  y = y * x + 0x1.1110ep-7f;
  y = y * x + 0x1.555556p-3f;
  return y;
}

// (tanh(x) - x) / x^3 by x^2, to 0.6: 2^-28.4
static inline float poly_tanhf(float x) {
  float y = -0x1.8286a6p-8f;
  y = y * x + 0x1.54c3b2p-6f;
  y = y * x + -0x1.b89abap-5f;
  y = y * x + 0x1.1109bep-3f;
  y = y * x + -0x1.55553ep-2f;
  return y;
}

// sin(pi r) / r - 4 by r^2, to 1/4: 2^-26.75
static inline float poly_sinpif(float x) {
  float y = -0x1.c348cp+3f;
  y = y * x + 0x1.2657f2p+1f;
  y = y * x + -0x1.716cdp-1f;
  y = y * x + 0x1.46c624p+1f;
  y = y * x + -0x1.4abc2ap+2f;
  y = y * x + -0x1.b7812ap-1f;
  return y;
}

// (cos(pi r) - 1) / r^2 by r^2, to 1/4: 2^-31.09
static inline float poly_cospif(float x) {
  float y = 0x1.d4f7fap-3f;
  y = y * x + -0x1.55b2b6p+0f;
  y = y * x + 0x1.03c1bp+2f;
  y = y * x + -0x1.3bd3ccp+2f;
  return y;
}

// erf(x) / x - 1 by x^2, to 1: 2^-29.38
static inline float poly_erff(float x) {
  float y = 0x1.4771dep-14f;
  y = y * x + -0x1.a3515ap-11f;
  y = y * x + 0x1.53f224p-8f;
  y = y * x + -0x1.b7f71ap-6f;
  y = y * x + 0x1.ce2ce6p-4f;
  y = y * x + -0x1.81273ep-2f;
  y = y * x + 0x1.06eba8p-3f;
  return y;
}

// log2(erfc(a)), from 1: 2^-29.7
static inline float poly_erff_tail(float x) {
  float y = 0x1.1bcbdep-12f;
  y = y * x + -0x1.17decp-8f;
  y = y * x + 0x1.02b3bap-5f;
  y = y * x + -0x1.30f8b8p-3f;
  y = y * x + -0x1.d7463ap-1f;
  y = y * x + -0x1.a04c52p+0f;
  y = y * x + -0x1.e511dep-12f;
  return y;
}

// (1 + 2 a) erfcx(a) by t = (a - 4) / (a + 4): 2^-25.06
static inline float poly_erfcf(float x) {
  float y = 0x1.412c2ap-10f;
  y = y * x + 0x1.03ae3ap-7f;
  y = y * x + -0x1.f3e8dap-7f;
  y = y * x + 0x1.290cf4p-5f;
  y = y * x + -0x1.122b16p-4f;
  y = y * x + 0x1.802ba8p-4f;
  y = y * x + -0x1.9d7c48p-4f;
  y = y * x + 0x1.16ef0ep-4f;
  y = y * x + 0x1.f7d17cp-7f;
  y = y * x + -0x1.1df1bcp-3f;
  y = y * x + 0x1.3ba592p+0f;
  return y;
}

// erf(x) / x - 1 by x^2, to 1: 2^-56.33
static inline double poly_erf(double x) {
  double y = 0x1.3bff221fff1adp-33;
  y = y * x + -0x1.c4f93280dee5cp-30;
  y = y * x + 0x1.1329c8d9ab06fp-26;
  y = y * x + -0x1.63924337c86e1p-23;
  y = y * x + 0x1.ba693b5ccbedfp-20;
  y = y * x + -0x1.f4dcf3e41669cp-17;
  y = y * x + 0x1.f9a3b96edde48p-14;
  y = y * x + -0x1.c02db933d8639p-11;
  y = y * x + 0x1.565bcd2c65ee9p-8;
  y = y * x + -0x1.b82ce31354da8p-6;
  y = y * x + 0x1.ce2f21a0458d9p-4;
  y = y * x + -0x1.812746b037a25p-2;
  y = y * x + 0x1.06eba8214db69p-3;
  return y;
}

// (1 + 2 a) erfcx(a) by t = (a - 4) / (a + 4): 2^-33.19
static inline double poly_erfc(double x) {
  double y = 0x1.3afb9ca4a640ap-20;
  y = y * x + 0x1.d1826f2b4ccp-20;
  y = y * x + -0x1.173cd10102c17p-19;
  y = y * x + -0x1.c7ecf675b628ep-19;
  y = y * x + 0x1.93951625488e9p-20;
  y = y * x + 0x1.043ce77870745p-19;
  y = y * x + -0x1.950afd32f514fp-23;
  y = y * x + 0x1.37f0ec951999p-18;
  y = y * x + -0x1.75d1d2aec9702p-17;
  y = y * x + -0x1.95e32d8be3d4cp-16;
  y = y * x + 0x1.3bdd612bacec4p-13;
  y = y * x + -0x1.a1e950adf003ap-13;
  y = y * x + -0x1.8d4aa97a89717p-11;
  y = y * x + 0x1.49c674e539ffdp-8;
  y = y * x + -0x1.09623858db784p-6;
  y = y * x + 0x1.3079edf9bf694p-5;
  y = y * x + -0x1.0fb06dff80a53p-4;
  y = y * x + 0x1.7fee004dedaaap-4;
  y = y * x + -0x1.9ddb23c3da96ep-4;
  y = y * x + 0x1.16ecefcfa6755p-4;
  y = y * x + 0x1.f7f5df66fb5d2p-7;
  y = y * x + -0x1.1df1ad154a2a6p-3;
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
  double y = 0x1.21bbc7aa7f2e7p-2;
  y = y * x + 0x1.47949e0bf5648p-2;
  y = y * x + 0x1.a61a33011312fp-2;
  y = y * x + 0x1.2776c28e474cep-1;
  y = y * x + 0x1.ec709dc5406a7p-1;
  y = y * x + 0x1.71547652b824fp+1;
  return y;
}

// 2^r, for float's powers: 2^-28.95
static inline double poly_exp2_float(double x) {
  double y = 0x1.41cc74ac5998ap-13;
  y = y * x + 0x1.5f4663f517c4p-10;
  y = y * x + 0x1.3b2dc5f6f31b3p-7;
  y = y * x + 0x1.c6aed314f88f3p-5;
  y = y * x + 0x1.ebfbdad407efp-3;
  y = y * x + 0x1.62e430c93dd4cp-1;
  y = y * x + 0x1.0000000266964p+0;
  return y;
}

// (e^r - 1 - r - r^2 / 2) / r^3: 2^-57.35
static inline double poly_exp(double x) {
  double y = 0x1.ad1ade82fbafbp-26;
  y = y * x + 0x1.289fe80dfadbdp-22;
  y = y * x + 0x1.71df58e69b4e4p-19;
  y = y * x + 0x1.a019aad6c1a43p-16;
  y = y * x + 0x1.a01a011a6510dp-13;
  y = y * x + 0x1.6c16c17cdc3d8p-10;
  y = y * x + 0x1.1111111128dbdp-7;
  y = y * x + 0x1.55555555531cp-5;
  y = y * x + 0x1.55555555555p-3;
  return y;
}

// the same, relative to e^r - 1: 2^-60.76
static inline double poly_expm1(double x) {
  double y = 0x1.1f20919d6a43cp-29;
  y = y * x + 0x1.af61a61b0c473p-26;
  y = y * x + 0x1.27e50badc86ffp-22;
  y = y * x + 0x1.71ddf6c49a2a9p-19;
  y = y * x + 0x1.a01a01912c8b8p-16;
  y = y * x + 0x1.a01a01b06f479p-13;
  y = y * x + 0x1.6c16c16c1a9f2p-10;
  y = y * x + 0x1.111111110f5b7p-7;
  y = y * x + 0x1.555555555554cp-5;
  y = y * x + 0x1.5555555555559p-3;
  return y;
}

// (2^r - 1 - r log(2)) / r^2: 2^-62.74
static inline double poly_exp2(double x) {
  double y = 0x1.bb96e61b1637cp-36;
  y = y * x + 0x1.e9fb73588d4adp-32;
  y = y * x + 0x1.e4d59df5a8c1cp-28;
  y = y * x + 0x1.b524e1d72acafp-24;
  y = y * x + 0x1.62c0208258f81p-20;
  y = y * x + 0x1.ffcbfc722907bp-17;
  y = y * x + 0x1.430912f8d6ed9p-13;
  y = y * x + 0x1.5d87fe78a32bap-10;
  y = y * x + 0x1.3b2ab6fba4d1ap-7;
  y = y * x + 0x1.c6b08d704a0c9p-5;
  y = y * x + 0x1.ebfbdff82c58fp-3;
  return y;
}

// (10^r - 1 - r log(10)) / r^2: 2^-57.46
static inline double poly_exp10(double x) {
  double y = 0x1.fa14e720786f9p-13;
  y = y * x + 0x1.2f71642761fe6p-10;
  y = y * x + 0x1.48986ec581dd3p-8;
  y = y * x + 0x1.4116611df0f4fp-6;
  y = y * x + 0x1.16e4df80e0d2cp-4;
  y = y * x + 0x1.a7ed70a02a36p-3;
  y = y * x + 0x1.1429ffd1e86a9p-1;
  y = y * x + 0x1.2bd7609fd5659p+0;
  y = y * x + 0x1.0470591de2c68p+1;
  y = y * x + 0x1.53524c73cea75p+1;
  return y;
}

// (2 atanh(s) - 2 s) / s^3 by s^2: 2^-59.46
static inline double poly_log(double x) {
  double y = 0x1.2f15a9f184a3cp-3;
  y = y * x + 0x1.39a035e1db34p-3;
  y = y * x + 0x1.74664cf297934p-3;
  y = y * x + 0x1.c71c51ca70641p-3;
  y = y * x + 0x1.2492494236ec4p-2;
  y = y * x + 0x1.999999997f96ep-2;
  y = y * x + 0x1.5555555555593p-1;
  return y;
}

// (atan(t) - t) / t^3 by t^2, to tan(pi/8): 2^-59.4
static inline double poly_atan(double x) {
  double y = -0x1.24c10c091c3ccp-6;
  y = y * x + 0x1.3788fbaf6bd23p-5;
  y = y * x + -0x1.9cb4cfd5f285fp-5;
  y = y * x + 0x1.df08b460a56dbp-5;
  y = y * x + -0x1.10eb4536c6dccp-4;
  y = y * x + 0x1.3b110f0d4d21ep-4;
  y = y * x + -0x1.745cf84c4b33dp-4;
  y = y * x + 0x1.c71c70e10d0c3p-4;
  y = y * x + -0x1.24924922a073ap-3;
  y = y * x + 0x1.999999999564fp-3;
  y = y * x + -0x1.555555555553cp-2;
  return y;
}

// (asin(s) - s) / s^3 by s^2, to 1/2: 2^-55.89
static inline double poly_asin(double x) {
  double y = 0x1.059c7e6c00d9bp-5;
  y = y * x + -0x1.0a595b9fb8299p-6;
  y = y * x + 0x1.40480ebd251c5p-6;
  y = y * x + 0x1.ab58cc1851b1dp-8;
  y = y * x + 0x1.8ed0473d4b443p-7;
  y = y * x + 0x1.c6fbcd28a5347p-7;
  y = y * x + 0x1.1c6bf9fe5622p-6;
  y = y * x + 0x1.6e89f2b5c2d77p-6;
  y = y * x + 0x1.f1c72c4888556p-6;
  y = y * x + 0x1.6db6db424d35ap-5;
  y = y * x + 0x1.333333336ec16p-4;
  y = y * x + 0x1.555555555538ep-3;
  return y;
}

// (2 atanh(s) - 2 s - 2/3 s^3) / s^5 by s^2: 2^-66.26
static inline double poly_pow_log(double x) {
  double y = 0x1.0e53311d78beep-3;
  y = y * x + 0x1.0f7e2fcc672efp-3;
  y = y * x + 0x1.3b1efe61b21bfp-3;
  y = y * x + 0x1.745ce98137ce8p-3;
  y = y * x + 0x1.c71c722e79afp-3;
  y = y * x + 0x1.2492492457196p-2;
  y = y * x + 0x1.9999999999b36p-2;
  return y;
}

// (sin(r) - r) / r^3 by r^2, to pi/4: 2^-57.89
static inline double poly_sin(double x) {
  double y = 0x1.5d8b61027134ap-33;
  y = y * x + -0x1.ae5e4baa02ea7p-26;
  y = y * x + 0x1.71de355559016p-19;
  y = y * x + -0x1.a01a019be94f6p-13;
  y = y * x + 0x1.111111110f731p-7;
  y = y * x + -0x1.5555555555548p-3;
  return y;
}

// (cos(r) - 1 + r^2 / 2) / r^4 by r^2, to pi/4: 2^-63.83
static inline double poly_cos(double x) {
  double y = -0x1.8f99d57e40669p-37;
  y = y * x + 0x1.1ee9c342e219fp-29;
  y = y * x + -0x1.27e4f7cd3cc5cp-22;
  y = y * x + 0x1.a01a019c5c3ebp-16;
  y = y * x + -0x1.6c16c16c14ep-10;
  y = y * x + 0x1.555555555554ap-5;
  return y;
}

// (tan(r) - r) / r^3 by r^2, to pi/4: 2^-59.91
static inline double poly_tan(double x) {
  double y = 0x1.490e639f4274ap-17;
  y = y * x + -0x1.97c9b48801e51p-16;
  y = y * x + 0x1.987f542ccb4d6p-15;
  y = y * x + -0x1.af33573afac33p-16;
  y = y * x + 0x1.1a28314bfbaffp-14;
  y = y * x + 0x1.5e5ddc150e5cp-14;
  y = y * x + 0x1.ff33a8642877fp-13;
  y = y * x + 0x1.34bbc1e236a5ep-11;
  y = y * x + 0x1.7db1977e9455p-10;
  y = y * x + 0x1.d6d2e71d02c29p-9;
  y = y * x + 0x1.226e3a84a16f3p-7;
  y = y * x + 0x1.664f485d0ec3ap-6;
  y = y * x + 0x1.ba1ba1babf88bp-5;
  y = y * x + 0x1.11111111105cep-3;
  y = y * x + 0x1.555555555555ep-2;
  return y;
}

// (sinh(x) - x) / x^3 by x^2, to 1: 2^-61.75
static inline double poly_sinh(double x) {
  double y = 0x1.b5d068c3374f3p-41;
  y = y * x + 0x1.6116de114d95ep-33;
  y = y * x + 0x1.ae64702655b0cp-26;
  y = y * x + 0x1.71de3a3ad45cfp-19;
  y = y * x + 0x1.a01a01a03755fp-13;
  y = y * x + 0x1.111111111101dp-7;
  y = y * x + 0x1.5555555555556p-3;
  return y;
}

// (tanh(x) - x) / x^3 by x^2, to 1/2: 2^-63.03
static inline double poly_tanh(double x) {
  double y = -0x1.672ff835a6fbcp-16;
  y = y * x + 0x1.694276087df03p-14;
  y = y * x + -0x1.ed2d89e466346p-13;
  y = y * x + 0x1.34d9433d6ed99p-11;
  y = y * x + -0x1.7d994b7ff60f9p-10;
  y = y * x + 0x1.d6d3471ba0cp-9;
  y = y * x + -0x1.226e32f3da76fp-7;
  y = y * x + 0x1.664f4875116d6p-6;
  y = y * x + -0x1.ba1ba1b9ee7d3p-5;
  y = y * x + 0x1.1111111110ebep-3;
  y = y * x + -0x1.5555555555554p-2;
  return y;
}

// (sin(pi x) - pi x) / x^3 by x^2, to 1/2: 2^-60.55
static inline double poly_sinpi(double x) {
  double y = 0x1.9bfd28fd5753cp-21;
  y = y * x + -0x1.6f70d2a9f70ccp-16;
  y = y * x + 0x1.e8f328c97de72p-12;
  y = y * x + -0x1.e3074d3092d67p-8;
  y = y * x + 0x1.50783483ec91p-4;
  y = y * x + -0x1.32d2cce62530bp-1;
  y = y * x + 0x1.466bc6775aa36p+1;
  y = y * x + -0x1.4abbce625be52p+2;
  return y;
}

// 2^r, for approximations: 2^-22.94
static inline float poly_fast_exp2f(float x) {
  float y = 0x1.655bd4p-10f;
  y = y * x + 0x1.3d578cp-7f;
  y = y * x + 0x1.c6a2a6p-5f;
  y = y * x + 0x1.ebf80ap-3f;
  y = y * x + 0x1.62e438p-1f;
  y = y * x + 0x1.000002p+0f;
  return y;
}

// log2(1 + f) / f, for approximations: 2^-21.68
static inline float poly_fast_log2f(float x) {
  float y = -0x1.3964aap-3f;
  y = y * x + 0x1.e7ed7cp-3f;
  y = y * x + -0x1.fccb92p-3f;
  y = y * x + 0x1.257a8p-2f;
  y = y * x + -0x1.70df46p-2f;
  y = y * x + 0x1.ec7aeap-2f;
  y = y * x + -0x1.715538p-1f;
  y = y * x + 0x1.715474p+0f;
  return y;
}

#endif
