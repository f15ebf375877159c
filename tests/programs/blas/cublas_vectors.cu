// SPDX-License-Identifier: Apache-2.0
// cuBLAS's functions of vectors that say the types of each, against sums in
// double: every type, both pointer modes, strides of either sign; those of
// symmetric products; and what is refused.
// FLAGS: -lcublas -std=c++17
// DEVICES: cpu opencl
#include <cublas_v2.h>

#include <complex>
#include <string>

#include "program.h"

#define GOOD(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
using Z = std::complex<double>;

static cublasHandle_t handle;
static unsigned state = 3;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return (double((state >> 8 & 0xffff)) - 32768) / 32768;
}

// ---- Elements of any type

static bool is_complex(cudaDataType t) { return t == CUDA_C_32F || t == CUDA_C_64F; }
static size_t width(cudaDataType t) {
  return t == CUDA_R_16F || t == CUDA_R_16BF  ? 2
         : t == CUDA_R_32F                    ? 4
         : t == CUDA_R_64F || t == CUDA_C_32F ? 8
                                              : 16;
}
static double epsilon(cudaDataType t) {
  return t == CUDA_R_16F    ? 1.0 / 1024
         : t == CUDA_R_16BF ? 1.0 / 128
         : t == CUDA_R_32F || t == CUDA_C_32F ? 2e-6
                                              : 1e-14;
}
static void put(void *p, cudaDataType t, long at, Z z) {
  char *to = (char *)p + at * (long)width(t);
  if (t == CUDA_R_16F)
    *(__half *)to = __float2half((float)z.real());
  else if (t == CUDA_R_16BF)
    *(__nv_bfloat16 *)to = __float2bfloat16((float)z.real());
  else if (t == CUDA_R_32F)
    *(float *)to = (float)z.real();
  else if (t == CUDA_R_64F)
    *(double *)to = z.real();
  else if (t == CUDA_C_32F)
    *(std::complex<float> *)to = std::complex<float>(z);
  else
    *(Z *)to = z;
}
static Z get(const void *p, cudaDataType t, long at) {
  const char *from = (const char *)p + at * (long)width(t);
  if (t == CUDA_R_16F)
    return __half2float(*(const __half *)from);
  if (t == CUDA_R_16BF)
    return __bfloat162float(*(const __nv_bfloat16 *)from);
  if (t == CUDA_R_32F)
    return *(const float *)from;
  if (t == CUDA_R_64F)
    return *(const double *)from;
  if (t == CUDA_C_32F)
    return Z(*(const std::complex<float> *)from);
  return *(const Z *)from;
}

struct Vector {
  cudaDataType type;
  long n, inc;
  void *p = nullptr;
  std::vector<Z> was;
  Vector(cudaDataType t, long count, long step) : type(t), n(count), inc(step) {
    OK(cudaMallocManaged(&p, (size_t)(n * std::labs(inc) + 1) * width(t)));
    for (long i = 0; i < n; ++i) {
      put(p, t, place(i), is_complex(t) ? Z(noise(), noise()) : Z(noise()));
      was.push_back(get(p, t, place(i)));
    }
  }
  ~Vector() { OK(cudaFree(p)); }
  Vector(const Vector &) = delete;
  long place(long i) const { return inc >= 0 ? i * inc : (i - (n - 1)) * inc; }
  Z operator[](long i) const { return get(p, type, place(i)); }
};

// A scalar or result, in the host's memory or the device's.
struct Scalar {
  void *p = nullptr;
  Scalar() { OK(cudaMallocManaged(&p, 128)); }
  ~Scalar() { OK(cudaFree(p)); }
};

static void expect(const char *what, Z got, Z wanted, double tolerance) {
  if (std::abs(got - wanted) <= tolerance * (1 + std::abs(wanted)))
    return;
  std::fprintf(stderr, "%s: %g%+gi, not %g%+gi\n", what, got.real(), got.imag(),
               wanted.real(), wanted.imag());
  std::exit(1);
}

