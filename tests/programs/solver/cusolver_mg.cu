// SPDX-License-Identifier: Apache-2.0
// cuSOLVER over several devices, with one: systems by their residuals, inverses
// and eigenvalues by what they make together, in parts of larger matrices.
// OUTPUT: 96 results are right
// FLAGS: -lcusolver -lcusolverMg -std=c++17
// DEVICES: cpu cuda
#include <cusolverMg.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((call) == 0)

static unsigned state = 5;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return double((state >> 8) & 0xffff) / 32768 - 1;
}

template <typename T> struct Kind {
  using real = T;
  static T number() { return T(noise()); }
  static T conj(T x) { return x; }
};
template <typename R> struct Kind<std::complex<R>> {
  using real = R;
  static std::complex<R> number() { return {R(noise()), R(noise())}; }
  static std::complex<R> conj(std::complex<R> x) { return std::conj(x); }
};

static cusolverMgHandle_t handle;
static cudaLibMgGrid_t grid;
static int results;

// A part of a matrix on the device, with rows above and columns before it.
template <typename T> struct Part {
  int rows, cols, i, j; // from 1
  int ld;
  std::vector<T> v; // of the part
  T *p = nullptr;
  void *array[1];
  cudaLibMgMatrixDesc_t descr;
  Part(int m, int n, int at, cudaDataType type)
      : rows(m), cols(n), i(at), j(at), ld(m + at + 1), v(size_t(m * n)) {
    GOOD(cudaMalloc(&p, size_t(ld) * size_t(n + at) * sizeof(T) + 16));
    array[0] = p;
    GOOD(cusolverMgCreateMatrixDesc(&descr, ld, n + at, ld, 4, type, grid));
  }
  Part(const Part &) = delete;
  ~Part() {
    GOOD(cusolverMgDestroyMatrixDesc(descr));
    GOOD(cudaFree(p));
  }
  T *first() { return p + (i - 1) + (j - 1) * ld; }
  void put() {
    GOOD(cudaMemcpy2D(first(), size_t(ld) * sizeof(T), v.data(),
                      size_t(rows) * sizeof(T), size_t(rows) * sizeof(T),
                      size_t(cols), cudaMemcpyDefault));
  }
  std::vector<T> get() {
    std::vector<T> out(v.size());
    GOOD(cudaMemcpy2D(out.data(), size_t(rows) * sizeof(T), first(),
                      size_t(ld) * sizeof(T), size_t(rows) * sizeof(T),
                      size_t(cols), cudaMemcpyDefault));
    return out;
  }
};

template <typename T> static double tolerance() {
  return sizeof(typename Kind<T>::real) == 4 ? 2e-4 : 1e-11;
}

// A x of columns is what was asked.
template <typename T>
static void expect(int n, const std::vector<T> &a, const std::vector<T> &x,
                   const std::vector<T> &b) {
  const int columns = int(x.size()) / n;
  for (int c = 0; c < columns; ++c)
    for (int i = 0; i < n; ++i) {
      T sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[size_t(i + k * n)] * x[size_t(k + c * n)];
      CHECK(std::abs(sum - b[size_t(i + c * n)]) <= tolerance<T>() * n);
    }
  ++results;
}

