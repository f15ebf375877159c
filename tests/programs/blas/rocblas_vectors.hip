// SPDX-License-Identifier: Apache-2.0
// rocBLAS's and hipBLAS's functions of vectors that say the types of each, in
// batches of both forms; trsm with inverses of blocks; batches of rotations.
// FLAGS: -lrocblas -lhipblas -std=c++17
// DEVICES: cpu opencl
#include <hip/hip_fp16.h>
#include <hipblas/hipblas.h>
#include <rocblas/rocblas.h>

#include "program.h"

#define GOOD(call) CHECK((call) == 0)

enum { COUNT = 3, N = 37 };
static rocblas_handle handle;
static hipblasHandle_t hip;
static unsigned state = 5;
static float noise() {
  state = state * 1664525u + 1013904223u;
  return (float)((int)(state >> 8 & 0xfff) - 2048) / 2048;
}
static bool is_near(double a, double b, double e) {
  return std::fabs(a - b) <= e * (1 + std::fabs(b));
}

template <class T> struct Managed {
  T *p = nullptr;
  explicit Managed(size_t count) {
    OK(hipMallocManaged((void **)&p, count * sizeof(T)));
  }
  ~Managed() { OK(hipFree(p)); }
  T &operator[](size_t i) { return p[i]; }
};

// COUNT vectors of N elements, and their addresses.
struct Batch {
  Managed<__half> v{COUNT * N};
  Managed<void *> at{COUNT};
  float was[COUNT * N];
  Batch() {
    for (int i = 0; i < COUNT * N; ++i) {
      v[i] = __float2half(noise());
      was[i] = __half2float(v[i]);
    }
    for (int b = 0; b < COUNT; ++b)
      at[b] = &v[b * N];
  }
  float operator[](int i) { return __half2float(v[i]); }
};

static const rocblas_datatype H = rocblas_datatype_f16_r;
static const rocblas_datatype F = rocblas_datatype_f32_r;

static void test_axpy(bool strided) {
  Batch x, y;
  const float alpha = 0.5f;
  if (strided)
    GOOD(rocblas_axpy_strided_batched_ex(handle, N, &alpha, F, x.v.p, H, 1, N,
                                         y.v.p, H, 1, N, COUNT, F));
  else
    GOOD(rocblas_axpy_batched_ex(handle, N, &alpha, F, x.at.p, H, 1, y.at.p, H, 1,
                                 COUNT, F));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < COUNT * N; ++i)
    CHECK(is_near(y[i], y.was[i] + 0.5 * x.was[i], 1e-3));
  if (strided)
    GOOD(hipblasScalStridedBatchedEx(hip, N, &alpha, HIPBLAS_R_32F, x.v.p,
                                     HIPBLAS_R_16F, 1, N, COUNT, HIPBLAS_R_32F));
  else
    GOOD(rocblas_scal_batched_ex(handle, N, &alpha, F, x.at.p, H, 1, COUNT, F));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < COUNT * N; ++i)
    CHECK(is_near(x[i], 0.5 * x.was[i], 1e-3));
}

static void test_rot(bool strided) {
  Batch x, y;
  const float c = 0.6f, s = 0.8f;
  if (strided)
    GOOD(rocblas_rot_strided_batched_ex(handle, N, x.v.p, H, 1, N, y.v.p, H, 1, N,
                                        &c, &s, F, COUNT, F));
  else
    GOOD(hipblasRotBatchedEx_v2(hip, N, x.at.p, HIP_R_16F, 1, y.at.p, HIP_R_16F,
                                1, &c, &s, HIP_R_32F, COUNT, HIP_R_32F));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < COUNT * N; ++i) {
    CHECK(is_near(x[i], 0.6 * x.was[i] + 0.8 * y.was[i], 2e-3));
    CHECK(is_near(y[i], 0.6 * y.was[i] - 0.8 * x.was[i], 2e-3));
  }
}

