// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's sparse systems: solutions by Cholesky, QR and LU, of the device and
// the host, four types, both bases, every order; what is singular; eigenvalues;
// batches; permutations.
// FLAGS: -lcusolver -lcusparse -std=c++17
// DEVICES: cpu opencl
#include <cusolverSp.h>
#include <cusparse.h>

#include <algorithm>
#include <complex>
#include <set>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)
using Z = std::complex<double>;

static cusolverSpHandle_t handle;
static cusparseMatDescr_t descr;
static unsigned state = 9;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return (double)((int)(state >> 8 & 0xffff) - 32768) / 32768;
}

template <class T> struct Managed {
  T *p;
  explicit Managed(size_t n) { OK(cudaMallocManaged(&p, (n + 1) * sizeof(T))); }
  ~Managed() { OK(cudaFree(p)); }
  Managed(const Managed &) = delete;
  T &operator[](size_t i) { return p[i]; }
};

// Elements of the vendor's types, and C++'s of the same form.
template <class T> struct Kind;
#define KIND(L, V, C, R)                                                       \
  template <> struct Kind<C> {                                                 \
    using theirs = V;                                                          \
    using real = R;                                                            \
    static constexpr auto chol = cusolverSp##L##csrlsvchol;                    \
    static constexpr auto chol_host = cusolverSp##L##csrlsvcholHost;           \
    static constexpr auto qr = cusolverSp##L##csrlsvqr;                        \
    static constexpr auto qr_host = cusolverSp##L##csrlsvqrHost;               \
    static constexpr auto lu_host = cusolverSp##L##csrlsvluHost;               \
    static constexpr auto search = cusolverSp##L##csreigvsi;                   \
    static constexpr auto size = cusolverSp##L##csrqrBufferInfoBatched;        \
    static constexpr auto batch = cusolverSp##L##csrqrsvBatched;               \
  };
KIND(S, float, float, float)
KIND(D, double, double, double)
KIND(C, cuComplex, std::complex<float>, float)
KIND(Z, cuDoubleComplex, Z, double)

template <class T> static T element() { return T(noise()); }
template <> Z element<Z>() { return Z(noise(), noise()); }
template <> std::complex<float> element<std::complex<float>>() {
  return {(float)noise(), (float)noise()};
}
template <class T> static T conjugate(T x) { return x; }
template <class R> static std::complex<R> conjugate(std::complex<R> x) {
  return std::conj(x);
}
template <class T> static double error_of() {
  return sizeof(typename Kind<T>::real) == 4 ? 2e-4 : 1e-10;
}

template <class T> struct Matrix {
  int n, base;
  std::vector<T> dense; // by rows
  std::vector<int> rows, columns;
  std::vector<T> values;
  Matrix(int order, int from) : n(order), base(from), dense(order * order) {}
  void compress() {
    rows.assign(1, base);
    columns.clear();
    values.clear();
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        if (dense[i * n + j] != T(0)) {
          columns.push_back(j + base);
          values.push_back(dense[i * n + j]);
        }
      rows.push_back((int)columns.size() + base);
    }
  }
};

// Hermitian and positive, or neither.
template <class T> static Matrix<T> make(int n, int base, bool positive) {
  Matrix<T> a(n, base);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      const int j = (int)((unsigned)(i * 7 + k * k * 5 + 3) % (unsigned)n);
      if (j == i)
        continue;
      a.dense[i * n + j] = element<T>();
      if (positive)
        a.dense[j * n + i] = conjugate(a.dense[i * n + j]);
    }
  }
  for (int i = 0; i < n; ++i) { // not where it is not needed: pivots move
    if (!positive && i % 4 == 1 && n > 8)
      continue;
    double sum = 1;
    for (int j = 0; j < n; ++j)
      sum += std::abs(a.dense[i * n + j]) + std::abs(a.dense[j * n + i]);
    a.dense[i * n + i] = T(sum);
  }
  a.compress();
  return a;
}

template <class T> struct OnDevice {
  Managed<int> rows, columns;
  Managed<T> values;
  explicit OnDevice(const Matrix<T> &a)
      : rows(a.rows.size()), columns(a.columns.size()), values(a.values.size()) {
    std::copy(a.rows.begin(), a.rows.end(), rows.p);
    std::copy(a.columns.begin(), a.columns.end(), columns.p);
    std::copy(a.values.begin(), a.values.end(), values.p);
  }
};