// ---- What each does

struct Case {
  cudaDataType x, y, scalar, compute;
};

static void test_changes(const Case &c, long n, long incx, long incy) {
  const double e = 2 * epsilon(c.y) + 2 * epsilon(c.x);
  const Z a = is_complex(c.scalar) ? Z(0.75, -0.5) : Z(0.75), b = is_complex(c.scalar) ? Z(-0.5, 0.25) : Z(-0.5);
  Scalar alpha, beta;
  put(alpha.p, c.scalar, 0, a);
  put(beta.p, c.scalar, 0, b);
  {
    Vector x(c.x, n, incx), y(c.y, n, incy);
    GOOD(cublasAxpyEx(handle, (int)n, alpha.p, c.scalar, x.p, c.x, (int)incx, y.p,
                      c.y, (int)incy, c.compute));
    OK(cudaDeviceSynchronize());
    for (long i = 0; i < n; ++i)
      expect("axpy", y[i], y.was[i] + a * x.was[i], e);
    GOOD(cublasSwapEx(handle, (int)n, x.p, c.x, (int)incx, x.p, c.x, (int)incx));
    GOOD(cublasCopyEx_64(handle, n, x.p, c.x, incx, y.p, c.y, incy));
    OK(cudaDeviceSynchronize());
    for (long i = 0; i < n; ++i)
      expect("copy", y[i], x.was[i], e);
    if (incx > 0) {
      GOOD(cublasScalEx(handle, (int)n, alpha.p, c.scalar, x.p, c.x, (int)incx,
                        c.compute));
      OK(cudaDeviceSynchronize());
      for (long i = 0; i < n; ++i)
        expect("scal", x[i], a * x.was[i], e);
    }
  }
  Vector x(c.x, n, incx), y(c.y, n, incy);
  GOOD(cublasRotEx(handle, (int)n, x.p, c.x, (int)incx, y.p, c.y, (int)incy,
                   alpha.p, beta.p, c.scalar, c.compute));
  OK(cudaDeviceSynchronize());
  for (long i = 0; i < n; ++i) {
    expect("rot x", x[i], a * x.was[i] + b * y.was[i], e);
    expect("rot y", y[i], a * y.was[i] - std::conj(b) * x.was[i], e);
  }
}

static void test_rotm(const Case &c, long n, long incx, long incy) {
  for (double flag : {-2.0, -1.0, 0.0, 1.0}) {
    Vector x(c.x, n, incx), y(c.y, n, incy);
    Scalar five;
    const double h[] = {flag, 0.5, -0.25, 0.75, -1.5};
    for (long i = 0; i < 5; ++i)
      put(five.p, c.scalar, i, h[i]);
    const double h11 = flag == -1 || flag == 1 ? h[1] : 1;
    const double h21 = flag == -2 ? 0 : flag == 1 ? -1 : h[2];
    const double h12 = flag == -2 ? 0 : flag == 1 ? 1 : h[3];
    const double h22 = flag == -1 || flag == 1 ? h[4] : 1;
    GOOD(cublasRotmEx(handle, (int)n, x.p, c.x, (int)incx, y.p, c.y, (int)incy,
                      five.p, c.scalar, c.compute));
    OK(cudaDeviceSynchronize());
    const double e = 4 * epsilon(c.y) + 4 * epsilon(c.x);
    for (long i = 0; i < n; ++i) {
      expect("rotm x", x[i], h11 * x.was[i] + h12 * y.was[i], e);
      expect("rotm y", y[i], h21 * x.was[i] + h22 * y.was[i], e);
    }
  }
}

