// SPDX-License-Identifier: Apache-2.0
// std::complex in kernels of HIP, as with hipcc: operators, functions, and products
// and quotients with infinities as the host has them.
#include <hip/hip_runtime.h>

#include <cmath>
#include <complex>
#include <limits>

#include "program.h"

enum { FUNCTIONS = 12, VALUES = 12 };

template <typename T>
__host__ __device__ std::complex<T> apply(int function, std::complex<T> a,
                                          std::complex<T> b) {
  switch (function) {
  case 0:
    return a + b;
  case 1:
    return a - b * T(2);
  case 2:
    return a * b;
  case 3:
    return a / b;
  case 4:
    return std::complex<T>(std::abs(a), std::arg(b));
  case 5:
    return std::exp(a / T(8));
  case 6:
    return std::sqrt(a);
  case 7:
    return std::sin(a / T(4)) + std::cos(b / T(4));
  case 8:
    return std::log(a) + std::conj(b);
  case 9:
    return std::pow(a, 3) + std::norm(b);
  case 10:
    return std::polar(std::abs(a), std::real(b));
  default:
    a *= b;
    a += std::tanh(b / T(4));
    return a;
  }
}

template <typename T>
__global__ void work(const std::complex<T> *a, const std::complex<T> *b,
                     std::complex<T> *out) {
  out[blockIdx.x * VALUES + threadIdx.x] =
      apply((int)blockIdx.x, a[threadIdx.x], b[threadIdx.x]);
}

template <typename T> static bool near(T x, T y) {
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y);
  if (std::isinf(x) || std::isinf(y))
    return x == y;
  return std::fabs(x - y) <=
         64 * std::numeric_limits<T>::epsilon() * (1 + std::fabs(y));
}

template <typename T> static void test() {
  const T inf = std::numeric_limits<T>::infinity(), big = T(1e30);
  std::complex<T> *a, *b, *out;
  OK(hipMallocManaged(&a, VALUES * sizeof(*a)));
  OK(hipMallocManaged(&b, VALUES * sizeof(*b)));
  OK(hipMallocManaged(&out, FUNCTIONS * VALUES * sizeof(*out)));
  for (int i = 0; i < VALUES; ++i) {
    a[i] = {T(i) - 3, T(2) - T(i) / 3};
    b[i] = {T(5) - i, T(i) / 2 + 1};
  }
  work<<<FUNCTIONS, VALUES>>>(a, b, out);
  OK(hipDeviceSynchronize());
  for (int i = 0; i < FUNCTIONS * VALUES; ++i) {
    const std::complex<T> want =
        apply(i / VALUES, a[i % VALUES], b[i % VALUES]);
    CHECK(near(out[i].real(), want.real()) && near(out[i].imag(), want.imag()));
  }
  const std::complex<T> odd[VALUES] = {{inf, 1},   {1, inf},  {inf, inf},
                                       {0, 0},     {big, big}, {1 / big, 0},
                                       {-inf, 2},  {3, -inf}, {big, 1},
                                       {0, 1},     {1, 0},    {inf, -inf}};
  for (int i = 0; i < VALUES; ++i) {
    a[i] = odd[i];
    b[i] = odd[(i * 5 + 3) % VALUES];
  }
  work<<<4, VALUES>>>(a, b, out);
  OK(hipDeviceSynchronize());
  for (int i = 2 * VALUES; i < 4 * VALUES; ++i) {
    const std::complex<T> want =
        apply(i / VALUES, a[i % VALUES], b[i % VALUES]);
    CHECK(near(out[i].real(), want.real()) && near(out[i].imag(), want.imag()));
  }
  OK(hipFree(a));
  OK(hipFree(b));
  OK(hipFree(out));
}

int main() {
  test<float>();
  test<double>();
  return done();
}
