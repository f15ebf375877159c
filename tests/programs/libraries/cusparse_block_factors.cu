// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's incomplete factors of blocks, where they are complete: a band of
// blocks has factors with the same blocks. Four types, both bases, both orders of
// a block's elements, blocks of 1 to 5 rows.
// FLAGS: -lcusparse -std=c++17
#include "sparse.h"

#include <algorithm>

static int cases;

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
FOUR(bsrilu02)
FOUR(bsrilu02_analysis)
FOUR(bsrilu02_bufferSize)
FOUR(bsrilu02_bufferSizeExt)
FOUR(bsrilu02_numericBoost)
FOUR(bsric02)
FOUR(bsric02_analysis)
FOUR(bsric02_bufferSize)
FOUR(bsric02_bufferSizeExt)
#define KEY static_cast<T *>(nullptr)

template <typename T> constexpr cudaDataType type_of() {
  return std::is_same<T, float>::value       ? CUDA_R_32F
         : std::is_same<T, double>::value    ? CUDA_R_64F
         : std::is_same<T, cuComplex>::value ? CUDA_C_32F
                                             : CUDA_C_64F;
}

struct Band {
  int mb, size, base, blocks;
  cusparseDirection_t dir;
  cudaDataType type;
  Memory start, index, value;
  Band(int rows, int wide, int from, cusparseDirection_t order,
       cudaDataType t)
      : mb(rows), size(wide), base(from), blocks(3 * rows - 2), dir(order),
        type(t), start(size_t(rows + 1) * 4), index(size_t(3 * rows) * 4),
        value(size_t(3 * rows * wide * wide) * 16) {
    int at = 0;
    for (int i = 0; i < mb; ++i) {
      start.as<int>()[i] = at + base;
      for (int j = std::max(i - 1, 0); j <= std::min(i + 1, mb - 1); ++j)
        index.as<int>()[at++] = j + base;
    }
    start.as<int>()[mb] = at + base;
    CHECK(at == blocks);
  }
  long place(int k, int y, int x) const {
    return long(k) * size * size +
           (dir == CUSPARSE_DIRECTION_ROW ? y * size + x : x * size + y);
  }
  template <typename F> void each(F f) {
    for (int i = 0; i < mb; ++i)
      for (int k = start.as<int>()[i] - base;
           k < start.as<int>()[i + 1] - base; ++k)
        for (int y = 0; y < size; ++y)
          for (int x = 0; x < size; ++x)
            f(long(i) * size + y,
              long(index.as<int>()[k] - base) * size + x, place(k, y, x));
  }
  void write(const Dense &a) {
    each([&](long i, long j, long at) { put(type, value.p, at, a(i, j)); });
  }
  Dense read() {
    GOOD(cudaDeviceSynchronize());
    Dense a(long(mb) * size, long(mb) * size);
    each([&](long i, long j, long at) { a(i, j) = get(type, value.p, at); });
    return a;
  }
};

// Hermitian where it is asked for, and with a large diagonal.
static Dense band_matrix(int mb, int size, bool complex, bool hermitian) {
  const long n = long(mb) * size;
  Dense a(n, n);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      if (std::abs(int(i / size) - int(j / size)) <= 1)
        a(i, j) = noise(complex);
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < i && hermitian; ++j)
      a(j, i) = std::conj(a(i, j));
    a(i, i) = 12.0 * size;
  }
  return a;
}