static void test_results(const Case &c, long n, long incx, long incy) {
  Vector x(c.x, n, incx), y(c.y, n, incy);
  const cudaDataType real = c.x == CUDA_C_32F   ? CUDA_R_32F
                            : c.x == CUDA_C_64F ? CUDA_R_64F
                                                : c.x;
  const double e = epsilon(c.x) * 20;
  Scalar result;
  Z dot = 0, dotc = 0;
  double squares = 0, sum = 0, most = -1, least = 1e9;
  int first_most = 0, first_least = 0;
  for (long i = 0; i < n; ++i) {
    dot += x.was[i] * y.was[i];
    dotc += std::conj(x.was[i]) * y.was[i];
    squares += std::norm(x.was[i]);
    const double one = std::fabs(x.was[i].real()) + std::fabs(x.was[i].imag());
    sum += one;
    if (one > most)
      most = one, first_most = (int)i + 1;
    if (one < least)
      least = one, first_least = (int)i + 1;
  }
  GOOD(cublasDotEx(handle, (int)n, x.p, c.x, (int)incx, y.p, c.y, (int)incy,
                   result.p, c.x, c.compute));
  OK(cudaDeviceSynchronize());
  expect("dot", get(result.p, c.x, 0), dot, e);
  GOOD(cublasDotcEx_64(handle, n, x.p, c.x, incx, y.p, c.y, incy, result.p, c.x,
                       c.compute));
  OK(cudaDeviceSynchronize());
  expect("dotc", get(result.p, c.x, 0), dotc, e);
  const bool none = incx <= 0;
  GOOD(cublasNrm2Ex(handle, (int)n, x.p, c.x, (int)incx, result.p, real, real));
  OK(cudaDeviceSynchronize());
  expect("nrm2", get(result.p, real, 0), none ? 0 : std::sqrt(squares), e);
  GOOD(cublasAsumEx(handle, (int)n, x.p, c.x, (int)incx, result.p, real, real));
  OK(cudaDeviceSynchronize());
  expect("asum", get(result.p, real, 0), none ? 0 : sum, e);
  GOOD(cublasIamaxEx(handle, (int)n, x.p, c.x, (int)incx, (int *)result.p));
  OK(cudaDeviceSynchronize());
  CHECK(*(int *)result.p == (none ? 0 : first_most));
  GOOD(cublasIaminEx_64(handle, n, x.p, c.x, incx, (int64_t *)result.p));
  OK(cudaDeviceSynchronize());
  CHECK(*(int64_t *)result.p == (none ? 0 : first_least));
}

// ---- Symmetric products

static void test_rank_k() {
  enum { N = 7, K = 5 };
  const cuComplex alpha = make_cuComplex(0.5f, -1), beta = make_cuComplex(0, 0);
  const float one = 1, none = 0;
  for (int form = 0; form < 4; ++form) {
    Vector a(CUDA_C_32F, N * K, 1), c(CUDA_C_32F, N * N, 1);
    if (form < 2)
      GOOD((form ? cublasCsyrk3mEx : cublasCsyrkEx)(
          handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N, K, &alpha, a.p,
          CUDA_C_32F, N, &beta, c.p, CUDA_C_32F, N));
    else
      GOOD((form == 2 ? cublasCherkEx : cublasCherk3mEx)(
          handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N, K, &one, a.p,
          CUDA_C_32F, N, &none, c.p, CUDA_C_32F, N));
    OK(cudaDeviceSynchronize());
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i) {
        Z sum = 0;
        for (int l = 0; l < K; ++l) {
          const Z other = a[j + l * N];
          sum += a[i + l * N] * (form < 2 ? other : std::conj(other));
        }
        expect("rank k", c[i + j * N],
               i < j      ? c.was[i + j * N]
               : form < 2 ? Z(0.5, -1) * sum
                          : sum,
               1e-5);
      }
  }
  Vector a(CUDA_C_32F, 6, 1), b(CUDA_C_32F, 6, 1), c(CUDA_C_32F, 4, 1);
  const cuComplex unit = make_cuComplex(1, 0);
  GOOD(cublasCgemm3mEx(handle, CUBLAS_OP_C, CUBLAS_OP_N, 2, 2, 3, &unit, a.p,
                       CUDA_C_32F, 3, b.p, CUDA_C_32F, 3, &beta, c.p, CUDA_C_32F,
                       2));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) {
    Z sum = 0;
    for (int l = 0; l < 3; ++l)
      sum += std::conj(a[l + i % 2 * 3]) * b[l + i / 2 * 3];
    expect("gemm3mEx", c[i], sum, 1e-5);
  }
}

