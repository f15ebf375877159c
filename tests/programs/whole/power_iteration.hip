// SPDX-License-Identifier: Apache-2.0
// The largest eigenvalues of a symmetric matrix by the power method with
// deflation, in hipBLAS; the matrix is made of eigenvalues that are chosen.
// FLAGS: -lhipblas -std=c++17
#define USES_HIP
#include <hipblas/hipblas.h>

#include "whole/array.h"

enum { N = 60, WANTED = 3 };

int main() {
  // H diag(w) H, of a reflection H = I - 2 u u^T / (u^T u).
  const std::vector<double> u = normal_numbers<double>(N, 31);
  double square = 0;
  for (double x : u)
    square += x * x;
  auto reflection = [&](int i, int j) {
    return (i == j) - 2 * u[i] * u[j] / square;
  };
  std::vector<double> w(N), a(N * N, 0.0);
  for (int i = 0; i < N; ++i)
    w[i] = i == 0 ? 10 : i == 1 ? -7 : i == 2 ? 5 : 1.0 / (i + 1);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i)
      for (int k = 0; k < N; ++k)
        a[i + j * N] += reflection(i, k) * w[k] * reflection(k, j);

  Array<double> matrix(a), x(N), y(N);
  hipblasHandle_t blas;
  GOOD(hipblasCreate(&blas));
  const double one = 1, zero = 0;
  for (int k = 0; k < WANTED; ++k) {
    x.put(normal_numbers<double>(N, 40 + (unsigned)k));
    double norm, value = 0;
    for (int step = 0; step < 120; ++step) {
      GOOD(hipblasDnrm2(blas, N, x.p, 1, &norm));
      const double scale = 1 / norm;
      GOOD(hipblasDscal(blas, N, &scale, x.p, 1));
      GOOD(hipblasDsymv(blas, HIPBLAS_FILL_MODE_UPPER, N, &one, matrix.p, N, x.p,
                        1, &zero, y.p, 1));
      GOOD(hipblasDdot(blas, N, x.p, 1, y.p, 1, &value));
      GOOD(hipblasDcopy(blas, N, y.p, 1, x.p, 1));
    }
    CHECK(is_near(value, w[k], 1e-9));
    GOOD(hipblasDnrm2(blas, N, x.p, 1, &norm));
    const double scale = 1 / norm, minus = -value;
    GOOD(hipblasDscal(blas, N, &scale, x.p, 1));
    const std::vector<double> v = x.get();
    double dot = 0; // the eigenvector is a column of the reflection
    for (int i = 0; i < N; ++i)
      dot += v[i] * reflection(i, k);
    CHECK(is_near(std::fabs(dot), 1, 1e-9));
    GOOD(hipblasDsyr(blas, HIPBLAS_FILL_MODE_UPPER, N, &minus, x.p, 1, matrix.p,
                     N));
  }
  GOOD(hipblasDestroy(blas));
  std::printf("ok\n");
  return 0;
}
