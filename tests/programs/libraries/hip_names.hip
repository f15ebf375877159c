// SPDX-License-Identifier: Apache-2.0
// hipRAND's and hipFFT's names: the generators in kernels make what those of the
// host do, and a transform there and back is the same times its size.
// FLAGS: -lhiprand -lhipfft -std=c++17
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>

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

int main() {
  test_random<hiprandStateXORWOW_t>(HIPRAND_RNG_PSEUDO_XORWOW, 1);
  test_random<hiprandStateMRG32k3a_t>(HIPRAND_RNG_PSEUDO_MRG32K3A, 1);
  test_random<hiprandStatePhilox4_32_10_t>(HIPRAND_RNG_PSEUDO_PHILOX4_32_10, 4);
  test_transform();
  return 0;
}
