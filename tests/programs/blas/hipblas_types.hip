// SPDX-License-Identifier: Apache-2.0
// hipBLAS's functions that say their types, as programs for hipBLAS 2 call them,
// for hipBLAS 3, with HIPBLAS_V2's own names, and by the symbol alone with the
// numbers of hipBLAS 3, as programs in C and those built for it do.
// FLAGS: -lhipblas -std=c++17
// DEVICES: cpu
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>

#include "program.h"

#define GOOD(call) CHECK((call) == HIPBLAS_STATUS_SUCCESS)

enum { N = 5, COUNT = 2, ALL = N * N * COUNT };
static hipblasHandle_t handle;
static const auto plain = HIPBLAS_OP_N;
static const auto any = HIPBLAS_GEMM_DEFAULT;
static const float one = 1, none = 0;

struct Matrices {
  float *p = nullptr;
  Matrices() {
    OK(hipMallocManaged((void **)&p, ALL * sizeof(*p)));
    for (int i = 0; i < ALL; ++i)
      p[i] = (float)(i * 7 % 11) - 5;
  }
  ~Matrices() { OK(hipFree(p)); }
};

static float expected(const Matrices &a, const Matrices &b, int i) {
  const float *x = a.p + i / (N * N) * N * N + i % N;
  const float *y = b.p + i / N * N;
  float sum = 0;
  for (int k = 0; k < N; ++k)
    sum += x[k * N] * y[k];
  return sum;
}

// `call(c)` has written `count` elements of the product to c.
template <class Call> static void try_product(Call call, int count) {
  Matrices a, b, c;
  GOOD(call(a.p, b.p, c.p));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < count; ++i)
    CHECK(c.p[i] == expected(a, b, i));
}

// hipblasGemmEx and its kin, by the types of elements and of the sums.
template <class Type, class Sum> static void test_products(Type f, Sum sum) {
  try_product(
      [=](float *a, float *b, float *c) {
        return hipblasGemmEx(handle, plain, plain, N, N, N, &one, a, f, N, b, f,
                             N, &none, c, f, N, sum, any);
      },
      N * N);
  try_product(
      [=](float *a, float *b, float *c) {
        return hipblasGemmEx_64(handle, plain, plain, N, N, N, &one, a, f, N, b,
                                f, N, &none, c, f, N, sum, any);
      },
      N * N);
  try_product(
      [=](float *a, float *b, float *c) {
        return hipblasGemmExWithFlags(handle, plain, plain, N, N, N, &one, a, f,
                                      N, b, f, N, &none, c, f, N, sum, any,
                                      HIPBLAS_GEMM_FLAGS_NONE);
      },
      N * N);
  try_product(
      [=](float *a, float *b, float *c) {
        return hipblasGemmStridedBatchedEx(
            handle, plain, plain, N, N, N, &one, a, f, N, N * N, b, f, N, N * N,
            &none, c, f, N, N * N, COUNT, sum, any);
      },
      ALL);
}

template <class Type> static void test_vectors(Type f) {
  Matrices x, y, was;
  const float alpha = 3;
  GOOD(hipblasAxpyEx(handle, ALL, &alpha, f, x.p, f, 1, y.p, f, 1, f));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < ALL; ++i)
    CHECK(y.p[i] == 4 * was.p[i]);
  GOOD(hipblasScalEx_64(handle, ALL, &alpha, f, x.p, f, 1, f));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < ALL; ++i)
    CHECK(x.p[i] == 3 * was.p[i]);
  // An upper triangle of one element each: what is solved is divided.
  const float by = 2;
  x.p[0] = 4;
  GOOD(hipblasTrsmEx(handle, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_UPPER, plain,
                     HIPBLAS_DIAG_NON_UNIT, 1, N, &by, x.p, 1, y.p, 1, nullptr,
                     0, f));
  OK(hipDeviceSynchronize());
  for (int i = 0; i < N; ++i)
    CHECK(y.p[i] == 2 * was.p[i]);
}

static void test_refusals() {
  float x = 0;
  const auto wrong = (hipblasDatatype_t)140;
  CHECK(hipblasGemmEx(handle, plain, plain, 1, 1, 1, &one, &x, HIPBLAS_R_32F, 1,
                      &x, HIPBLAS_R_32F, 1, &none, &x, HIPBLAS_R_32F, 1, wrong,
                      any) == HIPBLAS_STATUS_INVALID_ENUM);
  CHECK(hipblasAxpyEx(handle, 1, &one, wrong, &x, wrong, 1, &x, wrong, 1,
                      wrong) != HIPBLAS_STATUS_SUCCESS);
}

int main() {
  GOOD(hipblasCreate(&handle));
  test_products(HIPBLAS_R_32F, HIPBLAS_R_32F);
  test_products(HIP_R_32F, HIPBLAS_COMPUTE_32F);
  test_products((hipblasDatatype_t)HIP_R_32F,
                (hipblasDatatype_t)HIPBLAS_COMPUTE_32F);
  test_vectors(HIPBLAS_R_32F);
  test_vectors(HIP_R_32F);
  test_vectors((hipblasDatatype_t)HIP_R_32F);
  test_refusals();
  GOOD(hipblasDestroy(handle));
  std::puts("ok");
}
