// SPDX-License-Identifier: Apache-2.0
// cuBLASXt with matrices in the host's memory, or the device's, against cuBLAS
// with the same in the device's.
// OUTPUT: 768 products are the same
// FLAGS: -lcublas -std=c++17
// DEVICES: cpu cuda opencl
#include <cublasXt.h>
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((call) == 0)

static int products;
static cublasXtHandle_t xt;
static cublasHandle_t blas;

template <typename T> struct Kind;
#define KIND(T, R)                                                             \
  template <> struct Kind<T> {                                                 \
    using real = R;                                                            \
    static constexpr double epsilon = sizeof(R) == 4 ? 1e-5 : 1e-13;           \
  };
KIND(float, float)
KIND(double, double)
KIND(cuComplex, float)
KIND(cuDoubleComplex, double)

static float number() {
  static unsigned state = 99;
  state = state * 1664525u + 1013904223u;
  return float(state >> 8) / float(1 << 24) - 0.5f;
}

// The same numbers in the memory of both; `device` is what cuBLAS works on.
template <typename T> struct Matrix {
  using R = typename Kind<T>::real;
  size_t count;
  std::vector<T> host;
  T *device = nullptr;
  explicit Matrix(size_t n) : count(n), host(n) {
    R *p = reinterpret_cast<R *>(host.data());
    for (size_t i = 0; i < n * sizeof(T) / sizeof(R); ++i)
      p[i] = R(number());
    GOOD(cudaMalloc(&device, n * sizeof(T)));
    upload();
  }
  Matrix(const Matrix &) = delete;
  ~Matrix() { cudaFree(device); }
  void upload() {
    GOOD(cudaMemcpy(device, host.data(), count * sizeof(T),
                    cudaMemcpyHostToDevice));
  }
  std::vector<T> download() const {
    std::vector<T> out(count);
    GOOD(cudaMemcpy(out.data(), device, count * sizeof(T),
                    cudaMemcpyDeviceToHost));
    return out;
  }
};

template <typename T>
static void same(const std::vector<T> &x, const std::vector<T> &y) {
  using R = typename Kind<T>::real;
  const R *a = reinterpret_cast<const R *>(x.data()),
          *b = reinterpret_cast<const R *>(y.data());
  for (size_t i = 0; i < x.size() * sizeof(T) / sizeof(R); ++i)
    CHECK(std::fabs(double(a[i]) - double(b[i])) <=
          Kind<T>::epsilon * (1 + std::fabs(double(b[i]))) * 50);
  ++products;
}

// `call` with arrays of the host's gives in `c` what `plain` with the device's
// does, and so does `call` with the device's.
template <typename T>
static void
compare(Matrix<T> &a, Matrix<T> &b, Matrix<T> &c,
        const std::function<cublasStatus_t(const T *, T *, T *)> &call,
        const std::function<cublasStatus_t(const T *, T *, T *)> &plain) {
  const std::vector<T> before_b = b.host, before_c = c.host;
  b.upload();
  c.upload();
  GOOD(plain(a.device, b.device, c.device));
  GOOD(cudaDeviceSynchronize());
  const std::vector<T> want_b = b.download(), want_c = c.download();
  GOOD(call(a.host.data(), b.host.data(), c.host.data()));
  same(b.host, want_b);
  same(c.host, want_c);
  b.host = before_b;
  c.host = before_c;
  b.upload();
  c.upload();
  GOOD(call(a.device, b.device, c.device));
  same(b.download(), want_b);
  same(c.download(), want_c);
}

template <typename T> static T scalar(double x) {
  T out;
  using R = typename Kind<T>::real;
  R *p = reinterpret_cast<R *>(&out);
  p[0] = R(x);
  if (sizeof(T) > sizeof(R))
    p[1] = R(x / 3);
  return out;
}

