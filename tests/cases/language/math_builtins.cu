// SPDX-License-Identifier: Apache-2.0
// __builtin_exp and its like in kernels: libraries write them for what C++ calls
// by other names, and a back end made calls of the C library of them.
#include "program.h"

#define ONE(X)                                                                 \
  X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos)       \
  X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(atanh)     \
  X(cbrt) X(erf) X(erfc) X(tgamma) X(lgamma)
#define TWO(X) X(pow) X(fmod) X(remainder) X(atan2) X(hypot) X(fdim)

enum {
#define X(name) AT_##name,
  ONE(X) TWO(X)
#undef X
      COUNT
};

__global__ void all(double *wide, float *narrow, double x, double y) {
  const float u = (float)x, v = (float)y;
#define X(name)                                                                \
  wide[AT_##name] = __builtin_##name(x);                                       \
  narrow[AT_##name] = __builtin_##name##f(u);
  ONE(X)
#undef X
#define X(name)                                                                \
  wide[AT_##name] = __builtin_##name(x, y);                                    \
  narrow[AT_##name] = __builtin_##name##f(u, v);
  TWO(X)
#undef X
}

static bool close_to(double got, double wanted, double bound) {
  return std::fabs(got - wanted) <= bound * std::fabs(wanted);
}

int main() {
  double *d, wide[COUNT];
  float *f, narrow[COUNT];
  const double x = 0.62, y = 0.37;
  OK(cudaMalloc(&d, sizeof(wide)));
  OK(cudaMalloc(&f, sizeof(narrow)));
  all<<<1, 1>>>(d, f, x, y);
  OK(cudaMemcpy(wide, d, sizeof(wide), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(narrow, f, sizeof(narrow), cudaMemcpyDeviceToHost));
#define X(name)                                                                \
  CHECK(close_to(wide[AT_##name], std::name(x), 1e-13));                       \
  CHECK(close_to(narrow[AT_##name], std::name((double)(float)x), 1e-5));
  ONE(X)
#undef X
#define X(name)                                                                \
  CHECK(close_to(wide[AT_##name], std::name(x, y), 1e-13));                    \
  CHECK(close_to(narrow[AT_##name],                                            \
                 std::name((double)(float)x, (double)(float)y), 1e-5));
  TWO(X)
#undef X
  OK(cudaFree(d));
  OK(cudaFree(f));
  return done();
}
