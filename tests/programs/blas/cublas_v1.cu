// SPDX-License-Identifier: Apache-2.0
// cuBLAS as it was before version 2: letters, scalars by value, results
// returned, errors asked for.
// FLAGS: -lcublas -std=c++17
#include <cublas.h>

#include "program.h"

#define GOOD(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
static bool is_near(double a, double b) {
  return std::fabs(a - b) <= 1e-5 * (1 + std::fabs(b));
}

int main() {
  enum { M = 5, N = 4, K = 3 };
  float a[M * K], b[K * N], c[M * N], got[M * N];
  float *da, *db, *dc;
  cuComplex z[3] = {{1, 2}, {3, -1}, {0, 1}}, *dz;
  (void)cublasSdot(1, nullptr, 1, nullptr, 1);
  CHECK(cublasGetError() == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
  GOOD(cublasInit());
  GOOD(cublasAlloc(M * K, sizeof(float), (void **)&da));
  GOOD(cublasAlloc(K * N, sizeof(float), (void **)&db));
  GOOD(cublasAlloc(M * N, sizeof(float), (void **)&dc));
  GOOD(cublasAlloc(3, sizeof(cuComplex), (void **)&dz));
  CHECK(cublasAlloc(0, 4, (void **)&da) == CUBLAS_STATUS_INVALID_VALUE);
  (void)cublasGetError();
  for (int i = 0; i < M * K; ++i)
    a[i] = (float)(i % 7) - 3;
  for (int i = 0; i < K * N; ++i)
    b[i] = (float)(i % 5) * 0.5f;
  for (int i = 0; i < M * N; ++i)
    c[i] = (float)i;
  GOOD(cublasSetMatrix(M, K, sizeof(float), a, M, da, M));
  GOOD(cublasSetMatrix(K, N, sizeof(float), b, K, db, K));
  GOOD(cublasSetMatrix(M, N, sizeof(float), c, M, dc, M));
  GOOD(cublasSetVector(3, sizeof(cuComplex), z, 1, dz, 1));

  cublasSgemm('n', 'N', M, N, K, 2.0f, da, M, db, K, -1.0f, dc, M);
  GOOD(cublasGetError());
  GOOD(cublasGetMatrix(M, N, sizeof(float), dc, M, got, M));
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i) {
      double sum = 0;
      for (int l = 0; l < K; ++l)
        sum += a[i + l * M] * b[l + j * K];
      CHECK(is_near(got[i + j * M], 2 * sum - c[i + j * M]));
    }

  double squares = 0, sum = 0;
  for (float x : a) {
    squares += x * x;
    sum += std::fabs(x);
  }
  CHECK(is_near(cublasSnrm2(M * K, da, 1), std::sqrt(squares)));
  CHECK(is_near(cublasSdot(M * K, da, 1, da, 1), squares));
  CHECK(is_near(cublasSasum(M * K, da, 1), sum));
  CHECK(cublasIsamax(M * K, da, 1) == 1 && cublasIsamin(M * K, da, 1) == 4);
  const cuComplex dot = cublasCdotc(3, dz, 1, dz, 1);
  CHECK(is_near(dot.x, 16) && is_near(dot.y, 0));
  CHECK(is_near(cublasScnrm2(3, dz, 1), 4));
  cublasCscal(3, make_cuComplex(0, 1), dz, 1);
  GOOD(cublasGetVector(3, sizeof(cuComplex), dz, 1, z, 1));
  CHECK(z[0].x == -2 && z[0].y == 1);

  // In place, unlike today's.
  float t[4] = {2, 3, 0, 4}, x[2] = {1, 1};
  GOOD(cublasSetMatrix(2, 2, sizeof(float), t, 2, da, 2));
  GOOD(cublasSetMatrix(2, 1, sizeof(float), x, 2, db, 2));
  cublasStrmm('L', 'l', 't', 'n', 2, 1, 1.0f, da, 2, db, 2);
  GOOD(cublasGetMatrix(2, 1, sizeof(float), db, 2, x, 2));
  CHECK(is_near(x[0], 5) && is_near(x[1], 4));
  cublasStrsm('L', 'l', 't', 'n', 2, 1, 1.0f, da, 2, db, 2);
  GOOD(cublasGetMatrix(2, 1, sizeof(float), db, 2, x, 2));
  CHECK(is_near(x[0], 1) && is_near(x[1], 1));

  float ra = 3, rb = 4, rc, rs;
  cublasSrotg(&ra, &rb, &rc, &rs);
  CHECK(is_near(ra, 5) && is_near(rc, 0.6) && is_near(rs, 0.8));

  cublasSgemm('q', 'n', M, N, K, 1, da, M, db, K, 0, dc, M);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  cublasSgemm('n', 'n', M, N, K, 1, da, 1, db, K, 0, dc, M);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  GOOD(cublasSetKernelStream(stream));
  cublasSaxpy(M * N, 0, dc, 1, dc, 1);
  GOOD(cublasGetError());
  GOOD(cublasFree(da));
  GOOD(cublasFree(db));
  GOOD(cublasFree(dc));
  GOOD(cublasFree(dz));
  GOOD(cublasShutdown());
  CHECK(cublasShutdown() == CUBLAS_STATUS_NOT_INITIALIZED);
  OK(cudaStreamDestroy(stream));
  std::printf("ok\n");
  return 0;
}
