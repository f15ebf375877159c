// SPDX-License-Identifier: Apache-2.0
//
// The maths library that is ours (device/cpu/math) has more than OpenCL's
// built-ins: what math_c.h and math_special.h define for targets without it. It
// is linked on CPUs and on NVIDIA's and AMD's GPUs, on NVIDIA's where there is no
// libdevice, whose functions take the place of these.
#ifndef QUERN_DEVICE_OWN_MATHS_H
#define QUERN_DEVICE_OWN_MATHS_H
#pragma clang system_header

#include "../math/functions.h"

#define __QN_OWN_MATHS 1
__QN_EXTERN __QN_CONST double __qn_cpu_norm(double, double, double, double);
__QN_EXTERN __QN_CONST double __qn_cpu_rnorm(double, double, double, double);
#define __QN_FLOAT_CPU(name)                                                   \
  __QN_EXTERN __QN_CONST float __qn_cpu_##name##f(float);
#define __QN_FLOAT_PART(name) __QN_FLOAT_CPU(name)
#define __QN_FLOAT_HERE(name)
#define __QN_FLOAT_DOUBLE(name)
#define __QN_DOUBLE_CPU(name)                                                  \
  __QN_EXTERN __QN_CONST double __qn_cpu_##name(double);
#define __QN_DOUBLE_PART(name) __QN_DOUBLE_CPU(name)
#define __QN_DOUBLE_HERE(name)
#define __QN_MATH(arguments, kind, name, n, float_by, double_by, ...)          \
  __QN_FLOAT_##float_by(name) __QN_DOUBLE_##double_by(name)
__QN_MATH_OWN(__QN_MATH)
__QN_MATH_EXTRA(__QN_MATH)
#undef __QN_MATH
#undef __QN_FLOAT_CPU
#undef __QN_FLOAT_PART
#undef __QN_FLOAT_HERE
#undef __QN_FLOAT_DOUBLE
#undef __QN_DOUBLE_CPU
#undef __QN_DOUBLE_PART
#undef __QN_DOUBLE_HERE
__QN_EXTERN void __qn_cpu_sincosf(float, float *, float *);
__QN_EXTERN void __qn_cpu_sincos(double, double *, double *);

#endif
