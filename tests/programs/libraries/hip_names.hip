// SPDX-License-Identifier: Apache-2.0
// hipRAND's, hipFFT's, hipSPARSE's and hipSOLVER's names: the generators in kernels make what
// those of the host do, a transform there and back is the same times its size,
// a sparse matrix is multiplied, a small system solved.
// FLAGS: -lhiprand -lhipfft -lhipsparse -lhipsolver -std=c++17
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>

#include <cmath>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((call) == 0)

template <typename S> __global__ void draw(unsigned *out, float *normal) {
  S state;
  hiprand_init(99, threadIdx.x, 0, &state);
  out[threadIdx.x] = hiprand(&state);
  normal[threadIdx.x] = hiprand_normal(&state);
  const double u = hiprand_uniform_double(&state);
  if (!(u > 0 && u <= 1) || hiprand_poisson(&state, 1000.0) == 0)
    out[threadIdx.x] = 0;
}

template <typename S>
static void test_random(hiprandRngType_t type, unsigned step) {
  enum { N = 64 };
  unsigned *out, host[4 * N];
  float *normal;
  hiprandGenerator_t generator;
  GOOD(hipMallocManaged(&out, N * sizeof(*out)));
  GOOD(hipMallocManaged(&normal, N * sizeof(*normal)));
  draw<S><<<1, N>>>(out, normal);
  GOOD(hipDeviceSynchronize());
  GOOD(hiprandCreateGeneratorHost(&generator, type));
  GOOD(hiprandSetPseudoRandomGeneratorSeed(generator, 99));
  GOOD(hiprandGenerate(generator, host, 4 * N));
  for (unsigned i = 0; i < N; ++i)
    CHECK(out[i] == host[i * step] && std::isfinite(normal[i]));
  GOOD(hiprandDestroyGenerator(generator));
  // NVIDIA's library has it, the CPU has not.
  const hiprandStatus_t made =
      hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_MT19937);
  CHECK(made == HIPRAND_STATUS_TYPE_ERROR || made == HIPRAND_STATUS_SUCCESS);
  if (made == HIPRAND_STATUS_SUCCESS)
    GOOD(hiprandDestroyGenerator(generator));
  CHECK(hiprandCreateGenerator(&generator, (hiprandRngType_t)101) ==
        HIPRAND_STATUS_TYPE_ERROR);
  GOOD(hipFree(out));
  GOOD(hipFree(normal));
}

// Sobol's vectors for programs are NVIDIA's library's, where that is.
static void test_vectors() {
  hiprandDirectionVectors32_t *vectors = nullptr;
  hiprandDirectionVectors64_t *wide = nullptr;
  const unsigned int *scrambles = nullptr;
  const unsigned long long *more = nullptr;
  const hiprandStatus_t found = hiprandGetDirectionVectors32(
      &vectors, HIPRAND_DIRECTION_VECTORS_32_JOEKUO6);
  CHECK(found == HIPRAND_STATUS_INITIALIZATION_FAILED ||
        (found == HIPRAND_STATUS_SUCCESS && vectors[0][0] == 0x80000000u));
  CHECK(hiprandGetDirectionVectors64(
            &wide, HIPRAND_DIRECTION_VECTORS_32_JOEKUO6) ==
        HIPRAND_STATUS_OUT_OF_RANGE);
  CHECK(hiprandGetScrambleConstants32(nullptr) == HIPRAND_STATUS_OUT_OF_RANGE);
  if (found == HIPRAND_STATUS_SUCCESS) {
    GOOD(hiprandGetScrambleConstants32(&scrambles));
    GOOD(hiprandGetScrambleConstants64(&more));
    CHECK(scrambles && more);
  }
}

