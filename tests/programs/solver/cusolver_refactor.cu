// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's refactoring: systems by their residuals, factors by their product,
// for both formats, all diagonals, new values, batches, pivots that are zero.
// OUTPUT: 192 matrices, 2 pivots: all right
// FLAGS: -lcusolver -std=c++17
// DEVICES: cpu opencl cuda
#include <cusolverRf.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((call) == 0)

static unsigned state = 7;
static unsigned next_number() {
  return (state = state * 1664525u + 1013904223u) >> 8;
}
static double number() { return double(next_number() % 2001) / 1000 - 1; }

// Dense, by rows.
struct Dense {
  int n;
  std::vector<double> v;
  explicit Dense(int size) : n(size), v(size_t(size) * size_t(size)) {}
  double &operator()(int i, int j) {
    return v[size_t(i) * size_t(n) + size_t(j)];
  }
  double operator()(int i, int j) const {
    return v[size_t(i) * size_t(n) + size_t(j)];
  }
};

static Dense random_matrix(int n) {
  Dense a(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      if (next_number() % 7 == 0)
        a(i, j) = number();
    a(i, i) = n + 2 + number();
  }
  return a;
}

static std::vector<int> permutation(int n) {
  std::vector<int> p(static_cast<size_t>(n));
  std::iota(p.begin(), p.end(), 0);
  for (int i = n - 1; i > 0; --i)
    std::swap(p[size_t(i)], p[next_number() % unsigned(i + 1)]);
  return p;
}

// Stored by rows or by columns, where `has` says that there is something.
struct Stored {
  std::vector<int> start, index;
  std::vector<double> value;
  Stored(const Dense &a, const Dense &has, bool by_columns) {
    for (int i = 0; i < a.n; ++i) {
      start.push_back(int(index.size()));
      for (int j = 0; j < a.n; ++j) {
        const double there = by_columns ? has(j, i) : has(i, j);
        if (there == 0)
          continue;
        index.push_back(j);
        value.push_back(by_columns ? a(j, i) : a(i, j));
      }
    }
    start.push_back(int(index.size()));
    index.push_back(0); // data() of none
    value.push_back(0);
  }
  int count() const { return start.back(); }
};

static Dense dense_of(int n, const int *start, const int *index,
                      const double *value, bool by_columns) {
  Dense a(n);
  for (int i = 0; i < n; ++i)
    for (int k = start[i]; k < start[i + 1]; ++k)
      (by_columns ? a(index[k], i) : a(i, index[k])) += value[k];
  return a;
}