// ---- Rotations that are made

static void test_rotations() {
  double a = 3, b = 4, c, s;
  GOOD(cublasRotgEx(handle, &a, &b, CUDA_R_64F, &c, &s, CUDA_R_64F, CUDA_R_64F));
  expect("rotg", a, 5, 1e-14);
  expect("rotg", c, 0.6, 1e-14);
  expect("rotg", s, 0.8, 1e-14);
  float d1 = 2, d2 = 3, x1 = 0.5f, y1 = 0.25f, five[5];
  GOOD(cublasRotmgEx(handle, &d1, CUDA_R_32F, &d2, CUDA_R_32F, &x1, CUDA_R_32F,
                     &y1, CUDA_R_32F, five, CUDA_R_32F, CUDA_R_32F));
  expect("rotmg", d1 * x1 * x1, 2 * 0.25 + 3 * 0.0625, 1e-6);
}

static void test_refusals() {
  Vector x(CUDA_R_32F, 4, 1), z(CUDA_C_32F, 4, 1);
  float one = 1;
  CHECK(cublasAxpyEx(nullptr, 4, &one, CUDA_R_32F, x.p, CUDA_R_32F, 1, x.p,
                     CUDA_R_32F, 1, CUDA_R_32F) ==
        CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasAxpyEx(handle, -1, &one, CUDA_R_32F, x.p, CUDA_R_32F, 1, x.p,
                     CUDA_R_32F, 1, CUDA_R_32F) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasAxpyEx(handle, 4, &one, CUDA_R_32F, z.p, CUDA_C_32F, 1, x.p,
                     CUDA_R_32F, 1, CUDA_R_32F) ==
        CUBLAS_STATUS_NOT_SUPPORTED);
  CHECK(cublasScalEx(handle, 4, &one, CUDA_R_8I, x.p, CUDA_R_32F, 1,
                     CUDA_R_32F) == CUBLAS_STATUS_NOT_SUPPORTED);
  CHECK(cublasNrm2Ex(handle, 4, x.p, CUDA_R_32F, 1, nullptr, CUDA_R_32F,
                     CUDA_R_32F) == CUBLAS_STATUS_INVALID_VALUE);
}

int main() {
  static const Case cases[] = {
      {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
      {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
      {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
      {CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
      {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
      {CUDA_R_32F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
      {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
      {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
      {CUDA_C_32F, CUDA_C_32F, CUDA_R_32F, CUDA_C_32F},
      {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
      {CUDA_C_32F, CUDA_C_64F, CUDA_R_64F, CUDA_C_64F},
  };
  static const long incs[][2] = {{1, 1}, {2, 3}, {-1, 2}, {1, -2}};
  GOOD(cublasCreate(&handle));
  test_rank_k();
  test_rotations();
  test_refusals();
  for (int mode = 0; mode < 2; ++mode) {
    GOOD(cublasSetPointerMode(handle, mode ? CUBLAS_POINTER_MODE_DEVICE
                                           : CUBLAS_POINTER_MODE_HOST));
    for (const Case &c : cases)
      for (long n : {0, 1, 5, 64, 257})
        for (auto &inc : incs) {
          test_changes(c, n, inc[0], inc[1]);
          test_results(c, n, inc[0], inc[1]);
          if (!is_complex(c.x))
            test_rotm(c, n, inc[0], inc[1]);
        }
  }
  GOOD(cublasDestroy(handle));
  std::printf("ok\n");
  return 0;
}
