// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's sparse systems in steps: LU with its factors, QR, Cholesky, of the
// host's arrays and the device's, in four types.
// FLAGS: -lcusolver -lcusparse -std=c++17
// DEVICES: cpu
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
#include <cusparse.h>

#include <complex>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)
using Z = std::complex<double>;

enum { N = 23, WIDTH = 5 };

static cusolverSpHandle_t handle;
static cusparseMatDescr_t descr, descr_one;
static unsigned state = 7;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return (double)((int)(state >> 8 & 0xffff) - 32768) / 32768;
}

template <class T> struct Kind;
#define STEPS(kind, H)                                                         \
  static constexpr auto kind##_size##H = SP(csr##kind##BufferInfo##H);         \
  static constexpr auto kind##_factor##H = SP(csr##kind##Factor##H);           \
  static constexpr auto kind##_zero##H = SP(csr##kind##ZeroPivot##H);          \
  static constexpr auto kind##_solve##H = SP(csr##kind##Solve##H);
#define MEMBERS                                                                \
  STEPS(lu, Host)                                                              \
  STEPS(qr, Host)                                                              \
  STEPS(qr, )                                                                  \
  STEPS(chol, Host)                                                            \
  STEPS(chol, )                                                                \
  static constexpr auto extract = SP(csrluExtractHost);                        \
  static constexpr auto setupHost = SP(csrqrSetupHost);                        \
  static constexpr auto setup = SP(csrqrSetup);                                \
  static constexpr auto diagonal = SP(csrcholDiag);
#define SP(name) cusolverSpS##name
template <> struct Kind<float> {
  using theirs = float;
  using real = float;
  MEMBERS
};
#undef SP
#define SP(name) cusolverSpD##name
template <> struct Kind<double> {
  using theirs = double;
  using real = double;
  MEMBERS
};
#undef SP
#define SP(name) cusolverSpC##name
template <> struct Kind<std::complex<float>> {
  using theirs = cuComplex;
  using real = float;
  MEMBERS
};
#undef SP
#define SP(name) cusolverSpZ##name
template <> struct Kind<Z> {
  using theirs = cuDoubleComplex;
  using real = double;
  MEMBERS
};

template <class T> static T element() { return T(noise()); }
template <> Z element<Z>() { return Z(noise(), noise()); }
template <> std::complex<float> element<std::complex<float>>() {
  return {(float)noise(), (float)noise()};
}
template <class T> static T conjugate(T x) { return x; }
static Z conjugate(Z x) { return std::conj(x); }
static std::complex<float> conjugate(std::complex<float> x) {
  return std::conj(x);
}

template <class T> struct Matrix {
  std::vector<T> values, dense = std::vector<T>(N * N);
  std::vector<int> rows, columns;
  int count() const { return (int)values.size(); }

  void compress() {
    rows.push_back(0);
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j)
        if (dense[i * N + j] != T(0)) {
          columns.push_back(j);
          values.push_back(dense[i * N + j]);
        }
      rows.push_back((int)values.size());
    }
  }
};

// With a strong diagonal, or one that makes exchanges of rows necessary.
template <class T> static Matrix<T> general(bool weak) {
  Matrix<T> m;
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 3; ++k)
      m.dense[i * N + (i * 5 + k * 7) % N] = element<T>();
    m.dense[i * N + i] = weak ? T(1e-6) : T(4);
    m.dense[i * N + (i + 1) % N] += T(3);
  }
  m.compress();
  return m;
}

template <class T> static Matrix<T> definite() {
  Matrix<T> m;
  for (int i = 0; i < N; ++i) {
    m.dense[i * N + i] = T(6);
    for (int k = 1; k < WIDTH && i + k < N; k += 2) {
      m.dense[i * N + i + k] = element<T>();
      m.dense[(i + k) * N + i] = conjugate(m.dense[i * N + i + k]);
    }
  }
  m.compress();
  return m;
}

template <class T>
static void check_solution(const Matrix<T> &m, const std::vector<T> &x,
                           const std::vector<T> &b, T mu) {
  const double limit = sizeof(typename Kind<T>::real) == 4 ? 2e-4 : 1e-11;
  for (int i = 0; i < N; ++i) {
    Z sum = -Z(mu) * Z(x[i]);
    for (int j = 0; j < N; ++j)
      sum += Z(m.dense[i * N + j]) * Z(x[j]);
    CHECK(std::abs(sum - Z(b[i])) < limit);
  }
}

template <class T> static std::vector<T> right_side() {
  std::vector<T> b(N);
  for (T &v : b)
    v = element<T>();
  return b;
}

