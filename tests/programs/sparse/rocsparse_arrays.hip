// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's vectors, blocks, bands and thresholds by arrays, against their
// definitions in double.
// OUTPUT: 77 of rocSPARSE's are right
// FLAGS: -lrocsparse -std=c++17
// DEVICES: cpu
#include <rocsparse/rocsparse.h>

#include <complex>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)
using Z = std::complex<double>;

static int right;
static rocsparse_handle h;
static unsigned state = 6;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return double(int(state >> 8 & 0xff) - 128) / 64;
}

template <class T> struct Kind;
#define KIND(x, T, R)                                                          \
  template <> struct Kind<T> {                                                 \
    using real = R;                                                            \
    static constexpr bool is_complex = sizeof(T) > sizeof(R);                  \
    static constexpr auto axpyi = rocsparse_##x##axpyi;                        \
    static constexpr auto doti = rocsparse_##x##doti;                          \
    static constexpr auto gthrz = rocsparse_##x##gthrz;                        \
    static constexpr auto sctr = rocsparse_##x##sctr;                          \
    static constexpr auto csr2bsr = rocsparse_##x##csr2bsr;                    \
    static constexpr auto bsr2csr = rocsparse_##x##bsr2csr;                    \
    static constexpr auto csr2gebsr_size =                                     \
        rocsparse_##x##csr2gebsr_buffer_size;                                  \
    static constexpr auto csr2gebsr = rocsparse_##x##csr2gebsr;                \
    static constexpr auto gebsr2csr = rocsparse_##x##gebsr2csr;                \
    static constexpr auto gebsr2gebsr_size =                                   \
        rocsparse_##x##gebsr2gebsr_buffer_size;                                \
    static constexpr auto gebsr2gebsr = rocsparse_##x##gebsr2gebsr;            \
    static constexpr auto gebsr2gebsc_size =                                   \
        rocsparse_##x##gebsr2gebsc_buffer_size;                                \
    static constexpr auto gebsr2gebsc = rocsparse_##x##gebsr2gebsc;            \
    static constexpr auto bsrxmv = rocsparse_##x##bsrxmv;                      \
    static constexpr auto gtsv_size = rocsparse_##x##gtsv_buffer_size;         \
    static constexpr auto gtsv = rocsparse_##x##gtsv;                          \
    static constexpr auto gtsv_no_pivot = rocsparse_##x##gtsv_no_pivot;        \
    static constexpr auto gtsv_batch =                                         \
        rocsparse_##x##gtsv_no_pivot_strided_batch;                            \
  };
KIND(s, float, float)
KIND(d, double, double)
KIND(c, rocsparse_float_complex, float)
KIND(z, rocsparse_double_complex, double)

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
  const auto b = rocsparse_index_base(base);
  const int places[] = {2, 3, 9};
  Managed<int> at(3);
  for (size_t k = 0; k < 3; ++k)
    at[k] = places[k] + base;
  const Z alpha = number<T>();
  const T factor = of<T>(alpha);
  Array<T> x(3), y(10);
  std::vector<Z> want = y.v, taken(3);
  Z dot = 0;
  for (size_t k = 0; k < 3; ++k)
    want[size_t(places[k])] += alpha * x.v[k];
  GOOD(Kind<T>::axpyi(h, 3, &factor, x.p, at.p, y.p, b));
  y.expect(want);
  for (size_t k = 0; k < 3; ++k)
    dot += x.v[k] * want[size_t(places[k])];
  T result = of<T>(0);
  GOOD(Kind<T>::doti(h, 3, x.p, at.p, y.p, &result, b));
  CHECK(is_near<T>(result, dot));
  ++right;
  for (size_t k = 0; k < 3; ++k) {
    taken[k] = want[size_t(places[k])];
    want[size_t(places[k])] = 0;
  }
  GOOD(Kind<T>::gthrz(h, 3, y.p, x.p, at.p, b));
  y.expect(want);
  x.expect(taken);
  for (size_t k = 0; k < 3; ++k)
    want[size_t(places[k])] = taken[k];
  GOOD(Kind<T>::sctr(h, 3, x.p, at.p, y.p, b));
  y.expect(want);
}

