// SPDX-License-Identifier: Apache-2.0
// std::complex in functions that both sides have and kernels call, as programs of
// nvcc have them: the library's operators, and beside these a program's own, which
// are meant where a using-declaration names them or where they alone are the
// device's.
#include <cuda_runtime.h>

#include <complex>

#include "program.h"

typedef std::complex<float> number;

enum { VALUES = 32 };

namespace own { // other results than the library's, to tell them apart
__host__ __device__ inline number operator+(const number &a, const number &b) {
  return number(a.real() + b.real() + 100, a.imag() + b.imag());
}
} // namespace own

template <typename T> struct multiply {
  __host__ __device__ T operator()(const T &a, const T &b) const {
    return a * b;
  }
};

struct add_own {
  __host__ __device__ number operator()(const number &a,
                                        const number &b) const {
    using own::operator+;
    return a + b;
  }
};

// For the device alone; the library's is for both.
__device__ number operator-(const number &a, const number &b) {
  return number(a.real() - b.real() + 7, a.imag() - b.imag());
}

__global__ void work(const number *a, const number *b, number *out) {
  const int i = (int)threadIdx.x;
  out[i] = multiply<number>()(a[i], b[i]);
  out[VALUES + i] = add_own()(a[i], b[i]);
  out[2 * VALUES + i] = a[i] - b[i];
  number sum = a[i];
  sum += b[i];
  sum *= 2.0f;
  out[3 * VALUES + i] = -std::conj(sum);
}

int main() {
  number *a, *b, *out;
  OK(cudaMallocManaged(&a, VALUES * sizeof(*a)));
  OK(cudaMallocManaged(&b, VALUES * sizeof(*b)));
  OK(cudaMallocManaged(&out, 4 * VALUES * sizeof(*out)));
  for (int i = 0; i < VALUES; ++i) {
    a[i] = number((float)i, 2);
    b[i] = number(3, (float)(i - 5));
  }
  work<<<1, VALUES>>>(a, b, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < VALUES; ++i) {
    CHECK(out[i] == a[i] * b[i]);
    CHECK(out[VALUES + i] == a[i] + b[i] + 100.0f);
    CHECK(out[2 * VALUES + i] == a[i] - b[i] + 7.0f);
    CHECK(out[3 * VALUES + i] == -std::conj((a[i] + b[i]) * 2.0f));
  }
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(out));
  return done();
}
