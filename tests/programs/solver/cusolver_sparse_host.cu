// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's sparse functions that are the host's alone: least squares by what
// is left being square to every column, eigenvalues of a box of matrices whose
// eigenvalues are known, permutations to a diagonal without zeros.
// OUTPUT: 112 results are right
// FLAGS: -lcusolver -lcusparse -std=c++17
// DEVICES: cpu
#include <cusolverSp.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <numeric>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((call) == 0)

static unsigned state = 5;
static unsigned next_number() {
  return (state = state * 1664525u + 1013904223u) >> 8;
}
static double noise() { return double(next_number() & 0xffff) / 32768 - 1; }

static cusolverSpHandle_t handle;
static cusparseMatDescr_t descr;
static int base, results;

using Z = std::complex<double>;

template <class T> struct Kind;
#define KIND(X, T, R, C)                                                       \
  template <> struct Kind<T> {                                                 \
    using real = R;                                                            \
    using corner = C;                                                          \
    static constexpr auto least = cusolverSp##X##csrlsqvqrHost;                \
    static constexpr auto values = cusolverSp##X##csreigsHost;                 \
    static constexpr auto no_zeros = cusolverSp##X##csrzfdHost;                \
  };
KIND(S, float, float, cuComplex)
KIND(D, double, double, cuDoubleComplex)
KIND(C, cuComplex, float, cuComplex)
KIND(Z, cuDoubleComplex, double, cuDoubleComplex)

template <class T> static constexpr bool is_complex() {
  return sizeof(T) > sizeof(typename Kind<T>::real);
}
template <class T> static T of(Z v) {
  T out;
  auto *p = reinterpret_cast<typename Kind<T>::real *>(&out);
  p[0] = typename Kind<T>::real(v.real());
  if (is_complex<T>())
    p[1] = typename Kind<T>::real(v.imag());
  return out;
}
template <class T> static Z to(const T &v) {
  const auto *p = reinterpret_cast<const typename Kind<T>::real *>(&v);
  return {double(p[0]), is_complex<T>() ? double(p[1]) : 0};
}
template <class T> static Z number() {
  const double re = noise();
  return to<T>(of<T>({re, is_complex<T>() ? noise() : 0}));
}
template <class T> static double tolerance() {
  return sizeof(typename Kind<T>::real) == 4 ? 1e-4 : 1e-11;
}

template <class T> struct Matrix {
  int m, n;
  std::vector<Z> v; // by rows
  std::vector<int> rows, columns;
  std::vector<T> values;
  Matrix(int rows_, int cols) : m(rows_), n(cols), v(size_t(m * n)) {}
  Z &at(int i, int j) { return v[size_t(i * n + j)]; }
  void store() {
    for (int i = 0; i < m; ++i) {
      rows.push_back(int(columns.size()) + base);
      for (int j = 0; j < n; ++j)
        if (at(i, j) != 0.0) {
          columns.push_back(j + base);
          values.push_back(of<T>(at(i, j)));
        }
    }
    rows.push_back(int(columns.size()) + base);
    columns.push_back(0); // data() of none
    values.push_back(of<T>(0));
  }
  int count() const { return rows.back() - base; }
};

// With `twice` the last column is the first one again.
template <class T> static void test_squares(int m, int n, bool twice) {
  using R = typename Kind<T>::real;
  Matrix<T> a(m, n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (i == j || next_number() % 3 == 0)
        a.at(i, j) = number<T>();
  for (int i = 0; i < m && twice; ++i)
    a.at(i, n - 1) = a.at(i, 0);
  a.store();
  std::vector<T> b(size_t(m) + 1), x(size_t(n) + 1);
  for (T &one : b)
    one = of<T>(number<T>());
  std::vector<int> p(size_t(n) + 1);
  int rank = -1;
  R rest = -1;
  GOOD(Kind<T>::least(handle, m, n, a.count(), descr, a.values.data(),
                      a.rows.data(), a.columns.data(), b.data(), R(1e-5), &rank,
                      x.data(), p.data(), &rest));
  CHECK(rank == n - (twice ? 1 : 0));
  std::vector<Z> left(static_cast<size_t>(m));
  double square = 0;
  for (int i = 0; i < m; ++i) {
    left[size_t(i)] = -to<T>(b[size_t(i)]);
    for (int j = 0; j < n; ++j)
      left[size_t(i)] += a.at(i, j) * to<T>(x[size_t(j)]);
    square += std::norm(left[size_t(i)]);
  }
  CHECK(std::abs(std::sqrt(square) - double(rest)) <= tolerance<T>() * m);
  for (int j = 0; j < n; ++j) {
    Z sum = 0;
    for (int i = 0; i < m; ++i)
      sum += std::conj(a.at(i, j)) * left[size_t(i)];
    CHECK(std::abs(sum) <= tolerance<T>() * m * 10);
  }
  p.resize(size_t(n));
  std::sort(p.begin(), p.end());
  for (int j = 0; j < n; ++j)
    CHECK(p[size_t(j)] == j);
  ++results;
}

// A triangle's eigenvalues are its diagonal's.
template <class T> static void test_values(int n) {
  using R = typename Kind<T>::real;
  Matrix<T> a(n, n);
  int inside = 0, found = -1;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      if (next_number() % 4 == 0)
        a.at(i, j) = number<T>() * 0.1;
    a.at(i, i) = {double(i + 1), is_complex<T>() ? double(i % 3) : 0};
    const Z w = a.at(i, i);
    inside += w.real() > 2.5 && w.real() < 8.5 && w.imag() < 1.5;
  }
  a.store();
  const typename Kind<T>::corner low = {R(2.5), R(-0.5)},
                                 high = {R(8.5), R(1.5)};
  GOOD(Kind<T>::values(handle, n, a.count(), descr, a.values.data(),
                       a.rows.data(), a.columns.data(), low, high, &found));
  CHECK(found == inside);
  ++results;
}