#define FAMILIES(X, T)                                                         \
  static void test_##X(int m, int n, int k) {                                  \
    using R = Kind<T>::real;                                                   \
    const T alpha = scalar<T>(0.75), beta = scalar<T>(-0.5);                   \
    const R real = R(0.25);                                                    \
    const int most = 70;                                                       \
    (void)real;                                                                \
    auto with = [&](auto test) {                                               \
      Matrix<T> a(size_t(most * most)), b(size_t(most * most)),                \
          c(size_t(most * most));                                              \
      for (int i = 0; i < most; ++i) /* so that systems have answers */        \
        a.host[size_t(i * (most + 1))] = scalar<T>(9);                         \
      a.upload();                                                              \
      test(a, b, c);                                                           \
    };                                                                         \
    const auto up = CUBLAS_FILL_MODE_UPPER, low = CUBLAS_FILL_MODE_LOWER;      \
    const auto left = CUBLAS_SIDE_LEFT, right = CUBLAS_SIDE_RIGHT;             \
    const auto N = CUBLAS_OP_N, H = CUBLAS_OP_T;                               \
    with([&](auto &a, auto &b, auto &c) {                                      \
      compare<T>(                                                              \
          a, b, c,                                                             \
          [&](const T *p, T *q, T *r) {                                        \
            return cublasXt##X##gemm(xt, N, H, m, n, k, &alpha, p, most, q,    \
                                     most, &beta, r, most);                    \
          },                                                                   \
          [&](const T *p, T *q, T *r) {                                        \
            return cublas##X##gemm(blas, N, H, m, n, k, &alpha, p, most, q,    \
                                   most, &beta, r, most);                      \
          });                                                                  \
    });                                                                        \
    with([&](auto &a, auto &b, auto &c) {                                      \
      compare<T>(                                                              \
          a, b, c,                                                             \
          [&](const T *p, T *, T *r) {                                         \
            return cublasXt##X##syrk(xt, low, H, n, k, &alpha, p, most, &beta, \
                                     r, most);                                 \
          },                                                                   \
          [&](const T *p, T *, T *r) {                                         \
            return cublas##X##syrk(blas, low, H, n, k, &alpha, p, most, &beta, \
                                   r, most);                                   \
          });                                                                  \
    });                                                                        \
    with([&](auto &a, auto &b, auto &c) {                                      \
      compare<T>(                                                              \
          a, b, c,                                                             \
          [&](const T *p, T *q, T *r) {                                        \
            return cublasXt##X##syr2k(xt, up, N, n, k, &alpha, p, most, q,     \
                                      most, &beta, r, most);                   \
          },                                                                   \
          [&](const T *p, T *q, T *r) {                                        \
            return cublas##X##syr2k(blas, up, N, n, k, &alpha, p, most, q,     \
                                    most, &beta, r, most);                     \
          });                                                                  \
    });                                                                        \
    with([&](auto &a, auto &b, auto &c) {                                      \
      compare<T>(                                                              \
          a, b, c,                                                             \
          [&](const T *p, T *q, T *r) {                                        \
            return cublasXt##X##syrkx(xt, up, H, n, k, &alpha, p, most, q,     \
                                      most, &beta, r, most);                   \
          },                                                                   \
          [&](const T *p, T *q, T *r) {                                        \
            return cublas##X##syrkx(blas, up, H, n, k, &alpha, p, most, q,     \
                                    most, &beta, r, most);                     \
          });                                                                  \
    });                                                                        \
    for (const auto side : {left, right}) {                                    \
      with([&](auto &a, auto &b, auto &c) {                                    \
        compare<T>(                                                            \
            a, b, c,                                                           \
            [&](const T *p, T *q, T *r) {                                      \
              return cublasXt##X##symm(xt, side, low, m, n, &alpha, p, most,   \
                                       q, most, &beta, r, most);               \
            },                                                                 \
            [&](const T *p, T *q, T *r) {                                      \
              return cublas##X##symm(blas, side, low, m, n, &alpha, p, most,   \
                                     q, most, &beta, r, most);                 \
            });                                                                \
      });                                                                      \
      with([&](auto &a, auto &b, auto &c) {                                    \
        compare<T>(                                                            \
            a, b, c,                                                           \
            [&](const T *p, T *q, T *) {                                       \
              return cublasXt##X##trsm(xt, side, up, N, CUBLAS_DIAG_NON_UNIT,  \
                                       m, n, &alpha, p, most, q, most);        \
            },                                                                 \
            [&](const T *p, T *q, T *) {                                       \
              return cublas##X##trsm(blas, side, up, N, CUBLAS_DIAG_NON_UNIT,  \
                                     m, n, &alpha, p, most, q, most);          \
            });                                                                \
      });                                                                      \
      with([&](auto &a, auto &b, auto &c) {                                    \
        compare<T>(                                                            \
            a, b, c,                                                           \
            [&](const T *p, T *q, T *r) {                                      \
              return cublasXt##X##trmm(xt, side, low, H, CUBLAS_DIAG_UNIT, m,  \
                                       n, &alpha, p, most, q, most, r, most);  \
            },                                                                 \
            [&](const T *p, T *q, T *r) {                                      \
              return cublas##X##trmm(blas, side, low, H, CUBLAS_DIAG_UNIT, m,  \
                                     n, &alpha, p, most, q, most, r, most);    \
            });                                                                \
      });                                                                      \
      for (const auto fill : {up, low})                                        \
        with([&](auto &a, auto &b, auto &c) {                                  \
          const int size = side == left ? m : n;                               \
          Matrix<T> packed(size_t(size * (size + 1) / 2 + 1));                 \
          size_t at = 0;                                                       \
          for (int j = 0; j < size; ++j)                                       \
            for (int i = fill == up ? 0 : j; i < (fill == up ? j + 1 : size);  \
                 ++i)                                                          \
              packed.host[at++] = a.host[size_t(i + j * most)];                \
          packed.upload();                                                     \
          compare<T>(                                                          \
              a, b, c,                                                         \
              [&](const T *p, T *q, T *r) {                                    \
                return cublasXt##X##spmm(xt, side, fill, m, n, &alpha,         \
                                         p == a.device ? packed.device         \
                                                       : packed.host.data(),   \
                                         q, most, &beta, r, most);             \
              },                                                               \
              [&](const T *p, T *q, T *r) {                                    \
                return cublas##X##symm(blas, side, fill, m, n, &alpha, p,      \
                                       most, q, most, &beta, r, most);         \
              });                                                              \
        });                                                                    \
    }                                                                          \
  }
