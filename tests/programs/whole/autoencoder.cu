// SPDX-License-Identifier: Apache-2.0
// A linear autoencoder trained by gradients comes to what the singular values
// say is the best: against gesvd's, and no better than it at any step.
// FLAGS: -lcublas -lcusolver -std=c++17
#include <cublas_v2.h>
#include <cusolverDn.h>

#include "whole/array.h"

enum { ROWS = 64, D = 20, CODE = 3 };

static cublasHandle_t blas;
static void multiply(bool ta, bool tb, int m, int n, int k, double alpha,
                     const double *a, int lda, const double *b, int ldb,
                     double beta, double *c, int ldc) {
  GOOD(cublasDgemm(blas, ta ? CUBLAS_OP_T : CUBLAS_OP_N,
                   tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, a, lda, b,
                   ldb, &beta, c, ldc));
}

int main() {
  const std::vector<double> noise = normal_numbers<double>(ROWS * D, 101);
  const std::vector<double> left = normal_numbers<double>(ROWS * CODE, 102);
  const std::vector<double> right = normal_numbers<double>(D * CODE, 103);
  std::vector<double> x(ROWS * D);
  for (int i = 0; i < ROWS; ++i)
    for (int d = 0; d < D; ++d) {
      x[i + d * ROWS] = 0.05 * noise[i + d * ROWS];
      for (int c = 0; c < CODE; ++c)
        x[i + d * ROWS] += (1.0 - 0.2 * c) / 5 * left[i * CODE + c] *
                           right[d * CODE + c];
    }
  GOOD(cublasCreate(&blas));
  cusolverDnHandle_t solver;
  GOOD(cusolverDnCreate(&solver));
  Array<double> copy(x), values(D), u(1), v(1);
  Array<int> info(1);
  int size = 0;
  GOOD(cusolverDnDgesvd_bufferSize(solver, ROWS, D, &size));
  Array<double> work((size_t)size), rest(D);
  GOOD(cusolverDnDgesvd(solver, 'N', 'N', ROWS, D, copy.p, ROWS, values.p, u.p,
                        ROWS, v.p, D, work.p, size, rest.p, info.p));
  CHECK(info.get()[0] == 0);
  const std::vector<double> s = values.get();
  double best = 0;
  for (int i = CODE; i < D; ++i)
    best += s[i] * s[i];

  // X is ROWS by D, X E is the code, X E F what is made of it.
  std::vector<double> e = normal_numbers<double>(D * CODE, 104);
  std::vector<double> f = normal_numbers<double>(CODE * D, 105);
  for (double &z : e)
    z *= 0.1;
  for (double &z : f)
    z *= 0.1;
  Array<double> data(x), encoder(e), decoder(f), code(ROWS * CODE),
      error(ROWS * D), ge(D * CODE), gf(CODE * D), back(ROWS * CODE);
  double squares = 0;
  for (int step = 0; step < 4000; ++step) {
    multiply(false, false, ROWS, CODE, D, 1, data.p, ROWS, encoder.p, D, 0,
             code.p, ROWS);
    OK(cudaMemcpyAsync(error.p, data.p, ROWS * D * sizeof(double),
                       cudaMemcpyDeviceToDevice, 0));
    multiply(false, false, ROWS, D, CODE, 1, code.p, ROWS, decoder.p, CODE, -1,
             error.p, ROWS);
    multiply(true, false, CODE, D, ROWS, 1, code.p, ROWS, error.p, ROWS, 0, gf.p,
             CODE);
    multiply(false, true, ROWS, CODE, D, 1, error.p, ROWS, decoder.p, CODE, 0,
             back.p, ROWS);
    multiply(true, false, D, CODE, ROWS, 1, data.p, ROWS, back.p, ROWS, 0, ge.p,
             D);
    const double rate = -0.004;
    GOOD(cublasDaxpy(blas, D * CODE, &rate, ge.p, 1, encoder.p, 1));
    GOOD(cublasDaxpy(blas, CODE * D, &rate, gf.p, 1, decoder.p, 1));
    if (step % 500 == 499) {
      GOOD(cublasDdot(blas, ROWS * D, error.p, 1, error.p, 1, &squares));
      CHECK(squares >= best * (1 - 1e-12));
    }
  }
  CHECK(squares < best * 1.01);
  GOOD(cublasDestroy(blas));
  GOOD(cusolverDnDestroy(solver));
  std::printf("ok, %.6f of %.6f\n", squares, best);
  return 0;
}
