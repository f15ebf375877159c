// SPDX-License-Identifier: Apache-2.0
//
// CUDA's fast approximations in float: __expf and its relatives.
#ifndef QUERN_DEVICE_MATH_FAST_H
#define QUERN_DEVICE_MATH_FAST_H
#pragma clang system_header

#include "math_forward.h"
#include "../target/target.h"

#ifdef __QN_FAST_BY_LIBRARY // as fast as a product and exp2, and more accurate
__QN_FN float __expf(float x) { return __qn_cpu_expf(x); }
__QN_FN float __exp10f(float x) { return __qn_cpu_exp10f(x); }
#else
__QN_FN float __expf(float x) {
  return __qn_fast_exp2(x * 1.4426950408889634f);
}
__QN_FN float __exp10f(float x) {
  return __qn_fast_exp2(x * 3.3219280948873623f);
}
#endif
__QN_FN float __exp2f(float x) { return __qn_fast_exp2(x); }
__QN_FN float __logf(float x) {
  return __qn_fast_log2(x) * 0.6931471805599453f;
}
__QN_FN float __log10f(float x) {
  return __qn_fast_log2(x) * 0.30102999566398120f;
}
__QN_FN float __log2f(float x) { return __qn_fast_log2(x); }
__QN_FN float __powf(float x, float y) {
  return __qn_fast_exp2(y * __qn_fast_log2(x));
}
__QN_FN float __sinf(float x) { return __qn_fast_sin(x); }
__QN_FN float __cosf(float x) { return __qn_fast_cos(x); }
__QN_FN float __tanf(float x) { return __qn_fast_sin(x) / __qn_fast_cos(x); }
__QN_FN void __sincosf(float x, float *s, float *c) {
  *s = __qn_fast_sin(x);
  *c = __qn_fast_cos(x);
}
// In turns: the whole ones are taken off first, exactly.
__QN_FN float __qn_turn(float x) {
  const float part = x - __builtin_rintf(x);
  return (part == 0 ? __builtin_copysignf(0, x) : part) * 6.2831853071795865f;
}
__QN_FN float __sin2pif(float x) { return __qn_fast_sin(__qn_turn(x)); }
__QN_FN float __cos2pif(float x) { return __qn_fast_cos(__qn_turn(x)); }
__QN_FN void __sincos2pif(float x, float *s, float *c) {
  __sincosf(__qn_turn(x), s, c);
}
__QN_FN float __tanhf(float x) { return tanhf(x); }
#ifdef __QN_FAST_BY_LIBRARY
__QN_FN float __fdividef(float x, float y) { return x / y; }
#else
__QN_FN float __fdividef(float x, float y) { return x * __qn_fast_rcp(y); }
#endif

#endif
