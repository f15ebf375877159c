// SPDX-License-Identifier: Apache-2.0
// hipSPARSE's functions of sparse vectors by arrays, gemmi, hybrid matrices and
// blocks that are not square, against their definitions in double.
// OUTPUT: 178 of hipSPARSE's are right
// FLAGS: -lhipsparse -std=c++17
// DEVICES: cpu
#include <hipsparse/hipsparse.h>

#include <complex>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)
using Z = std::complex<double>;

static int right;
static hipsparseHandle_t h;
static unsigned state = 6;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return double(int(state >> 8 & 0xff) - 128) / 64;
}

template <class T> struct Kind;
#define KIND(X, T, R)                                                          \
  template <> struct Kind<T> {                                                 \
    using real = R;                                                            \
    static constexpr bool is_complex = sizeof(T) > sizeof(R);                  \
    static constexpr auto axpyi = hipsparse##X##axpyi;                         \
    static constexpr auto doti = hipsparse##X##doti;                           \
    static constexpr auto gthrz = hipsparse##X##gthrz;                         \
    static constexpr auto sctr = hipsparse##X##sctr;                           \
    static constexpr auto gemmi = hipsparse##X##gemmi;                         \
    static constexpr auto csr2hyb = hipsparse##X##csr2hyb;                     \
    static constexpr auto hyb2csr = hipsparse##X##hyb2csr;                     \
    static constexpr auto hybmv = hipsparse##X##hybmv;                         \
    static constexpr auto csr2gebsr_size = hipsparse##X##csr2gebsr_bufferSize; \
    static constexpr auto csr2gebsr = hipsparse##X##csr2gebsr;                 \
    static constexpr auto gebsr2csr = hipsparse##X##gebsr2csr;                 \
  };
KIND(S, float, float)
KIND(D, double, double)
KIND(C, hipFloatComplex, float)
KIND(Z, hipDoubleComplex, double)

template <class T> static T of(Z v) {
  T out;
  auto *p = reinterpret_cast<typename Kind<T>::real *>(&out);
  p[0] = typename Kind<T>::real(v.real());
  if (Kind<T>::is_complex)
    p[1] = typename Kind<T>::real(v.imag());
  return out;
}
template <class T> static Z to(const T &v) {
  const auto *p = reinterpret_cast<const typename Kind<T>::real *>(&v);
  return {double(p[0]), Kind<T>::is_complex ? double(p[1]) : 0};
}
template <class T> static Z number() {
  const double re = noise();
  return {re, Kind<T>::is_complex ? noise() : 0};
}
template <class T> static bool is_near(const T &got, Z want) {
  const double epsilon = sizeof(typename Kind<T>::real) == 4 ? 1e-4 : 1e-12;
  return std::abs(to<T>(got) - want) <= epsilon * (1 + std::abs(want));
}

template <class T> struct Managed {
  T *p;
  size_t n;
  explicit Managed(size_t count) : n(count) {
    OK(hipMallocManaged((void **)&p, (n + 1) * sizeof(T)));
    memset((void *)p, 0, (n + 1) * sizeof(T));
  }
  Managed(const Managed &) = delete;
  ~Managed() { OK(hipFree(p)); }
  T &operator[](size_t i) { return p[i]; }
};

// Numbers in both forms.
template <class T> struct Array : Managed<T> {
  std::vector<Z> v;
  explicit Array(size_t count) : Managed<T>(count), v(count) {
    for (size_t i = 0; i < count; ++i) {
      v[i] = number<T>();
      this->p[i] = of<T>(v[i]);
    }
  }
  void expect(const std::vector<Z> &want) {
    OK(hipDeviceSynchronize());
    for (size_t i = 0; i < want.size(); ++i)
      CHECK(is_near<T>(this->p[i], want[i]));
    ++right;
  }
};

template <class T> static void test_vectors(int base) {
  const auto b = hipsparseIndexBase_t(base);
  const int places[] = {2, 3, 9, 17};
  Managed<int> at(4);
  for (size_t k = 0; k < 4; ++k)
    at[k] = places[k] + base;
  const Z alpha = number<T>();
  const T factor = of<T>(alpha);
  {
    Array<T> x(4), y(20);
    std::vector<Z> want = y.v;
    for (size_t k = 0; k < 4; ++k)
      want[size_t(places[k])] += alpha * x.v[k];
    GOOD(Kind<T>::axpyi(h, 4, &factor, x.p, at.p, y.p, b));
    y.expect(want);
  }
  {
    Array<T> x(4), y(20);
    T result = of<T>(0);
    Z want = 0;
    for (size_t k = 0; k < 4; ++k)
      want += x.v[k] * y.v[size_t(places[k])];
    GOOD(Kind<T>::doti(h, 4, x.p, at.p, y.p, &result, b));
    CHECK(is_near<T>(result, want));
    ++right;
  }
  {
    Array<T> x(4), y(20);
    std::vector<Z> want = y.v, taken(4);
    for (size_t k = 0; k < 4; ++k) {
      taken[k] = want[size_t(places[k])];
      want[size_t(places[k])] = 0;
    }
    GOOD(Kind<T>::gthrz(h, 4, y.p, x.p, at.p, b));
    y.expect(want);
    x.expect(taken);
  }
  {
    Array<T> x(4), y(20);
    std::vector<Z> want = y.v;
    for (size_t k = 0; k < 4; ++k)
      want[size_t(places[k])] = x.v[k];
    GOOD(Kind<T>::sctr(h, 4, x.p, at.p, y.p, b));
    y.expect(want);
  }
}

