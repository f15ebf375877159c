// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's blocks that need not be square against dense matrices, products of
// some rows of blocks, colours of a matrix's graph, and rows that are sorted
// and put back.
// OUTPUT: 1330 results are right
// FLAGS: -lcusparse -std=c++17
// DEVICES: cpu cuda
#include "../libraries/sparse.h"

#include <algorithm>
#include <set>

static int results;

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
FOUR(csr2gebsr)
FOUR(csr2gebsr_bufferSize)
FOUR(csr2gebsr_bufferSizeExt)
FOUR(gebsr2csr)
FOUR(gebsr2gebsc)
FOUR(gebsr2gebsc_bufferSize)
FOUR(gebsr2gebsc_bufferSizeExt)
FOUR(gebsr2gebsr)
FOUR(gebsr2gebsr_bufferSize)
FOUR(gebsr2gebsr_bufferSizeExt)
FOUR(bsrxmv)
FOUR(csrcolor)
FOUR(csru2csr)
FOUR(csru2csr_bufferSizeExt)
FOUR(csr2csru)

template <typename T> struct Kind;
template <> struct Kind<float> {
  static const cudaDataType type = CUDA_R_32F;
  using real = float;
};
template <> struct Kind<double> {
  static const cudaDataType type = CUDA_R_64F;
  using real = double;
};
template <> struct Kind<cuComplex> {
  static const cudaDataType type = CUDA_C_32F;
  using real = float;
};
template <> struct Kind<cuDoubleComplex> {
  static const cudaDataType type = CUDA_C_64F;
  using real = double;
};
#define KEY static_cast<T *>(nullptr)

static cusparseMatDescr_t descriptor(int base) {
  cusparseMatDescr_t d;
  GOOD(cusparseCreateMatDescr(&d));
  GOOD(cusparseSetMatIndexBase(d, cusparseIndexBase_t(base)));
  return d;
}

// Blocks of r by c, as arrays; `value` of the device's.
template <typename T> struct Blocks {
  long mb, nb, r, c;
  int base;
  bool by_rows;
  Memory start, col, value;
  Blocks(long rows, long cols, long height, long width, int b, bool rowwise,
         long count)
      : mb((rows + height - 1) / height), nb((cols + width - 1) / width),
        r(height), c(width), base(b), by_rows(rowwise),
        start(size_t(mb + 1) * 4), col(size_t(count) * 4),
        value(size_t(count * height * width) * sizeof(T)) {}
  Z at(long block, long y, long x) {
    return get(Kind<T>::type, value.p,
               block * r * c + (by_rows ? y * c + x : x * r + y));
  }
  // The matrix, of so many rows and columns; what is beyond must be 0. Columns
  // of blocks are in order.
  Dense read(long rows, long cols) {
    Dense out(rows, cols);
    for (long i = 0; i < mb; ++i)
      for (int k = start.as<int>()[i] - base; k < start.as<int>()[i + 1] - base;
           ++k) {
        const long j = col.as<int>()[k] - base;
        CHECK(k == start.as<int>()[i] - base ||
              col.as<int>()[k] > col.as<int>()[k - 1]);
        for (long y = 0; y < r; ++y)
          for (long x = 0; x < c; ++x) {
            if (i * r + y < rows && j * c + x < cols)
              out(i * r + y, j * c + x) = at(k, y, x);
            else
              CHECK(at(k, y, x) == 0.0);
          }
      }
    return out;
  }
};

// How many blocks of a matrix have something.
static long count_blocks(const Dense &a, long r, long c) {
  std::set<std::pair<long, long>> all;
  for (long i = 0; i < a.rows; ++i)
    for (long j = 0; j < a.cols; ++j)
      if (a(i, j) != 0.0)
        all.insert({i / r, j / c});
  return long(all.size());
}

static void same(const Dense &a, const Dense &b) {
  CHECK(a.rows == b.rows && a.cols == b.cols && a.v == b.v);
  ++results;
}

