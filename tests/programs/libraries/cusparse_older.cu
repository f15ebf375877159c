// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's older functions against dense ones in double: conversions, sorting,
// sums, blocks, bands, incomplete factors.
// FLAGS: -lcusparse -std=c++17
#include "sparse.h"

#include <algorithm>

static int cases;
static const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

// The functions of each type by one name.
#define FOUR(name)                                                             \
  template <typename... A> cusparseStatus_t name(float *, A... a) {            \
    return cusparseS##name(a...);                                              \
  }                                                                            \
  template <typename... A> cusparseStatus_t name(double *, A... a) {           \
    return cusparseD##name(a...);                                              \
  }                                                                            \
  template <typename... A> cusparseStatus_t name(cuComplex *, A... a) {        \
    return cusparseC##name(a...);                                              \
  }                                                                            \
  template <typename... A> cusparseStatus_t name(cuDoubleComplex *, A... a) {  \
    return cusparseZ##name(a...);                                              \
  }
FOUR(nnz)
FOUR(gemvi)
FOUR(gemvi_bufferSize)
FOUR(csrgeam2)
FOUR(csrgeam2_bufferSizeExt)
FOUR(csr2bsr)
FOUR(bsr2csr)
FOUR(bsrmv)
FOUR(bsrmm)
FOUR(gtsv2)
FOUR(gtsv2_bufferSizeExt)
FOUR(gtsv2_nopivot)
FOUR(gtsv2StridedBatch)
FOUR(gtsvInterleavedBatch)
FOUR(gpsvInterleavedBatch)
FOUR(csrilu02)
FOUR(csrilu02_analysis)
FOUR(csrilu02_bufferSize)
FOUR(csrilu02_numericBoost)
FOUR(csric02)
FOUR(csric02_analysis)
FOUR(csric02_bufferSize)

template <typename T> constexpr cudaDataType type_of() {
  return std::is_same<T, float>::value       ? CUDA_R_32F
         : std::is_same<T, double>::value    ? CUDA_R_64F
         : std::is_same<T, cuComplex>::value ? CUDA_C_32F
                                             : CUDA_C_64F;
}
#define KEY static_cast<T *>(nullptr)

static cusparseMatDescr_t descriptor(int base) {
  cusparseMatDescr_t d;
  GOOD(cusparseCreateMatDescr(&d));
  GOOD(cusparseSetMatIndexBase(d, cusparseIndexBase_t(base)));
  CHECK(cusparseGetMatIndexBase(d) == cusparseIndexBase_t(base));
  return d;
}
static Layout csr(cudaDataType t, int base) {
  return {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I, cusparseIndexBase_t(base),
          t};
}
static Dense read_csr(long rows, long cols, Memory &start, Memory &col,
                      Memory &value, cudaDataType t, int base) {
  Dense out(rows, cols);
  for (long i = 0; i < rows; ++i)
    for (int k = start.as<int>()[i]; k < start.as<int>()[i + 1]; ++k)
      out(i, col.as<int>()[k - base] - base) += get(t, value.p, k - base);
  return out;
}

// ---- Orders