template <typename T>
static void test(cusparseHandle_t h, int mb, int size, int base,
                 cusparseDirection_t dir) {
  const cudaDataType t = type_of<T>();
  const bool complex = is_complex(t);
  const long n = long(mb) * size;
  cusparseMatDescr_t d;
  GOOD(cusparseCreateMatDescr(&d));
  GOOD(cusparseSetMatIndexBase(d, cusparseIndexBase_t(base)));
  Band m(mb, size, base, dir, t);
  T *value = m.value.as<T>();
  const int *start = m.start.as<int>(), *index = m.index.as<int>();
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  int bytes = -1, zero = 7;
  size_t wide_bytes = 99;
  {
    const Dense a = band_matrix(mb, size, complex, false);
    m.write(a);
    bsrilu02Info_t info;
    GOOD(cusparseCreateBsrilu02Info(&info));
    GOOD(bsrilu02_bufferSize(KEY, h, dir, mb, m.blocks, d, value, start, index,
                             size, info, &bytes));
    GOOD(bsrilu02_bufferSizeExt(KEY, h, dir, mb, m.blocks, d, value, start,
                                index, size, info, &wide_bytes));
    CHECK(bytes >= 0 && size_t(bytes) <= wide_bytes + 512);
    Memory buffer(std::max(size_t(bytes), wide_bytes) + 16);
    GOOD(bsrilu02_analysis(KEY, h, dir, mb, m.blocks, d, value, start, index,
                           size, info, policy, buffer.p));
    GOOD(cusparseXbsrilu02_zeroPivot(h, info, &zero));
    CHECK(zero == -1);
    GOOD(bsrilu02(KEY, h, dir, mb, m.blocks, d, value, start, index, size, info,
                  policy, buffer.p));
    GOOD(cusparseXbsrilu02_zeroPivot(h, info, &zero));
    CHECK(zero == -1);
    const Dense f = m.read();
    Dense lower(n, n), upper(n, n);
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        (j < i ? lower : upper)(i, j) = f(i, j);
    for (long i = 0; i < n; ++i)
      lower(i, i) = 1;
    expect(product(lower, upper), a, t);
    // A block row without a pivot is told, or gets one.
    Dense singular = a;
    for (long i = 0; i < size; ++i)
      for (long j = 0; j < n; ++j)
        singular(i, j) = 0;
    m.write(singular);
    GOOD(bsrilu02(KEY, h, dir, mb, m.blocks, d, value, start, index, size, info,
                  policy, buffer.p));
    FAILS(cusparseXbsrilu02_zeroPivot(h, info, &zero),
          CUSPARSE_STATUS_ZERO_PIVOT);
    CHECK(zero == base);
    double tolerance = 1e-3;
    T pivot;
    put(t, &pivot, 0, 5);
    GOOD(bsrilu02_numericBoost(KEY, h, info, 1, &tolerance, &pivot));
    m.write(singular);
    GOOD(bsrilu02(KEY, h, dir, mb, m.blocks, d, value, start, index, size, info,
                  policy, buffer.p));
    GOOD(cusparseXbsrilu02_zeroPivot(h, info, &zero));
    CHECK(m.read()(0, 0) == 5.0);
    GOOD(cusparseDestroyBsrilu02Info(info));
  }
  {
    const Dense a = band_matrix(mb, size, complex, true);
    m.write(a);
    bsric02Info_t info;
    GOOD(cusparseCreateBsric02Info(&info));
    GOOD(bsric02_bufferSize(KEY, h, dir, mb, m.blocks, d, value, start, index,
                            size, info, &bytes));
    GOOD(bsric02_bufferSizeExt(KEY, h, dir, mb, m.blocks, d, value, start,
                               index, size, info, &wide_bytes));
    Memory buffer(std::max(size_t(bytes), wide_bytes) + 16);
    GOOD(bsric02_analysis(KEY, h, dir, mb, m.blocks, d,
                          static_cast<const T *>(value), start, index, size,
                          info, policy, buffer.p));
    GOOD(bsric02(KEY, h, dir, mb, m.blocks, d, value, start, index, size, info,
                 policy, buffer.p));
    GOOD(cusparseXbsric02_zeroPivot(h, info, &zero));
    CHECK(zero == -1);
    const Dense f = m.read();
    Dense lower(n, n);
    for (long i = 0; i < n; ++i)
      for (long j = 0; j <= i; ++j)
        lower(i, j) = f(i, j);
    expect(product(lower, turned(lower, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)),
           a, t);
    GOOD(cusparseDestroyBsric02Info(info));
  }
  GOOD(cusparseDestroyMatDescr(d));
  ++cases;
}

template <typename T> static void test_type(cusparseHandle_t h) {
  for (const int mb : {1, 2, 7})
    for (const int size : {1, 2, 5})
      for (const int base : {0, 1})
        for (const auto dir : {CUSPARSE_DIRECTION_ROW,
                               CUSPARSE_DIRECTION_COLUMN})
          test<T>(h, mb, size, base, dir);
}

int main() {
  cusparseHandle_t h;
  GOOD(cusparseCreate(&h));
  test_type<float>(h);
  test_type<double>(h);
  test_type<cuComplex>(h);
  test_type<cuDoubleComplex>(h);
  GOOD(cusparseDestroy(h));
  printf("%d matrices\n", cases);
  return 0;
}