template <typename T>
static void test_turn(cusparseHandle_t h, Blocks<T> &a, int blocks,
                      const Dense &want) {
  int small = -1;
  size_t size = 99;
  GOOD(gebsr2gebsc_bufferSize(
      KEY, h, int(a.mb), int(a.nb), blocks, a.value.template as<T>(),
      a.start.template as<int>(), a.col.template as<int>(), int(a.r), int(a.c),
      &small));
  GOOD(gebsr2gebsc_bufferSizeExt(
      KEY, h, int(a.mb), int(a.nb), blocks, a.value.template as<T>(),
      a.start.template as<int>(), a.col.template as<int>(), int(a.r), int(a.c),
      &size));
  Memory room(std::max(size, size_t(small)));
  // Rows are columns of blocks then; blocks themselves are as they were.
  Blocks<T> t(a.nb, a.mb, 1, 1, a.base, a.by_rows, blocks);
  Memory value(size_t(blocks * a.r * a.c) * sizeof(T));
  GOOD(gebsr2gebsc(
      KEY, h, int(a.mb), int(a.nb), blocks, a.value.template as<T>(),
      a.start.template as<int>(), a.col.template as<int>(), int(a.r), int(a.c),
      value.as<T>(), t.col.template as<int>(), t.start.template as<int>(),
      CUSPARSE_ACTION_NUMERIC, cusparseIndexBase_t(a.base), room.p));
  GOOD(cudaDeviceSynchronize());
  Dense out(want.rows, want.cols);
  for (long j = 0; j < a.nb; ++j)
    for (int k = t.start.template as<int>()[j] - a.base;
         k < t.start.template as<int>()[j + 1] - a.base; ++k)
      for (long y = 0; y < a.r; ++y)
        for (long x = 0; x < a.c; ++x) {
          const long i = t.col.template as<int>()[k] - a.base;
          if (i * a.r + y < out.rows && j * a.c + x < out.cols)
            out(i * a.r + y, j * a.c + x) =
                get(Kind<T>::type, value.p,
                    k * a.r * a.c + (a.by_rows ? y * a.c + x : x * a.r + y));
        }
  same(out, want);
}

template <typename T>
static void test_other(cusparseHandle_t h, Blocks<T> &a, int blocks,
                       cusparseMatDescr_t d, cusparseMatDescr_t other,
                       const Dense &want) {
  const auto dir =
      a.by_rows ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;
  const long r = 4, c = 3, rows = a.mb * a.r, cols = a.nb * a.c;
  int small = -1, count = -1;
  size_t size = 99;
  GOOD(gebsr2gebsr_bufferSize(
      KEY, h, dir, int(a.mb), int(a.nb), blocks, d, a.value.template as<T>(),
      a.start.template as<int>(), a.col.template as<int>(), int(a.r), int(a.c),
      int(r), int(c), &small));
  GOOD(gebsr2gebsr_bufferSizeExt(
      KEY, h, dir, int(a.mb), int(a.nb), blocks, d, a.value.template as<T>(),
      a.start.template as<int>(), a.col.template as<int>(), int(a.r), int(a.c),
      int(r), int(c), &size));
  Memory room(std::max(size, size_t(small)));
  Memory starts(size_t((rows + r - 1) / r + 1) * 4);
  GOOD(cusparseXgebsr2gebsrNnz(
      h, dir, int(a.mb), int(a.nb), blocks, d, a.start.template as<int>(),
      a.col.template as<int>(), int(a.r), int(a.c), other, starts.as<int>(),
      int(r), int(c), &count, room.p));
  GOOD(cudaDeviceSynchronize());
  Blocks<T> b(rows, cols, r, c, cusparseGetMatIndexBase(other), a.by_rows,
              count);
  memcpy(b.start.p, starts.p, size_t(b.mb + 1) * 4);
  GOOD(gebsr2gebsr(KEY, h, dir, int(a.mb), int(a.nb), blocks, d,
                   a.value.template as<T>(), a.start.template as<int>(),
                   a.col.template as<int>(), int(a.r), int(a.c), other,
                   b.value.template as<T>(), b.start.template as<int>(),
                   b.col.template as<int>(), int(r), int(c), room.p));
  GOOD(cudaDeviceSynchronize());
  Dense wide(rows, cols);
  for (long i = 0; i < want.rows; ++i)
    for (long j = 0; j < want.cols; ++j)
      wide(i, j) = want(i, j);
  same(b.read(rows, cols), wide);
}

