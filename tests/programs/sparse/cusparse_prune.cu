// SPDX-License-Identifier: Apache-2.0
// Matrices that a threshold makes sparse: of dense ones and of CSR, by a number
// and by a percentage, half, float and double, both bases and pointer modes, sizes 0 to
// 70; and wrong calls.
// FLAGS: -lcusparse -std=c++17
// DEVICES: cpu
#include <cuda_runtime.h>
#include <cusparse.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "program.h"

static cusparseHandle_t handle;
static int results;

template <typename T> struct Array {
  T *p = nullptr;
  explicit Array(size_t n) {
    OK(cudaMallocManaged((void **)&p, (n + 1) * sizeof(T)));
    std::memset((void *)p, 0, (n + 1) * sizeof(T));
  }
  ~Array() { (void)cudaFree(p); }
};

#define CALL(name, ...)                                                        \
  [&] {                                                                        \
    if constexpr (std::is_same_v<T, float>)                                    \
      return cusparseS##name(__VA_ARGS__);                                     \
    else if constexpr (std::is_same_v<T, __half>)                              \
      return cusparseH##name(__VA_ARGS__);                                     \
    else                                                                       \
      return cusparseD##name(__VA_ARGS__);                                     \
  }()

static double number(int i, int j) { return (i * 31 + j * 17) % 41 / 20.0 - 1; }

// What is left of a matrix, row by row.
template <typename T> struct Kept {
  std::vector<int> start{0}, col;
  std::vector<T> value;
};
template <typename T>
static Kept<T> keep(int m, int n, double threshold, bool from_sparse) {
  Kept<T> k;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      const T x = T(number(i, j));
      if ((!from_sparse || (i + j) % 3) && std::fabs(double(x)) > threshold) {
        k.col.push_back(j);
        k.value.push_back(x);
      }
    }
    k.start.push_back(int(k.col.size()));
  }
  return k;
}

template <typename T>
static double threshold_of(int m, int n, double percentage, bool sparse) {
  const Kept<T> all = keep<T>(m, n, -1, sparse);
  std::vector<double> sizes;
  for (T x : all.value)
    sizes.push_back(std::fabs(double(x)));
  std::sort(sizes.begin(), sizes.end());
  if (sizes.empty())
    return 0;
  const double at = std::ceil(double(sizes.size()) * percentage / 100) - 1;
  return sizes[size_t(std::min(std::max(at, 0.0), double(sizes.size() - 1)))];
}

// The functions of a source: `size`, `count` and `make`.
template <typename T, typename Size, typename Count, typename Make>
static void check(int m, int base, const Kept<T> &wanted, Size size, Count count,
                  Make make) {
  size_t bytes = 0;
  Array<int> start(size_t(m) + 1), nnz(1);
  OK(size(&bytes));
  Array<char> buffer(bytes);
  OK(count(start.p, nnz.p, (void *)buffer.p));
  OK(cudaDeviceSynchronize());
  CHECK(nnz.p[0] == wanted.start.back());
  for (int i = 0; i <= m; ++i)
    CHECK(start.p[i] == wanted.start[size_t(i)] + base);
  Array<int> col(wanted.col.size());
  Array<T> value(wanted.col.size());
  OK(make(start.p, col.p, value.p, (void *)buffer.p));
  OK(cudaDeviceSynchronize());
  for (size_t k = 0; k < wanted.col.size(); ++k)
    CHECK(col.p[k] == wanted.col[k] + base && value.p[k] == wanted.value[k]);
  ++results;
}

template <typename T> static void check_size(int m, int n, int base) {
  const int ld = m + 2;
  Array<T> dense(size_t(ld) * size_t(n) + 1), threshold(1);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      dense.p[i + j * ld] = T(number(i, j));
  const Kept<T> source = keep<T>(m, n, -1, true);
  const int nnz = int(source.col.size());
  Array<int> start(size_t(m) + 1), col(source.col.size());
  Array<T> value(source.col.size());
  for (int i = 0; i <= m; ++i)
    start.p[i] = source.start[size_t(i)] + base;
  for (int k = 0; k < nnz; ++k) {
    col.p[k] = source.col[size_t(k)] + base;
    value.p[k] = source.value[size_t(k)];
  }
  cusparseMatDescr_t descr;
  pruneInfo_t info;
  OK(cusparseCreateMatDescr(&descr));
  OK(cusparseSetMatIndexBase(descr, (cusparseIndexBase_t)base));
  OK(cusparseCreatePruneInfo(&info));
#define SOURCE nnz, descr, value.p, start.p, col.p
  for (const double limit : {0.0, 0.3, 0.75, 2.0}) {
    threshold.p[0] = T(limit);
    const double exact = double(threshold.p[0]);
    OK(cusparseSetPointerMode(handle, base ? CUSPARSE_POINTER_MODE_DEVICE
                                           : CUSPARSE_POINTER_MODE_HOST));
    check(
        m, base, keep<T>(m, n, exact, false),
        [&](size_t *size) {
          return CALL(pruneDense2csr_bufferSizeExt, handle, m, n, dense.p, ld,
                      threshold.p, descr, nullptr, nullptr, nullptr, size);
        },
        [&](int *to, int *count, void *buffer) {
          return CALL(pruneDense2csrNnz, handle, m, n, dense.p, ld, threshold.p,
                      descr, to, count, buffer);
        },
        [&](int *to, int *cols, T *values, void *buffer) {
          return CALL(pruneDense2csr, handle, m, n, dense.p, ld, threshold.p,
                      descr, values, to, cols, buffer);
        });
    check(
        m, base, keep<T>(m, n, exact, true),
        [&](size_t *size) {
          return CALL(pruneCsr2csr_bufferSizeExt, handle, m, n, SOURCE,
                      threshold.p, descr, nullptr, nullptr, nullptr, size);
        },
        [&](int *to, int *count, void *buffer) {
          return CALL(pruneCsr2csrNnz, handle, m, n, SOURCE, threshold.p, descr,
                      to, count, buffer);
        },
        [&](int *to, int *cols, T *values, void *buffer) {
          return CALL(pruneCsr2csr, handle, m, n, SOURCE, threshold.p, descr,
                      values, to, cols, buffer);
        });
  }
  for (const float share : {0.0f, 12.5f, 50.0f, 100.0f}) {
    check(
        m, base,
        keep<T>(m, n, threshold_of<T>(m, n, share, false), false),
        [&](size_t *size) {
          return CALL(pruneDense2csrByPercentage_bufferSizeExt, handle, m, n,
                      dense.p, ld, share, descr, nullptr, nullptr, nullptr, info,
                      size);
        },
        [&](int *to, int *count, void *buffer) {
          return CALL(pruneDense2csrNnzByPercentage, handle, m, n, dense.p, ld,
                      share, descr, to, count, info, buffer);
        },
        [&](int *to, int *cols, T *values, void *buffer) {
          return CALL(pruneDense2csrByPercentage, handle, m, n, dense.p, ld,
                      share, descr, values, to, cols, info, buffer);
        });
    check(
        m, base, keep<T>(m, n, threshold_of<T>(m, n, share, true), true),
        [&](size_t *size) {
          return CALL(pruneCsr2csrByPercentage_bufferSizeExt, handle, m, n,
                      SOURCE, share, descr, nullptr, nullptr, nullptr, info,
                      size);
        },
        [&](int *to, int *count, void *buffer) {
          return CALL(pruneCsr2csrNnzByPercentage, handle, m, n, SOURCE, share,
                      descr, to, count, info, buffer);
        },
        [&](int *to, int *cols, T *values, void *buffer) {
          return CALL(pruneCsr2csrByPercentage, handle, m, n, SOURCE, share,
                      descr, values, to, cols, info, buffer);
        });
  }
  OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
  OK(cusparseDestroyPruneInfo(info));
  OK(cusparseDestroyMatDescr(descr));
}

