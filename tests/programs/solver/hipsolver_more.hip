// SPDX-License-Identifier: Apache-2.0
// hipSOLVER's functions without Dn that are as those with it, batches, systems
// in the type itself, sparse systems, and factors that are made again.
// OUTPUT: 13 of hipSOLVER's are right
// FLAGS: -lhipsolver -lhipsparse -std=c++17
// DEVICES: cpu
#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>

#include <vector>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)
enum { N = 13, BATCH = 3 };

static hipsolverHandle_t handle;
static int right;
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
static bool is_near(double a, double b) { return std::fabs(a - b) < 1e-9; }

// A symmetric one that is positive, by columns, and what is asked of it.
struct System {
  Managed<double> a{N * N}, b{N}, x{N};
  Managed<int> info{1}, pivots{N};
  double was[N * N], asked[N];
  System() {
    for (int j = 0; j < N; ++j)
      for (int i = 0; i <= j; ++i)
        was[i + j * N] = was[j + i * N] = i == j ? N + noise() : noise();
    for (int i = 0; i < N * N; ++i)
      a[i] = was[i];
    for (int i = 0; i < N; ++i)
      asked[i] = b[i] = noise();
    info[0] = 77;
  }
  void expect(const double *answer) {
    OK(hipDeviceSynchronize());
    for (int i = 0; i < N; ++i) {
      double sum = 0;
      for (int j = 0; j < N; ++j)
        sum += was[i + j * N] * answer[j];
      CHECK(is_near(sum, asked[i]));
    }
    ++right;
  }
  // A v = w v of each pair.
  void expect_pairs(const double *vectors, const double *values, int count) {
    OK(hipDeviceSynchronize());
    CHECK(info[0] == 0);
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < N; ++i) {
        double sum = 0;
        for (int j = 0; j < N; ++j)
          sum += was[i + j * N] * vectors[j + k * N];
        CHECK(is_near(sum, values[k] * vectors[i + k * N]));
      }
    ++right;
  }
};

static void test_systems() {
  System s, t;
  size_t bytes = 0;
  int iterations = 99;
  GOOD(hipsolverDDgesv_bufferSize(handle, N, 1, s.a.p, N, s.pivots.p, s.b.p, N,
                                  s.x.p, N, &bytes));
  Managed<char> work(bytes);
  GOOD(hipsolverDDgesv(handle, N, 1, s.a.p, N, s.pivots.p, s.b.p, N, s.x.p, N,
                       work.p, bytes, &iterations, s.info.p));
  s.expect(s.x.p);
  GOOD(hipsolverDDgels_bufferSize(handle, N, N, 1, t.a.p, N, t.b.p, N, t.x.p, N,
                                  &bytes));
  Managed<char> more(bytes);
  GOOD(hipsolverDDgels(handle, N, N, 1, t.a.p, N, t.b.p, N, t.x.p, N, more.p,
                       bytes, &iterations, t.info.p));
  t.expect(t.x.p);
}

static void test_batches() {
  System s[BATCH];
  Managed<double *> as(BATCH), bs(BATCH);
  Managed<int> info(BATCH);
  int size = 0;
  for (int i = 0; i < BATCH; ++i) {
    as[i] = s[i].a.p;
    bs[i] = s[i].b.p;
    info[i] = 77;
  }
  GOOD(hipsolverDpotrfBatched_bufferSize(handle, HIPSOLVER_FILL_MODE_LOWER, N,
                                         as.p, N, &size, BATCH));
  Managed<double> work((size_t)size);
  GOOD(hipsolverDpotrfBatched(handle, HIPSOLVER_FILL_MODE_LOWER, N, as.p, N,
                              work.p, size, info.p, BATCH));
  GOOD(hipsolverDpotrsBatched_bufferSize(handle, HIPSOLVER_FILL_MODE_LOWER, N,
                                         1, as.p, N, bs.p, N, &size, BATCH));
  GOOD(hipsolverDpotrsBatched(handle, HIPSOLVER_FILL_MODE_LOWER, N, 1, as.p, N,
                              bs.p, N, work.p, size, info.p, BATCH));
  for (System &one : s)
    one.expect(one.b.p);
  CHECK(info[0] == 0);
}

