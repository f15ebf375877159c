// SPDX-License-Identifier: Apache-2.0
// cublas.h, cuBLAS's first interface: letters, scalars by value, results
// returned, one handle that the first call makes.
// FLAGS: -lcublas -std=c++17
#include <cublas.h>

#include "program.h"

#define GOOD(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
#define norm cublasSnrm2 // by another name, without its arguments
static bool is_near(double a, double b) {
  return std::fabs(a - b) <= 1e-5 * (1 + std::fabs(b));
}

template <class T> struct Device {
  T *p;
  int n;
  Device(const T *from, int count) : n(count) {
    GOOD(cublasAlloc(n, sizeof(T), (void **)&p));
    GOOD(cublasSetVector(n, sizeof(T), from, 1, p, 1));
  }
  ~Device() { GOOD(cublasFree(p)); }
  void get(T *to) { GOOD(cublasGetVector(n, sizeof(T), p, 1, to, 1)); }
};

static void test_vectors() {
  const float a[] = {1, -2, 3, -7, 5};
  const cuDoubleComplex z[] = {{1, 2}, {3, -1}, {0, 1}};
  Device<float> x(a, 5), y(a, 5);
  Device<cuDoubleComplex> w(z, 3);
  CHECK(cublasSasum(5, x.p, 1) == 18 && cublasSdot(5, x.p, 1, y.p, 1) == 88);
  CHECK(is_near(norm(5, x.p, 1), std::sqrt(88.)));
  CHECK(cublasIsamax(5, x.p, 1) == 4 && cublasIsamin(5, x.p, 1) == 1);
  cublasSaxpy(5, 2, x.p, 1, y.p, 1); // an int for the scalar
  cublasSscal(5, 0.5f, x.p, 1);
  float got[5];
  y.get(got);
  CHECK(got[0] == 3 && got[3] == -21);
  x.get(got);
  CHECK(got[1] == -1 && got[4] == 2.5f);
  const cuDoubleComplex dot = cublasZdotc(3, w.p, 1, w.p, 1);
  CHECK(dot.x == 16 && dot.y == 0 && is_near(cublasDznrm2(3, w.p, 1), 4));
  cublasZscal(3, make_cuDoubleComplex(0, 1), w.p, 1);
  cublasZdscal(3, 2.0, w.p, 1);
  cuDoubleComplex turned[3];
  w.get(turned);
  CHECK(turned[0].x == -4 && turned[0].y == 2);
  float ra = 3, rb = 4, rc, rs;
  cublasSrotg(&ra, &rb, &rc, &rs);
  CHECK(is_near(ra, 5) && is_near(rc, 0.6) && is_near(rs, 0.8));
  cublasSrot(5, x.p, 1, y.p, 1, 0.0f, 1.0f);
  x.get(got);
  CHECK(got[0] == 3 && got[3] == -21);
  GOOD(cublasGetError());
}

static void test_matrices() {
  const double a[] = {2, 3, 0, 4}, b[] = {1, 1}; // by columns
  Device<double> t(a, 4), x(b, 2), y(b, 2);
  double got[2];
  cublasDgemv('T', 2, 2, 1.0, t.p, 2, x.p, 1, 3.0, y.p, 1);
  y.get(got);
  CHECK(got[0] == 8 && got[1] == 7);
  cublasDgemm('n', 'N', 2, 1, 2, 1, t.p, 2, x.p, 2, 0, y.p, 2);
  y.get(got);
  CHECK(got[0] == 2 && got[1] == 7);
  // In place, unlike the second interface's.
  cublasDtrmm('L', 'l', 't', 'n', 2, 1, 1.0, t.p, 2, x.p, 2);
  x.get(got);
  CHECK(got[0] == 5 && got[1] == 4);
  cublasDtrsm('l', 'L', 'T', 'N', 2, 1, 1.0, t.p, 2, x.p, 2);
  x.get(got);
  CHECK(is_near(got[0], 1) && is_near(got[1], 1));
  cublasDtrsv('U', 'n', 'U', 2, t.p, 2, x.p, 1);
  GOOD(cublasGetError());
}

static void test_errors() {
  const float a[] = {1, 2, 3, 4};
  Device<float> x(a, 4);
  void *none;
  CHECK(cublasAlloc(0, 4, &none) == CUBLAS_STATUS_INVALID_VALUE);
  (void)cublasGetError();
  cublasSgemm('n', 'n', 2, 2, 2, 1, x.p, 1, x.p, 2, 0, x.p, 2);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  GOOD(cublasGetError());
  cublasSgemm('q', 'n', 2, 2, 2, 1, x.p, 2, x.p, 2, 0, x.p, 2);
  CHECK(cublasGetError() != CUBLAS_STATUS_SUCCESS);
}

int main() {
  GOOD(cublasInit());
  test_vectors();
  test_matrices();
  test_errors();
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  GOOD(cublasSetKernelStream(stream));
  test_vectors();
  GOOD(cublasShutdown());
  OK(cudaStreamDestroy(stream));
  std::printf("ok\n");
}