template <class T> static void check_lu(bool weak) {
  using K = Kind<T>;
  using V = typename K::theirs;
  const Matrix<T> m = general<T>(weak);
  std::vector<T> b = right_side<T>(), x(N);
  const auto *values = (const V *)m.values.data();
  const int *rows = m.rows.data(), *columns = m.columns.data();
  csrluInfoHost_t info;
  size_t inside = 0, outside = 0;
  int at = 9, in_l = 0, in_u = 0;
  GOOD(cusolverSpCreateCsrluInfoHost(&info));
  CHECK(K::lu_solveHost(handle, N, (const V *)b.data(), (V *)x.data(), info,
                        nullptr) != CUSOLVER_STATUS_SUCCESS);
  GOOD(cusolverSpXcsrluAnalysisHost(handle, N, m.count(), descr, rows, columns,
                                    info));
  GOOD(K::lu_sizeHost(handle, N, m.count(), descr, values, rows, columns, info,
                      &inside, &outside));
  GOOD(K::lu_factorHost(handle, N, m.count(), descr, values, rows, columns,
                        info, 1, nullptr));
  GOOD(K::lu_zeroHost(handle, info, 0, &at));
  CHECK(at == -1);
  GOOD(K::lu_solveHost(handle, N, (const V *)b.data(), (V *)x.data(), info,
                       nullptr));
  check_solution(m, x, b, T(0));
  GOOD(cusolverSpXcsrluNnzHost(handle, &in_l, &in_u, info));
  std::vector<T> l(in_l), u(in_u);
  std::vector<int> lr(N + 1), lc(in_l), ur(N + 1), uc(in_u), p(N), q(N);
  GOOD(K::extract(handle, p.data(), q.data(), descr, (V *)l.data(), lr.data(),
                  lc.data(), descr_one, (V *)u.data(), ur.data(), uc.data(),
                  info, nullptr));
  CHECK(lr[0] == 0 && lr[N] == in_l && ur[0] == 1 && ur[N] == in_u + 1);
  std::vector<Z> dl(N * N), du(N * N);
  for (int i = 0; i < N; ++i) {
    dl[i * N + i] = 1;
    for (int k = lr[i]; k < lr[i + 1]; ++k) {
      CHECK(lc[k] < i);
      dl[i * N + lc[k]] = Z(l[k]);
    }
    for (int k = ur[i]; k < ur[i + 1]; ++k) {
      CHECK(uc[k - 1] - 1 >= i);
      du[i * N + uc[k - 1] - 1] = Z(u[k - 1]);
    }
  }
  const double limit = sizeof(typename K::real) == 4 ? 1e-4 : 1e-11;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      Z sum = 0;
      for (int k = 0; k < N; ++k)
        sum += dl[i * N + k] * du[k * N + j];
      CHECK(std::abs(sum - Z(m.dense[p[i] * N + q[j]])) < limit);
    }
  GOOD(cusolverSpDestroyCsrluInfoHost(info));
}

template <class T, class Info, class Analysis, class Size, class Setup,
          class Factor, class Zero, class Solve>
static void check_qr(Info info, Analysis analysis, Size size, Setup setup,
                     Factor factor, Zero zero, Solve solve) {
  using V = typename Kind<T>::theirs;
  const Matrix<T> m = general<T>(true);
  std::vector<T> b = right_side<T>(), x(N), again(N);
  const auto *values = (const V *)m.values.data();
  const int *rows = m.rows.data(), *columns = m.columns.data();
  const T mu = T(0.25);
  size_t inside = 0, outside = 0;
  int at = 9;
  CHECK(analysis(handle, N + 1, N, m.count(), descr, rows, columns, info) ==
        CUSOLVER_STATUS_NOT_SUPPORTED);
  GOOD(analysis(handle, N, N, m.count(), descr, rows, columns, info));
  GOOD(size(handle, N, N, m.count(), descr, values, rows, columns, info,
            &inside, &outside));
  GOOD(setup(handle, N, N, m.count(), descr, values, rows, columns,
             *(const V *)&mu, info));
  GOOD(factor(handle, N, N, m.count(), nullptr, nullptr, info, nullptr));
  GOOD(zero(handle, info, 0, &at));
  CHECK(at == -1);
  GOOD(solve(handle, N, N, (V *)b.data(), (V *)x.data(), info, nullptr));
  check_solution(m, x, b, mu);
  GOOD(factor(handle, N, N, m.count(), (V *)b.data(), (V *)again.data(), info,
              nullptr));
  CHECK(again == x);
}

template <class T, class Info, class Analysis, class Size, class Factor,
          class Zero, class Solve>
