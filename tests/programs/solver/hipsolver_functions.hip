// SPDX-License-Identifier: Apache-2.0
// hipSOLVER's functions without Dn in their names: systems by LU and Cholesky,
// QR, eigenvalues and singular values, by what their results make together.
// FLAGS: -lhipsolver -std=c++17
// DEVICES: cpu opencl
#include <hipsolver/hipsolver.h>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)
enum { N = 13, RHS = 2 };

static hipsolverHandle_t handle;
static unsigned state = 6;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return (double)((int)(state >> 8 & 0xffff) - 32768) / 32768;
}
template <class T> struct Managed {
  T *p;
  explicit Managed(size_t n) {
    OK(hipMallocManaged((void **)&p, (n + 1) * sizeof(T)));
  }
  ~Managed() { OK(hipFree(p)); }
  T &operator[](size_t i) { return p[i]; }
};
static bool is_near(double a, double b) { return std::fabs(a - b) < 1e-10; }

struct System {
  Managed<double> a{N * N}, b{N * RHS};
  Managed<int> info{1}, pivots{N};
  double was[N * N], right[N * RHS];
  int size = 0;
  System() {
    for (int j = 0; j < N; ++j)
      for (int i = 0; i <= j; ++i)
        was[i + j * N] = was[j + i * N] = i == j ? N + noise() : noise();
    for (int i = 0; i < N * N; ++i)
      a[i] = was[i];
    for (int i = 0; i < N * RHS; ++i)
      right[i] = b[i] = noise();
    info[0] = 77;
  }
  void expect_solution() {
    OK(hipDeviceSynchronize());
    CHECK(info[0] == 0);
    for (int r = 0; r < RHS; ++r)
      for (int i = 0; i < N; ++i) {
        double sum = 0;
        for (int j = 0; j < N; ++j)
          sum += was[i + j * N] * b[j + r * N];
        CHECK(is_near(sum, right[i + r * N]));
      }
  }
};

static void test_lu() {
  System s;
  GOOD(hipsolverDgetrf_bufferSize(handle, N, N, s.a.p, N, &s.size));
  Managed<double> work((size_t)s.size);
  GOOD(hipsolverDgetrf(handle, N, N, s.a.p, N, work.p, s.size, s.pivots.p,
                       s.info.p));
  GOOD(hipsolverDgetrs_bufferSize(handle, HIPSOLVER_OP_N, N, RHS, s.a.p, N,
                                  s.pivots.p, s.b.p, N, &s.size));
  GOOD(hipsolverDgetrs(handle, HIPSOLVER_OP_N, N, RHS, s.a.p, N, s.pivots.p, s.b.p,
                       N, work.p, s.size, s.info.p));
  s.expect_solution();
}

static void test_cholesky() {
  System s;
  const auto lower = HIPSOLVER_FILL_MODE_LOWER;
  GOOD(hipsolverDpotrf_bufferSize(handle, lower, N, s.a.p, N, &s.size));
  Managed<double> work((size_t)s.size);
  GOOD(hipsolverDpotrf(handle, lower, N, s.a.p, N, work.p, s.size, s.info.p));
  GOOD(hipsolverDpotrs_bufferSize(handle, lower, N, RHS, s.a.p, N, s.b.p, N,
                                  &s.size));
  GOOD(hipsolverDpotrs(handle, lower, N, RHS, s.a.p, N, s.b.p, N, work.p, s.size,
                       s.info.p));
  s.expect_solution();
}

// Q^T Q = I, and Q R = A.
static void test_qr() {
  System s;
  Managed<double> tau(N), q(N * N);
  GOOD(hipsolverDgeqrf_bufferSize(handle, N, N, s.a.p, N, &s.size));
  Managed<double> work((size_t)s.size);
  GOOD(hipsolverDgeqrf(handle, N, N, s.a.p, N, tau.p, work.p, s.size, s.info.p));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < N * N; ++i)
    q[i] = s.a[i];
  GOOD(hipsolverDorgqr_bufferSize(handle, N, N, N, q.p, N, tau.p, &s.size));
  GOOD(hipsolverDorgqr(handle, N, N, N, q.p, N, tau.p, work.p, s.size, s.info.p));
  GOOD(hipsolverDormqr(handle, HIPSOLVER_SIDE_LEFT, HIPSOLVER_OP_T, N, RHS, N,
                       s.a.p, N, tau.p, s.b.p, N, work.p, s.size, s.info.p));
  OK(hipDeviceSynchronize());
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) {
      double dot = 0, product = 0;
      for (int k = 0; k < N; ++k)
        dot += q[k + i * N] * q[k + j * N];
      for (int k = 0; k <= j; ++k)
        product += q[i + k * N] * s.a[k + j * N];
      CHECK(is_near(dot, i == j) && is_near(product, s.was[i + j * N]));
    }
    for (int r = 0; r < RHS; ++r) {
      double dot = 0;
      for (int k = 0; k < N; ++k)
        dot += q[k + j * N] * s.right[k + r * N];
      CHECK(is_near(dot, s.b[j + r * N]));
    }
  }
}

static void test_values() {
  System e, g;
  Managed<double> w(N), values(N), u(N * N), v(N * N), rest(N);
  GOOD(hipsolverDsyevd_bufferSize(handle, HIPSOLVER_EIG_MODE_VECTOR,
                                  HIPSOLVER_FILL_MODE_UPPER, N, e.a.p, N, w.p,
                                  &e.size));
  Managed<double> work((size_t)e.size);
  GOOD(hipsolverDsyevd(handle, HIPSOLVER_EIG_MODE_VECTOR,
                       HIPSOLVER_FILL_MODE_UPPER, N, e.a.p, N, w.p, work.p, e.size,
                       e.info.p));
  OK(hipDeviceSynchronize());
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i) {
      double to = 0;
      for (int k = 0; k < N; ++k)
        to += e.was[i + k * N] * e.a[k + j * N];
      CHECK(is_near(to, w[j] * e.a[i + j * N]));
    }
  GOOD(hipsolverDgesvd_bufferSize(handle, 'A', 'A', N, N, &g.size));
  Managed<double> more((size_t)g.size);
  GOOD(hipsolverDgesvd(handle, 'A', 'A', N, N, g.a.p, N, values.p, u.p, N, v.p, N,
                       more.p, g.size, rest.p, g.info.p));
  OK(hipDeviceSynchronize());
  CHECK(g.info[0] == 0);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i) {
      double sum = 0;
      for (int k = 0; k < N; ++k)
        sum += u[i + k * N] * values[k] * v[k + j * N];
      CHECK(is_near(sum, g.was[i + j * N]));
    }
}

int main() {
  hipStream_t stream, same;
  CHECK(hipsolverCreate(nullptr) != HIPSOLVER_STATUS_SUCCESS);
  GOOD(hipsolverCreate(&handle));
  OK(hipStreamCreate(&stream));
  GOOD(hipsolverSetStream(handle, stream));
  GOOD(hipsolverGetStream(handle, &same));
  CHECK(same == stream);
  test_lu();
  test_cholesky();
  test_qr();
  test_values();
  int size;
  CHECK(hipsolverDgetrs_bufferSize(nullptr, HIPSOLVER_OP_N, N, RHS, nullptr, N,
                                   nullptr, nullptr, N, &size) ==
        HIPSOLVER_STATUS_NOT_INITIALIZED);
  GOOD(hipsolverDestroy(handle));
  OK(hipStreamDestroy(stream));
  std::printf("ok\n");
  return 0;
}