// Elements larger than a number, by cusparse's names for them.
template <typename T> static void check_compress(int m, int n, int base) {
  const Kept<T> source = keep<T>(m, n, -1, true),
                wanted = keep<T>(m, n, double(T(0.3)), true);
  const int nnz = int(source.col.size());
  Array<int> start(size_t(m) + 1), col(source.col.size()), counts((size_t)m),
      to(size_t(m) + 1), cols(source.col.size());
  Array<T> value(source.col.size()), values(source.col.size());
  cusparseMatDescr_t descr;
  int count = -1;
  OK(cusparseCreateMatDescr(&descr));
  OK(cusparseSetMatIndexBase(descr, (cusparseIndexBase_t)base));
  for (int i = 0; i <= m; ++i)
    start.p[i] = source.start[size_t(i)] + base;
  for (int k = 0; k < nnz; ++k) {
    col.p[k] = source.col[size_t(k)] + base;
    value.p[k] = source.value[size_t(k)];
  }
  OK(CALL(nnz_compress, handle, m, descr, value.p, start.p, counts.p, &count,
          T(0.3)));
  CHECK(count == wanted.start.back());
  OK(CALL(csr2csr_compress, handle, m, n, descr, value.p, col.p, start.p, nnz,
          counts.p, values.p, cols.p, to.p, T(0.3)));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < m; ++i)
    CHECK(counts.p[i] == wanted.start[size_t(i) + 1] - wanted.start[size_t(i)]);
  for (int k = 0; k < count; ++k)
    CHECK(cols.p[k] == wanted.col[size_t(k)] + base &&
          values.p[k] == wanted.value[size_t(k)]);
  OK(cusparseDestroyMatDescr(descr));
  ++results;
}

static void check_wrong() {
  cusparseMatDescr_t descr;
  pruneInfo_t info;
  Array<float> a(16);
  Array<int> start(5);
  int nnz = 0;
  const float limit = 0.5f;
  size_t size;
  OK(cusparseCreateMatDescr(&descr));
  OK(cusparseCreatePruneInfo(&info));
#define NNZ(h, m, ld, t, to)                                                   \
  cusparseSpruneDense2csrNnz(h, m, 4, a.p, ld, t, descr, to, &nnz, nullptr)
  OK(NNZ(handle, 4, 4, &limit, start.p));
  CHECK(NNZ(nullptr, 4, 4, &limit, start.p) == CUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK(NNZ(handle, -1, 4, &limit, start.p) == CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(NNZ(handle, 4, 3, &limit, start.p) == CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(NNZ(handle, 4, 4, nullptr, start.p) == CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(NNZ(handle, 4, 4, &limit, nullptr) == CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(cusparseSpruneDense2csrByPercentage_bufferSizeExt(
            handle, 4, 4, a.p, 4, 101, descr, nullptr, nullptr, nullptr, info,
            &size) == CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(cusparseCreatePruneInfo(nullptr) == CUSPARSE_STATUS_INVALID_VALUE);
  OK(cusparseDestroyPruneInfo(info));
  OK(cusparseDestroyMatDescr(descr));
}

int main() {
  OK(cusparseCreate(&handle));
  for (int base = 0; base < 2; ++base)
    for (int m : {0, 1, 7, 70})
      for (int n : {1, 5, 33}) {
        check_size<__half>(m, n, base);
        check_size<float>(m, n, base);
        check_size<double>(m, n, base);
        if (m) {
          check_compress<float>(m, n, base);
          check_compress<double>(m, n, base);
        }
      }
  check_wrong();
  OK(cusparseDestroy(handle));
  std::printf("%d results\n", results);
  return done();
}
