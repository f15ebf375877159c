// SPDX-License-Identifier: Apache-2.0
//
// Mathematical functions of CUDA and HIP that C does not have, for host code,
// where both have them, too. Device passes also parse host code.
#ifndef QUERN_DEVICE_HOST_MATH_H
#define QUERN_DEVICE_HOST_MATH_H
#pragma clang system_header

#include "../qualifiers.h"
#include "functions.h"

#include <cmath>

#define __QN_HOST static __inline__ __attribute__((host))
// Overloads for double and float, and the function of float under C's name.
#define __QN_HOST_HOST(name, value)                                            \
  __QN_HOST double name(double x) { return (value); }                          \
  __QN_HOST float name##f(float y) { return (float)name((double)y); }          \
  __QN_HOST float name(float y) { return (float)name((double)y); }
#define __QN_PI 3.14159265358979323846

#define __QN_HOST_NONE(name, value)
#define __QN_MATH(arguments, kind, name, n, float_by, double_by, has, value,   \
                  ...)                                                         \
  __QN_HOST_##has(name, value)
__QN_MATH_LIBRARY(__QN_MATH)
__QN_MATH_EXTRA(__QN_MATH)
#undef __QN_MATH

__QN_HOST void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
__QN_HOST void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
__QN_HOST double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
__QN_HOST float rhypotf(float x, float y) { return (float)rhypot(x, y); }
__QN_HOST double norm3d(double x, double y, double z) {
  return ::sqrt(x * x + y * y + z * z);
}
__QN_HOST float norm3df(float x, float y, float z) {
  return (float)norm3d(x, y, z);
}
__QN_HOST double rnorm3d(double x, double y, double z) {
  return 1.0 / norm3d(x, y, z);
}
__QN_HOST float rnorm3df(float x, float y, float z) {
  return (float)rnorm3d(x, y, z);
}
__QN_HOST double norm4d(double x, double y, double z, double w) {
  return ::hypot(norm3d(x, y, z), w);
}
__QN_HOST float norm4df(float x, float y, float z, float w) {
  return (float)norm4d(x, y, z, w);
}

#undef __QN_PI
#undef __QN_HOST_HOST
#undef __QN_HOST_NONE
#undef __QN_HOST

#endif