template <class T, class F> static void test_dotc(F function) {
  Managed<int> at(2);
  at[0] = 1, at[1] = 3;
  Array<T> x(2), y(4);
  T result = of<T>(0);
  GOOD(function(h, 2, x.p, at.p, y.p, &result, HIPSPARSE_INDEX_BASE_ZERO));
  CHECK(is_near<T>(result,
                   std::conj(x.v[0]) * y.v[1] + std::conj(x.v[1]) * y.v[3]));
  ++right;
}

template <class T, class F> static void test_rot(F function) {
  Managed<int> at(2);
  at[0] = 1, at[1] = 3;
  Array<T> x(2), y(4);
  const T c = T(0.75), s = T(-0.5);
  std::vector<Z> want_x = x.v, want_y = y.v;
  for (size_t k = 0; k < 2; ++k) {
    const size_t i = size_t(at[k]);
    want_x[k] = double(c) * x.v[k] + double(s) * y.v[i];
    want_y[i] = double(c) * y.v[i] - double(s) * x.v[k];
  }
  GOOD(function(h, 2, x.p, at.p, y.p, &c, &s, HIPSPARSE_INDEX_BASE_ZERO));
  x.expect(want_x);
  y.expect(want_y);
}

// m by n by rows, one element in three.
template <class T> struct Csr {
  int m, n;
  std::vector<Z> dense;
  std::vector<int> starts, columns;
  Managed<int> start, column;
  Managed<T> value;
  Csr(int rows, int cols, int base)
      : m(rows), n(cols), dense(size_t(rows * cols)), start(size_t(rows + 1)),
        column(size_t(rows * cols)), value(size_t(rows * cols)) {
    size_t k = 0;
    for (int i = 0; i < m; ++i) {
      start[size_t(i)] = int(k) + base;
      for (int j = i % 3; j < n; j += 3, ++k) {
        dense[size_t(i * n + j)] = number<T>();
        column[k] = j + base;
        value[k] = of<T>(dense[size_t(i * n + j)]);
      }
    }
    start[size_t(m)] = int(k) + base;
  }
  int count() { return start[size_t(m)] - start[0]; }
};

template <class T> static void test_hybrid(int m, int n, int base) {
  Csr<T> a(m, n, base);
  hipsparseMatDescr_t descr, copy;
  hipsparseHybMat_t hyb;
  const Z alpha = number<T>(), beta = number<T>();
  const T pa = of<T>(alpha), pb = of<T>(beta);
  GOOD(hipsparseCreateMatDescr(&descr));
  GOOD(hipsparseCreateMatDescr(&copy));
  GOOD(hipsparseSetMatIndexBase(descr, hipsparseIndexBase_t(base)));
  GOOD(hipsparseCopyMatDescr(copy, descr));
  CHECK(hipsparseGetMatIndexBase(copy) == hipsparseIndexBase_t(base));
  GOOD(hipsparseCreateHybMat(&hyb));
  Array<T> x(size_t(n) + 1), y(size_t(m) + 1);
  CHECK((int)Kind<T>::hybmv(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, &pa, copy,
                            hyb, x.p, &pb,
                            y.p) == HIPSPARSE_STATUS_INVALID_VALUE); // empty
  GOOD(Kind<T>::csr2hyb(h, m, n, copy, a.value.p, a.start.p, a.column.p, hyb, 0,
                        HIPSPARSE_HYB_PARTITION_AUTO));
  GOOD(Kind<T>::hybmv(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, &pa, copy, hyb, x.p,
                      &pb, y.p));
  std::vector<Z> want;
  for (int i = 0; i < m; ++i) {
    Z sum = 0;
    for (int j = 0; j < n; ++j)
      sum += a.dense[size_t(i * n + j)] * x.v[size_t(j)];
    want.push_back(alpha * sum + beta * y.v[size_t(i)]);
  }
  y.expect(want);
  Managed<int> start(size_t(m + 1)), column(size_t(m * n));
  Managed<T> value(size_t(m * n));
  GOOD(Kind<T>::hyb2csr(h, copy, hyb, value.p, start.p, column.p));
  OK(hipDeviceSynchronize());
  CHECK(!memcmp(start.p, a.start.p, size_t(m + 1) * 4));
  CHECK(!memcmp(column.p, a.column.p, size_t(a.count()) * 4));
  CHECK(!memcmp((void *)value.p, (void *)a.value.p,
                size_t(a.count()) * sizeof(T)));
  ++right;
  GOOD(hipsparseDestroyHybMat(hyb));
  GOOD(hipsparseDestroyMatDescr(copy));
  GOOD(hipsparseDestroyMatDescr(descr));
}