static void test_orders(cusparseHandle_t h, long m, long n, int base) {
  const cudaDataType t = CUDA_R_64F;
  const Dense a = random_matrix(m, n, false, 3);
  Stored s(a, csr(t, base));
  const int nnz = int(s.nnz), rows = int(m), cols = int(n);
  const auto b = cusparseIndexBase_t(base);
  Memory coo(size_t(nnz) * 4), back(size_t(m + 1) * 4);
  GOOD(cusparseXcsr2coo(h, s.offsets->as<int>(), nnz, rows, coo.as<int>(), b));
  GOOD(cusparseXcoo2csr(h, coo.as<int>(), nnz, rows, back.as<int>(), b));
  GOOD(cudaDeviceSynchronize());
  for (int i = 0; i <= rows; ++i)
    CHECK(back.as<int>()[i] == s.offsets->as<int>()[i]);
  for (int k = 0; k < nnz; ++k)
    CHECK(coo.as<int>()[k] == int(s.other[size_t(k)]) + base);
  // Columns first.
  Memory start(size_t(n + 1) * 4), row(size_t(nnz) * 4),
      value(size_t(nnz) * 8);
  size_t bytes = 0;
  GOOD(cusparseCsr2cscEx2_bufferSize(
      h, rows, cols, nnz, s.values->p, s.offsets->as<int>(),
      s.indices->as<int>(), value.p, start.as<int>(), row.as<int>(), t,
      CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG_DEFAULT, &bytes));
  Memory buffer(bytes);
  GOOD(cusparseCsr2cscEx2(h, rows, cols, nnz, s.values->p, s.offsets->as<int>(),
                          s.indices->as<int>(), value.p, start.as<int>(),
                          row.as<int>(), t, CUSPARSE_ACTION_NUMERIC, b,
                          CUSPARSE_CSR2CSC_ALG_DEFAULT, buffer.p));
  GOOD(cudaDeviceSynchronize());
  expect(turned(read_csr(n, m, start, row, value, t, base),
                CUSPARSE_OPERATION_TRANSPOSE),
         a, t);
  // From the wrong way round to order again, with a permutation.
  Memory r(size_t(nnz) * 4), c(size_t(nnz) * 4), p(size_t(nnz) * 4);
  for (int k = 0; k < nnz; ++k) {
    r.as<int>()[k] = coo.as<int>()[nnz - 1 - k];
    c.as<int>()[k] = s.indices->as<int>()[nnz - 1 - k];
  }
  GOOD(cusparseCreateIdentityPermutation(h, nnz, p.as<int>()));
  GOOD(cusparseXcoosort_bufferSizeExt(h, rows, cols, nnz, r.as<int>(),
                                      c.as<int>(), &bytes));
  Memory second(bytes);
  GOOD(cusparseXcoosortByRow(h, rows, cols, nnz, r.as<int>(), c.as<int>(),
                             p.as<int>(), second.p));
  GOOD(cudaDeviceSynchronize());
  for (int k = 0; k < nnz; ++k)
    CHECK(r.as<int>()[k] == coo.as<int>()[k] &&
          c.as<int>()[k] == s.indices->as<int>()[k] &&
          p.as<int>()[k] == nnz - 1 - k);
  GOOD(cusparseXcoosortByColumn(h, rows, cols, nnz, r.as<int>(), c.as<int>(),
                                p.as<int>(), second.p));
  GOOD(cudaDeviceSynchronize());
  for (int k = 1; k < nnz; ++k)
    CHECK(c.as<int>()[k - 1] <= c.as<int>()[k]);
  // Each row by itself.
  Memory mixed(size_t(nnz) * 4);
  for (int i = 0; i < rows; ++i)
    for (int k = s.offsets->as<int>()[i] - base;
         k < s.offsets->as<int>()[i + 1] - base; ++k)
      mixed.as<int>()[k] =
          s.indices->as<int>()[s.offsets->as<int>()[i] +
                               s.offsets->as<int>()[i + 1] - 2 * base - 1 - k];
  cusparseMatDescr_t d = descriptor(base);
  GOOD(cusparseCreateIdentityPermutation(h, nnz, p.as<int>()));
  GOOD(cusparseXcsrsort_bufferSizeExt(h, rows, cols, nnz, s.offsets->as<int>(),
                                      mixed.as<int>(), &bytes));
  Memory third(bytes);
  GOOD(cusparseXcsrsort(h, rows, cols, nnz, d, s.offsets->as<int>(),
                        mixed.as<int>(), p.as<int>(), third.p));
  GOOD(cudaDeviceSynchronize());
  for (int k = 0; k < nnz; ++k)
    CHECK(mixed.as<int>()[k] == s.indices->as<int>()[k]);
  GOOD(cusparseDestroyMatDescr(d));
  ++cases;
}