template <class T>
static void expect_solution(const Matrix<T> &a, const T *b, const T *x) {
  double most = 1;
  for (int i = 0; i < a.n; ++i)
    most = std::max(most, (double)std::abs(x[i]));
  for (int i = 0; i < a.n; ++i) {
    Z sum = 0;
    double scale = 1;
    for (int j = 0; j < a.n; ++j) {
      sum += Z(a.dense[i * a.n + j]) * Z(x[j]);
      scale += std::abs(a.dense[i * a.n + j]);
    }
    CHECK(std::abs(sum - Z(b[i])) < error_of<T>() * most * scale);
  }
}

template <class T> static void test_systems(int n, int base) {
  using K = Kind<T>;
  using V = typename K::theirs;
  GOOD(cusparseSetMatIndexBase(descr, (cusparseIndexBase_t)base));
  for (bool positive : {true, false}) {
    const Matrix<T> a = make<T>(n, base, positive);
    OnDevice<T> d(a);
    Managed<T> b((size_t)n), x((size_t)n);
    for (int i = 0; i < n; ++i)
      b[i] = element<T>();
    const decltype(K::qr) calls[] = {K::qr,   K::qr_host,  K::lu_host,
                                     K::chol, K::chol_host};
    for (int way = 0; way < (positive ? 5 : 3); ++way)
      for (int order = 0; order < 4; ++order) {
        int singular = 77;
        for (int i = 0; i < n; ++i)
          x[i] = T(99);
        GOOD(calls[way](handle, n, (int)a.values.size(), descr,
                        (const V *)d.values.p, d.rows.p, d.columns.p,
                        (const V *)b.p, 1e-12f, order, (V *)x.p, &singular));
        CHECK(singular == -1);
        expect_solution(a, b.p, x.p);
      }
  }
}

template <class T> static void test_singular() {
  using K = Kind<T>;
  using V = typename K::theirs;
  enum { N = 6 };
  GOOD(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ZERO));
  Matrix<T> a(N, 0);
  for (int i = 0; i < N; ++i)
    a.dense[i * N + i] = T(i == 3 ? 1e-20 : 2);
  a.compress();
  OnDevice<T> d(a);
  Managed<T> b(N), x(N);
  int singular = 77;
  for (int i = 0; i < N; ++i)
    b[i] = T(1);
  GOOD(K::qr(handle, N, N, descr, (const V *)d.values.p, d.rows.p, d.columns.p,
             (const V *)b.p, 1e-10f, 0, (V *)x.p, &singular));
  CHECK(singular == 3);
  GOOD(K::chol(handle, N, N, descr, (const V *)d.values.p, d.rows.p,
               d.columns.p, (const V *)b.p, 1e-10f, 0, (V *)x.p, &singular));
  CHECK(singular == 3);
  d.values[3] = T(-1); // not positive
  GOOD(K::chol(handle, N, N, descr, (const V *)d.values.p, d.rows.p,
               d.columns.p, (const V *)b.p, 0, 0, (V *)x.p, &singular));
  CHECK(singular == 3);
}

template <class T> static void test_eigen() {
  using K = Kind<T>;
  using V = typename K::theirs;
  enum { N = 30 };
  Matrix<T> a(N, 0); // 2 - 2 cos(k pi / (N + 1))
  for (int i = 0; i < N; ++i) {
    a.dense[i * N + i] = T(2);
    if (i)
      a.dense[i * N + i - 1] = a.dense[(i - 1) * N + i] = T(-1);
  }
  a.compress();
  OnDevice<T> d(a);
  Managed<T> x0(N), x(N);
  const double angle = 3.14159265358979323846 / (N + 1);
  for (int k : {1, 12, 30}) {
    const double wanted = 2 - 2 * std::cos(k * angle);
    T mu0 = T(wanted + 0.002), mu;
    for (int i = 0; i < N; ++i)
      x0[i] = element<T>();
    GOOD(K::search(handle, N, (int)a.values.size(), descr, (const V *)d.values.p,
                   d.rows.p, d.columns.p, *(const V *)&mu0, (const V *)x0.p, 50,
                   (typename K::real)error_of<T>(), (V *)&mu, (V *)x.p));
    CHECK(std::abs(Z(mu) - wanted) < 10 * error_of<T>());
    Z dot = 0;
    for (int i = 0; i < N; ++i)
      dot += Z(x[i]) * std::sin(k * angle * (i + 1)) * std::sqrt(2.0 / (N + 1));
    CHECK(std::fabs(std::abs(dot) - 1) < 0.01);
  }
}

