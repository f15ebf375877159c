// SPDX-License-Identifier: Apache-2.0
// Matrices for the tests of cuSOLVER: dense ones of complex doubles, and the
// same in memory of the device with each of its types.
#ifndef QUERN_TESTS_SOLVER_H
#define QUERN_TESTS_SOLVER_H

#include <cusolverDn.h>

#include <algorithm>
#include <complex>
#include <vector>

#include "program.h"

extern "C" const char *quern_reason(void);
using Z = std::complex<double>;
#define GOOD(call) CHECK((call) == 0)

inline int cases;

// ---- The functions of each type by one name

#define FOUR_NAMED(name, s, d, c, z)                                           \
  template <typename... A> cusolverStatus_t name(float *, A... a) {            \
    return cusolverDn##s(a...);                                                \
  }                                                                            \
  template <typename... A> cusolverStatus_t name(double *, A... a) {           \
    return cusolverDn##d(a...);                                                \
  }                                                                            \
  template <typename... A> cusolverStatus_t name(cuComplex *, A... a) {        \
    return cusolverDn##c(a...);                                                \
  }                                                                            \
  template <typename... A> cusolverStatus_t name(cuDoubleComplex *, A... a) {  \
    return cusolverDn##z(a...);                                                \
  }
#define FOUR(name) FOUR_NAMED(name, S##name, D##name, C##name, Z##name)
#define FOUR_SY(rest)                                                          \
  FOUR_NAMED(sy##rest, Ssy##rest, Dsy##rest, Che##rest, Zhe##rest)
#define FOUR_OR(rest)                                                          \
  FOUR_NAMED(or_##rest, Sor##rest, Dor##rest, Cun##rest, Zun##rest)
#define KEY static_cast<T *>(nullptr)

template <typename T> struct Real {
  using R = T;
};
template <> struct Real<cuComplex> {
  using R = float;
};
template <> struct Real<cuDoubleComplex> {
  using R = double;
};
template <typename T> constexpr bool is_complex() {
  return !std::is_same<T, typename Real<T>::R>::value;
}
template <typename T> constexpr cudaDataType type_of() {
  return std::is_same<T, float>::value       ? CUDA_R_32F
         : std::is_same<T, double>::value    ? CUDA_R_64F
         : std::is_same<T, cuComplex>::value ? CUDA_C_32F
                                             : CUDA_C_64F;
}
template <typename T> constexpr cudaDataType real_type() {
  return sizeof(typename Real<T>::R) == 4 ? CUDA_R_32F : CUDA_R_64F;
}
template <typename T> double epsilon() {
  return sizeof(typename Real<T>::R) == 4 ? 2e-5 : 1e-12;
}

inline void put(float &to, Z v) { to = float(v.real()); }
inline void put(double &to, Z v) { to = v.real(); }
inline void put(cuComplex &to, Z v) {
  to = make_cuComplex(float(v.real()), float(v.imag()));
}
inline void put(cuDoubleComplex &to, Z v) {
  to = make_cuDoubleComplex(v.real(), v.imag());
}
inline Z get(float v) { return v; }
inline Z get(double v) { return v; }
inline Z get(cuComplex v) { return {v.x, v.y}; }
inline Z get(cuDoubleComplex v) { return {v.x, v.y}; }

template <typename T> struct Memory {
  T *p;
  explicit Memory(size_t count) {
    GOOD(cudaMallocManaged(&p, (count + 1) * sizeof(T)));
    memset(static_cast<void *>(p), 0, (count + 1) * sizeof(T));
  }
  Memory(const Memory &) = delete;
  ~Memory() { GOOD(cudaFree(p)); }
};

// ---- Matrices of the reference, by columns

struct Dense {
  int rows, cols;
  std::vector<Z> v;
  Dense(int r, int c) : rows(r), cols(c), v(size_t(r) * size_t(c)) {}
  Z &operator()(int i, int j) {
    return v[size_t(i) + size_t(j) * size_t(rows)];
  }
  Z operator()(int i, int j) const {
    return v[size_t(i) + size_t(j) * size_t(rows)];
  }
};
inline double noise() {
  static unsigned state = 777;
  state = state * 1664525u + 1013904223u;
  return double(state >> 8) / double(1 << 24) * 2 - 1;
}
inline Dense random_matrix(int rows, int cols, bool complex) {
  Dense a(rows, cols);
  for (Z &v : a.v)
    v = Z(noise(), complex ? noise() : 0);
  return a;
}
inline Dense operator*(const Dense &a, const Dense &b) {
  CHECK(a.cols == b.rows);
  Dense c(a.rows, b.cols);
  for (int j = 0; j < b.cols; ++j)
    for (int k = 0; k < a.cols; ++k)
      for (int i = 0; i < a.rows; ++i)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
inline Dense turned(const Dense &a, cublasOperation_t op = CUBLAS_OP_C) {
  if (op == CUBLAS_OP_N)
    return a;
  Dense b(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      b(j, i) = op == CUBLAS_OP_C ? std::conj(a(i, j)) : a(i, j);
  return b;
}
inline Dense part(const Dense &a, int rows, int cols) {
  Dense b(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      b(i, j) = a(i, j);
  return b;
}
inline Dense identity(int n) {
  Dense a(n, n);
  for (int i = 0; i < n; ++i)
    a(i, i) = 1;
  return a;
}
inline double norm(const Dense &a) {
  double sum = 0;
  for (const Z &v : a.v)
    sum += std::norm(v);
  return std::sqrt(sum);
}
inline void expect(const Dense &is, const Dense &wanted, double error) {
  CHECK(is.rows == wanted.rows && is.cols == wanted.cols);
  Dense d = is;
  for (size_t i = 0; i < d.v.size(); ++i)
    d.v[i] -= wanted.v[i];
  if (!(norm(d) <= error * (1 + norm(wanted)) * (1 + is.rows)))
    printf("%d by %d: %g of %g\n", is.rows, is.cols, norm(d), norm(wanted));
  CHECK(norm(d) <= error * (1 + norm(wanted)) * (1 + is.rows));
}
// Hermitian, and with `shift` on its diagonal positive.
inline Dense hermitian(int n, bool complex, double shift) {
  Dense a = random_matrix(n, n, complex);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      a(j, i) = std::conj(a(i, j));
    a(i, i) = a(i, i).real() + shift;
  }
  return a;
}

// One in memory of the device, whose columns are three elements longer.
template <typename T> struct Matrix {
  int rows, cols, ld;
  Memory<T> memory;
  explicit Matrix(const Dense &a)
      : rows(a.rows), cols(a.cols), ld(a.rows + 3),
        memory(size_t(ld) * size_t(a.cols)) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j)
        put(memory.p[i + size_t(j) * size_t(ld)], a(i, j));
  }
  T *p() const { return memory.p; }
  Dense read() const {
    Dense a(rows, cols);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j)
        a(i, j) = get(memory.p[i + size_t(j) * size_t(ld)]);
    return a;
  }
};
template <typename T> inline Dense diagonal(const T *values, int n) {
  Dense a(n, n);
  for (int i = 0; i < n; ++i)
    a(i, i) = double(values[i]);
  return a;
}
inline Dense triangle(const Dense &a, bool upper, bool unit) {
  Dense b(a.rows, a.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      if (i == j)
        b(i, j) = unit ? Z(1) : a(i, j);
      else if ((j > i) == upper)
        b(i, j) = a(i, j);
  return b;
}

// What NVIDIA's library does in another way, or not at all.
static const bool on_cpu = !runs_on("cuda");

struct Context {
  cusolverDnHandle_t h;
  int *info;
  void done() {
    GOOD(cudaDeviceSynchronize());
    if (*info)
      fprintf(stderr, "the status is %d\n", *info);
    CHECK(*info == 0);
    *info = -1;
    ++cases;
  }
};

#endif