template <typename T>
static void test(int n, int at, cudaDataType type, cudaDataType real) {
  const int columns = 3;
  Part<T> a(n, n, at, type), b(n, columns, at, type);
  std::vector<T> was(size_t(n * n)), one(size_t(n * n), T(0));
  for (int j = 0; j < n; ++j) {
    one[size_t(j * (n + 1))] = T(1);
    for (int i = 0; i < j; ++i) {
      was[size_t(i + j * n)] = Kind<T>::number();
      was[size_t(j + i * n)] = Kind<T>::conj(was[size_t(i + j * n)]);
    }
    was[size_t(j * (n + 1))] = T(2 * n + 1 + noise());
  }
  for (T &x : b.v)
    x = Kind<T>::number();
  std::vector<int> all(size_t(n + at) * 2);
  int *pivots, info = 77;
  int64_t size = 0;
  GOOD(cudaMalloc(&pivots, all.size() * 4));
  int *list[] = {pivots};
  const auto low = CUBLAS_FILL_MODE_LOWER;
  // Cholesky
  a.v = was;
  a.put();
  b.put();
  GOOD(cusolverMgPotrf_bufferSize(handle, low, n, a.array, at, at, a.descr,
                                  type, &size));
  GOOD(cusolverMgPotrf(handle, low, n, a.array, at, at, a.descr, type, nullptr,
                       size, &info));
  CHECK(info == 0);
  GOOD(cusolverMgPotrs_bufferSize(handle, low, n, columns, a.array, at, at,
                                  a.descr, b.array, at, at, b.descr, type,
                                  &size));
  GOOD(cusolverMgPotrs(handle, low, n, columns, a.array, at, at, a.descr,
                       b.array, at, at, b.descr, type, nullptr, size, &info));
  expect(n, was, b.get(), b.v);
  GOOD(cusolverMgPotri_bufferSize(handle, low, n, a.array, at, at, a.descr,
                                  type, &size));
  GOOD(cusolverMgPotri(handle, low, n, a.array, at, at, a.descr, type, nullptr,
                       size, &info));
  CHECK(info == 0);
  std::vector<T> inverse = a.get();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i)
      inverse[size_t(i + j * n)] = Kind<T>::conj(inverse[size_t(j + i * n)]);
  expect(n, was, inverse, one);
  // LU
  a.put();
  b.put();
  GOOD(cusolverMgGetrf_bufferSize(handle, n, n, a.array, at, at, a.descr, list,
                                  type, &size));
  GOOD(cusolverMgGetrf(handle, n, n, a.array, at, at, a.descr, list, type,
                       nullptr, size, &info));
  CHECK(info == 0);
  GOOD(cusolverMgGetrs_bufferSize(handle, CUBLAS_OP_N, n, columns, a.array, at,
                                  at, a.descr, list, b.array, at, at, b.descr,
                                  type, &size));
  GOOD(cusolverMgGetrs(handle, CUBLAS_OP_N, n, columns, a.array, at, at,
                       a.descr, list, b.array, at, at, b.descr, type, nullptr,
                       size, &info));
  expect(n, was, b.get(), b.v);
  // Eigenvalues
  std::vector<typename Kind<T>::real> w(static_cast<size_t>(n));
  a.put();
  GOOD(cusolverMgSyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, low, n,
                                  a.array, at, at, a.descr, w.data(), real,
                                  type, &size));
  GOOD(cusolverMgSyevd(handle, CUSOLVER_EIG_MODE_VECTOR, low, n, a.array, at,
                       at, a.descr, w.data(), real, type, nullptr, size,
                       &info));
  CHECK(info == 0);
  const std::vector<T> vectors = a.get();
  std::vector<T> scaled = vectors;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      scaled[size_t(i + j * n)] *= w[size_t(j)];
  expect(n, was, vectors, scaled);
  GOOD(cudaFree(pivots));
}

static void test_refusals() {
  int two[] = {0, 0};
  cusolverMgHandle_t fresh;
  cudaLibMgGrid_t other;
  int info;
  void *array[1] = {nullptr};
  GOOD(cusolverMgCreate(&fresh));
  CHECK(cusolverMgDeviceSelect(fresh, 2, two) == CUSOLVER_STATUS_NOT_SUPPORTED);
  CHECK(cusolverMgCreateDeviceGrid(&other, 1, 2, two,
                                   CUDALIBMG_GRID_MAPPING_COL_MAJOR) ==
        CUSOLVER_STATUS_NOT_SUPPORTED);
  CHECK(cusolverMgPotrf(fresh, CUBLAS_FILL_MODE_LOWER, 1, array, 1, 1, nullptr,
                        CUDA_R_64F, nullptr, 0,
                        &info) == CUSOLVER_STATUS_NOT_INITIALIZED);
  GOOD(cusolverMgDestroy(fresh));
  CHECK(cusolverMgDestroy(nullptr) == CUSOLVER_STATUS_NOT_INITIALIZED);
}

int main() {
  int device[] = {0};
  GOOD(cusolverMgCreate(&handle));
  GOOD(cusolverMgDeviceSelect(handle, 1, device));
  GOOD(cusolverMgCreateDeviceGrid(&grid, 1, 1, device,
                                  CUDALIBMG_GRID_MAPPING_COL_MAJOR));
  for (const int n : {1, 7, 40})
    for (const int at : {1, 4}) {
      test<float>(n, at, CUDA_R_32F, CUDA_R_32F);
      test<double>(n, at, CUDA_R_64F, CUDA_R_64F);
      test<std::complex<float>>(n, at, CUDA_C_32F, CUDA_R_32F);
      test<std::complex<double>>(n, at, CUDA_C_64F, CUDA_R_64F);
    }
  test_refusals();
  GOOD(cusolverMgDestroyGrid(grid));
  GOOD(cusolverMgDestroy(handle));
  std::printf("%d results are right\n", results);
  return 0;
}