template <typename T>
static void test_back(cusparseHandle_t h, Blocks<T> &a, int blocks,
                      cusparseMatDescr_t d, cusparseMatDescr_t other,
                      const Dense &want) {
  const auto dir =
      a.by_rows ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;
  const long rows = a.mb * a.r, cols = a.nb * a.c;
  const int base = cusparseGetMatIndexBase(other);
  const size_t all = size_t(blocks * a.r * a.c);
  Memory start(size_t(rows + 1) * 4), col(all * 4), value(all * sizeof(T));
  GOOD(gebsr2csr(KEY, h, dir, int(a.mb), int(a.nb), d, a.value.template as<T>(),
                 a.start.template as<int>(), a.col.template as<int>(), int(a.r),
                 int(a.c), other, value.as<T>(), start.as<int>(),
                 col.as<int>()));
  GOOD(cudaDeviceSynchronize());
  Dense out(rows, cols), wide(rows, cols);
  for (long i = 0; i < rows; ++i)
    for (int k = start.as<int>()[i] - base; k < start.as<int>()[i + 1] - base;
         ++k)
      out(i, col.as<int>()[k] - base) = get(Kind<T>::type, value.p, k);
  for (long i = 0; i < want.rows; ++i)
    for (long j = 0; j < want.cols; ++j)
      wide(i, j) = want(i, j);
  same(out, wide);
  Memory starts(size_t(rows + 1) * 4), cols_only(all * 4);
  const cusparseStatus_t pattern = cusparseXgebsr2csr(
      h, dir, int(a.mb), int(a.nb), d, a.start.template as<int>(),
      a.col.template as<int>(), int(a.r), int(a.c), other, starts.as<int>(),
      cols_only.as<int>());
  if (!on_cpu) { // NVIDIA declares it and does not have it
    CHECK(pattern == CUSPARSE_STATUS_NOT_SUPPORTED);
    ++results;
    return;
  }
  GOOD(pattern);
  GOOD(cudaDeviceSynchronize());
  CHECK(!memcmp(starts.p, start.p, size_t(rows + 1) * 4));
  CHECK(!memcmp(cols_only.p, col.p, all * 4));
  ++results;
}

