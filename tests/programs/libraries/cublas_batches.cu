// SPDX-License-Identifier: Apache-2.0
// Batches of products beyond those of BLAS, against sums in double: matrices
// and vectors of half and bfloat16, gemm3m, and groups of batches.
// FLAGS: -lcublas -std=c++17
#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((call) == 0)
using Z = std::complex<double>;

static cublasHandle_t handle;
static unsigned state = 7;
static double noise() {
  state = state * 1664525u + 1013904223u;
  return (double((state >> 8 & 0xffff)) - 32768) / 32768;
}

static void put(__half &to, double x) { to = __float2half(float(x)); }
static void put(__nv_bfloat16 &to, double x) { to = __float2bfloat16(float(x)); }
static void put(float &to, double x) { to = float(x); }
static void put(double &to, double x) { to = x; }
static double get(__half x) { return __half2float(x); }
static double get(__nv_bfloat16 x) { return __bfloat162float(x); }
static double get(float x) { return x; }
static double get(double x) { return x; }

template <typename T> struct Managed {
  T *p = nullptr;
  explicit Managed(size_t count, bool fills = true) {
    GOOD(cudaMallocManaged(&p, (count + 1) * sizeof(T)));
    if constexpr (!std::is_pointer_v<T>)
      for (size_t i = 0; i < count && fills; ++i)
        put(p[i], noise());
  }
  ~Managed() { cudaFree(p); }
};

// ---- Matrices and vectors

template <typename TA, typename TY, typename Arrays, typename Strides>
static void test_gemv(Arrays arrays, Strides strides, double epsilon) {
  for (int m : {1, 3, 17, 64})
    for (int n : {1, 5, 33})
      for (int op = 0; op < 2; ++op)
        for (bool far : {false, true}) {
          enum { COUNT = 3 };
          const int lda = m + 2, incx = 2, incy = 3;
          const int rows = op ? n : m, columns = op ? m : n;
          const size_t a_size = size_t(lda) * n, x_size = size_t(columns) * incx,
                       y_size = size_t(rows) * incy;
          Managed<TA> a(a_size * COUNT), x(x_size * COUNT);
          Managed<TY> y(y_size * COUNT);
          Managed<const TA *> as(COUNT), xs(COUNT);
          Managed<TY *> ys(COUNT);
          std::vector<double> before(y_size * COUNT);
          for (size_t i = 0; i < before.size(); ++i)
            before[i] = get(y.p[i]);
          for (int b = 0; b < COUNT; ++b) {
            as.p[b] = a.p + b * a_size;
            xs.p[b] = x.p + b * x_size;
            ys.p[b] = y.p + b * y_size;
          }
          const float alpha = 0.5f, beta = -2;
          const auto way = op ? CUBLAS_OP_T : CUBLAS_OP_N;
          if (far)
            GOOD(strides(handle, way, m, n, &alpha, a.p, lda, a_size, x.p, incx,
                         x_size, &beta, y.p, incy, y_size, COUNT));
          else
            GOOD(arrays(handle, way, m, n, &alpha, as.p, lda, xs.p, incx, &beta,
                        ys.p, incy, COUNT));
          GOOD(cudaDeviceSynchronize());
          for (int b = 0; b < COUNT; ++b)
            for (size_t i = 0; i < y_size; ++i) {
              double want = before[b * y_size + i];
              if (i % incy == 0) {
                double sum = 0;
                for (int k = 0; k < columns; ++k)
                  sum += get(a.p[b * a_size + (op ? k + i / incy * lda
                                                  : i / incy + k * lda)]) *
                         get(x.p[b * x_size + k * incx]);
                want = double(alpha) * sum + double(beta) * want;
              }
              const double is = get(y.p[b * y_size + i]);
              CHECK(std::fabs(is - want) <= epsilon * (columns + 2));
            }
        }
}

// ---- Complex products

static void test_3m() {
  enum { M = 5, N = 4, K = 7, COUNT = 3 };
  Managed<float> a(2 * M * K * COUNT), b(2 * K * N * COUNT),
      c(2 * M * N * COUNT), d(2 * M * N * COUNT);
  Managed<const cuComplex *> as(COUNT), bs(COUNT);
  Managed<cuComplex *> cs(COUNT);
  auto *pa = (cuComplex *)a.p, *pb = (cuComplex *)b.p, *pc = (cuComplex *)c.p,
       *pd = (cuComplex *)d.p;
  for (int i = 0; i < COUNT; ++i) {
    as.p[i] = pa + i * M * K;
    bs.p[i] = pb + i * K * N;
    cs.p[i] = pc + i * M * N;
  }
  const cuComplex alpha = make_cuComplex(1, 2), zero = make_cuComplex(0, 0);
  GOOD(cublasCgemm3mBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha,
                            as.p, M, bs.p, K, &zero, cs.p, M, COUNT));
  GOOD(cublasCgemm3mStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K,
                                   &alpha, pa, M, M * K, pb, K, K * N, &zero,
                                   pd, M, M * N, COUNT));
  GOOD(cudaDeviceSynchronize());
  for (int at = 0; at < COUNT; ++at)
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        Z sum = 0;
        for (int k = 0; k < K; ++k) {
          const cuComplex x = as.p[at][i + k * M], y = bs.p[at][k + j * K];
          sum += Z(x.x, x.y) * Z(y.x, y.y);
        }
        sum *= Z(1, 2);
        for (const cuComplex *of : {cs.p[at], pd + at * M * N}) {
          const cuComplex is = of[i + j * M];
          CHECK(std::abs(Z(is.x, is.y) - sum) < 1e-4);
        }
      }
}

