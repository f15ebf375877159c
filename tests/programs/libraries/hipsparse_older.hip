// SPDX-License-Identifier: Apache-2.0
// What hipSPARSE has of cuSPARSE 10 against dense matrices in double: products,
// triangular systems, conversions, sums, products of sparse matrices with a sum,
// thresholds; four types, both bases, sizes from 1 to 40, both pointer modes.
// FLAGS: -lhipsparse -std=c++17
// DEVICES: cpu opencl
#include <hip/hip_runtime.h>
#include <hipsparse/hipsparse.h>

#include <complex>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
static int cases;
static hipsparseHandle_t h;

#define FOUR(name)                                                             \
  template <typename... A> hipsparseStatus_t name(float *, A... a) {           \
    return hipsparseS##name(h, a...);                                          \
  }                                                                            \
  template <typename... A> hipsparseStatus_t name(double *, A... a) {          \
    return hipsparseD##name(h, a...);                                          \
  }                                                                            \
  template <typename... A> hipsparseStatus_t name(hipFloatComplex *, A... a) { \
    return hipsparseC##name(h, a...);                                          \
  }                                                                            \
  template <typename... A>                                                     \
  hipsparseStatus_t name(hipDoubleComplex *, A... a) {                         \
    return hipsparseZ##name(h, a...);                                          \
  }
FOUR(csrmv)
FOUR(csrmm)
FOUR(csrmm2)
FOUR(csrsv2_bufferSize)
FOUR(csrsv2_bufferSizeExt)
FOUR(csrsv2_analysis)
FOUR(csrsv2_solve)
FOUR(csrsm2_bufferSizeExt)
FOUR(csrsm2_analysis)
FOUR(csrsm2_solve)
FOUR(csr2csc)
FOUR(csr2dense)
FOUR(csc2dense)
FOUR(dense2csr)
FOUR(dense2csc)
FOUR(gthr)
FOUR(csrgeam)
FOUR(csrgemm)
FOUR(csrgemm2_bufferSizeExt)
FOUR(csrgemm2)
FOUR(nnz_compress)
FOUR(csr2csr_compress)
#define KEY static_cast<T *>(nullptr)

template <typename T> struct Real {
  using R = T;
};
template <> struct Real<hipFloatComplex> {
  using R = float;
};
template <> struct Real<hipDoubleComplex> {
  using R = double;
};
template <typename T> constexpr bool is_complex() {
  return sizeof(T) != sizeof(typename Real<T>::R);
}
template <typename T> static T make(Z v) {
  using R = typename Real<T>::R;
  const R parts[2] = {R(v.real()), R(v.imag())};
  T to;
  memcpy(static_cast<void *>(&to), parts, sizeof(to));
  return to;
}
template <typename T> static Z get(const T &v) {
  typename Real<T>::R parts[2] = {0, 0};
  memcpy(parts, &v, sizeof(v));
  return {double(parts[0]), double(parts[1])};
}
static unsigned next_number() {
  static unsigned state = 4711;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}
static Z noise(bool complex) {
  const double re = double(next_number() % 31) / 8 - 2;
  return {re, complex ? double(next_number() % 29) / 8 - 2 : 0};
}