static void test_results(bool strided, bool device) {
  Batch x, y;
  Managed<float> result(COUNT);
  GOOD(rocblas_set_pointer_mode(handle, device ? rocblas_pointer_mode_device
                                               : rocblas_pointer_mode_host));
  if (strided)
    GOOD(rocblas_dot_strided_batched_ex_64(handle, N, x.v.p, H, 1, N, y.v.p, H, 1,
                                           N, COUNT, result.p, F, F));
  else
    GOOD(rocblas_dotc_batched_ex(handle, N, x.at.p, H, 1, y.at.p, H, 1, COUNT,
                                 result.p, F, F));
  OK(hipDeviceSynchronize());
  for (int b = 0; b < COUNT; ++b) {
    double sum = 0;
    for (int i = b * N; i < (b + 1) * N; ++i)
      sum += (double)x.was[i] * y.was[i];
    CHECK(is_near(result[b], sum, 1e-6));
  }
  if (strided)
    GOOD(rocblas_nrm2_strided_batched_ex(handle, N, x.v.p, H, 1, N, COUNT,
                                         result.p, F, F));
  else
    GOOD(rocblas_nrm2_batched_ex(handle, N, x.at.p, H, 1, COUNT, result.p, F, F));
  OK(hipDeviceSynchronize());
  for (int b = 0; b < COUNT; ++b) {
    double sum = 0;
    for (int i = b * N; i < (b + 1) * N; ++i)
      sum += (double)x.was[i] * x.was[i];
    CHECK(is_near(result[b], std::sqrt(sum), 1e-6));
  }
  GOOD(rocblas_set_pointer_mode(handle, rocblas_pointer_mode_host));
}

static void test_trsm(int form) {
  enum { M = 6, K = 2 };
  Managed<double> a(COUNT * M * M), b(COUNT * M * K);
  Managed<double *> as(COUNT), bs(COUNT);
  double was[COUNT * M * K];
  const double alpha = 2;
  const auto left = rocblas_side_left;
  const auto lower = rocblas_fill_lower;
  const auto plain = rocblas_operation_none;
  const auto full = rocblas_diagonal_non_unit;
  const auto D = rocblas_datatype_f64_r;
  for (int i = 0; i < COUNT * M * M; ++i)
    a[i] = i % (M * M) % (M + 1) ? noise() : 3 + noise();
  for (int i = 0; i < COUNT * M * K; ++i)
    was[i] = b[i] = noise();
  for (int i = 0; i < COUNT; ++i) {
    as[i] = &a[i * M * M];
    bs[i] = &b[i * M * K];
  }
  if (form == 0)
    GOOD(rocblas_trsm_ex(handle, left, lower, plain, full, M, K, &alpha, a.p, M,
                         b.p, M, nullptr, 0, D));
  else if (form == 1)
    GOOD(rocblas_trsm_batched_ex(handle, left, lower, plain, full, M, K, &alpha,
                                 as.p, M, bs.p, M, COUNT, nullptr, 0, D));
  else
    GOOD(hipblasTrsmStridedBatchedEx(hip, HIPBLAS_SIDE_LEFT,
                                     HIPBLAS_FILL_MODE_LOWER, HIPBLAS_OP_N,
                                     HIPBLAS_DIAG_NON_UNIT, M, K, &alpha, a.p, M,
                                     M * M, b.p, M, M * K, COUNT, nullptr, 0, 0,
                                     HIPBLAS_R_64F));
  OK(hipDeviceSynchronize());
  for (int at = 0; at < (form ? COUNT : 1); ++at)
    for (int j = 0; j < K; ++j)
      for (int i = 0; i < M; ++i) {
        double sum = 0;
        for (int l = 0; l <= i; ++l)
          sum += a[at * M * M + i + l * M] * b[at * M * K + l + j * M];
        CHECK(is_near(sum, 2 * was[at * M * K + i + j * M], 1e-12));
      }
}

