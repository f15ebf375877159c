// SPDX-License-Identifier: Apache-2.0
// Clang's built-in functions that become intrinsics no back end has, in kernels;
// of half, too.
#include "program.h"

#include <cmath>

enum { COUNT = 14 };

template <typename T> struct built;
#define BUILT(T, f)                                                            \
  template <> struct built<T> {                                                \
    static __device__ void all(T x, int n, double *to) {                       \
      T whole, s, c;                                                           \
      to[0] = (double)__builtin_lround##f(x);                                  \
      to[1] = (double)__builtin_llround##f(-x);                                \
      to[2] = (double)__builtin_lrint##f(x);                                   \
      to[3] = (double)__builtin_llrint##f(-x);                                 \
      to[4] = (double)__builtin_modf##f(-x, &whole);                           \
      to[5] = (double)whole;                                                   \
      to[6] = (double)__builtin_modf##f(x / (T)0, &whole);                     \
      to[7] = (double)whole;                                                   \
      __builtin_sincos##f(x, &s, &c);                                          \
      to[8] = (double)s;                                                       \
      to[9] = (double)c;                                                       \
      to[10] = (double)__builtin_powi##f(x, n);                                \
      to[11] = (double)(float)__builtin_sinf16((_Float16)x);                   \
      to[12] = (double)(float)__builtin_exp2f16((_Float16)x);                  \
      to[13] = (double)(float)__builtin_powf16((_Float16)x, (_Float16)2);      \
    }                                                                          \
  };
BUILT(float, f)
BUILT(double, )

template <typename T> __global__ void store(T x, int n, double *to) {
  built<T>::all(x, n, to);
}

template <typename T> static void check(double *p) {
  const double x = 2.5;
  const double wanted[COUNT] = {
      3,        -3,           2,           -2,          -0.5,
      -2,       0,            HUGE_VAL,    std::sin(x), std::cos(x),
      x * x * x, std::sin(x), std::exp2(x), x * x};
  double got[COUNT];
  store<T><<<1, 1>>>((T)x, 3, p);
  OK(cudaMemcpy(got, p, sizeof(got), cudaMemcpyDefault));
  for (int i = 0; i < COUNT; ++i)
    if (std::isinf(wanted[i]))
      CHECK(got[i] == wanted[i]);
    else
      NEAR(got[i], wanted[i], i < 11 ? 1e-6 : 1e-3);
  CHECK(std::signbit(got[4]) && !std::signbit(got[6]));
}

int main() {
  double *p;
  OK(cudaMalloc(&p, COUNT * sizeof(double)));
  check<float>(p);
  check<double>(p);
  OK(cudaFree(p));
  return 0;
}
