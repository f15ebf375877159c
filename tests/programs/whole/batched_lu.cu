// SPDX-License-Identifier: Apache-2.0
// A thousand small systems by LU in one call each: residuals of the solutions,
// pivots that are exchanges, determinants against elimination on the host, and
// the singular one said to be so.
// FLAGS: -lcublas -std=c++17
#include <cublas_v2.h>

#include "whole/array.h"

enum { COUNT = 1000, N = 12, SINGULAR = 77 };

static double determinant(const double *matrix) {
  std::vector<double> a(matrix, matrix + N * N);
  double product = 1;
  for (int j = 0; j < N; ++j) {
    int best = j;
    for (int i = j; i < N; ++i)
      if (std::fabs(a[i + j * N]) > std::fabs(a[best + j * N]))
        best = i;
    if (a[best + j * N] == 0)
      return 0;
    for (int l = 0; l < N && best != j; ++l)
      std::swap(a[j + l * N], a[best + l * N]);
    product *= best != j ? -a[j + j * N] : a[j + j * N];
    for (int i = j + 1; i < N; ++i) {
      const double factor = a[i + j * N] / a[j + j * N];
      for (int l = j; l < N; ++l)
        a[i + l * N] -= factor * a[j + l * N];
    }
  }
  return product;
}

int main() {
  std::vector<double> a = normal_numbers<double>(COUNT * N * N, 21);
  const std::vector<double> b = normal_numbers<double>(COUNT * N, 22);
  for (int i = 0; i < N; ++i) // a column of zeros
    a[SINGULAR * N * N + 4 * N + i] = 0;
  Array<double> matrices(a), rhs(b);
  std::vector<double *> as, bs;
  for (int i = 0; i < COUNT; ++i) {
    as.push_back(matrices.p + i * N * N);
    bs.push_back(rhs.p + i * N);
  }
  Array<double *> a_at(as), b_at(bs);
  Array<int> pivots(COUNT * N), info(COUNT);
  cublasHandle_t blas;
  GOOD(cublasCreate(&blas));
  GOOD(cublasDgetrfBatched(blas, N, a_at.p, N, pivots.p, info.p, COUNT));
  const std::vector<int> infos = info.get(), exchanges = pivots.get();
  const std::vector<double> lu = matrices.get();
  for (int i = 0; i < COUNT; ++i) {
    CHECK(infos[i] == (i == SINGULAR ? 5 : 0));
    double product = 1;
    for (int j = 0; j < N; ++j) {
      const int with = exchanges[i * N + j];
      CHECK(with >= j + 1 && with <= N);
      product *= lu[i * N * N + j * (N + 1)] * (with == j + 1 ? 1 : -1);
    }
    const double wanted = determinant(&a[i * N * N]);
    CHECK(is_near(product, wanted, 1e-10 * (1 + std::fabs(wanted))));
  }
  int host_info = -1;
  GOOD(cublasDgetrsBatched(blas, CUBLAS_OP_N, N, 1, (const double *const *)a_at.p,
                           N, pivots.p, b_at.p, N, &host_info, COUNT));
  CHECK(host_info == 0);
  const std::vector<double> x = rhs.get();
  for (int at = 0; at < COUNT; ++at) {
    double most = 0;
    for (int i = 0; i < N; ++i)
      most = std::fmax(most, std::fabs(x[at * N + i]));
    for (int i = 0; i < N && at != SINGULAR; ++i) {
      double sum = 0;
      for (int j = 0; j < N; ++j)
        sum += a[at * N * N + j * N + i] * x[at * N + j];
      CHECK(is_near(sum, b[at * N + i], 1e-12 * (1 + most)));
    }
  }
  GOOD(cublasDestroy(blas));
  std::printf("ok\n");
  return 0;
}