static Dense product(const Dense &a, const Dense &b) {
  Dense c(a.n);
  for (int i = 0; i < a.n; ++i)
    for (int k = 0; k < a.n; ++k)
      for (int j = 0; j < a.n; ++j)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

static void same(const Dense &a, const Dense &b) {
  for (size_t i = 0; i < a.v.size(); ++i)
    CHECK(std::fabs(a.v[i] - b.v[i]) <= 1e-11 * a.n);
}

// In device memory.
template <typename T> struct Device {
  T *p = nullptr;
  explicit Device(const std::vector<T> &from) {
    GOOD(cudaMalloc(&p, (from.size() + 1) * sizeof(T)));
    GOOD(
        cudaMemcpy(p, from.data(), from.size() * sizeof(T), cudaMemcpyDefault));
  }
  Device(const Device &) = delete;
  ~Device() { cudaFree(p); }
  std::vector<T> get(size_t n) const {
    std::vector<T> to(n);
    GOOD(cudaMemcpy(to.data(), p, n * sizeof(T), cudaMemcpyDefault));
    return to;
  }
};

struct Problem {
  int n;
  std::vector<int> p, q;
  Dense lu, a, l, u; // lu(i, j) = a(p[i], q[j]) = l u
  explicit Problem(int size)
      : n(size), p(permutation(n)), q(permutation(n)), lu(random_matrix(n)),
        a(n), l(n), u(lu) {
    scatter();
    for (int k = 0; k < n; ++k) {
      l(k, k) = 1;
      for (int i = k + 1; i < n; ++i) {
        l(i, k) = u(i, k) / u(k, k);
        for (int j = k; j < n; ++j)
          u(i, j) -= l(i, k) * u(k, j);
        u(i, k) = 0;
      }
    }
  }
  void scatter() {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a(p[size_t(i)], q[size_t(j)]) = lu(i, j);
  }
  // Others in the same places.
  void change() {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (lu(i, j) != 0)
          lu(i, j) = (i == j ? n + 3 : 0) + number() + 1e-3;
    scatter();
  }
};

static void check_solution(const Problem &s, const std::vector<double> &b,
                           const std::vector<double> &x, int columns) {
  for (int c = 0; c < columns; ++c)
    for (int i = 0; i < s.n; ++i) {
      double sum = 0;
      for (int j = 0; j < s.n; ++j)
        sum += s.a(i, j) * x[size_t(c * s.n + j)];
      CHECK(std::fabs(sum - b[size_t(c * s.n + i)]) <= 1e-10);
    }
}

static std::vector<double> right_sides(int n, int columns) {
  std::vector<double> b(size_t(n) * size_t(columns));
  for (double &v : b)
    v = number();
  return b;
}

static void solve(cusolverRfHandle_t h, const Problem &s, Device<int> &p,
                  Device<int> &q) {
  const std::vector<double> b = right_sides(s.n, 3);
  Device<double> x(b), room(b);
  GOOD(cusolverRfSolve(h, p.p, q.p, 3, room.p, s.n, x.p, s.n));
  check_solution(s, b, x.get(b.size()), 3);
}

static void check_factors(cusolverRfHandle_t h, const Problem &s,
                          bool by_columns, bool u_is_unit, bool stored) {
  int count_l, *start_l, *index_l, count_u, *start_u, *index_u;
  double *value_l, *value_u;
  GOOD(cusolverRfExtractSplitFactorsHost(h, &count_l, &start_l, &index_l,
                                         &value_l, &count_u, &start_u, &index_u,
                                         &value_u));
  Dense l = dense_of(s.n, start_l, index_l, value_l, by_columns),
        u = dense_of(s.n, start_u, index_u, value_u, by_columns);
  for (int i = 0; i < s.n; ++i) {
    Dense &unit = u_is_unit ? u : l;
    CHECK(unit(i, i) == (stored ? 1 : 0));
    unit(i, i) = 1;
  }
  same(product(l, u), s.lu);
  int count_m, *start_m, *index_m;
  double *value_m;
  GOOD(cusolverRfExtractBundledFactorsHost(h, &count_m, &start_m, &index_m,
                                           &value_m));
  Dense both = dense_of(s.n, start_m, index_m, value_m, by_columns);
  for (int i = 0; i < s.n; ++i)
    for (int j = 0; j < s.n; ++j)
      CHECK(both(i, j) == (i > j || (i == j && u_is_unit) ? l(i, j) : u(i, j)));
  if (!by_columns && !u_is_unit) {
    int count, *start, *index;
    double *value;
    GOOD(cusolverRfAccessBundledFactorsDevice(h, &count, &start, &index,
                                              &value));
    CHECK(count == count_m);
    std::vector<double> there(static_cast<size_t>(count));
    GOOD(cudaMemcpy(there.data(), value, there.size() * 8, cudaMemcpyDefault));
    for (int k = 0; k < count; ++k)
      CHECK(there[size_t(k)] == value_m[k]);
  }
  void *const all[] = {start_l, index_l, value_l, start_u, index_u,
                       value_u, start_m, index_m, value_m};
  for (void *one : all)
    std::free(one);
}

static int matrices, pivots;

static void test_one(int n, cusolverRfMatrixFormat_t format,
                     cusolverRfUnitDiagonal_t diag, bool from_device) {
  const bool by_columns = format == CUSOLVERRF_MATRIX_FORMAT_CSC;
  const bool u_is_unit = diag == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
                         diag == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
  const bool stored = diag == CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
                      diag == CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
  Problem s(n);
  Stored a(s.a, s.a, by_columns), l(s.l, s.l, by_columns),
      u(s.u, s.u, by_columns);
  Device<int> p(s.p), q(s.q), start(a.start), index(a.index), start_l(l.start),
      index_l(l.index), start_u(u.start), index_u(u.index);
  Device<double> value(a.value), value_l(l.value), value_u(u.value);
  cusolverRfHandle_t h;
  GOOD(cusolverRfCreate(&h));
  GOOD(cusolverRfSetMatrixFormat(h, format, diag));
  if (from_device)
    GOOD(cusolverRfSetupDevice(n, a.count(), start.p, index.p, value.p,
                               l.count(), start_l.p, index_l.p, value_l.p,
                               u.count(), start_u.p, index_u.p, value_u.p, p.p,
                               q.p, h));
  else
    GOOD(cusolverRfSetupHost(n, a.count(), a.start.data(), a.index.data(),
                             a.value.data(), l.count(), l.start.data(),
                             l.index.data(), l.value.data(), u.count(),
                             u.start.data(), u.index.data(), u.value.data(),
                             s.p.data(), s.q.data(), h));
  CHECK(cusolverRfRefactor(h) == CUSOLVER_STATUS_INVALID_VALUE);
  GOOD(cusolverRfAnalyze(h));
  GOOD(cusolverRfRefactor(h));
  solve(h, s, p, q);
  check_factors(h, s, by_columns, u_is_unit, stored);
  ++matrices;
  s.change();
  Stored other(s.a, s.a, by_columns);
  Device<double> changed(other.value);
  GOOD(cusolverRfResetValues(n, other.count(), start.p, index.p, changed.p, p.p,
                             q.p, h));
  GOOD(cusolverRfRefactor(h));
  solve(h, s, p, q);
  check_factors(h, s, by_columns, u_is_unit, stored);
  ++matrices;
  GOOD(cusolverRfDestroy(h));
}

static void test_batch(int n) {
  enum { COUNT = 8 };
  Problem s(n);
  std::vector<Problem> all;
  std::vector<std::vector<double>> values;
  for (int i = 0; i < COUNT; ++i) {
    s.change();
    all.push_back(s);
    values.push_back(Stored(s.a, s.a, false).value);
  }
  Stored a(s.a, s.a, false), l(s.l, s.l, false), u(s.u, s.u, false);
  double *arrays[COUNT];
  for (int i = 0; i < COUNT; ++i)
    arrays[i] = values[size_t(i)].data();
  cusolverRfHandle_t h;
  GOOD(cusolverRfCreate(&h));
  GOOD(cusolverRfBatchSetupHost(
      COUNT, n, a.count(), a.start.data(), a.index.data(), arrays, l.count(),
      l.start.data(), l.index.data(), l.value.data(), u.count(), u.start.data(),
      u.index.data(), u.value.data(), s.p.data(), s.q.data(), h));
  GOOD(cusolverRfBatchAnalyze(h));
  GOOD(cusolverRfBatchRefactor(h));
  int position[COUNT];
  GOOD(cusolverRfBatchZeroPivot(h, position));
  const std::vector<double> b = right_sides(n, 1);
  std::vector<Device<double> *> xs;
  std::vector<double *> addresses;
  for (int i = 0; i < COUNT; ++i) {
    CHECK(position[i] == -1);
    xs.push_back(new Device<double>(b));
    addresses.push_back(xs.back()->p);
  }
  Device<double *> list(addresses);
  GOOD(cusolverRfBatchSolve(h, nullptr, nullptr, 1, nullptr, n, list.p, n));
  for (int i = 0; i < COUNT; ++i) {
    check_solution(all[size_t(i)], b, xs[size_t(i)]->get(b.size()), 1);
    delete xs[size_t(i)];
    ++matrices;
  }
  CHECK(cusolverRfRefactor(h) == CUSOLVER_STATUS_INVALID_VALUE); // of one
  GOOD(cusolverRfDestroy(h));
}

// [0 1; 1 0] has no factors without exchanges, unless its pivot is replaced.
static void test_pivots() {
  int start[] = {0, 1, 2}, index[] = {1, 0}, diagonal[] = {0, 1},
      start_u[] = {0, 2, 3}, index_u[] = {0, 1, 1}, p[] = {0, 1};
  double ones[] = {1, 1, 1};
  cusolverRfHandle_t h;
  cusolverRfNumericBoostReport_t report;
  GOOD(cusolverRfCreate(&h));
  GOOD(cusolverRfSetupHost(2, 2, start, index, ones, 2, start, diagonal, ones,
                           3, start_u, index_u, ones, p, p, h));
  GOOD(cusolverRfAnalyze(h));
  CHECK(cusolverRfRefactor(h) == CUSOLVER_STATUS_ZERO_PIVOT);
  GOOD(cusolverRfGetNumericBoostReport(h, &report));
  CHECK(report == CUSOLVERRF_NUMERIC_BOOST_NOT_USED);
  ++pivots;
  GOOD(cusolverRfSetNumericProperties(h, 1e-12, 1e-6));
  GOOD(cusolverRfRefactor(h));
  GOOD(cusolverRfGetNumericBoostReport(h, &report));
  CHECK(report == CUSOLVERRF_NUMERIC_BOOST_USED);
  double x[] = {3, 5};
  GOOD(cusolverRfSolve(h, p, p, 1, nullptr, 2, x, 2));
  CHECK(std::fabs(x[0] - 5) < 1e-4 && std::fabs(x[1] - 3) < 1e-4);
  ++pivots;
  index[0] = 9; // no column
  CHECK(cusolverRfSetupHost(2, 2, start, index, ones, 2, start, diagonal, ones,
                            3, start_u, index_u, ones, p, p,
                            h) == CUSOLVER_STATUS_INVALID_VALUE);
  CHECK(cusolverRfAnalyze(nullptr) == CUSOLVER_STATUS_NOT_INITIALIZED);
  GOOD(cusolverRfDestroy(h));
}

int main() {
  for (const int n : {1, 5, 40, 90}) {
    for (int format = 0; format < 2; ++format)
      for (int diag = 0; diag < 4; ++diag)
        for (const bool from_device : {false, true})
          test_one(n, cusolverRfMatrixFormat_t(format),
                   cusolverRfUnitDiagonal_t(diag), from_device);
    test_batch(n);
    test_batch(n + 1);
  }
  test_pivots();
  std::printf("%d matrices, %d pivots: all right\n", matrices, pivots);
  return 0;
}