// m by n by rows, one element in three, and the same read from rows or blocks.
template <class T> struct Csr {
  int m, n;
  std::vector<Z> dense;
  Managed<int> start, column;
  Managed<T> value;
  Csr(int rows, int cols)
      : m(rows), n(cols), dense(size_t(rows * cols)), start(size_t(rows + 1)),
        column(size_t(rows * cols)), value(size_t(rows * cols)) {
    size_t k = 0;
    for (int i = 0; i < m; ++i) {
      start[size_t(i)] = int(k);
      for (int j = i % 3; j < n; j += 3, ++k) {
        dense[size_t(i * n + j)] = number<T>();
        column[k] = j;
        value[k] = of<T>(dense[size_t(i * n + j)]);
      }
    }
    start[size_t(m)] = int(k);
  }
  void expect_rows(Managed<int> &s, Managed<int> &c, Managed<T> &v) {
    OK(hipDeviceSynchronize());
    for (int i = 0; i < m; ++i) {
      std::vector<Z> row(size_t(n) + 16);
      for (int k = s[size_t(i)]; k < s[size_t(i) + 1]; ++k)
        row[size_t(c[size_t(k)])] = to<T>(v[size_t(k)]);
      for (int j = 0; j < n; ++j)
        CHECK(is_near<T>(of<T>(row[size_t(j)]), dense[size_t(i * n + j)]));
    }
    ++right;
  }
};

