// SPDX-License-Identifier: Apache-2.0
// The functions of device/cpu/libcalls.c and host.c as the test sees them: the
// object that images are linked with, every symbol prefixed by objcopy.
#ifndef QN_TESTS_DEVICE_LIBCALLS_H
#define QN_TESTS_DEVICE_LIBCALLS_H

#include <stdint.h>

#define ROUNDINGS(X) X(trunc) X(floor) X(ceil) X(round) X(rint) X(nearbyint)
#define DECLARE(name)                                                          \
  double device_##name(double x);                                              \
  float device_##name##f(float x);
ROUNDINGS(DECLARE)
DECLARE(roundeven)
#undef DECLARE

double device_fma(double x, double y, double z);
float device_fmaf(float x, float y, float z);
double device_fmod(double x, double y);
float device_fmodf(float x, float y);
double device_ldexp(double x, int n);
float device_ldexpf(float x, int n);
double device_frexp(double x, int *exponent);
float device_frexpf(float x, int *exponent);
float device___extendhfsf2(_Float16 h);
double device___extendhfdf2(_Float16 h);
_Float16 device___truncsfhf2(float f);
_Float16 device___truncdfhf2(double d);
// __bf16 travels in the same register, and older compilers lack it.
_Float16 device___truncsfbf2(float f);
_Float16 device___truncdfbf2(double d);
unsigned __int128 device___udivti3(unsigned __int128 a, unsigned __int128 b);
unsigned __int128 device___umodti3(unsigned __int128 a, unsigned __int128 b);
__int128 device___divti3(__int128 a, __int128 b);
__int128 device___modti3(__int128 a, __int128 b);

#endif // QN_TESTS_DEVICE_LIBCALLS_H