template <typename T>
static void test_blocks(cusparseHandle_t h, long m, long n, long r, long c,
                        bool by_rows, int base) {
  const Dense a = random_matrix(m, n, is_complex(Kind<T>::type), 5);
  Stored s(a, {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
               cusparseIndexBase_t(base), Kind<T>::type});
  const auto dir = by_rows ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;
  // NVIDIA's library is wrong where blocks of one element get another base, or
  // blocks become others of another base: that is refused.
  const int new_base = on_cpu ? 1 - base : base;
  cusparseMatDescr_t d = descriptor(base), other = descriptor(new_base);
  int small = -1, count = -1;
  size_t size = 99;
  GOOD(csr2gebsr_bufferSize(KEY, h, dir, int(m), int(n), d, s.values->as<T>(),
                            s.offsets->as<int>(), s.indices->as<int>(), int(r),
                            int(c), &small));
  GOOD(csr2gebsr_bufferSizeExt(KEY, h, dir, int(m), int(n), d,
                               s.values->as<T>(), s.offsets->as<int>(),
                               s.indices->as<int>(), int(r), int(c), &size));
  Memory room(std::max(size, size_t(small)));
  Blocks<T> b(m, n, r, c, new_base, by_rows, count_blocks(a, r, c));
  if (!on_cpu && r * c == 1) {
    cusparseMatDescr_t refused = descriptor(1 - base);
    CHECK(cusparseXcsr2gebsrNnz(h, dir, int(m), int(n), d, s.offsets->as<int>(),
                                s.indices->as<int>(), refused,
                                b.start.template as<int>(), 1, 1, &count,
                                room.p) == CUSPARSE_STATUS_NOT_SUPPORTED);
    GOOD(cusparseDestroyMatDescr(refused));
  }
  GOOD(cusparseXcsr2gebsrNnz(
      h, dir, int(m), int(n), d, s.offsets->as<int>(), s.indices->as<int>(),
      other, b.start.template as<int>(), int(r), int(c), &count, room.p));
  CHECK(count == count_blocks(a, r, c));
  GOOD(csr2gebsr(KEY, h, dir, int(m), int(n), d, s.values->as<T>(),
                 s.offsets->as<int>(), s.indices->as<int>(), other,
                 b.value.template as<T>(), b.start.template as<int>(),
                 b.col.template as<int>(), int(r), int(c), room.p));
  GOOD(cudaDeviceSynchronize());
  same(b.read(m, n), a);
  test_turn(h, b, count, a);
  test_other(h, b, count, other, d, a);
  test_back(h, b, count, other, d, a);
  GOOD(cusparseDestroyMatDescr(d));
  GOOD(cusparseDestroyMatDescr(other));
}

// Of each row of blocks the first one or two; rows that the mask does not name
// stay as they were.
template <typename T>
static void test_masked(cusparseHandle_t h, int size, bool by_rows, int base) {
  const cudaDataType t = Kind<T>::type;
  const int mb = 5, nb = 4;
  const Dense values = random_matrix(mb * nb, size * size, is_complex(t), 1);
  const Dense x = random_matrix(nb * size, 1, is_complex(t), 1),
              y = random_matrix(mb * size, 1, is_complex(t), 1);
  Memory value(values.v.size() * sizeof(T)), vx(x.v.size() * sizeof(T)),
      vy(y.v.size() * sizeof(T)), start(mb * 4), end(mb * 4), col(mb * nb * 4),
      mask(3 * 4);
  for (size_t i = 0; i < values.v.size(); ++i)
    put(t, value.p, long(i), values.v[i]);
  for (size_t i = 0; i < x.v.size(); ++i)
    put(t, vx.p, long(i), x.v[i]);
  for (size_t i = 0; i < y.v.size(); ++i)
    put(t, vy.p, long(i), y.v[i]);
  for (int i = 0; i < mb; ++i) {
    start.as<int>()[i] = i * nb + base;
    end.as<int>()[i] = i * nb + 1 + i % 2 + base;
    for (int k = 0; k < nb; ++k)
      col.as<int>()[i * nb + k] = (k + i) % nb + base;
  }
  const int rows[] = {3, 0, 4};
  for (int i = 0; i < 3; ++i)
    mask.as<int>()[i] = rows[i] + base;
  const Z a = 2, b = 0.5;
  T alpha, beta;
  put(t, &alpha, 0, a);
  put(t, &beta, 0, b);
  cusparseMatDescr_t d = descriptor(base);
  GOOD(bsrxmv(KEY, h,
              by_rows ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN,
              CUSPARSE_OPERATION_NON_TRANSPOSE, 3, mb, nb, mb * nb, &alpha, d,
              value.as<T>(), mask.as<int>(), start.as<int>(), end.as<int>(),
              col.as<int>(), size, vx.as<T>(), &beta, vy.as<T>()));
  GOOD(cudaDeviceSynchronize());
  Dense want = y;
  for (int row : rows)
    for (int i = 0; i < size; ++i) {
      Z sum = 0;
      for (int k = 0; k < 1 + row % 2; ++k)
        for (int j = 0; j < size; ++j)
          sum += values(row * nb + k, by_rows ? i * size + j : j * size + i) *
                 x((k + row) % nb * size + j, 0);
      want(row * size + i, 0) = a * sum + b * y(row * size + i, 0);
    }
  for (long i = 0; i < want.rows; ++i)
    CHECK(std::abs(get(t, vy.p, i) - want(i, 0)) <= epsilon(t) * largest(want));
  ++results;
  GOOD(cusparseDestroyMatDescr(d));
}