template <class T> static void test_blocks() {
  const auto dir = rocsparse_direction_row;
  const int m = 17, n = 13, r = 2, c = 3, mb = 9, nb = 5;
  Csr<T> a(m, n);
  rocsparse_mat_descr d;
  int blocks = -1;
  size_t size = 0;
  GOOD(rocsparse_create_mat_descr(&d));
  { // square ones
    const int b = 4, rows = 5, cols = 4;
    Managed<int> start(rows + 1);
    GOOD(rocsparse_csr2bsr_nnz(h, dir, m, n, d, a.start.p, a.column.p, b, d,
                               start.p, &blocks));
    const size_t all = size_t(blocks * b * b);
    Managed<int> column(all), s(size_t(rows * b)), at(all);
    Managed<T> value(all), back(all);
    GOOD(Kind<T>::csr2bsr(h, dir, m, n, d, a.value.p, a.start.p, a.column.p, b,
                          d, value.p, start.p, column.p));
    GOOD(Kind<T>::bsr2csr(h, dir, rows, cols, d, value.p, start.p, column.p, b,
                          d, back.p, s.p, at.p));
    a.expect_rows(s, at, back);
    // All rows of blocks but the first.
    Managed<int> mask(rows), end(rows);
    for (int i = 0; i < rows; ++i) {
      mask[size_t(i)] = i + 1;
      end[size_t(i)] = start[size_t(i) + 1];
    }
    Array<T> x(size_t(cols * b)), y(size_t(rows * b));
    std::vector<Z> want = y.v;
    for (int i = b; i < m; ++i) {
      Z sum = 0;
      for (int j = 0; j < n; ++j)
        sum += a.dense[size_t(i * n + j)] * x.v[size_t(j)];
      want[size_t(i)] = 2.0 * sum + 3.0 * y.v[size_t(i)];
    }
    for (int i = m; i < rows * b; ++i)
      want[size_t(i)] *= 3;
    const T two = of<T>(2), three = of<T>(3);
    GOOD(Kind<T>::bsrxmv(h, dir, rocsparse_operation_none, rows - 1, rows, cols,
                         blocks, &two, d, value.p, mask.p, start.p, end.p,
                         column.p, b, x.p, &three, y.p));
    y.expect(want);
  }
  GOOD(Kind<T>::csr2gebsr_size(h, dir, m, n, d, a.value.p, a.start.p,
                               a.column.p, r, c, &size));
  Managed<char> room(size + 64);
  Managed<int> starts(mb + 1);
  GOOD(rocsparse_csr2gebsr_nnz(h, dir, m, n, d, a.start.p, a.column.p, d,
                               starts.p, r, c, &blocks, room.p));
  const size_t all = size_t(blocks * r * c);
  Managed<int> columns{size_t(blocks)}, s(mb * r), at(all);
  Managed<T> value(all), back(all);
  GOOD(Kind<T>::csr2gebsr(h, dir, m, n, d, a.value.p, a.start.p, a.column.p, d,
                          value.p, starts.p, columns.p, r, c, room.p));
  GOOD(Kind<T>::gebsr2csr(h, dir, mb, nb, d, value.p, starts.p, columns.p, r, c,
                          d, back.p, s.p, at.p));
  a.expect_rows(s, at, back);
  // To others, and by columns twice, which is as it was.
  const int r2 = 3, c2 = 2, mb2 = 6, nb2 = 8;
  int other = -1;
  Managed<int> starts2(mb2 + 1);
  GOOD(Kind<T>::gebsr2gebsr_size(h, dir, mb, nb, blocks, d, value.p, starts.p,
                                 columns.p, r, c, r2, c2, &size));
  GOOD(rocsparse_gebsr2gebsr_nnz(h, dir, mb, nb, blocks, d, starts.p, columns.p,
                                 r, c, d, starts2.p, r2, c2, &other, room.p));
  const size_t all2 = size_t(other * r2 * c2);
  Managed<int> columns2{size_t(other)}, s2(mb2 * r2), at2(all2);
  Managed<T> value2(all2), back2(all2);
  GOOD(Kind<T>::gebsr2gebsr(h, dir, mb, nb, blocks, d, value.p, starts.p,
                            columns.p, r, c, d, value2.p, starts2.p, columns2.p,
                            r2, c2, room.p));
  GOOD(Kind<T>::gebsr2csr(h, dir, mb2, nb2, d, value2.p, starts2.p, columns2.p,
                          r2, c2, d, back2.p, s2.p, at2.p));
  a.expect_rows(s2, at2, back2);
  Managed<int> t_start(nb + 1), t_row{size_t(blocks)}, again(mb + 1),
      again_col{size_t(blocks)};
  Managed<T> turned(all), twice(all);
  GOOD(Kind<T>::gebsr2gebsc_size(h, mb, nb, blocks, value.p, starts.p,
                                 columns.p, r, c, &size));
  GOOD(Kind<T>::gebsr2gebsc(
      h, mb, nb, blocks, value.p, starts.p, columns.p, r, c, turned.p, t_row.p,
      t_start.p, rocsparse_action_numeric, rocsparse_index_base_zero, room.p));
  GOOD(Kind<T>::gebsr2gebsc(h, nb, mb, blocks, turned.p, t_start.p, t_row.p, r,
                            c, twice.p, again_col.p, again.p,
                            rocsparse_action_numeric, rocsparse_index_base_zero,
                            room.p));
  OK(hipDeviceSynchronize());
  CHECK(!memcmp(again.p, starts.p, (mb + 1) * 4));
  CHECK(!memcmp(again_col.p, columns.p, size_t(blocks) * 4));
  CHECK(!memcmp((void *)twice.p, (void *)value.p, all * sizeof(T)));
  ++right;
  GOOD(rocsparse_destroy_mat_descr(d));
}

