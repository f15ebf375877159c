// SPDX-License-Identifier: Apache-2.0
// Triangular systems of blocks (bsrsv2, bsrsm2) against products in double: four
// types, both directions, triangles, kinds of diagonal and bases, all transposes,
// sizes of blocks 1 to 4, one side and several, both pointer modes; zeros on the
// diagonal, and wrong calls.
// FLAGS: -lcusparse -std=c++17
// DEVICES: cpu
#include <cuda_runtime.h>
#include <cusparse.h>

#include <complex>
#include <cstring>
#include <type_traits>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
static cusparseHandle_t handle;
static int systems;

static double noise() {
  static unsigned state = 9;
  state = state * 1664525u + 1013904223u;
  return double(int(state >> 8 & 0xffff) - 0x8000) / 0x8000;
}

template <typename T> static T make(Z z) {
  if constexpr (std::is_floating_point_v<T>)
    return T(z.real());
  else
    return T{decltype(T::x)(z.real()), decltype(T::y)(z.imag())};
}
template <typename T> static Z get(T t) {
  if constexpr (std::is_floating_point_v<T>)
    return Z(t, 0);
  else
    return Z(t.x, t.y);
}
template <typename T> static Z some() {
  return get(make<T>(Z(noise(), noise())));
}
template <typename T> static double near() {
  return std::is_same_v<T, double> || std::is_same_v<T, cuDoubleComplex> ? 1e-11
                                                                         : 2e-4;
}

template <typename T> struct Array {
  T *p = nullptr;
  explicit Array(size_t n) {
    OK(cudaMallocManaged((void **)&p, (n + 1) * sizeof(T)));
    std::memset((void *)p, 0, (n + 1) * sizeof(T));
  }
  ~Array() { (void)cudaFree(p); }
};

struct Case {
  int rows, size, base, sides;
  bool upper, unit, by_rows, device;
  cusparseOperation_t op, op_x;
};

// A matrix of blocks whose other triangle is not to be looked at.
template <typename T> struct Blocks {
  int n, nnz = 0;
  std::vector<Z> dense; // the triangle, row by row
  Array<int> start, col;
  Array<T> value;
  explicit Blocks(const Case &c)
      : n(c.rows * c.size), dense(size_t(n) * size_t(n)),
        start(size_t(c.rows) + 1), col(size_t(c.rows) * size_t(c.rows)),
        value(size_t(n) * size_t(n)) {
    const int s = c.size;
    for (int i = 0; i < c.rows; ++i) {
      start.p[i] = nnz + c.base;
      for (int j = 0; j < c.rows; ++j) {
        if (i != j && (i * 2 + j) % 3)
          continue;
        col.p[nnz] = j + c.base;
        for (int y = 0; y < s; ++y)
          for (int x = 0; x < s; ++x)
            put(c, i * s + y, j * s + x,
                size_t(nnz) * size_t(s * s) +
                    size_t(c.by_rows ? y * s + x : x * s + y));
        ++nnz;
      }
    }
    start.p[c.rows] = nnz + c.base;
  }
  void put(const Case &c, int i, int j, size_t at) {
    const Z z = i == j ? get(make<T>(Z(3, 1))) : some<T>() / double(n);
    value.p[at] = make<T>(z);
    if (i == j)
      dense[size_t(i * n + j)] = c.unit ? 1 : z;
    else if ((j > i) == c.upper)
      dense[size_t(i * n + j)] = get(value.p[at]);
  }
  Z op(const Case &c, int i, int j) const {
    const Z z = c.op == CUSPARSE_OPERATION_NON_TRANSPOSE
                    ? dense[size_t(i * n + j)]
                    : dense[size_t(j * n + i)];
    return c.op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(z) : z;
  }
};