// Neighbours have different colours, every colour is used, and the order has
// every row, colour by colour.
template <typename T>
static void test_colours(cusparseHandle_t h, long m, int base) {
  Dense a = random_matrix(m, m, is_complex(Kind<T>::type), 9);
  for (long i = 0; i < m; ++i) {
    for (long j = 0; j < i; ++j)
      a(i, j) = a(j, i);
    a(i, i) = 1;
  }
  Stored s(a, {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
               cusparseIndexBase_t(base), Kind<T>::type});
  cusparseMatDescr_t d = descriptor(base);
  cusparseColorInfo_t info;
  GOOD(cusparseCreateColorInfo(&info));
  for (const double part : {1.0, 0.5}) {
    const typename Kind<T>::real fraction = typename Kind<T>::real(part);
    int count = -1;
    Memory colours(size_t(m) * 4), order(size_t(m) * 4);
    GOOD(csrcolor(KEY, h, int(m), int(s.nnz), d, s.values->as<T>(),
                  s.offsets->as<int>(), s.indices->as<int>(), &fraction, &count,
                  colours.as<int>(), order.as<int>(), info));
    GOOD(cudaDeviceSynchronize());
    std::set<int> used, rows;
    for (long i = 0; i < m; ++i) {
      used.insert(colours.as<int>()[i]);
      rows.insert(order.as<int>()[i]);
      for (long j = 0; j < m; ++j)
        CHECK(i == j || a(i, j) == 0.0 ||
              colours.as<int>()[i] != colours.as<int>()[j]);
    }
    const int first = on_cpu ? 0 : base;
    CHECK(long(rows.size()) == m && *rows.begin() == first &&
          *rows.rbegin() == first + m - 1);
    // NVIDIA's leaves out some colours, and tells more of them.
    CHECK(!on_cpu || (int(used.size()) == count && *used.begin() == 0 &&
                      *used.rbegin() == count - 1));
    CHECK(!on_cpu || part < 1 || count <= m / 2); // it is no colour for each
    ++results;
  }
  GOOD(cusparseDestroyColorInfo(info));
  GOOD(cusparseDestroyMatDescr(d));
}