// ---- Sums and counts

template <typename T>
static void test_sums(cusparseHandle_t h, long m, long n, bool device) {
  const cudaDataType t = type_of<T>();
  const bool complex = is_complex(t);
  const Dense a = random_matrix(m, n, complex, 3),
              b = random_matrix(m, n, complex, 3);
  // NVIDIA's library takes one base for all.
  const int first = on_cpu ? 0 : 1;
  Stored sa(a, csr(t, first)), sb(b, csr(t, 1));
  cusparseMatDescr_t da = descriptor(first), db = descriptor(1);
  const Z a0 = noise(complex), b0 = noise(complex);
  const Scalar alpha(t, a0, device), beta(t, b0, device);
  Memory start(size_t(m + 1) * 4), count(4);
  const int rows = int(m), cols = int(n);
  const T *pa = static_cast<const T *>(alpha.p()),
          *pb = static_cast<const T *>(beta.p());
  size_t bytes = 0;
  GOOD(cusparseSetPointerMode(h, device ? CUSPARSE_POINTER_MODE_DEVICE
                                        : CUSPARSE_POINTER_MODE_HOST));
  if (passes_all) {
  GOOD(csrgeam2_bufferSizeExt(
      KEY, h, rows, cols, pa, da, int(sa.nnz), sa.values->as<T>(),
      sa.offsets->as<int>(), sa.indices->as<int>(), pb, db, int(sb.nnz),
      sb.values->as<T>(), sb.offsets->as<int>(), sb.indices->as<int>(), db,
      static_cast<const T *>(nullptr), static_cast<const int *>(start.p),
      static_cast<const int *>(nullptr), &bytes));
  Memory buffer(bytes);
  GOOD(cusparseXcsrgeam2Nnz(h, rows, cols, da, int(sa.nnz),
                            sa.offsets->as<int>(), sa.indices->as<int>(), db,
                            int(sb.nnz), sb.offsets->as<int>(),
                            sb.indices->as<int>(), db, start.as<int>(),
                            count.as<int>(), buffer.p));
  GOOD(cudaDeviceSynchronize());
  const int nnz = count.as<int>()[0];
  CHECK(nnz == start.as<int>()[m] - 1);
  Memory col(size_t(nnz) * 4), value(size_t(nnz) * sizeof(T));
  GOOD(csrgeam2(KEY, h, rows, cols, pa, da, int(sa.nnz), sa.values->as<T>(),
                sa.offsets->as<int>(), sa.indices->as<int>(), pb, db,
                int(sb.nnz), sb.values->as<T>(), sb.offsets->as<int>(),
                sb.indices->as<int>(), db, value.as<T>(), start.as<int>(),
                col.as<int>(), buffer.p));
  GOOD(cudaDeviceSynchronize());
  Dense wanted(m, n);
  for (size_t i = 0; i < wanted.v.size(); ++i)
    wanted.v[i] = a0 * a.v[i] + b0 * b.v[i];
  expect(read_csr(m, n, start, col, value, t, 1), wanted, t);
  }
  // How many are not zero.
  StoredDense dense(a, t, CUSPARSE_ORDER_COL);
  Memory each(size_t(m + n) * 4);
  for (const auto dir : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
    GOOD(::nnz(KEY, h, dir, rows, cols, da, dense.values.as<T>(),
               int(dense.ld), each.as<int>(), count.as<int>()));
    GOOD(cudaDeviceSynchronize());
    CHECK(count.as<int>()[0] == int(sa.nnz));
    const bool by_rows = dir == CUSPARSE_DIRECTION_ROW;
    for (long i = 0; i < (by_rows ? m : n); ++i) {
      int wanted_count = 0;
      for (long j = 0; j < (by_rows ? n : m); ++j)
        wanted_count += (by_rows ? a(i, j) : a(j, i)) != 0.0;
      CHECK(each.as<int>()[i] == wanted_count);
    }
  }
  // A dense matrix with a sparse vector.
  for (const auto op : {plain, CUSPARSE_OPERATION_TRANSPOSE,
                        CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE}) {
    if (!passes_all)
      break;
    const Dense turned_a = turned(a, op);
    const long wide = turned_a.cols, high = turned_a.rows;
    Dense x(wide, 1), y(high, 1);
    Memory index(size_t(wide) * 4), xv(size_t(wide) * sizeof(T)),
        yv(size_t(high) * sizeof(T));
    int used = 0;
    for (long j = 0; j < wide; j += 2, ++used) {
      x(j, 0) = noise(complex);
      index.as<int>()[used] = int(j) + 1;
      put(t, xv.p, used, x(j, 0));
    }
    for (long i = 0; i < high; ++i)
      put(t, yv.p, i, y(i, 0) = noise(complex));
    int room = 0;
    GOOD(gemvi_bufferSize(KEY, h, op, rows, cols, used, &room));
    Memory vector_buffer(static_cast<size_t>(room));
    GOOD(gemvi(KEY, h, op, rows, cols, pa, dense.values.as<T>(), int(dense.ld),
               used, xv.as<T>(), index.as<int>(), pb, yv.as<T>(),
               CUSPARSE_INDEX_BASE_ONE, vector_buffer.p));
    GOOD(cudaDeviceSynchronize());
    Dense p = product(turned_a, x), is(high, 1);
    for (long i = 0; i < high; ++i) {
      p(i, 0) = a0 * p(i, 0) + b0 * y(i, 0);
      is(i, 0) = get(t, yv.p, i);
    }
    expect(is, p, t);
  }
  GOOD(cusparseDestroyMatDescr(da));
  GOOD(cusparseDestroyMatDescr(db));
  ++cases;
}