#define CALL(name, ...)                                                        \
  [&] {                                                                        \
    if constexpr (std::is_same_v<T, float>)                                    \
      return cusparseS##name(__VA_ARGS__);                                     \
    else if constexpr (std::is_same_v<T, double>)                              \
      return cusparseD##name(__VA_ARGS__);                                     \
    else if constexpr (std::is_same_v<T, cuComplex>)                           \
      return cusparseC##name(__VA_ARGS__);                                     \
    else                                                                       \
      return cusparseZ##name(__VA_ARGS__);                                     \
  }()

template <typename T>
static void run(const Case &c, const Blocks<T> &a, cusparseMatDescr_t descr,
                const T *alpha, const T *b, T *x, int ld) {
  const auto dir =
      c.by_rows ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  int size = 0, pivot = 7;
#define MATRIX descr, a.value.p, a.start.p, a.col.p, c.size, info
  if (c.sides) {
    bsrsm2Info_t info;
    OK(cusparseCreateBsrsm2Info(&info));
    OK(CALL(bsrsm2_bufferSize, handle, dir, c.op, c.op_x, c.rows, c.sides,
            a.nnz, MATRIX, &size));
    Array<char> buffer((size_t)size);
    OK(CALL(bsrsm2_analysis, handle, dir, c.op, c.op_x, c.rows, c.sides, a.nnz,
            MATRIX, policy, buffer.p));
    OK(CALL(bsrsm2_solve, handle, dir, c.op, c.op_x, c.rows, c.sides, a.nnz,
            alpha, MATRIX, b, ld, x, ld, policy, buffer.p));
    OK(cudaDeviceSynchronize());
    OK(cusparseXbsrsm2_zeroPivot(handle, info, &pivot));
    OK(cusparseDestroyBsrsm2Info(info));
  } else {
    bsrsv2Info_t info;
    OK(cusparseCreateBsrsv2Info(&info));
    OK(CALL(bsrsv2_bufferSize, handle, dir, c.op, c.rows, a.nnz, MATRIX,
            &size));
    Array<char> buffer((size_t)size);
    OK(CALL(bsrsv2_analysis, handle, dir, c.op, c.rows, a.nnz, MATRIX, policy,
            buffer.p));
    OK(CALL(bsrsv2_solve, handle, dir, c.op, c.rows, a.nnz, alpha, MATRIX, b, x,
            policy, buffer.p));
    OK(cudaDeviceSynchronize());
    OK(cusparseXbsrsv2_zeroPivot(handle, info, &pivot));
    OK(cusparseDestroyBsrsv2Info(info));
  }
  CHECK(pivot == -1);
}

template <typename T> static void check(const Case &c) {
  const Blocks<T> a(c);
  const int sides = c.sides ? c.sides : 1, n = a.n;
  const bool turned = c.op_x != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int ld = c.sides ? (turned ? sides : n) + 2 : n;
  const auto at = [&](int i, int v) {
    return size_t(turned ? v + i * ld : i + v * ld);
  };
  Array<T> b(size_t(ld) * size_t(n + sides)), x(size_t(ld) * size_t(n + sides)),
      alpha(1);
  alpha.p[0] = make<T>(Z(2, -1));
  std::vector<Z> wanted(size_t(n) * size_t(sides));
  for (Z &z : wanted)
    z = some<T>();
  for (int v = 0; v < sides; ++v)
    for (int i = 0; i < n; ++i) {
      Z sum = 0;
      for (int j = 0; j < n; ++j)
        sum += a.op(c, i, j) * wanted[size_t(j * sides + v)];
      b.p[at(i, v)] = make<T>(sum / get(alpha.p[0]));
    }
  cusparseMatDescr_t descr;
  OK(cusparseCreateMatDescr(&descr));
  OK(cusparseSetMatIndexBase(descr, (cusparseIndexBase_t)c.base));
  OK(cusparseSetMatFillMode(descr, c.upper ? CUSPARSE_FILL_MODE_UPPER
                                           : CUSPARSE_FILL_MODE_LOWER));
  OK(cusparseSetMatDiagType(descr, c.unit ? CUSPARSE_DIAG_TYPE_UNIT
                                          : CUSPARSE_DIAG_TYPE_NON_UNIT));
  OK(cusparseSetPointerMode(handle, c.device ? CUSPARSE_POINTER_MODE_DEVICE
                                             : CUSPARSE_POINTER_MODE_HOST));
  run(c, a, descr, alpha.p, b.p, x.p, ld);
  for (int v = 0; v < sides; ++v)
    for (int i = 0; i < n; ++i)
      CHECK(std::abs(get(x.p[at(i, v)]) - wanted[size_t(i * sides + v)]) <=
            near<T>() * 4);
  OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
  OK(cusparseDestroyMatDescr(descr));
  ++systems;
}