template <class T> static void test_batch() {
  using K = Kind<T>;
  using V = typename K::theirs;
  enum { N = 20, COUNT = 7 };
  std::vector<Matrix<T>> all;
  all.push_back(make<T>(N, 0, false));
  const size_t nnz = all[0].values.size();
  for (int k = 1; k < COUNT; ++k) {
    Matrix<T> a = all[0];
    for (T &v : a.dense)
      v *= T(1 + 0.1 * noise());
    a.compress();
    all.push_back(a);
  }
  OnDevice<T> d(all[0]);
  Managed<T> values(nnz * COUNT), b(N * COUNT), x(N * COUNT);
  for (int k = 0; k < COUNT; ++k)
    std::copy(all[k].values.begin(), all[k].values.end(), values.p + nnz * k);
  for (int i = 0; i < N * COUNT; ++i)
    b[i] = element<T>();
  csrqrInfo_t info;
  size_t inside = 0, outside = 0;
  GOOD(cusolverSpCreateCsrqrInfo(&info));
  CHECK(K::batch(handle, N, N, (int)nnz, descr, (const V *)values.p, d.rows.p,
                 d.columns.p, (const V *)b.p, (V *)x.p, COUNT, info, nullptr) ==
        CUSOLVER_STATUS_INVALID_VALUE); // not analysed
  GOOD(cusolverSpXcsrqrAnalysisBatched(handle, N, N, (int)nnz, descr, d.rows.p,
                                       d.columns.p, info));
  GOOD(K::size(handle, N, N, (int)nnz, descr, (const V *)values.p, d.rows.p,
               d.columns.p, COUNT, info, &inside, &outside));
  Managed<char> room(outside);
  GOOD(K::batch(handle, N, N, (int)nnz, descr, (const V *)values.p, d.rows.p,
                d.columns.p, (const V *)b.p, (V *)x.p, COUNT, info, room.p));
  OK(cudaDeviceSynchronize());
  for (int k = 0; k < COUNT; ++k)
    expect_solution(all[k], b.p + N * k, x.p + N * k);
  GOOD(cusolverSpDestroyCsrqrInfo(info));
}

static int band_of(const Matrix<double> &a, const std::vector<int> &p) {
  int band = 0;
  for (int i = 0; i < a.n; ++i)
    for (int j = 0; j < a.n; ++j)
      if (a.dense[p[i] * a.n + p[j]] != 0)
        band = std::max(band, std::abs(i - j));
  return band;
}

// Elements that Cholesky would fill in, by elimination on a dense pattern.
static int fill_of(const Matrix<double> &a, const std::vector<int> &p) {
  const int n = a.n;
  std::vector<char> full(n * n);
  int count = 0;
  for (int i = 0; i < n * n; ++i)
    full[i] = a.dense[p[i / n] * n + p[i % n]] != 0 ||
              a.dense[p[i % n] * n + p[i / n]] != 0;
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i)
      if (full[i * n + k]) {
        ++count;
        for (int j = k + 1; j < n; ++j)
          full[i * n + j] |= full[k * n + j];
      }
  return count;
}