// ---- Blocks

template <typename T>
static void test_blocks(cusparseHandle_t h, long m, long n, int size,
                        cusparseDirection_t dir) {
  const cudaDataType t = type_of<T>();
  const bool complex = is_complex(t);
  const Dense a = random_matrix(m, n, complex, 4);
  Stored s(a, csr(t, 1));
  cusparseMatDescr_t one = descriptor(1), none = descriptor(on_cpu ? 0 : 1);
  const int mb = int((m + size - 1) / size), nb = int((n + size - 1) / size);
  Memory start(size_t(mb + 1) * 4);
  int blocks = -1;
  GOOD(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST));
  GOOD(cusparseXcsr2bsrNnz(h, dir, int(m), int(n), one, s.offsets->as<int>(),
                           s.indices->as<int>(), size, none, start.as<int>(),
                           &blocks));
  const size_t all = size_t(blocks) * size_t(size * size);
  Memory col(size_t(blocks) * 4), value(all * sizeof(T));
  GOOD(csr2bsr(KEY, h, dir, int(m), int(n), one, s.values->as<T>(),
               s.offsets->as<int>(), s.indices->as<int>(), size, none,
               value.as<T>(), start.as<int>(), col.as<int>()));
  Memory back(size_t(mb * size + 1) * 4), back_col(all * 4),
      back_value(all * sizeof(T));
  GOOD(bsr2csr(KEY, h, dir, mb, nb, none, value.as<T>(), start.as<int>(),
               col.as<int>(), size, one, back_value.as<T>(), back.as<int>(),
               back_col.as<int>()));
  GOOD(cudaDeviceSynchronize());
  const long rows = long(mb) * size, cols = long(nb) * size;
  Dense wide(rows, cols);
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < n; ++j)
      wide(i, j) = a(i, j);
  expect(read_csr(rows, cols, back, back_col, back_value, t, 1), wide, t);
  // Products.
  const Z a0 = noise(complex), b0 = noise(complex);
  const Scalar alpha(t, a0, false), beta(t, b0, false);
  const T *pa = static_cast<const T *>(alpha.p()),
          *pb = static_cast<const T *>(beta.p());
  const Dense x = random_matrix(cols, 5, complex, 1),
              y = random_matrix(rows, 5, complex, 1);
  StoredDense xs(x, t, CUSPARSE_ORDER_COL), ys(y, t, CUSPARSE_ORDER_COL),
      zs(y, t, CUSPARSE_ORDER_COL);
  GOOD(bsrmm(KEY, h, dir, plain, plain, mb, 5, nb, blocks, pa, none,
             value.as<T>(), start.as<int>(), col.as<int>(), size,
             xs.values.as<T>(), int(xs.ld), pb, ys.values.as<T>(),
             int(ys.ld)));
  GOOD(bsrmv(KEY, h, dir, plain, mb, nb, blocks, pa, none, value.as<T>(),
             start.as<int>(), col.as<int>(), size, xs.values.as<T>(), pb,
             zs.values.as<T>()));
  GOOD(cudaDeviceSynchronize());
  Dense wanted = product(wide, x);
  for (size_t i = 0; i < wanted.v.size(); ++i)
    wanted.v[i] = a0 * wanted.v[i] + b0 * y.v[i];
  expect(ys.read(), wanted, t);
  for (long i = 0; i < rows; ++i)
    CHECK(std::abs(get(t, zs.values.p, i) - wanted(i, 0)) <=
          epsilon(t) * largest(wanted));
  GOOD(cusparseDestroyMatDescr(one));
  GOOD(cusparseDestroyMatDescr(none));
  ++cases;
}