static void test_rotations(bool strided) {
  Managed<float> a(COUNT), b(COUNT), c(COUNT), s(COUNT), x(COUNT * N),
      y(COUNT * N), five(5 * COUNT), d(2 * COUNT);
  Managed<float *> as(COUNT), bs(COUNT), cs(COUNT), ss(COUNT), xs(COUNT),
      ys(COUNT), fives(COUNT), d1s(COUNT), d2s(COUNT);
  float wasx[COUNT * N], wasy[COUNT * N], wasa[COUNT], wasb[COUNT];
  for (int i = 0; i < COUNT * N; ++i) {
    wasx[i] = x[i] = noise();
    wasy[i] = y[i] = noise();
  }
  for (int i = 0; i < COUNT; ++i) {
    wasa[i] = a[i] = noise() + 2;
    wasb[i] = b[i] = noise();
    as[i] = &a[i], bs[i] = &b[i], cs[i] = &c[i], ss[i] = &s[i];
    xs[i] = &x[i * N], ys[i] = &y[i * N], fives[i] = &five[5 * i];
    d1s[i] = &d[2 * i], d2s[i] = &d[2 * i + 1];
    d[2 * i] = 1, d[2 * i + 1] = 2;
  }
  if (strided)
    GOOD(rocblas_srotg_strided_batched(handle, a.p, 1, b.p, 1, c.p, 1, s.p, 1,
                                       COUNT));
  else
    GOOD(hipblasSrotgBatched(hip, as.p, bs.p, cs.p, ss.p, COUNT));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < COUNT; ++i) {
    CHECK(is_near(c[i] * wasa[i] + s[i] * wasb[i], a[i], 1e-5));
    CHECK(is_near(c[i] * wasb[i] - s[i] * wasa[i], 0, 1e-5));
    five[5 * i] = -1;
    for (int k = 1; k < 5; ++k)
      five[5 * i + k] = noise();
  }
  if (strided)
    GOOD(rocblas_srotm_strided_batched(handle, N, x.p, 1, N, y.p, 1, N, five.p, 5,
                                       COUNT));
  else
    GOOD(rocblas_srotm_batched(handle, N, xs.p, 1, ys.p, 1, fives.p, COUNT));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < COUNT * N; ++i) {
    const float *h = &five[i / N * 5];
    CHECK(is_near(x[i], h[1] * wasx[i] + h[3] * wasy[i], 1e-5));
    CHECK(is_near(y[i], h[2] * wasx[i] + h[4] * wasy[i], 1e-5));
  }
  for (int i = 0; i < COUNT; ++i)
    a[i] = wasa[i], b[i] = wasb[i];
  if (strided)
    GOOD(hipblasSrotmgStridedBatched(hip, &d[0], 2, &d[1], 2, a.p, 1, b.p, 1,
                                     five.p, 5, COUNT));
  else
    GOOD(rocblas_srotmg_batched(handle, d1s.p, d2s.p, as.p, bs.p, fives.p, COUNT));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < COUNT; ++i)
    CHECK(is_near(d[2 * i] * a[i] * a[i],
                  wasa[i] * wasa[i] + 2 * wasb[i] * wasb[i], 1e-5));
  CHECK(rocblas_srotg_batched(handle, as.p, bs.p, cs.p, ss.p, -1) != 0);
}

int main() {
  GOOD(rocblas_create_handle(&handle));
  GOOD(hipblasCreate(&hip));
  for (int strided = 0; strided < 2; ++strided) {
    test_axpy(strided);
    test_rot(strided);
    test_results(strided, false);
    test_results(strided, true);
    test_rotations(strided);
  }
  for (int form = 0; form < 3; ++form)
    test_trsm(form);
  GOOD(rocblas_destroy_handle(handle));
  GOOD(hipblasDestroy(hip));
  std::printf("ok\n");
  return 0;
}