static void test_orders() {
  enum { SIDE = 8, N = SIDE * SIDE };
  // A grid whose points are numbered at random.
  std::vector<int> name(N), own(N);
  for (int i = 0; i < N; ++i)
    name[i] = own[i] = i;
  for (int i = N - 1; i > 0; --i)
    std::swap(name[i], name[(int)((noise() + 1) / 2 * i)]);
  Matrix<double> a(N, 1);
  for (int i = 0; i < N; ++i) {
    a.dense[name[i] * N + name[i]] = 4;
    if (i % SIDE)
      a.dense[name[i] * N + name[i - 1]] = a.dense[name[i - 1] * N + name[i]] =
          -1;
    if (i >= SIDE)
      a.dense[name[i] * N + name[i - SIDE]] =
          a.dense[name[i - SIDE] * N + name[i]] = -1;
  }
  a.compress();
  GOOD(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
  const int nnz = (int)a.values.size();
  std::vector<int> p(N);
  auto is_permutation = [&] {
    return std::set<int>(p.begin(), p.end()).size() == N &&
           *std::min_element(p.begin(), p.end()) == 0 &&
           *std::max_element(p.begin(), p.end()) == N - 1;
  };
  int symmetric = -1;
  GOOD(cusolverSpXcsrissymHost(handle, N, nnz, descr, a.rows.data(),
                               a.rows.data() + 1, a.columns.data(), &symmetric));
  CHECK(symmetric == 1);
  GOOD(cusolverSpXcsrsymrcmHost(handle, N, nnz, descr, a.rows.data(),
                                a.columns.data(), p.data()));
  CHECK(is_permutation() && band_of(a, p) <= SIDE + 3 && band_of(a, own) > 20);
  const int before = fill_of(a, own);
  GOOD(cusolverSpXcsrsymmdqHost(handle, N, nnz, descr, a.rows.data(),
                                a.columns.data(), p.data()));
  CHECK(is_permutation() && fill_of(a, p) * 2 < before);
  GOOD(cusolverSpXcsrsymamdHost(handle, N, nnz, descr, a.rows.data(),
                                a.columns.data(), p.data()));
  CHECK(is_permutation() && fill_of(a, p) * 2 < before);
  // Rows by p, columns by their own numbers reversed.
  std::vector<int> q(N), map(nnz), rows = a.rows, columns = a.columns;
  size_t size = 0;
  for (int i = 0; i < N; ++i)
    q[i] = N - 1 - i;
  for (int k = 0; k < nnz; ++k)
    map[k] = k;
  GOOD(cusolverSpXcsrperm_bufferSizeHost(handle, N, N, nnz, descr, rows.data(),
                                         columns.data(), p.data(), q.data(),
                                         &size));
  std::vector<char> room(size);
  GOOD(cusolverSpXcsrpermHost(handle, N, N, nnz, descr, rows.data(),
                              columns.data(), p.data(), q.data(), map.data(),
                              room.data()));
  for (int i = 0; i < N; ++i)
    for (int k = rows[i] - 1; k < rows[i + 1] - 1; ++k) {
      CHECK(k == rows[i] - 1 || columns[k] > columns[k - 1]);
      CHECK(a.values[map[k]] == a.dense[p[i] * N + q[columns[k] - 1]]);
    }
  CHECK(rows[N] == nnz + 1);
  a.dense[5] = 1; // one way alone
  a.dense[5 * N] = 0;
  a.compress();
  GOOD(cusolverSpXcsrissymHost(handle, N, (int)a.values.size(), descr,
                               a.rows.data(), a.rows.data() + 1,
                               a.columns.data(), &symmetric));
  CHECK(symmetric == 0);
}

static void test_refusals() {
  int singular;
  double one = 1;
  int rows[] = {0, 1}, columns[] = {0};
  CHECK(cusolverSpDcsrlsvqr(nullptr, 1, 1, descr, &one, rows, columns, &one, 0,
                            0, &one, &singular) ==
        CUSOLVER_STATUS_NOT_INITIALIZED);
  CHECK(cusolverSpDcsrlsvqr(handle, -1, 1, descr, &one, rows, columns, &one, 0,
                            0, &one, &singular) ==
        CUSOLVER_STATUS_INVALID_VALUE);
  CHECK(cusolverSpDcsrlsvqr(handle, 1, 1, descr, &one, rows, columns, nullptr, 0,
                            0, &one, &singular) ==
        CUSOLVER_STATUS_INVALID_VALUE);
  CHECK(cusolverSpDcsrlsvchol(handle, 1, 1, descr, &one, rows, columns, &one, 0,
                              0, &one, nullptr) ==
        CUSOLVER_STATUS_INVALID_VALUE);
}

template <class T> static void test_type() {
  for (int base : {0, 1})
    for (int n : {0, 1, 2, 9, 40, 150})
      test_systems<T>(n, base);
  test_singular<T>();
  test_eigen<T>();
  test_batch<T>();
}

int main() {
  cudaStream_t stream;
  GOOD(cusolverSpCreate(&handle));
  GOOD(cusparseCreateMatDescr(&descr));
  OK(cudaStreamCreate(&stream));
  GOOD(cusolverSpSetStream(handle, stream));
  test_refusals();
  test_type<float>();
  test_type<double>();
  test_type<std::complex<float>>();
  test_type<Z>();
  test_orders();
  GOOD(cusparseDestroyMatDescr(descr));
  GOOD(cusolverSpDestroy(handle));
  OK(cudaStreamDestroy(stream));
  std::printf("ok\n");
  return 0;
}