// ---- Bands

// Of systems of `wide` diagonals beside the main one; element i of diagonal d.
struct Bands {
  long m;
  int wide;
  std::vector<std::vector<Z>> d; // from the lowest
  Bands(long rows, int beside, bool complex, double main)
      : m(rows), wide(beside) {
    for (int b = -beside; b <= beside; ++b) {
      std::vector<Z> v(size_t(m), 0);
      for (long i = 0; i < m; ++i)
        if (i + b >= 0 && i + b < m)
          v[size_t(i)] = noise(complex) + (b == 0 ? main : 0.0);
      d.push_back(v);
    }
  }
  // A x, of x whose elements lie in a vector.
  std::vector<Z> operator*(const std::vector<Z> &x) const {
    std::vector<Z> out(size_t(m), 0);
    for (long i = 0; i < m; ++i)
      for (int b = -wide; b <= wide; ++b)
        if (i + b >= 0 && i + b < m)
          out[size_t(i)] += d[size_t(b + wide)][size_t(i)] * x[size_t(i + b)];
    return out;
  }
};
static void expect_system(const Bands &a, const std::vector<Z> &x,
                          const std::vector<Z> &b, cudaDataType t) {
  const std::vector<Z> is = a * x;
  double most = 1;
  for (const Z &v : x)
    most = std::max(most, std::abs(v));
  for (size_t i = 0; i < b.size(); ++i)
    CHECK(std::abs(is[i] - b[i]) <= 100 * epsilon(t) * most);
}