template <class T> static void test_bands() {
  const int m = 20, sides = 2;
  Array<T> low(m), middle(m), up(m), b(m * sides), c(m * sides), e(m * sides);
  for (int i = 0; i < m; ++i) {
    middle.v[size_t(i)] += 9;
    middle[size_t(i)] = of<T>(middle.v[size_t(i)]);
  }
  low.v[0] = up.v[m - 1] = 0;
  low[0] = up[m - 1] = of<T>(0);
  size_t size = 0;
  GOOD(Kind<T>::gtsv_size(h, m, sides, low.p, middle.p, up.p, b.p, m, &size));
  Managed<char> room(size + 4096);
  GOOD(Kind<T>::gtsv(h, m, sides, low.p, middle.p, up.p, b.p, m, room.p));
  GOOD(Kind<T>::gtsv_no_pivot(h, m, sides, low.p, middle.p, up.p, c.p, m,
                              room.p));
  GOOD(Kind<T>::gtsv_batch(h, m, low.p, middle.p, up.p, e.p, 1, m, room.p));
  OK(hipDeviceSynchronize());
  Array<T> *all[] = {&b, &c, &e};
  for (Array<T> *x : all) {
    for (int r = 0; r < (x == &e ? 1 : sides); ++r)
      for (int i = 0; i < m; ++i) {
        const auto at = [&](int j) {
          return j < 0 || j >= m ? Z(0) : to<T>((*x)[size_t(r * m + j)]);
        };
        const Z sum = low.v[size_t(i)] * at(i - 1) +
                      middle.v[size_t(i)] * at(i) + up.v[size_t(i)] * at(i + 1);
        CHECK(is_near<T>(of<T>(sum), x->v[size_t(r * m + i)]));
      }
    ++right;
  }
}

static void test_others() {
  Managed<int> at(2), start(4), column(9);
  at[0] = 1, at[1] = 3;
  Array<rocsparse_double_complex> x(2), y(4);
  rocsparse_double_complex result;
  GOOD(rocsparse_zdotci(h, 2, x.p, at.p, y.p, &result,
                        rocsparse_index_base_zero));
  CHECK(
      is_near(result, std::conj(x.v[0]) * y.v[1] + std::conj(x.v[1]) * y.v[3]));
  ++right;
  Array<double> p(2), q(4);
  const double c = 0.75, s = -0.5;
  GOOD(
      rocsparse_droti(h, 2, p.p, at.p, q.p, &c, &s, rocsparse_index_base_zero));
  p.expect({c * p.v[0] + s * q.v[1], c * p.v[1] + s * q.v[3]});
  // Of nine those above a threshold.
  Managed<double> a(9), value(9);
  for (size_t i = 0; i < 9; ++i)
    a[i] = double(i) - 4;
  const double threshold = 2.5;
  rocsparse_mat_descr d;
  size_t size = 0;
  int count = -1;
  GOOD(rocsparse_create_mat_descr(&d));
  GOOD(rocsparse_dprune_dense2csr_buffer_size(
      h, 3, 3, a.p, 3, &threshold, d, value.p, start.p, column.p, &size));
  Managed<char> room(size);
  GOOD(rocsparse_dprune_dense2csr_nnz(h, 3, 3, a.p, 3, &threshold, d, start.p,
                                      &count, room.p));
  CHECK(count == 4); // -4, -3, 3, 4
  GOOD(rocsparse_dprune_dense2csr(h, 3, 3, a.p, 3, &threshold, d, value.p,
                                  start.p, column.p, room.p));
  OK(hipDeviceSynchronize());
  CHECK(value[0] == -4 && value[1] == -3 && value[2] == 3 && value[3] == 4);
  CHECK(start[1] == 1 && start[2] == 3 && column[2] == 2);
  ++right;
  CHECK(rocsparse_sgthrz(nullptr, 0, nullptr, nullptr, nullptr,
                         rocsparse_index_base_zero) ==
        rocsparse_status_invalid_handle);
  CHECK(rocsparse_sgtsv(h, -1, 1, nullptr, nullptr, nullptr, nullptr, 1,
                        nullptr) == rocsparse_status_invalid_size);
  right += 2;
  GOOD(rocsparse_destroy_mat_descr(d));
}

template <class T> static void test_all() {
  test_vectors<T>(0);
  test_vectors<T>(1);
  test_blocks<T>();
  test_bands<T>();
}

int main() {
  GOOD(rocsparse_create_handle(&h));
  test_all<float>();
  test_all<double>();
  test_all<rocsparse_float_complex>();
  test_all<rocsparse_double_complex>();
  test_others();
  GOOD(rocsparse_destroy_handle(h));
  std::printf("%d of rocSPARSE's are right\n", right);
  return 0;
}