// ---- Groups

template <typename T, typename Call>
static void test_groups(Call call, double epsilon) {
  enum { GROUPS = 3, MEMBERS = 6 };
  const cublasOperation_t ta[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_N},
                          tb[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_T};
  const int m[] = {3, 17, 1}, n[] = {4, 5, 40}, k[] = {6, 33, 2};
  const int lda[] = {4, 34, 1}, ldb[] = {7, 33, 41}, ldc[] = {3, 18, 2};
  const int sizes[] = {2, 3, 1};
  const T alpha[] = {1, 2, -1}, beta[] = {0, 1, 3};
  Managed<T> pool(20000), out(20000), kept(0);
  Managed<const T *> as(MEMBERS), bs(MEMBERS);
  Managed<T *> cs(MEMBERS);
  std::vector<double> before(20000);
  for (size_t i = 0; i < before.size(); ++i)
    before[i] = get(out.p[i]);
  for (int i = 0; i < MEMBERS; ++i) {
    as.p[i] = pool.p + i * 1500;
    bs.p[i] = pool.p + 10000 + i * 100;
    cs.p[i] = out.p + i * 1500;
  }
  GOOD(call(handle, ta, tb, m, n, k, alpha, as.p, lda, bs.p, ldb, beta, cs.p,
            ldc, GROUPS, sizes));
  GOOD(cudaDeviceSynchronize());
  int at = 0;
  for (int g = 0; g < GROUPS; ++g)
    for (int i = 0; i < sizes[g]; ++i, ++at)
      for (int r = 0; r < m[g]; ++r)
        for (int c = 0; c < n[g]; ++c) {
          double sum = 0;
          for (int l = 0; l < k[g]; ++l)
            sum += get(as.p[at][ta[g] ? l + r * lda[g] : r + l * lda[g]]) *
                   get(bs.p[at][tb[g] ? c + l * ldb[g] : l + c * ldb[g]]);
          const size_t place = r + c * ldc[g];
          const double want =
              get(alpha[g]) * sum +
              get(beta[g]) * before[cs.p[at] - out.p + place];
          CHECK(std::fabs(get(cs.p[at][place]) - want) < epsilon);
        }
}

static void test_statuses() {
  const float one = 1;
  const cublasOperation_t op = CUBLAS_OP_N;
  const int size = 2, small = 1, count = 1;
  Managed<float> a(16);
  Managed<const float *> as(1);
  Managed<float *> cs(1);
  as.p[0] = cs.p[0] = a.p;
  CHECK(cublasSgemmGroupedBatched(nullptr, &op, &op, &size, &size, &size, &one,
                                  as.p, &size, as.p, &size, &one, cs.p, &size, 1,
                                  &count) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasSgemmGroupedBatched(handle, &op, &op, &size, &size, &size, &one,
                                  as.p, &small, as.p, &size, &one, cs.p, &size,
                                  1, &count) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasSgemmGroupedBatched(handle, nullptr, &op, &size, &size, &size,
                                  &one, as.p, &size, as.p, &size, &one, cs.p,
                                  &size, 1,
                                  &count) == CUBLAS_STATUS_INVALID_VALUE);
  GOOD(cublasSgemmGroupedBatched(handle, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr, nullptr, 0,
                                 nullptr));
  CHECK(cublasHSHgemvStridedBatched(handle, op, 1, 1, &one, nullptr, 1, 0,
                                    nullptr, 0, 0, &one, nullptr, 1, 0, 1) ==
        CUBLAS_STATUS_INVALID_VALUE);
}

int main() {
  GOOD(cublasCreate(&handle));
  test_gemv<__half, __half>(cublasHSHgemvBatched, cublasHSHgemvStridedBatched,
                            2e-3);
  test_gemv<__half, float>(cublasHSSgemvBatched, cublasHSSgemvStridedBatched,
                           1e-6);
  test_gemv<__nv_bfloat16, __nv_bfloat16>(cublasTSTgemvBatched,
                                          cublasTSTgemvStridedBatched, 2e-2);
  test_gemv<__nv_bfloat16, float>(cublasTSSgemvBatched,
                                  cublasTSSgemvStridedBatched, 1e-6);
  test_3m();
  test_groups<float>(cublasSgemmGroupedBatched, 1e-4);
  test_groups<double>(cublasDgemmGroupedBatched, 1e-12);
  test_groups<float>(
      [](auto h, auto ta, auto tb, auto m, auto n, auto k, auto alpha, auto a,
         auto lda, auto b, auto ldb, auto beta, auto c, auto ldc, int groups,
         auto sizes) {
        return cublasGemmGroupedBatchedEx(
            h, ta, tb, m, n, k, alpha, (const void *const *)a, CUDA_R_32F, lda,
            (const void *const *)b, CUDA_R_32F, ldb, beta, (void *const *)c,
            CUDA_R_32F, ldc, groups, sizes, CUBLAS_COMPUTE_32F);
      },
      1e-4);
  test_statuses();
  GOOD(cublasDestroy(handle));
  return 0;
}