template <typename T> static void test_bands(cusparseHandle_t h, long m) {
  const cudaDataType t = type_of<T>();
  const bool complex = is_complex(t);
  enum { SIDES = 3, MEMBERS = 5 };
  // Where only exchanges of rows help, and where none are made.
  for (const bool pivots : {true, false}) {
    const Bands a(m, 1, complex, pivots ? 0 : 12);
    Memory dl(size_t(m) * 16), d(size_t(m) * 16), du(size_t(m) * 16);
    for (long i = 0; i < m; ++i) {
      put(t, dl.p, i, a.d[0][size_t(i)]);
      put(t, d.p, i, a.d[1][size_t(i)]);
      put(t, du.p, i, a.d[2][size_t(i)]);
    }
    const Dense b = random_matrix(m, SIDES, complex, 1);
    StoredDense x(b, t, CUSPARSE_ORDER_COL);
    size_t bytes = 0;
    GOOD(gtsv2_bufferSizeExt(KEY, h, int(m), int(SIDES), dl.as<T>(), d.as<T>(),
                             du.as<T>(), x.values.as<T>(), int(x.ld), &bytes));
    Memory buffer(bytes);
    if (pivots)
      GOOD(gtsv2(KEY, h, int(m), int(SIDES), dl.as<T>(), d.as<T>(), du.as<T>(),
                 x.values.as<T>(), int(x.ld), buffer.p));
    else
      GOOD(gtsv2_nopivot(KEY, h, int(m), int(SIDES), dl.as<T>(), d.as<T>(),
                         du.as<T>(), x.values.as<T>(), int(x.ld), buffer.p));
    GOOD(cudaDeviceSynchronize());
    const Dense is = x.read();
    for (long s = 0; s < SIDES; ++s) {
      std::vector<Z> xs, bs;
      for (long i = 0; i < m; ++i) {
        xs.push_back(is(i, s));
        bs.push_back(b(i, s));
      }
      expect_system(a, xs, bs, t);
    }
    ++cases;
  }
  // Batches: one after another, and by turns.
  std::vector<Bands> three, five;
  std::vector<std::vector<Z>> sides;
  const long step = m + 3;
  Memory parts[4] = {Memory(size_t(step * MEMBERS) * 16),
                     Memory(size_t(step * MEMBERS) * 16),
                     Memory(size_t(step * MEMBERS) * 16),
                     Memory(size_t(step * MEMBERS) * 16)};
  Memory turns[6] = {Memory(size_t(m * MEMBERS) * 16),
                     Memory(size_t(m * MEMBERS) * 16),
                     Memory(size_t(m * MEMBERS) * 16),
                     Memory(size_t(m * MEMBERS) * 16),
                     Memory(size_t(m * MEMBERS) * 16),
                     Memory(size_t(m * MEMBERS) * 16)};
  for (long k = 0; k < MEMBERS; ++k) {
    three.emplace_back(m, 1, complex, 12);
    five.emplace_back(m, 2, complex, 14);
    sides.push_back(random_vector(m, complex));
    for (long i = 0; i < m; ++i) {
      for (int b = 0; b < 3; ++b)
        put(t, parts[b].p, k * step + i, three.back().d[size_t(b)][size_t(i)]);
      put(t, parts[3].p, k * step + i, sides.back()[size_t(i)]);
      for (int b = 0; b < 5; ++b)
        put(t, turns[b].p, i * MEMBERS + k,
            five.back().d[size_t(b)][size_t(i)]);
      put(t, turns[5].p, i * MEMBERS + k, sides.back()[size_t(i)]);
    }
  }
  Memory buffer(size_t(1) << 20);
  GOOD(gtsv2StridedBatch(KEY, h, int(m), parts[0].as<T>(), parts[1].as<T>(),
                         parts[2].as<T>(), parts[3].as<T>(), int(MEMBERS),
                         int(step), buffer.p));
  GOOD(gpsvInterleavedBatch(KEY, h, 0, int(m), turns[0].as<T>(),
                            turns[1].as<T>(), turns[2].as<T>(),
                            turns[3].as<T>(), turns[4].as<T>(),
                            turns[5].as<T>(), int(MEMBERS), buffer.p));
  GOOD(cudaDeviceSynchronize());
  for (long k = 0; k < MEMBERS; ++k) {
    std::vector<Z> x, y;
    for (long i = 0; i < m; ++i) {
      x.push_back(get(t, parts[3].p, k * step + i));
      y.push_back(get(t, turns[5].p, i * MEMBERS + k));
    }
    expect_system(three[size_t(k)], x, sides[size_t(k)], t);
    expect_system(five[size_t(k)], y, sides[size_t(k)], t);
  }
  for (const int algo : {0, 1, 2}) {
    for (long k = 0; k < MEMBERS; ++k)
      for (long i = 0; i < m; ++i) {
        for (int b = 0; b < 3; ++b)
          put(t, turns[b].p, i * MEMBERS + k,
              three[size_t(k)].d[size_t(b)][size_t(i)]);
        put(t, turns[5].p, i * MEMBERS + k, sides[size_t(k)][size_t(i)]);
      }
    GOOD(gtsvInterleavedBatch(KEY, h, algo, int(m), turns[0].as<T>(),
                              turns[1].as<T>(), turns[2].as<T>(),
                              turns[5].as<T>(), int(MEMBERS), buffer.p));
    GOOD(cudaDeviceSynchronize());
    for (long k = 0; k < MEMBERS; ++k) {
      std::vector<Z> x;
      for (long i = 0; i < m; ++i)
        x.push_back(get(t, turns[5].p, i * MEMBERS + k));
      expect_system(three[size_t(k)], x, sides[size_t(k)], t);
    }
    ++cases;
  }
}