// A by B, which is the transposed of what is stored.
template <class T> static void test_gemmi(int m, int k, int n) {
  Csr<T> b(n, k, 0);
  const size_t lda = size_t(m) + 2, ldc = size_t(m) + 1;
  Array<T> a(lda * size_t(k)), c(ldc * size_t(n));
  const Z alpha = number<T>(), beta = number<T>();
  const T pa = of<T>(alpha), pb = of<T>(beta);
  std::vector<Z> want = c.v;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      Z sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a.v[size_t(i) + size_t(l) * lda] * b.dense[size_t(j * k + l)];
      Z &to = want[size_t(i) + size_t(j) * ldc];
      to = alpha * sum + beta * to;
    }
  GOOD(Kind<T>::gemmi(h, m, n, k, b.count(), &pa, a.p, int(lda), b.value.p,
                      b.start.p, b.column.p, &pb, c.p, int(ldc)));
  c.expect(want);
}

// To blocks and back.
template <class T> static void test_blocks(int m, int n, int r, int c) {
  Csr<T> a(m, n, 0);
  const int mb = (m + r - 1) / r, nb = (n + c - 1) / c;
  hipsparseMatDescr_t d;
  size_t size = 99;
  int blocks = -1;
  const auto dir = HIPSPARSE_DIRECTION_COLUMN;
  GOOD(hipsparseCreateMatDescr(&d));
  GOOD(Kind<T>::csr2gebsr_size(h, dir, m, n, d, a.value.p, a.start.p,
                               a.column.p, r, c, &size));
  Managed<char> room(size);
  Managed<int> starts(size_t(mb + 1));
  GOOD(hipsparseXcsr2gebsrNnz(h, dir, m, n, d, a.start.p, a.column.p, d,
                              starts.p, r, c, &blocks, room.p));
  const size_t all = size_t(blocks * r * c);
  Managed<int> columns(size_t(blocks) + 1), start(size_t(mb * r) + 1),
      column(all + 1);
  Managed<T> value(all + 1), back(all + 1);
  GOOD(Kind<T>::csr2gebsr(h, dir, m, n, d, a.value.p, a.start.p, a.column.p, d,
                          value.p, starts.p, columns.p, r, c, room.p));
  GOOD(Kind<T>::gebsr2csr(h, dir, mb, nb, d, value.p, starts.p, columns.p, r, c,
                          d, back.p, start.p, column.p));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < m; ++i) {
    std::vector<Z> row(size_t(nb * c));
    for (int k = start[size_t(i)]; k < start[size_t(i) + 1]; ++k)
      row[size_t(column[size_t(k)])] = to<T>(back[size_t(k)]);
    for (int j = 0; j < n; ++j)
      CHECK(is_near<T>(of<T>(row[size_t(j)]), a.dense[size_t(i * n + j)]));
  }
  ++right;
  GOOD(hipsparseDestroyMatDescr(d));
}

template <class T> static void test_all() {
  for (int base = 0; base < 2; ++base) {
    test_vectors<T>(base);
    test_hybrid<T>(1, 1, base);
    test_hybrid<T>(20, 9, base);
    test_hybrid<T>(0, 5, base);
  }
  for (int m : {1, 6})
    for (int k : {1, 5, 11})
      for (int n : {1, 8})
        test_gemmi<T>(m, k, n);
  for (int r : {1, 2, 4})
    for (int c : {1, 3, 5})
      test_blocks<T>(17, 13, r, c);
}

int main() {
  GOOD(hipsparseCreate(&h));
  test_all<float>();
  test_all<double>();
  test_all<hipFloatComplex>();
  test_all<hipDoubleComplex>();
  test_dotc<hipFloatComplex>(hipsparseCdotci);
  test_dotc<hipDoubleComplex>(hipsparseZdotci);
  test_rot<float>(hipsparseSroti);
  test_rot<double>(hipsparseDroti);
  GOOD(hipsparseDestroy(h));
  std::printf("%d of hipSPARSE's are right\n", right);
  return 0;
}