static void test_values() {
  System s, t, u;
  Managed<double> w(N), left(N * N), other(N * N);
  hipsolverSyevjInfo_t syevj;
  hipsolverGesvdjInfo_t gesvdj;
  int size = 0, found = 0;
  GOOD(hipsolverCreateSyevjInfo(&syevj));
  GOOD(hipsolverXsyevjSetTolerance(syevj, 1e-14));
  GOOD(hipsolverDsyevj_bufferSize(handle, HIPSOLVER_EIG_MODE_VECTOR,
                                  HIPSOLVER_FILL_MODE_UPPER, N, s.a.p, N, w.p,
                                  &size, syevj));
  Managed<double> work((size_t)size);
  GOOD(hipsolverDsyevj(handle, HIPSOLVER_EIG_MODE_VECTOR,
                       HIPSOLVER_FILL_MODE_UPPER, N, s.a.p, N, w.p, work.p,
                       size, s.info.p, syevj));
  s.expect_pairs(s.a.p, w.p, N);
  GOOD(hipsolverDestroySyevjInfo(syevj));
  GOOD(hipsolverDsyevdx_bufferSize(
      handle, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_EIG_RANGE_I,
      HIPSOLVER_FILL_MODE_LOWER, N, t.a.p, N, 0, 0, 2, 5, &found, w.p, &size));
  Managed<double> more((size_t)size);
  GOOD(hipsolverDsyevdx(handle, HIPSOLVER_EIG_MODE_VECTOR,
                        HIPSOLVER_EIG_RANGE_I, HIPSOLVER_FILL_MODE_LOWER, N,
                        t.a.p, N, 0, 0, 2, 5, &found, w.p, more.p, size,
                        t.info.p));
  OK(hipDeviceSynchronize());
  CHECK(found == 4);
  t.expect_pairs(t.a.p, w.p, found);
  GOOD(hipsolverCreateGesvdjInfo(&gesvdj));
  GOOD(hipsolverDgesvdj_bufferSize(handle, HIPSOLVER_EIG_MODE_VECTOR, 1, N, N,
                                   u.a.p, N, w.p, left.p, N, other.p, N, &size,
                                   gesvdj));
  Managed<double> last((size_t)size);
  GOOD(hipsolverDgesvdj(handle, HIPSOLVER_EIG_MODE_VECTOR, 1, N, N, u.a.p, N,
                        w.p, left.p, N, other.p, N, last.p, size, u.info.p,
                        gesvdj));
  u.expect_pairs(other.p, w.p, N); // of a positive one they are the same
  GOOD(hipsolverDestroyGesvdjInfo(gesvdj));
}

// Functions of any type: of symmetric matrices, and of others.
static void test_any_type() {
  System s, t;
  Managed<double> w(2 * N);
  size_t device_size = 0, host_size = 0;
  GOOD(hipsolverDnXsyevd_bufferSize(
      handle, nullptr, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_UPPER, N,
      HIP_R_64F, s.a.p, N, HIP_R_64F, w.p, HIP_R_64F, &device_size,
      &host_size));
  Managed<char> work(device_size + 1);
  std::vector<char> beside(host_size + 1);
  GOOD(hipsolverDnXsyevd(handle, nullptr, HIPSOLVER_EIG_MODE_VECTOR,
                         HIPSOLVER_FILL_MODE_UPPER, N, HIP_R_64F, s.a.p, N,
                         HIP_R_64F, w.p, HIP_R_64F, work.p, device_size,
                         beside.data(), host_size, s.info.p));
  s.expect_pairs(s.a.p, w.p, N);
  double sum = 0, trace = 0;
  for (int i = 0; i < N; ++i)
    trace += t.a.p[i * N + i];
  GOOD(hipsolverDnXgeev_bufferSize(
      handle, nullptr, HIPSOLVER_EIG_MODE_NOVECTOR,
      HIPSOLVER_EIG_MODE_NOVECTOR, N, HIP_R_64F, t.a.p, N, HIP_C_64F, w.p,
      HIP_R_64F, nullptr, N, HIP_R_64F, nullptr, N, HIP_R_64F, &device_size,
      &host_size));
  Managed<char> more(device_size + 1);
  beside.resize(host_size + 1);
  GOOD(hipsolverDnXgeev(handle, nullptr, HIPSOLVER_EIG_MODE_NOVECTOR,
                        HIPSOLVER_EIG_MODE_NOVECTOR, N, HIP_R_64F, t.a.p, N,
                        HIP_C_64F, w.p, HIP_R_64F, nullptr, N, HIP_R_64F,
                        nullptr, N, HIP_R_64F, more.p, device_size,
                        beside.data(), host_size, t.info.p));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < N; ++i)
    sum += w[2 * i]; // real parts
  CHECK(std::fabs(sum - trace) < 1e-9 * (1 + std::fabs(trace)));
  ++right;
}