template <typename T>
static void test_unsorted(cusparseHandle_t h, long m, long n, int base) {
  const cudaDataType t = Kind<T>::type;
  const Dense a = random_matrix(m, n, is_complex(t), 3);
  Stored s(a, {CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_32I,
               cusparseIndexBase_t(base), t});
  const int nnz = int(s.nnz);
  Memory col(size_t(nnz) * 4), value(size_t(nnz) * sizeof(T));
  for (long i = 0; i < m; ++i) { // each row the wrong way round
    const int first = s.offsets->as<int>()[i] - base,
              end = s.offsets->as<int>()[i + 1] - base;
    for (int k = first; k < end; ++k) {
      col.as<int>()[k] = s.indices->as<int>()[first + end - 1 - k];
      put(t, value.p, k, get(t, s.values->p, first + end - 1 - k));
    }
  }
  Memory old_col(size_t(nnz) * 4), old_value(size_t(nnz) * sizeof(T));
  memcpy(old_col.p, col.p, size_t(nnz) * 4);
  memcpy(old_value.p, value.p, size_t(nnz) * sizeof(T));
  cusparseMatDescr_t d = descriptor(base);
  csru2csrInfo_t info;
  size_t size = 99;
  GOOD(cusparseCreateCsru2csrInfo(&info));
  GOOD(csru2csr_bufferSizeExt(KEY, h, int(m), int(n), nnz, value.as<T>(),
                              s.offsets->as<int>(), col.as<int>(), info,
                              &size));
  Memory room(size);
  GOOD(csru2csr(KEY, h, int(m), int(n), nnz, d, value.as<T>(),
                s.offsets->as<int>(), col.as<int>(), info, room.p));
  GOOD(cudaDeviceSynchronize());
  CHECK(!memcmp(col.p, s.indices->p, size_t(nnz) * 4));
  CHECK(!memcmp(value.p, s.values->p, size_t(nnz) * sizeof(T)));
  ++results;
  const cusparseStatus_t put_back =
      csr2csru(KEY, h, int(m), int(n), nnz, d, value.as<T>(),
               s.offsets->as<int>(), col.as<int>(), info, room.p);
  // One of the eight NVIDIA's library does not take.
  if (!on_cpu && put_back == CUSPARSE_STATUS_INVALID_VALUE) {
    ++results;
    return;
  }
  GOOD(put_back);
  GOOD(cudaDeviceSynchronize());
  CHECK(!memcmp(col.p, old_col.p, size_t(nnz) * 4));
  CHECK(!memcmp(value.p, old_value.p, size_t(nnz) * sizeof(T)));
  ++results;
  GOOD(cusparseDestroyCsru2csrInfo(info));
  GOOD(cusparseDestroyMatDescr(d));
}

template <typename T> static void test_all(cusparseHandle_t h) {
  static const long sizes[][2] = {{1, 1}, {7, 20}, {33, 18}};
  static const long blocks[][2] = {{1, 1}, {2, 3}, {3, 2}, {4, 1}, {5, 7}};
  for (int base = 0; base < 2; ++base) {
    for (const auto &size : sizes)
      for (const auto &block : blocks)
        for (const bool by_rows : {true, false})
          test_blocks<T>(h, size[0], size[1], block[0], block[1], by_rows,
                         base);
    for (const int size : {2, 3, 5})
      for (const bool by_rows : {true, false})
        test_masked<T>(h, size, by_rows, base);
    for (const long m : {9L, 64L, 131L})
      test_colours<T>(h, m, base);
    test_unsorted<T>(h, 40, 31, base);
    test_unsorted<T>(h, 1, 5, base);
  }
}

// What is wrong is refused.
static void test_refusals(cusparseHandle_t h) {
  cusparseMatDescr_t d = descriptor(0);
  Memory start(16), col(16), value(16);
  int count = -1;
  CHECK(cusparseXcsr2gebsrNnz(h, CUSPARSE_DIRECTION_ROW, 2, 2, d,
                              start.as<int>(), col.as<int>(), d,
                              start.as<int>(), 0, 2, &count,
                              nullptr) == CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(cusparseSbsrxmv(
            nullptr, CUSPARSE_DIRECTION_ROW, CUSPARSE_OPERATION_NON_TRANSPOSE,
            1, 1, 1, 1, nullptr, d, nullptr, nullptr, nullptr, nullptr, nullptr,
            2, nullptr, nullptr, nullptr) == CUSPARSE_STATUS_NOT_INITIALIZED);
  results += 2;
  GOOD(cusparseDestroyMatDescr(d));
}

int main() {
  cusparseHandle_t h;
  GOOD(cusparseCreate(&h));
  test_all<float>(h);
  test_all<double>(h);
  test_all<cuComplex>(h);
  test_all<cuDoubleComplex>(h);
  test_refusals(h);
  GOOD(cusparseDestroy(h));
  std::printf("%d results are right\n", results);
  return 0;
}
