// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients on the five-point Laplacian: cuSPARSE's product, cuBLAS's
// vectors. The solution is chosen, and the right-hand side made of it.
// FLAGS: -lcusparse -lcublas -std=c++17
#include <cublas_v2.h>
#include <cusparse.h>

#include "whole/array.h"

enum { SIDE = 48, N = SIDE * SIDE };

struct Csr {
  std::vector<int> rows, columns;
  std::vector<double> values;
};

static Csr laplacian() {
  Csr a;
  a.rows.push_back(0);
  for (int i = 0; i < N; ++i) {
    const int x = i % SIDE, y = i / SIDE;
    auto add = [&](int column, double value) {
      a.columns.push_back(column);
      a.values.push_back(value);
    };
    if (y > 0)
      add(i - SIDE, -1);
    if (x > 0)
      add(i - 1, -1);
    add(i, 4);
    if (x < SIDE - 1)
      add(i + 1, -1);
    if (y < SIDE - 1)
      add(i + SIDE, -1);
    a.rows.push_back((int)a.columns.size());
  }
  return a;
}

int main() {
  const Csr a = laplacian();
  const std::vector<double> wanted = normal_numbers<double>(N, 1);
  std::vector<double> b(N, 0.0);
  for (int i = 0; i < N; ++i)
    for (int k = a.rows[i]; k < a.rows[i + 1]; ++k)
      b[i] += a.values[k] * wanted[a.columns[k]];

  Array<int> rows(a.rows), columns(a.columns);
  Array<double> values(a.values), x(N), r(b), p(b), ap(N);
  cusparseHandle_t sparse;
  cublasHandle_t blas;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t vp, vap;
  GOOD(cusparseCreate(&sparse));
  GOOD(cublasCreate(&blas));
  GOOD(cusparseCreateCsr(&matrix, N, N, (int64_t)a.values.size(), rows.p,
                         columns.p, values.p, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_64F));
  GOOD(cusparseCreateDnVec(&vp, N, p.p, CUDA_R_64F));
  GOOD(cusparseCreateDnVec(&vap, N, ap.p, CUDA_R_64F));
  const double one = 1, zero = 0;
  size_t size = 0;
  GOOD(cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                               matrix, vp, &zero, vap, CUDA_R_64F,
                               CUSPARSE_SPMV_CSR_ALG1, &size));
  Array<char> buffer(size);

  double rr, pap;
  int steps = 0;
  GOOD(cublasDdot(blas, N, r.p, 1, r.p, 1, &rr));
  const double first = rr;
  for (; rr > 1e-24 * first && steps < 1000; ++steps) {
    GOOD(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, vp,
                      &zero, vap, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, buffer.p));
    GOOD(cublasDdot(blas, N, p.p, 1, ap.p, 1, &pap));
    const double alpha = rr / pap, minus = -alpha, before = rr;
    GOOD(cublasDaxpy(blas, N, &alpha, p.p, 1, x.p, 1));
    GOOD(cublasDaxpy(blas, N, &minus, ap.p, 1, r.p, 1));
    GOOD(cublasDdot(blas, N, r.p, 1, r.p, 1, &rr));
    const double beta = rr / before;
    GOOD(cublasDscal(blas, N, &beta, p.p, 1));
    GOOD(cublasDaxpy(blas, N, &one, r.p, 1, p.p, 1));
  }
  // In exact arithmetic it takes at most as many steps as there are different
  // eigenvalues; in practice about as many as the side's length.
  CHECK(steps < 4 * SIDE);
  const std::vector<double> got = x.get();
  for (int i = 0; i < N; ++i)
    CHECK(is_near(got[i], wanted[i], 1e-8));
  GOOD(cusparseDestroyDnVec(vp));
  GOOD(cusparseDestroyDnVec(vap));
  GOOD(cusparseDestroySpMat(matrix));
  GOOD(cusparseDestroy(sparse));
  GOOD(cublasDestroy(blas));
  std::printf("ok, %d steps\n", steps);
  return 0;
}
