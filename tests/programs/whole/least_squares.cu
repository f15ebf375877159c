// SPDX-License-Identifier: Apache-2.0
// A polynomial fitted by QR: cuSOLVER's factors, Q^T b, a triangular system by
// cuBLAS. The residual is orthogonal to the columns, and exact data gives its
// polynomial back.
// FLAGS: -lcublas -lcusolver -std=c++17
#include <cublas_v2.h>
#include <cusolverDn.h>

#include "whole/array.h"

enum { M = 200, N = 7, RHS = 2 };

int main() {
  static const double wanted[N] = {1, -2, 0.5, 3, -1, 0.25, 2};
  std::vector<double> a(M * N), b(M * RHS);
  const std::vector<double> noise = normal_numbers<double>(M, 51);
  for (int i = 0; i < M; ++i) {
    const double t = 2.0 * i / (M - 1) - 1;
    for (int j = 0; j < N; ++j) {
      a[i + j * M] = std::pow(t, j);
      b[i] += wanted[j] * a[i + j * M];
    }
    b[i + M] = std::exp(t) + 0.1 * noise[i];
  }
  Array<double> da(a), db(b), tau(N);
  Array<int> info(1);
  cublasHandle_t blas;
  cusolverDnHandle_t solver;
  GOOD(cublasCreate(&blas));
  GOOD(cusolverDnCreate(&solver));
  int first = 0, second = 0;
  GOOD(cusolverDnDgeqrf_bufferSize(solver, M, N, da.p, M, &first));
  GOOD(cusolverDnDormqr_bufferSize(solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, M, RHS,
                                   N, da.p, M, tau.p, db.p, M, &second));
  const int size = first > second ? first : second;
  Array<double> work((size_t)size);
  GOOD(cusolverDnDgeqrf(solver, M, N, da.p, M, tau.p, work.p, size, info.p));
  CHECK(info.get()[0] == 0);
  GOOD(cusolverDnDormqr(solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, M, RHS, N, da.p, M,
                        tau.p, db.p, M, work.p, size, info.p));
  CHECK(info.get()[0] == 0);
  const double one = 1;
  GOOD(cublasDtrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
                   CUBLAS_DIAG_NON_UNIT, N, RHS, &one, da.p, M, db.p, M));
  const std::vector<double> x = db.get();
  for (int j = 0; j < N; ++j)
    CHECK(is_near(x[j], wanted[j], 1e-11));
  double squares = 0;
  std::vector<double> rest(M);
  for (int i = 0; i < M; ++i) {
    rest[i] = b[i + M];
    for (int j = 0; j < N; ++j)
      rest[i] -= a[i + j * M] * x[j + M];
    squares += rest[i] * rest[i];
  }
  CHECK(squares / M > 0.005 && squares / M < 0.02); // the noise's
  for (int j = 0; j < N; ++j) {
    double dot = 0;
    for (int i = 0; i < M; ++i)
      dot += rest[i] * a[i + j * M];
    CHECK(is_near(dot, 0, 1e-10));
  }
  GOOD(cublasDestroy(blas));
  GOOD(cusolverDnDestroy(solver));
  std::printf("ok\n");
  return 0;
}