FAMILIES(S, float)
FAMILIES(D, double)
FAMILIES(C, cuComplex)
FAMILIES(Z, cuDoubleComplex)

#define HERMITIAN(X, T)                                                        \
  static void test_hermitian_##X(int m, int n, int k) {                        \
    using R = Kind<T>::real;                                                   \
    const T alpha = scalar<T>(0.75), beta = scalar<T>(-0.5);                   \
    const R one = R(1.5), half = R(0.5);                                       \
    const int most = 70;                                                       \
    const auto up = CUBLAS_FILL_MODE_UPPER, low = CUBLAS_FILL_MODE_LOWER;      \
    const auto C = CUBLAS_OP_C, N = CUBLAS_OP_N;                               \
    Matrix<T> a(size_t(most * most)), b(size_t(most * most)),                  \
        c(size_t(most * most));                                                \
    compare<T>(                                                                \
        a, b, c,                                                               \
        [&](const T *p, T *, T *r) {                                           \
          return cublasXt##X##herk(xt, up, C, n, k, &one, p, most, &half, r,   \
                                   most);                                      \
        },                                                                     \
        [&](const T *p, T *, T *r) {                                           \
          return cublas##X##herk(blas, up, C, n, k, &one, p, most, &half, r,   \
                                 most);                                        \
        });                                                                    \
    compare<T>(                                                                \
        a, b, c,                                                               \
        [&](const T *p, T *q, T *r) {                                          \
          return cublasXt##X##her2k(xt, low, N, n, k, &alpha, p, most, q,      \
                                    most, &half, r, most);                     \
        },                                                                     \
        [&](const T *p, T *q, T *r) {                                          \
          return cublas##X##her2k(blas, low, N, n, k, &alpha, p, most, q,      \
                                  most, &half, r, most);                       \
        });                                                                    \
    compare<T>(                                                                \
        a, b, c,                                                               \
        [&](const T *p, T *q, T *r) {                                          \
          return cublasXt##X##herkx(xt, low, C, n, k, &alpha, p, most, q,      \
                                    most, &half, r, most);                     \
        },                                                                     \
        [&](const T *p, T *q, T *r) {                                          \
          return cublas##X##herkx(blas, low, C, n, k, &alpha, p, most, q,      \
                                  most, &half, r, most);                       \
        });                                                                    \
    compare<T>(                                                                \
        a, b, c,                                                               \
        [&](const T *p, T *q, T *r) {                                          \
          return cublasXt##X##hemm(xt, CUBLAS_SIDE_RIGHT, up, m, n, &alpha, p, \
                                   most, q, most, &beta, r, most);             \
        },                                                                     \
        [&](const T *p, T *q, T *r) {                                          \
          return cublas##X##hemm(blas, CUBLAS_SIDE_RIGHT, up, m, n, &alpha, p, \
                                 most, q, most, &beta, r, most);               \
        });                                                                    \
  }
HERMITIAN(C, cuComplex)
HERMITIAN(Z, cuDoubleComplex)

static void test_refusals() {
  cublasXtHandle_t fresh;
  int none[] = {99}, dim = 0;
  float x = 1;
  GOOD(cublasXtCreate(&fresh));
  CHECK(cublasXtSgemm(fresh, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &x, &x, 1, &x,
                      1, &x, &x, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasXtSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &x, &x, 1, &x,
                      1, &x, &x, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasXtDeviceSelect(fresh, 1, none) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasXtSetBlockDim(fresh, 0) == CUBLAS_STATUS_INVALID_VALUE);
  GOOD(cublasXtSetBlockDim(fresh, 512));
  GOOD(cublasXtGetBlockDim(fresh, &dim));
  CHECK(dim == 512);
  GOOD(cublasXtDestroy(fresh));
}

int main() {
  int first[] = {0};
  GOOD(cublasXtCreate(&xt));
  GOOD(cublasXtDeviceSelect(xt, 1, first));
  GOOD(cublasCreate(&blas));
  static const int sizes[][3] = {{1, 1, 1}, {5, 7, 3}, {66, 33, 70}};
  for (const auto &s : sizes) {
    test_S(s[0], s[1], s[2]);
    test_D(s[0], s[1], s[2]);
    test_C(s[0], s[1], s[2]);
    test_Z(s[0], s[1], s[2]);
    test_hermitian_C(s[0], s[1], s[2]);
    test_hermitian_Z(s[0], s[1], s[2]);
  }
  test_refusals();
  GOOD(cublasDestroy(blas));
  GOOD(cublasXtDestroy(xt));
  std::printf("%d products are the same\n", products);
  return 0;
}