static void check_cholesky(Info info, Analysis analysis, Size size,
                           Factor factor, Zero zero, Solve solve) {
  using V = typename Kind<T>::theirs;
  Matrix<T> m = definite<T>();
  std::vector<T> b = right_side<T>(), x(N);
  const int *rows = m.rows.data(), *columns = m.columns.data();
  auto *values = (V *)m.values.data();
  size_t inside = 0, outside = 0;
  int at = 9;
  GOOD(analysis(handle, N, m.count(), descr, rows, columns, info));
  GOOD(size(handle, N, m.count(), descr, values, rows, columns, info, &inside,
            &outside));
  GOOD(factor(handle, N, m.count(), descr, values, rows, columns, info,
              nullptr));
  GOOD(zero(handle, info, 0, &at));
  CHECK(at == -1);
  GOOD(solve(handle, N, (const V *)b.data(), (V *)x.data(), info, nullptr));
  check_solution(m, x, b, T(0));
  CHECK(factor(handle, N, m.count() - 1, descr, values, rows, columns, info,
               nullptr) == CUSOLVER_STATUS_INVALID_VALUE);
  for (int k = rows[4]; k < rows[5]; ++k)
    if (columns[k] == 4)
      m.values[k] = T(-1);
  GOOD(factor(handle, N, m.count(), descr, values, rows, columns, info,
              nullptr));
  GOOD(zero(handle, info, 0, &at));
  CHECK(at == 4);
}

static void check_diagonal() {
  const Matrix<double> m = definite<double>();
  std::vector<double> diagonal(N), l(N * N);
  csrcholInfo_t info;
  GOOD(cusolverSpCreateCsrcholInfo(&info));
  GOOD(cusolverSpXcsrcholAnalysis(handle, N, m.count(), descr, m.rows.data(),
                                  m.columns.data(), info));
  GOOD(cusolverSpDcsrcholFactor(handle, N, m.count(), descr, m.values.data(),
                                m.rows.data(), m.columns.data(), info,
                                nullptr));
  GOOD(cusolverSpDcsrcholDiag(handle, info, diagonal.data()));
  GOOD(cusolverSpDestroyCsrcholInfo(info));
  for (int j = 0; j < N; ++j)
    for (int i = j; i < N; ++i) {
      double sum = m.dense[i * N + j];
      for (int k = 0; k < j; ++k)
        sum -= l[i * N + k] * l[j * N + k];
      l[i * N + j] = i == j ? std::sqrt(sum) : sum / l[j * N + j];
    }
  for (int i = 0; i < N; ++i)
    CHECK(std::abs(diagonal[i] - l[i * N + i]) < 1e-12);
}

template <class T> static void check_all() {
  using K = Kind<T>;
  check_lu<T>(false);
  check_lu<T>(true);
  csrqrInfoHost_t qr_host;
  csrqrInfo_t qr;
  csrcholInfoHost_t chol_host;
  csrcholInfo_t chol;
  GOOD(cusolverSpCreateCsrqrInfoHost(&qr_host));
  GOOD(cusolverSpCreateCsrqrInfo(&qr));
  GOOD(cusolverSpCreateCsrcholInfoHost(&chol_host));
  GOOD(cusolverSpCreateCsrcholInfo(&chol));
  check_qr<T>(qr_host, cusolverSpXcsrqrAnalysisHost, K::qr_sizeHost,
              K::setupHost, K::qr_factorHost, K::qr_zeroHost, K::qr_solveHost);
  check_qr<T>(qr, cusolverSpXcsrqrAnalysis, K::qr_size, K::setup, K::qr_factor,
              K::qr_zero, K::qr_solve);
  check_cholesky<T>(chol_host, cusolverSpXcsrcholAnalysisHost, K::chol_sizeHost,
                    K::chol_factorHost, K::chol_zeroHost, K::chol_solveHost);
  check_cholesky<T>(chol, cusolverSpXcsrcholAnalysis, K::chol_size,
                    K::chol_factor, K::chol_zero, K::chol_solve);
  GOOD(cusolverSpDestroyCsrqrInfoHost(qr_host));
  GOOD(cusolverSpDestroyCsrqrInfo(qr));
  GOOD(cusolverSpDestroyCsrcholInfoHost(chol_host));
  GOOD(cusolverSpDestroyCsrcholInfo(chol));
}

int main() {
  GOOD(cusolverSpCreate(&handle));
  GOOD(cusparseCreateMatDescr(&descr));
  GOOD(cusparseCreateMatDescr(&descr_one));
  GOOD(cusparseSetMatIndexBase(descr_one, CUSPARSE_INDEX_BASE_ONE));
  check_all<float>();
  check_all<double>();
  check_all<std::complex<float>>();
  check_all<Z>();
  check_diagonal();
  GOOD(cusparseDestroyMatDescr(descr));
  GOOD(cusparseDestroyMatDescr(descr_one));
  GOOD(cusolverSpDestroy(handle));
  return done();
}