static void test_sparse() {
  System s;
  hipsolverSpHandle_t sparse;
  hipsparseHandle_t with; // who makes descriptors
  hipsparseMatDescr_t descr;
  std::vector<int> rows, columns;
  for (int i = 0; i <= N; ++i)
    rows.push_back(i * N);
  for (int k = 0; k < N * N; ++k)
    columns.push_back(k % N);
  int singular = 5;
  GOOD(hipsparseCreate(&with));
  GOOD(hipsparseCreateMatDescr(&descr));
  GOOD(hipsolverSpCreate(&sparse));
  GOOD(hipsolverSpDcsrlsvcholHost(sparse, N, N * N, descr, s.was, rows.data(),
                                  columns.data(), s.asked, 0, 0, s.x.p,
                                  &singular));
  CHECK(singular == -1);
  s.expect(s.x.p);
  Managed<int> r(N + 1), c(N * N);
  std::copy(rows.begin(), rows.end(), r.p);
  std::copy(columns.begin(), columns.end(), c.p);
  GOOD(hipsolverSpDcsrlsvqr(sparse, N, N * N, descr, s.a.p, r.p, c.p, s.b.p, 0,
                            0, s.x.p, &singular));
  CHECK(singular == -1);
  s.expect(s.x.p);
  GOOD(hipsolverSpDestroy(sparse));
  // Factors of all places.
  std::vector<int> order, l_rows{0}, l_columns, u_rows{0}, u_columns;
  for (int i = 0; i < N; ++i) {
    order.push_back(i);
    for (int j = 0; j < i; ++j)
      l_columns.push_back(j);
    for (int j = i; j < N; ++j)
      u_columns.push_back(j);
    l_rows.push_back((int)l_columns.size());
    u_rows.push_back((int)u_columns.size());
  }
  std::vector<double> ones(N * N, 1.0);
  hipsolverRfHandle_t rf;
  hipsolverRfFactorization_t factor;
  hipsolverRfTriangularSolve_t solve;
  GOOD(hipsolverRfCreate(&rf));
  GOOD(hipsolverRfSetMatrixFormat(rf, HIPSOLVERRF_MATRIX_FORMAT_CSR,
                                  HIPSOLVERRF_UNIT_DIAGONAL_ASSUMED_L));
  GOOD(hipsolverRfGet_Algs(rf, &factor, &solve));
  GOOD(hipsolverRfSetupHost(
      N, N * N, rows.data(), columns.data(), s.was, (int)l_columns.size(),
      l_rows.data(), l_columns.data(), ones.data(), (int)u_columns.size(),
      u_rows.data(), u_columns.data(), ones.data(), order.data(), order.data(),
      rf));
  CHECK(hipsolverRfRefactor(rf) == HIPSOLVER_STATUS_INVALID_VALUE);
  GOOD(hipsolverRfAnalyze(rf));
  GOOD(hipsolverRfRefactor(rf));
  GOOD(hipsolverRfSolve(rf, order.data(), order.data(), 1, nullptr, N, s.b.p,
                        N));
  s.expect(s.b.p);
  GOOD(hipsolverRfDestroy(rf));
  GOOD(hipsparseDestroyMatDescr(descr));
  GOOD(hipsparseDestroy(with));
}

int main() {
  GOOD(hipsolverCreate(&handle));
  test_systems();
  test_batches();
  test_values();
  test_any_type();
  test_sparse();
  GOOD(hipsolverDestroy(handle));
  std::printf("%d of hipSOLVER's are right\n", right);
  return 0;
}