struct Dense {
  int rows, cols;
  std::vector<Z> v;
  Dense(int r, int c) : rows(r), cols(c), v(size_t(r * c)) {}
  Z &operator()(int i, int j) { return v[size_t(i + j * rows)]; }
  Z operator()(int i, int j) const { return v[size_t(i + j * rows)]; }
};
// One element of so many is there.
static Dense random_matrix(int rows, int cols, bool complex, unsigned of) {
  Dense a(rows, cols);
  for (Z &v : a.v)
    if (next_number() % of == 0)
      do
        v = noise(complex);
      while (v == 0.0);
  return a;
}
static Dense operator*(const Dense &a, const Dense &b) {
  Dense c(a.rows, b.cols);
  for (int j = 0; j < b.cols; ++j)
    for (int k = 0; k < a.cols; ++k)
      for (int i = 0; i < a.rows; ++i)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
static Dense turned(const Dense &a, hipsparseOperation_t op) {
  if (op == HIPSPARSE_OPERATION_NON_TRANSPOSE)
    return a;
  Dense b(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      b(j, i) = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE
                    ? std::conj(a(i, j))
                    : a(i, j);
  return b;
}
static Dense sum(Z alpha, const Dense &a, Z beta, const Dense &b) {
  Dense c(a.rows, a.cols);
  for (size_t i = 0; i < c.v.size(); ++i)
    c.v[i] = alpha * a.v[i] + beta * b.v[i];
  return c;
}
template <typename T> static void expect(const Dense &is, const Dense &wanted) {
  const double e = sizeof(typename Real<T>::R) == 4 ? 2e-5 : 1e-12;
  CHECK(is.rows == wanted.rows && is.cols == wanted.cols);
  double most = 1;
  for (const Z &v : wanted.v)
    most = std::fmax(most, std::abs(v));
  for (size_t i = 0; i < is.v.size(); ++i)
    CHECK(std::abs(is.v[i] - wanted.v[i]) <= e * most * (4 + is.rows));
  ++cases;
}

template <typename T> struct Memory {
  T *p;
  size_t count;
  explicit Memory(size_t n) : count(n) {
    OK(hipMallocManaged(&p, (n + 1) * sizeof(T)));
    memset(static_cast<void *>(p), 0, (n + 1) * sizeof(T));
  }
  Memory(const Memory &) = delete;
  ~Memory() { OK(hipFree(p)); }
};
template <typename T> struct Columns : Memory<T> {
  int rows, cols;
  explicit Columns(const Dense &a)
      : Memory<T>(a.v.size()), rows(a.rows), cols(a.cols) {
    for (size_t i = 0; i < a.v.size(); ++i)
      this->p[i] = make<T>(a.v[i]);
  }
  Dense read() const {
    OK(hipDeviceSynchronize());
    Dense a(rows, cols);
    for (size_t i = 0; i < a.v.size(); ++i)
      a.v[i] = get(this->p[i]);
    return a;
  }
};
struct Descriptor {
  hipsparseMatDescr_t d;
  explicit Descriptor(int base) {
    OK(hipsparseCreateMatDescr(&d));
    OK(hipsparseSetMatIndexBase(d, hipsparseIndexBase_t(base)));
  }
  Descriptor(const Descriptor &) = delete;
  ~Descriptor() { OK(hipsparseDestroyMatDescr(d)); }
};
static size_t count_of(const Dense &a) {
  size_t n = 0;
  for (const Z &v : a.v)
    n += v != 0.0;
  return n;
}
template <typename T> struct Sparse {
  int rows, cols, nnz, base;
  Memory<T> value;
  Memory<int> start, index;
  Descriptor descr;
  Sparse(const Dense &a, int from)
      : rows(a.rows), cols(a.cols), nnz(int(count_of(a))), base(from),
        value(size_t(nnz)), start(size_t(rows) + 1), index(size_t(nnz)),
        descr(from) {
    int at = 0;
    for (int i = 0; i < rows; ++i) {
      start.p[i] = at + base;
      for (int j = 0; j < cols; ++j)
        if (a(i, j) != 0.0) {
          value.p[at] = make<T>(a(i, j));
          index.p[at++] = j + base;
        }
    }
    start.p[rows] = at + base;
  }
  const T *v() const { return value.p; }
  const int *s() const { return start.p; }
  const int *i() const { return index.p; }
};
template <typename T>
static Dense read_rows(int rows, int cols, const T *value, const int *start,
                       const int *index, int base) {
  OK(hipDeviceSynchronize());
  Dense a(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int k = start[i] - base; k < start[i + 1] - base; ++k) {
      CHECK(index[k] - base >= 0 && index[k] - base < cols);
      a(i, index[k] - base) += get(value[k]);
    }
  return a;
}
// A factor, where the pointer mode says.
template <typename T> struct Factor {
  T host;
  Memory<T> device;
  Factor(Z v) : host(make<T>(v)), device(1) { device.p[0] = host; }
  const T *at(bool on_device) const { return on_device ? device.p : &host; }
};

static const hipsparseOperation_t plain = HIPSPARSE_OPERATION_NON_TRANSPOSE,
                                  turns = HIPSPARSE_OPERATION_TRANSPOSE,
                                  both =
                                      HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;

template <typename T> static void test_products(int m, int n, int base) {
  const bool complex = is_complex<T>(), device = cases % 2;
  const Dense a = random_matrix(m, n, complex, 3);
  Sparse<T> s(a, base);
  const Z a0 = noise(complex), b0 = noise(complex);
  const Factor<T> alpha(a0), beta(b0);
  OK(hipsparseSetPointerMode(h, device ? HIPSPARSE_POINTER_MODE_DEVICE
                                       : HIPSPARSE_POINTER_MODE_HOST));
  for (const auto op : {plain, turns, both}) {
    const Dense t = turned(a, op);
    const Dense x = random_matrix(t.cols, 1, complex, 1),
                y = random_matrix(t.rows, 1, complex, 1);
    Columns<T> xs(x), ys(y);
    OK(csrmv(KEY, op, m, n, s.nnz, alpha.at(device), s.descr.d, s.v(), s.s(),
             s.i(), static_cast<const T *>(xs.p), beta.at(device), ys.p));
    expect<T>(ys.read(), sum(a0, t * x, b0, y));
    for (const auto op_b : {plain, turns}) {
      const Dense b = random_matrix(t.cols, 3, complex, 1),
                  c = random_matrix(t.rows, 3, complex, 1);
      Columns<T> bs(turned(b, op_b)), cs(c);
      if (op_b == plain)
        OK(csrmm(KEY, op, m, 3, n, s.nnz, alpha.at(device), s.descr.d, s.v(),
                 s.s(), s.i(), static_cast<const T *>(bs.p), bs.rows,
                 beta.at(device), cs.p, cs.rows));
      else
        OK(csrmm2(KEY, op, op_b, m, 3, n, s.nnz, alpha.at(device), s.descr.d,
                  s.v(), s.s(), s.i(), static_cast<const T *>(bs.p), bs.rows,
                  beta.at(device), cs.p, cs.rows));
      expect<T>(cs.read(), sum(a0, t * b, b0, c));
    }
  }
  OK(hipsparseSetPointerMode(h, HIPSPARSE_POINTER_MODE_HOST));
}

template <typename T> static void test_systems(int n, int base) {
  const bool complex = is_complex<T>();
  for (const auto fill : {HIPSPARSE_FILL_MODE_LOWER, HIPSPARSE_FILL_MODE_UPPER})
    for (const auto op : {plain, turns, both}) {
      Dense a = random_matrix(n, n, complex, 3);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          if (i == j)
            a(i, j) = 9;
          else if ((j > i) != (fill == HIPSPARSE_FILL_MODE_UPPER))
            a(i, j) = 0;
          else
            a(i, j) /= 8; // exact, and the solution stays small
      Sparse<T> s(a, base);
      OK(hipsparseSetMatFillMode(s.descr.d, fill));
      const Dense t = turned(a, op), f = random_matrix(n, 1, complex, 1);
      Columns<T> fs(f), xs(Dense(n, 1));
      const Z a0 = 2;
      const Factor<T> alpha(a0);
      csrsv2Info_t info;
      int size = -1, position = 7;
      size_t bytes = 0;
      OK(hipsparseCreateCsrsv2Info(&info));
      OK(csrsv2_bufferSize(KEY, op, n, s.nnz, s.descr.d, s.value.p, s.s(),
                           s.i(), info, &size));
      OK(csrsv2_bufferSizeExt(KEY, op, n, s.nnz, s.descr.d, s.value.p, s.s(),
                              s.i(), info, &bytes));
      CHECK(size >= 0 && size_t(size) == bytes);
      Memory<char> buffer(bytes);
      const auto policy = HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
      OK(csrsv2_analysis(KEY, op, n, s.nnz, s.descr.d, s.v(), s.s(), s.i(),
                         info, policy, static_cast<void *>(buffer.p)));
      OK(hipsparseXcsrsv2_zeroPivot(h, info, &position));
      CHECK(position == -1);
      OK(csrsv2_solve(KEY, op, n, s.nnz, alpha.at(false), s.descr.d, s.v(),
                      s.s(), s.i(), info, static_cast<const T *>(fs.p), xs.p,
                      policy, static_cast<void *>(buffer.p)));
      expect<T>(t * xs.read(), sum(a0, f, 0, f));
      OK(hipsparseDestroyCsrsv2Info(info));
      for (const auto op_b : {plain, turns}) {
        csrsm2Info_t matrix;
        const Dense b = random_matrix(n, 4, complex, 1);
        Columns<T> bs(turned(b, op_b));
        OK(hipsparseCreateCsrsm2Info(&matrix));
        OK(csrsm2_bufferSizeExt(KEY, 0, op, op_b, n, 4, s.nnz, alpha.at(false),
                                s.descr.d, s.v(), s.s(), s.i(),
                                static_cast<const T *>(bs.p), bs.rows, matrix,
                                policy, &bytes));
        Memory<char> room(bytes);
        OK(csrsm2_analysis(KEY, 0, op, op_b, n, 4, s.nnz, alpha.at(false),
                           s.descr.d, s.v(), s.s(), s.i(),
                           static_cast<const T *>(bs.p), bs.rows, matrix,
                           policy, static_cast<void *>(room.p)));
        OK(csrsm2_solve(KEY, 0, op, op_b, n, 4, s.nnz, alpha.at(false),
                        s.descr.d, s.v(), s.s(), s.i(), bs.p, bs.rows, matrix,
                        policy, static_cast<void *>(room.p)));
        expect<T>(t * turned(bs.read(), op_b), sum(a0, b, 0, b));
        OK(hipsparseDestroyCsrsm2Info(matrix));
      }
    }
  // A diagonal that is not there is told.
  Dense a(n, n);
  for (int i = 0; i + 1 < n; ++i)
    a(i, i) = 1;
  Sparse<T> s(a, base);
  csrsv2Info_t info;
  int position = -7;
  OK(hipsparseCreateCsrsv2Info(&info));
  OK(csrsv2_analysis(KEY, plain, n, s.nnz, s.descr.d, s.v(), s.s(), s.i(), info,
                     HIPSPARSE_SOLVE_POLICY_NO_LEVEL,
                     static_cast<void *>(nullptr)));
  FAILS(hipsparseXcsrsv2_zeroPivot(h, info, &position),
        HIPSPARSE_STATUS_ZERO_PIVOT);
  CHECK(position == n - 1 + base);
  OK(hipsparseDestroyCsrsv2Info(info));
}

template <typename T> static void test_conversions(int m, int n, int base) {
  const bool complex = is_complex<T>();
  const Dense a = random_matrix(m, n, complex, 3);
  Sparse<T> s(a, base), other(turned(a, turns), base);
  Memory<T> value(size_t(s.nnz));
  Memory<int> row(size_t(s.nnz)), start(size_t(n) + 1);
  OK(csr2csc(KEY, m, n, s.nnz, s.v(), s.s(), s.i(), value.p, row.p, start.p,
             HIPSPARSE_ACTION_NUMERIC, hipsparseIndexBase_t(base)));
  expect<T>(turned(read_rows(n, m, value.p, start.p, row.p, base), turns), a);
  Columns<T> dense(random_matrix(m, n, complex, 1)), second(Dense(m, n));
  OK(csr2dense(KEY, m, n, s.descr.d, s.v(), s.s(), s.i(), dense.p, m));
  expect<T>(dense.read(), a);
  OK(csc2dense(KEY, m, n, other.descr.d, other.v(), other.i(), other.s(),
               second.p, m));
  expect<T>(second.read(), a);
  Memory<int> each(size_t(m + n)), rows(size_t(m) + 1), cols(size_t(s.nnz));
  const T *from = dense.p;
  const int *counts = each.p;
  OK(dense2csr(KEY, m, n, s.descr.d, from, m, counts, value.p, rows.p, cols.p));
  expect<T>(read_rows(m, n, value.p, rows.p, cols.p, base), a);
  OK(dense2csc(KEY, m, n, s.descr.d, from, m, counts, value.p, row.p, start.p));
  expect<T>(turned(read_rows(n, m, value.p, start.p, row.p, base), turns), a);
  // Every second element of the first column.
  Memory<int> places(static_cast<size_t>(m));
  Memory<T> few(static_cast<size_t>(m));
  for (int i = 0; i < m / 2; ++i)
    places.p[i] = 2 * i + base;
  OK(gthr(KEY, m / 2, from, few.p, static_cast<const int *>(places.p),
          hipsparseIndexBase_t(base)));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < m / 2; ++i)
    CHECK(get(few.p[i]) == a(2 * i, 0));
  // What is above a threshold.
  Dense above = a;
  for (Z &v : above.v)
    if (std::abs(v) <= 1.3)
      v = 0;
  int all = -1;
  Memory<int> per_row(static_cast<size_t>(m));
  const T tol = make<T>(1.3);
  OK(nnz_compress(KEY, m, s.descr.d, s.v(), s.s(), per_row.p, &all, tol));
  CHECK(size_t(all) == count_of(above));
  Memory<T> kept(static_cast<size_t>(all));
  Memory<int> kept_col(static_cast<size_t>(all)), kept_row(size_t(m) + 1);
  OK(csr2csr_compress(KEY, m, n, s.descr.d, s.v(), s.i(), s.s(), s.nnz,
                      static_cast<const int *>(per_row.p), kept.p, kept_col.p,
                      kept_row.p, tol));
  expect<T>(read_rows(m, n, kept.p, kept_row.p, kept_col.p, base), above);
  for (int i = 0; i < m; ++i)
    CHECK(kept_row.p[i + 1] - kept_row.p[i] == per_row.p[i]);
}

template <typename T> static void test_sparse_products(int m, int k, int n) {
  const bool complex = is_complex<T>();
  const Z a0 = noise(complex), b0 = noise(complex);
  const Factor<T> alpha(a0), beta(b0);
  Descriptor one(1);
  Memory<int> start(size_t(m) + 1);
  int nnz = -1;
  { // Sums.
    const Dense a = random_matrix(m, n, complex, 3),
                b = random_matrix(m, n, complex, 3);
    Sparse<T> sa(a, 0), sb(b, 1);
    OK(hipsparseXcsrgeamNnz(h, m, n, sa.descr.d, sa.nnz, sa.s(), sa.i(),
                            sb.descr.d, sb.nnz, sb.s(), sb.i(), one.d, start.p,
                            &nnz));
    Memory<T> value(static_cast<size_t>(nnz));
    Memory<int> col(static_cast<size_t>(nnz));
    OK(csrgeam(KEY, m, n, alpha.at(false), sa.descr.d, sa.nnz, sa.v(), sa.s(),
               sa.i(), beta.at(false), sb.descr.d, sb.nnz, sb.v(), sb.s(),
               sb.i(), one.d, value.p, start.p, col.p));
    expect<T>(read_rows(m, n, value.p, start.p, col.p, 1), sum(a0, a, b0, b));
  }
  for (const auto op_a : {plain, turns})
    for (const auto op_b : {plain, both}) {
      const Dense a = random_matrix(m, k, complex, 3),
                  b = random_matrix(k, n, complex, 3);
      // What is stored is turned back.
      Sparse<T> sa(turned(a, op_a), 1), sb(turned(b, op_b), 0);
      OK(hipsparseXcsrgemmNnz(h, op_a, op_b, m, n, k, sa.descr.d, sa.nnz,
                              sa.s(), sa.i(), sb.descr.d, sb.nnz, sb.s(),
                              sb.i(), one.d, start.p, &nnz));
      Memory<T> value(static_cast<size_t>(nnz));
      Memory<int> col(static_cast<size_t>(nnz));
      OK(csrgemm(KEY, op_a, op_b, m, n, k, sa.descr.d, sa.nnz, sa.v(), sa.s(),
                 sa.i(), sb.descr.d, sb.nnz, sb.v(), sb.s(), sb.i(), one.d,
                 value.p, static_cast<const int *>(start.p), col.p));
      expect<T>(read_rows(m, n, value.p, start.p, col.p, 1), a * b);
    }
  const Dense a = random_matrix(m, k, complex, 3),
              b = random_matrix(k, n, complex, 3),
              d = random_matrix(m, n, complex, 4);
  Sparse<T> sa(a, 0), sb(b, 1), sd(d, 0);
  csrgemm2Info_t info;
  size_t bytes = 99;
  OK(hipsparseCreateCsrgemm2Info(&info));
  OK(csrgemm2_bufferSizeExt(KEY, m, n, k, alpha.at(false), sa.descr.d, sa.nnz,
                            sa.s(), sa.i(), sb.descr.d, sb.nnz, sb.s(), sb.i(),
                            beta.at(false), sd.descr.d, sd.nnz, sd.s(), sd.i(),
                            info, &bytes));
  Memory<char> buffer(bytes);
  OK(hipsparseXcsrgemm2Nnz(h, m, n, k, sa.descr.d, sa.nnz, sa.s(), sa.i(),
                           sb.descr.d, sb.nnz, sb.s(), sb.i(), sd.descr.d,
                           sd.nnz, sd.s(), sd.i(), one.d, start.p, &nnz, info,
                           buffer.p));
  CHECK(nnz == start.p[m] - 1);
  Memory<T> value(static_cast<size_t>(nnz));
  Memory<int> col(static_cast<size_t>(nnz));
  OK(csrgemm2(KEY, m, n, k, alpha.at(false), sa.descr.d, sa.nnz, sa.v(), sa.s(),
              sa.i(), sb.descr.d, sb.nnz, sb.v(), sb.s(), sb.i(),
              beta.at(false), sd.descr.d, sd.nnz, sd.v(), sd.s(), sd.i(), one.d,
              value.p, static_cast<const int *>(start.p), col.p, info,
              static_cast<void *>(buffer.p)));
  expect<T>(read_rows(m, n, value.p, start.p, col.p, 1),
            sum(a0, a * b, b0, d));
  OK(hipsparseDestroyCsrgemm2Info(info));
}

// Coordinates in pairs: made of a dense matrix, read, multiplied by a vector.
static void test_pairs(int m, int n, int base) {
  const Dense a = random_matrix(m, n, false, 3);
  Memory<double> dense(static_cast<size_t>(m) * n), x(n), y(m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      dense.p[i * n + j] = a(i, j).real();
  for (int j = 0; j < n; ++j)
    x.p[j] = j + 1;
  hipsparseDnMatDescr_t full;
  hipsparseSpMatDescr_t pairs;
  hipsparseDnVecDescr_t vx, vy;
  OK(hipsparseCreateDnMat(&full, m, n, n, dense.p, HIP_R_64F,
                          HIPSPARSE_ORDER_ROW));
  OK(hipsparseCreateCooAoS(&pairs, m, n, 0, nullptr, nullptr,
                           HIPSPARSE_INDEX_32I,
                           static_cast<hipsparseIndexBase_t>(base), HIP_R_64F));
  OK(hipsparseDenseToSparse_analysis(
      h, full, pairs, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
  int64_t rows, cols, nnz;
  void *index, *value;
  hipsparseIndexType_t index_type;
  hipsparseIndexBase_t its_base;
  hipDataType type;
  OK(hipsparseCooAoSGet(pairs, &rows, &cols, &nnz, &index, &value, &index_type,
                        &its_base, &type));
  CHECK(rows == m && cols == n && !index && its_base == base);
  OK(hipsparseDestroySpMat(pairs));
  Memory<int> places(static_cast<size_t>(nnz) * 2 + 1);
  Memory<double> values(static_cast<size_t>(nnz) + 1);
  OK(hipsparseCreateCooAoS(&pairs, m, n, nnz, places.p, values.p,
                           HIPSPARSE_INDEX_32I,
                           static_cast<hipsparseIndexBase_t>(base), HIP_R_64F));
  OK(hipsparseDenseToSparse_convert(
      h, full, pairs, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
  OK(hipsparseCreateDnVec(&vx, n, x.p, HIP_R_64F));
  OK(hipsparseCreateDnVec(&vy, m, y.p, HIP_R_64F));
  const double alpha = 2, beta = 0;
  OK(hipsparseSpMV(h, plain, &alpha, pairs, vx, &beta, vy, HIP_R_64F,
                   HIPSPARSE_SPMV_ALG_DEFAULT, nullptr));
  OK(hipDeviceSynchronize());
  int64_t at = 0;
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      const double v = dense.p[i * n + j];
      sum += 2 * v * (j + 1);
      if (v == 0)
        continue;
      CHECK(places.p[2 * at] == i + base && places.p[2 * at + 1] == j + base);
      CHECK(values.p[at++] == v);
    }
    CHECK(std::abs(y.p[i] - sum) <= 1e-12 * (1 + std::abs(sum)));
  }
  CHECK(at == nnz);
  ++cases;
  OK(hipsparseDestroyDnVec(vx));
  OK(hipsparseDestroyDnVec(vy));
  OK(hipsparseDestroyDnMat(full));
  OK(hipsparseDestroySpMat(pairs));
}

template <typename T> static void test_type() {
  for (const int n : {1, 2, 9, 40})
    for (const int base : {0, 1}) {
      test_products<T>(n, n + 3, base);
      test_systems<T>(n, base);
      test_conversions<T>(n, n + 1, base);
      test_sparse_products<T>(n, n + 2, n + 1);
    }
}

int main() {
  OK(hipsparseCreate(&h));
  test_type<float>();
  test_type<double>();
  test_type<hipFloatComplex>();
  test_type<hipDoubleComplex>();
  for (const int n : {1, 2, 9, 40})
    for (const int base : {0, 1})
      test_pairs(n, n + 1, base);
  Descriptor d(0);
  const float one = 1;
  FAILS(hipsparseScsrmv(nullptr, plain, 1, 1, 0, &one, d.d, nullptr, nullptr,
                        nullptr, &one, &one, nullptr),
        HIPSPARSE_STATUS_NOT_INITIALIZED);
  FAILS(hipsparseXcsrsv2_zeroPivot(h, nullptr, nullptr),
        HIPSPARSE_STATUS_INVALID_VALUE);
  OK(hipsparseDestroy(h));
  printf("%d results\n", cases);
  return 0;
}
