// SPDX-License-Identifier: Apache-2.0
// A picture kept by its largest singular values: the error of each rank is what
// the values that are left out say (Eckart and Young), in hipSOLVER's names.
// FLAGS: -lhipsolver -lhipblas -std=c++17
#define USES_HIP
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>

#include "whole/array.h"

enum { M = 80, N = 56 };

int main() {
  std::vector<double> picture(M * N);
  const std::vector<double> noise = normal_numbers<double>(M * N, 111);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i)
      picture[i + j * M] = std::sin(0.1 * i) * std::cos(0.2 * j) +
                           (std::hypot(i - 40.0, j - 28.0) < 15 ? 1 : 0) +
                           0.02 * noise[i + j * M];
  Array<double> a(picture), s(N), u(M * M), vt(N * N), rest(N);
  Array<int> info(1);
  hipsolverDnHandle_t solver;
  hipblasHandle_t blas;
  GOOD(hipsolverDnCreate(&solver));
  GOOD(hipblasCreate(&blas));
  int size = 0;
  GOOD(hipsolverDnDgesvd_bufferSize(solver, M, N, &size));
  Array<double> work((size_t)size);
  GOOD(hipsolverDnDgesvd(solver, 'A', 'A', M, N, a.p, M, s.p, u.p, M, vt.p, N,
                         work.p, size, rest.p, info.p));
  CHECK(info.get()[0] == 0);
  const std::vector<double> values = s.get();
  for (int k = 1; k < N; ++k)
    CHECK(values[k] <= values[k - 1] && values[k] >= 0);
  double all = 0, sum = 0;
  for (double x : picture)
    all += x * x;
  for (double x : values)
    sum += x * x;
  CHECK(is_near(sum, all, 1e-10 * all));
  double last = 1e300;
  for (int rank : {1, 2, 5, 10, 25, 55, 56}) {
    // U's columns by their values, then times the rows of V^T.
    Array<double> scaled(M * (size_t)rank), difference(picture);
    const double minus = -1, one = 1;
    GOOD(hipblasDdgmm(blas, HIPBLAS_SIDE_RIGHT, M, rank, u.p, M, s.p, 1, scaled.p,
                      M));
    GOOD(hipblasDgemm(blas, HIPBLAS_OP_N, HIPBLAS_OP_N, M, N, rank, &minus,
                      scaled.p, M, vt.p, N, &one, difference.p, M));
    double norm = 0, wanted = 0;
    GOOD(hipblasDnrm2(blas, M * N, difference.p, 1, &norm));
    for (int k = rank; k < N; ++k)
      wanted += values[k] * values[k];
    CHECK(is_near(norm, std::sqrt(wanted), 1e-11 * std::sqrt(all)));
    CHECK(norm < last);
    last = norm;
  }
  GOOD(hipsolverDnDestroy(solver));
  GOOD(hipblasDestroy(blas));
  std::printf("ok\n");
  return 0;
}