static void test_transform() {
  enum { N = 30 };
  hipfftComplex *x;
  hipfftHandle plan;
  hipStream_t stream;
  GOOD(hipMallocManaged(&x, N * sizeof(*x)));
  for (int i = 0; i < N; ++i)
    x[i] = make_hipFloatComplex(float(i * i % 7), float(i % 3));
  GOOD(hipStreamCreate(&stream));
  GOOD(hipfftPlan1d(&plan, N, HIPFFT_C2C, 1));
  GOOD(hipfftSetStream(plan, stream));
  GOOD(hipfftExecC2C(plan, x, x, HIPFFT_FORWARD));
  GOOD(hipStreamSynchronize(stream));
  float sum = 0;
  for (int i = 0; i < N; ++i)
    sum += float(i * i % 7);
  CHECK(std::fabs(x[0].x - sum) < 1e-3f);
  GOOD(hipfftExecC2C(plan, x, x, HIPFFT_BACKWARD));
  GOOD(hipStreamSynchronize(stream));
  for (int i = 0; i < N; ++i)
    CHECK(std::fabs(x[i].x - float(N * (i * i % 7))) < 1e-3f &&
          std::fabs(x[i].y - float(N * (i % 3))) < 1e-3f);
  CHECK(hipfftExecR2C(plan, (hipfftReal *)x, x) == HIPFFT_INVALID_TYPE);
  GOOD(hipfftDestroy(plan));
  CHECK(hipfftDestroy(nullptr) == HIPFFT_INVALID_PLAN);
  CHECK(hipfftPlan1d(&plan, -1, HIPFFT_C2C, 1) == HIPFFT_INVALID_SIZE);
  GOOD(hipStreamDestroy(stream));
  GOOD(hipFree(x));
}

// y = 2 A x - y of [[1 0 2] [0 0 3]], by columns.
static void test_sparse() {
  static const int starts[] = {0, 1, 1, 3}, rows[] = {0, 0, 1};
  static const float values[] = {1, 2, 3}, in[] = {1, 10, 100};
  int *start, *row;
  float *value, *x, *y;
  const float alpha = 2, beta = -1;
  GOOD(hipMallocManaged(&start, sizeof(starts)));
  GOOD(hipMallocManaged(&row, sizeof(rows)));
  GOOD(hipMallocManaged(&value, sizeof(values)));
  GOOD(hipMallocManaged(&x, sizeof(in)));
  GOOD(hipMallocManaged(&y, 2 * sizeof(*y)));
  std::memcpy(start, starts, sizeof(starts));
  std::memcpy(row, rows, sizeof(rows));
  std::memcpy(value, values, sizeof(values));
  std::memcpy(x, in, sizeof(in));
  y[0] = 5;
  y[1] = 7;
  hipsparseHandle_t h;
  hipsparseSpMatDescr_t a;
  hipsparseDnVecDescr_t from, to;
  size_t size = 1;
  GOOD(hipsparseCreate(&h));
  GOOD(hipsparseCreateCsc(&a, 2, 3, 3, start, row, value, HIPSPARSE_INDEX_32I,
                          HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO,
                          HIP_R_32F));
  GOOD(hipsparseCreateDnVec(&from, 3, x, HIP_R_32F));
  GOOD(hipsparseCreateDnVec(&to, 2, y, HIP_R_32F));
  const auto plain = HIPSPARSE_OPERATION_NON_TRANSPOSE;
  GOOD(hipsparseSpMV_bufferSize(h, plain, &alpha, a, from, &beta, to, HIP_R_32F,
                                HIPSPARSE_SPMV_ALG_DEFAULT, &size));
  void *buffer;
  GOOD(hipMalloc(&buffer, size + 1));
  GOOD(hipsparseSpMV(h, plain, &alpha, a, from, &beta, to, HIP_R_32F,
                     HIPSPARSE_SPMV_ALG_DEFAULT, buffer));
  GOOD(hipDeviceSynchronize());
  CHECK(y[0] == 2 * 201 - 5 && y[1] == 2 * 300 - 7);
  CHECK(hipsparseSpMV(h, plain, &alpha, a, to, &beta, to, HIP_R_32F,
                      HIPSPARSE_SPMV_ALG_DEFAULT,
                      buffer) == HIPSPARSE_STATUS_INVALID_VALUE);
  GOOD(hipFree(buffer));
  GOOD(hipsparseDestroyDnVec(from));
  GOOD(hipsparseDestroyDnVec(to));
  GOOD(hipsparseDestroySpMat(a));
  GOOD(hipsparseDestroy(h));
  CHECK(hipsparseDestroy(h) == HIPSPARSE_STATUS_NOT_INITIALIZED);
  for (void *p : {(void *)start, (void *)row, (void *)value, (void *)x,
                  (void *)y})
    GOOD(hipFree(p));
}

