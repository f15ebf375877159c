// SPDX-License-Identifier: Apache-2.0
// Principal components: columns are centred in a kernel, the covariance is
// cuBLAS's, its eigenvectors cuSOLVER's. The data has three strong directions,
// which are found, and projections are not correlated.
// FLAGS: -lcublas -lcusolver -std=c++17
#include <cublas_v2.h>
#include <cusolverDn.h>

#include "whole/array.h"

enum { ROWS = 2000, D = 24, STRONG = 3 };

__global__ void centre(double *x) { // a block for each column
  __shared__ double sums[128];
  double *column = x + (size_t)blockIdx.x * ROWS;
  double sum = 0;
  for (int i = threadIdx.x; i < ROWS; i += blockDim.x)
    sum += column[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 64; half; half /= 2) {
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  for (int i = threadIdx.x; i < ROWS; i += blockDim.x)
    column[i] -= sums[0] / ROWS;
}

int main() {
  // Strong directions with deviations 20, 10 and 5 in a basis that is made
  // orthonormal, noise of 0.1 and a mean.
  static const double deviations[STRONG] = {20, 10, 5};
  std::vector<double> basis = normal_numbers<double>(D * STRONG, 11);
  for (int s = 0; s < STRONG; ++s) {
    for (int t = 0; t < s; ++t) {
      double dot = 0;
      for (int d = 0; d < D; ++d)
        dot += basis[s * D + d] * basis[t * D + d];
      for (int d = 0; d < D; ++d)
        basis[s * D + d] -= dot * basis[t * D + d];
    }
    double norm = 0;
    for (int d = 0; d < D; ++d)
      norm += basis[s * D + d] * basis[s * D + d];
    for (int d = 0; d < D; ++d)
      basis[s * D + d] /= std::sqrt(norm);
  }
  const std::vector<double> scores = normal_numbers<double>(ROWS * STRONG, 12);
  const std::vector<double> noise = normal_numbers<double>(ROWS * D, 13);
  std::vector<double> x(ROWS * D);
  for (int d = 0; d < D; ++d)
    for (int i = 0; i < ROWS; ++i) {
      double value = 7.0 * d + 0.1 * noise[d * ROWS + i];
      for (int s = 0; s < STRONG; ++s)
        value += deviations[s] * scores[s * ROWS + i] * basis[s * D + d];
      x[d * ROWS + i] = value;
    }

  Array<double> data(x), covariance(D * D), values(D), projected(ROWS * D);
  Array<int> info(1);
  cublasHandle_t blas;
  cusolverDnHandle_t solver;
  GOOD(cublasCreate(&blas));
  GOOD(cusolverDnCreate(&solver));
  centre<<<D, 128>>>(data.p);
  const double factor = 1.0 / (ROWS - 1), one = 1, zero = 0;
  GOOD(cublasDsyrk(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, D, ROWS, &factor,
                   data.p, ROWS, &zero, covariance.p, D));
  int size = 0;
  GOOD(cusolverDnDsyevd_bufferSize(solver, CUSOLVER_EIG_MODE_VECTOR,
                                   CUBLAS_FILL_MODE_LOWER, D, covariance.p, D,
                                   values.p, &size));
  Array<double> work((size_t)size);
  GOOD(cusolverDnDsyevd(solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER,
                        D, covariance.p, D, values.p, work.p, size, info.p));
  GOOD(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, ROWS, D, D, &one, data.p,
                   ROWS, covariance.p, D, &zero, projected.p, ROWS));
  CHECK(info.get()[0] == 0);
  const std::vector<double> w = values.get(), v = covariance.get();
  const std::vector<double> y = projected.get();
  for (int s = 0; s < STRONG; ++s) {
    const int at = D - 1 - s; // they ascend
    CHECK(std::fabs(std::sqrt(w[at]) / deviations[s] - 1) < 0.1);
    double dot = 0;
    for (int d = 0; d < D; ++d)
      dot += v[at * D + d] * basis[s * D + d];
    CHECK(std::fabs(dot) > 0.995);
  }
  for (int i = 0; i < D - STRONG; ++i)
    CHECK(w[i] > 0.005 && w[i] < 0.015);
  for (int a = 0; a < D; ++a)
    for (int b = 0; b <= a; ++b) {
      double sum = 0, mean = 0;
      for (int i = 0; i < ROWS; ++i) {
        sum += y[a * ROWS + i] * y[b * ROWS + i];
        mean += y[a * ROWS + i];
      }
      CHECK(is_near(sum / (ROWS - 1), a == b ? w[a] : 0, 1e-9 * w[D - 1]));
      CHECK(is_near(mean / ROWS, 0, 1e-10));
    }
  GOOD(cublasDestroy(blas));
  GOOD(cusolverDnDestroy(solver));
  std::printf("ok\n");
  return 0;
}
