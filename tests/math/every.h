// SPDX-License-Identifier: Apache-2.0
//
// Every float as an argument: kernels compare a function with that of double,
// many times as fast as the host computes exact results, and leave to it those
// arguments that may be the worst. The functions of double are measured apart;
// their errors are some 2^-28 of float's.
#ifndef QUERN_TESTS_MATH_EVERY_H
#define QUERN_TESTS_MATH_EVERY_H

#include <cstdint>

// The error of `got` in ulps as error_of() has it, nearly.
static __device__ inline float doubt(float got, double exact) {
  const double top = 0x1p128;
  double g = got;
  if (g != g || exact != exact)
    return (g != g) == (exact != exact) ? 0.0f : 1e30f;
  if (g == 0 && exact == 0)
    return __float_as_int(got) < 0 == __double_as_longlong(exact) < 0 ? 0.0f
                                                                      : 1e30f;
  g = fmin(fmax(g, -top), top);
  exact = fmin(fmax(exact, -top), top);
  long long e = (__double_as_longlong(exact) >> 52 & 0x7ff) - 1023;
  e = e < -126 ? -126 : e > 127 ? 127 : e;
  const double per_ulp = __longlong_as_double((1023 + 23 - e) << 52);
  return (float)(fabs(g - exact) * per_ulp);
}

#define ONE(name, ...)                                                         \
  static __global__ void every_##name(uint32_t first, float *out) {            \
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;                  \
    const float x = __uint_as_float(first + i);                                \
    out[i] = doubt(name##f(x), name((double)x));                               \
  }
#define TWO(name, ...)
#define FAST(name, e)
#define FAST2(name, e)
#define HALF(name, e)
#include "functions.inc"
#undef ONE
#undef TWO
#undef FAST
#undef FAST2
#undef HALF

#endif // QUERN_TESTS_MATH_EVERY_H