template <typename T> static void check_type() {
  const cusparseOperation_t ops[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                     CUSPARSE_OPERATION_TRANSPOSE,
                                     CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
  // Conjugates are not for real numbers in NVIDIA's library.
  const int count = std::is_floating_point_v<T> ? 2 : 3;
  for (int rows : {1, 2, 5, 9})
    for (int size = 1; size <= 4; ++size)
      for (unsigned flags = 0; flags < 32; ++flags)
        for (int o = 0; o < count; ++o) {
          const int sides = int(flags + unsigned(o)) % 4;
          check<T>({rows, size, int(flags >> 4), sides, (flags & 1) != 0,
                    (flags & 2) != 0, (flags & 4) != 0, (flags & 8) != 0, ops[o],
                    sides && flags % 3 == 1 ? CUSPARSE_OPERATION_TRANSPOSE
                                            : CUSPARSE_OPERATION_NON_TRANSPOSE});
        }
}

static void check_wrong() {
  using T = float;
  const Case c = {3,     2,     1,    0,
                  false, false, true, false,
                  CUSPARSE_OPERATION_NON_TRANSPOSE,
                  CUSPARSE_OPERATION_NON_TRANSPOSE};
  Blocks<T> a(c);
  Array<T> x(6);
  const T one = 1;
  cusparseMatDescr_t descr;
  bsrsv2Info_t info;
  int pivot = -1, size = 0;
  const auto dir = CUSPARSE_DIRECTION_ROW;
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  OK(cusparseCreateMatDescr(&descr));
  OK(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
  OK(cusparseCreateBsrsv2Info(&info));
  CHECK(cusparseSbsrsv2_bufferSize(nullptr, dir, c.op, 3, a.nnz, MATRIX,
                                   &size) == CUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK(cusparseSbsrsv2_bufferSize(handle, dir, c.op, -1, a.nnz, MATRIX,
                                   &size) == CUSPARSE_STATUS_INVALID_VALUE);
  OK(cusparseSbsrsv2_bufferSize(handle, dir, c.op, 3, a.nnz, MATRIX, &size));
  Array<char> buffer((size_t)size);
  // A zero in the second block of the diagonal.
  for (int k = a.start.p[1] - 1; k < a.start.p[2] - 1; ++k)
    if (a.col.p[k] == 2)
      a.value.p[4 * k] = 0;
  OK(cusparseSbsrsv2_analysis(handle, dir, c.op, 3, a.nnz, MATRIX, policy,
                              buffer.p));
  OK(cusparseSbsrsv2_solve(handle, dir, c.op, 3, a.nnz, &one, MATRIX, x.p, x.p,
                           policy, buffer.p));
  CHECK(cusparseXbsrsv2_zeroPivot(handle, info, &pivot) ==
        CUSPARSE_STATUS_ZERO_PIVOT);
  CHECK(pivot == 2);
  OK(cusparseDestroyBsrsv2Info(info));
  OK(cusparseDestroyMatDescr(descr));
}

int main() {
  OK(cusparseCreate(&handle));
  check_type<float>();
  check_type<double>();
  check_type<cuComplex>();
  check_type<cuDoubleComplex>();
  check_wrong();
  OK(cusparseDestroy(handle));
  std::printf("%d systems\n", systems);
  return done();
}