// ---- Incomplete factors: where A has elements, their product is A

// A matrix whose pattern is symmetric, and with all of its diagonal.
static Dense heavy(long n, bool complex, bool hermitian) {
  Dense a = random_matrix(n, n, complex, 4);
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < i; ++j) {
      if (a(i, j) == 0.0)
        a(j, i) = 0;
      else if (hermitian || a(j, i) == 0.0)
        a(j, i) = std::conj(a(i, j));
    }
    a(i, i) = 40 + double(i % 5);
  }
  return a;
}

template <typename T> static void test_factors(cusparseHandle_t h, long n) {
  const cudaDataType t = type_of<T>();
  const bool complex = is_complex(t);
  const int rows = int(n), base = cases % 2;
  cusparseMatDescr_t d = descriptor(base);
  {
    const Dense a = heavy(n, complex, false);
    Stored s(a, csr(t, base));
    csrilu02Info_t info;
    int bytes = 0, at = -7;
    GOOD(cusparseCreateCsrilu02Info(&info));
    GOOD(csrilu02_bufferSize(KEY, h, rows, int(s.nnz), d, s.values->as<T>(),
                             s.offsets->as<int>(), s.indices->as<int>(), info,
                             &bytes));
    Memory buffer(static_cast<size_t>(bytes));
    GOOD(csrilu02_analysis(KEY, h, rows, int(s.nnz), d, s.values->as<T>(),
                           s.offsets->as<int>(), s.indices->as<int>(), info,
                           CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    GOOD(cusparseXcsrilu02_zeroPivot(h, info, &at));
    CHECK(at == -1);
    GOOD(csrilu02(KEY, h, rows, int(s.nnz), d, s.values->as<T>(),
                  s.offsets->as<int>(), s.indices->as<int>(), info,
                  CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    GOOD(cusparseXcsrilu02_zeroPivot(h, info, &at));
    GOOD(cusparseDestroyCsrilu02Info(info));
    const Dense f = read_csr(n, n, *s.offsets, *s.indices, *s.values, t, base);
    Dense l(n, n), u(n, n);
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        (j < i ? l : u)(i, j) = f(i, j);
    for (long i = 0; i < n; ++i)
      l(i, i) = 1;
    const Dense p = product(l, u);
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        if (a(i, j) != 0.0)
          CHECK(std::abs(p(i, j) - a(i, j)) <= 10 * epsilon(t) * largest(a));
  }
  {
    const Dense a = heavy(n, complex, true);
    Stored s(a, csr(t, base));
    csric02Info_t info;
    int bytes = 0, at = -7;
    GOOD(cusparseCreateCsric02Info(&info));
    GOOD(csric02_bufferSize(KEY, h, rows, int(s.nnz), d, s.values->as<T>(),
                            s.offsets->as<int>(), s.indices->as<int>(), info,
                            &bytes));
    Memory buffer(static_cast<size_t>(bytes));
    GOOD(csric02_analysis(KEY, h, rows, int(s.nnz), d, s.values->as<T>(),
                          s.offsets->as<int>(), s.indices->as<int>(), info,
                          CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    GOOD(csric02(KEY, h, rows, int(s.nnz), d, s.values->as<T>(),
                 s.offsets->as<int>(), s.indices->as<int>(), info,
                 CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    GOOD(cusparseXcsric02_zeroPivot(h, info, &at));
    CHECK(at == -1);
    GOOD(cusparseDestroyCsric02Info(info));
    const Dense f = read_csr(n, n, *s.offsets, *s.indices, *s.values, t, base);
    Dense l(n, n);
    for (long i = 0; i < n; ++i)
      for (long j = 0; j <= i; ++j)
        l(i, j) = f(i, j);
    const Dense p =
        product(l, turned(l, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE));
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        if (j > i) // not touched
          CHECK(f(i, j) == a(i, j));
        else if (a(i, j) != 0.0)
          CHECK(std::abs(p(i, j) - a(i, j)) <= 10 * epsilon(t) * largest(a));
  }
  GOOD(cusparseDestroyMatDescr(d));
  ++cases;
}

// Pivots that are zero are said, or become what the program asks.
static void test_pivots(cusparseHandle_t h) {
  Dense a(3, 3);
  a(0, 0) = 2;
  a(0, 1) = 1;
  a(1, 0) = 4;
  a(1, 1) = 2; // 0 once the first row is subtracted twice
  a(2, 2) = 1;
  for (const bool boosts : {false, true}) {
    Stored s(a, csr(CUDA_R_64F, 1));
    cusparseMatDescr_t d = descriptor(1);
    csrilu02Info_t info;
    int at = -7;
    double tolerance = 1e-9, value = 0.5;
    GOOD(cusparseCreateCsrilu02Info(&info));
    if (boosts)
      GOOD(cusparseDcsrilu02_numericBoost(h, info, 1, &tolerance, &value));
    Memory buffer(size_t(1) << 16);
    GOOD(cusparseDcsrilu02_analysis(
        h, 3, int(s.nnz), d, s.values->as<double>(), s.offsets->as<int>(),
        s.indices->as<int>(), info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    GOOD(cusparseDcsrilu02(h, 3, int(s.nnz), d, s.values->as<double>(),
                           s.offsets->as<int>(), s.indices->as<int>(), info,
                           CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    FAILS(cusparseXcsrilu02_zeroPivot(h, info, &at),
          boosts ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT);
    CHECK(at == (boosts ? -1 : 2));
    if (boosts)
      CHECK(s.values->as<double>()[3] == 0.5);
    GOOD(cusparseDestroyCsrilu02Info(info));
    GOOD(cusparseDestroyMatDescr(d));
    ++cases;
  }
}

template <typename T> static void test_type(cusparseHandle_t h) {
  for (const long n : {0, 1, 6, 31})
    for (const bool device : {false, true})
      test_sums<T>(h, n, n + 2, device);
  GOOD(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST));
  for (const long n : {1, 4, 9, 20})
    for (const int size : {1, 2, 3, 5})
      for (const auto dir : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN})
        // NVIDIA's products are for blocks of more than one, and its conversion
        // refuses blocks that are wider than the matrix is wide or high.
        if (on_cpu || (size > 1 && size <= n))
          test_blocks<T>(h, n, n + 1, size, dir);
  for (const long m : {3, 4, 17, 128})
    test_bands<T>(h, m);
  for (const long n : {1, 2, 9, 40})
    test_factors<T>(h, n);
}

int main() {
  cusparseHandle_t h;
  GOOD(cusparseCreate(&h));
  for (const long n : {0, 1, 5, 40})
    for (const int base : {0, 1})
      test_orders(h, n, n + 3, base);
  test_type<float>(h);
  test_type<double>(h);
  test_type<cuComplex>(h);
  test_type<cuDoubleComplex>(h);
  test_pivots(h);
  GOOD(cusparseDestroy(h));
  printf("%d cases\n", cases);
  return 0;
}