// [[4 2] [2 3]] x = [10 9], of its lower triangle; then its eigenvalues.
static void test_system() {
  double *a, *b, *w;
  int *info, size = 0;
  GOOD(hipMallocManaged(&a, 4 * sizeof(*a)));
  GOOD(hipMallocManaged(&b, 2 * sizeof(*b)));
  GOOD(hipMallocManaged(&w, 8 * sizeof(*w)));
  GOOD(hipMallocManaged(&info, sizeof(*info)));
  hipsolverDnHandle_t h;
  GOOD(hipsolverDnCreate(&h));
  const auto lower = HIPSOLVER_FILL_MODE_LOWER;
  const auto fill = [&]() {
    a[0] = 4;
    a[1] = 2;
    a[2] = 777; // not read
    a[3] = 3;
  };
  fill();
  b[0] = 10;
  b[1] = 9;
  GOOD(hipsolverDnDpotrf_bufferSize(h, lower, 2, a, 2, &size));
  GOOD(hipsolverDnDpotrf(h, lower, 2, a, 2, w, size, info));
  GOOD(hipsolverDnDpotrs(h, lower, 2, 1, a, 2, b, 2, info));
  GOOD(hipDeviceSynchronize());
  CHECK(*info == 0 && std::fabs(b[0] - 1.5) < 1e-12 &&
        std::fabs(b[1] - 2) < 1e-12);
  fill();
  double *work;
  GOOD(hipsolverDnDsyevd_bufferSize(h, HIPSOLVER_EIG_MODE_VECTOR, lower, 2, a,
                                    2, b, &size));
  GOOD(hipMalloc(reinterpret_cast<void **>(&work),
                 size_t(size + 1) * sizeof(*work)));
  GOOD(hipsolverDnDsyevd(h, HIPSOLVER_EIG_MODE_VECTOR, lower, 2, a, 2, b, work,
                         size, info));
  GOOD(hipDeviceSynchronize());
  GOOD(hipFree(work));
  CHECK(*info == 0 && std::fabs(b[0] + b[1] - 7) < 1e-12 &&
        std::fabs(b[0] * b[1] - 8) < 1e-12);
  // CUDA's numbers are none of HIP's.
  CHECK(hipsolverDnDpotrf(h, hipsolverFillMode_t(0), 2, a, 2, w, 8, info) ==
        HIPSOLVER_STATUS_INVALID_VALUE);
  CHECK(hipsolverDnXpotrs(h, nullptr, lower, 2, 1, HIP_R_16F, a, 2, HIP_R_16F,
                          b, 2, info) != HIPSOLVER_STATUS_SUCCESS);
  GOOD(hipsolverDnDestroy(h));
  CHECK(hipsolverDnDestroy(h) == HIPSOLVER_STATUS_NOT_INITIALIZED);
  for (void *p : {(void *)a, (void *)b, (void *)w, (void *)info})
    GOOD(hipFree(p));
}

int main() {
  test_random<hiprandStateXORWOW_t>(HIPRAND_RNG_PSEUDO_XORWOW, 1);
  test_random<hiprandStateMRG32k3a_t>(HIPRAND_RNG_PSEUDO_MRG32K3A, 1);
  test_random<hiprandStatePhilox4_32_10_t>(HIPRAND_RNG_PSEUDO_PHILOX4_32_10, 4);
  test_vectors();
  test_transform();
  test_sparse();
  test_system();
  return 0;
}