// A diagonal whose columns are mixed, and more; `empty` rows have nothing.
template <class T> static void test_diagonal(int n, int empty) {
  Matrix<T> a(n, n);
  std::vector<int> mixed(static_cast<size_t>(n));
  std::iota(mixed.begin(), mixed.end(), 0);
  for (int i = n - 1; i > 0; --i)
    std::swap(mixed[size_t(i)], mixed[next_number() % unsigned(i + 1)]);
  for (int i = empty; i < n; ++i) {
    a.at(i, mixed[size_t(i)]) = 1;
    for (int j = 0; j < n; ++j)
      if (next_number() % 5 == 0)
        a.at(i, j) = number<T>() + 2.0;
  }
  a.store();
  std::vector<int> p(size_t(n) + 1);
  int found = -1, there = 0;
  GOOD(Kind<T>::no_zeros(handle, n, a.count(), descr, a.values.data(),
                         a.rows.data(), a.columns.data(), p.data(), &found));
  for (int i = 0; i < n; ++i)
    there += a.at(i, p[size_t(i)]) != 0.0;
  CHECK(found == n - empty && there == found);
  p.resize(size_t(n));
  if (n) {
    std::vector<int> order(static_cast<size_t>(n));
    GOOD(cusolverSpXcsrmetisndHost(handle, n, a.count(), descr, a.rows.data(),
                                   a.columns.data(), nullptr, order.data()));
    std::sort(order.begin(), order.end());
    for (int i = 0; i < n; ++i)
      CHECK(order[size_t(i)] == i);
  }
  std::sort(p.begin(), p.end());
  for (int i = 0; i < n; ++i)
    CHECK(p[size_t(i)] == i);
  ++results;
}

template <class T> static void test_all() {
  test_squares<T>(1, 1, false);
  test_squares<T>(9, 4, false);
  test_squares<T>(30, 30, false);
  test_squares<T>(41, 17, false);
  test_squares<T>(41, 17, true);
  test_values<T>(1);
  test_values<T>(12);
  test_values<T>(40);
  test_diagonal<T>(0, 0);
  test_diagonal<T>(1, 0);
  test_diagonal<T>(7, 2);
  test_diagonal<T>(50, 0);
  test_diagonal<T>(200, 0);
  test_diagonal<T>(200, 9);
}

int main() {
  GOOD(cusolverSpCreate(&handle));
  GOOD(cusparseCreateMatDescr(&descr));
  for (base = 0; base < 2; ++base) {
    GOOD(cusparseSetMatIndexBase(descr, cusparseIndexBase_t(base)));
    test_all<float>();
    test_all<double>();
    test_all<cuComplex>();
    test_all<cuDoubleComplex>();
  }
  int rows[] = {1, 9}, column = 0, rank;
  double one = 1, x, rest;
  int p;
  CHECK(cusolverSpDcsrlsqvqrHost(handle, 1, 1, 1, descr, &one, rows, &column,
                                 &one, 0, &rank, &x, &p,
                                 &rest) == CUSOLVER_STATUS_INVALID_VALUE);
  GOOD(cusparseDestroyMatDescr(descr));
  GOOD(cusolverSpDestroy(handle));
  std::printf("%d results are right\n", results);
  return 0;
}
