// SPDX-License-Identifier: Apache-2.0
// Logistic regression by gradient steps of hipBLAS on numbers of hipRAND: the
// gradient against differences of the loss on the host, a loss that falls, and
// the weights' direction that the labels were made with.
// FLAGS: -lhipblas -lhiprand -std=c++17
#define USES_HIP
#include <hipblas/hipblas.h>
#include <hiprand/hiprand.h>

#include "whole/array.h"

enum { ROWS = 4096, D = 12 };

__global__ void label(const float *score, const float *noise, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = score[i] + 0.3f * noise[i] > 0 ? 1.0f : 0.0f;
}
__global__ void differ(float *score, const float *y) { // and the sigmoid
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  score[i] = 1 / (1 + expf(-score[i])) - y[i];
}

static double loss(const std::vector<float> &x, const std::vector<float> &y,
                   const std::vector<double> &w) {
  double sum = 0;
  for (int i = 0; i < ROWS; ++i) {
    double score = 0;
    for (int d = 0; d < D; ++d)
      score += x[i + d * ROWS] * w[d];
    sum += std::log1p(std::exp(y[i] > 0.5f ? -score : score));
  }
  return sum / ROWS;
}

int main() {
  std::vector<float> truth(D);
  for (int d = 0; d < D; ++d)
    truth[d] = (d % 3 - 1) * 1.5f + 0.25f;
  Array<float> x(ROWS * D), noise(ROWS), t(truth), y(ROWS), score(ROWS), w(D),
      gradient(D);
  hiprandGenerator_t generator;
  hipblasHandle_t blas;
  GOOD(hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_PHILOX4_32_10));
  GOOD(hiprandSetPseudoRandomGeneratorSeed(generator, 5));
  GOOD(hiprandGenerateNormal(generator, x.p, ROWS * D, 0, 1));
  GOOD(hiprandGenerateNormal(generator, noise.p, ROWS, 0, 1));
  GOOD(hipblasCreate(&blas));
  const float one = 1, zero = 0, mean = 1.0f / ROWS, step = -2;
  GOOD(hipblasSgemv(blas, HIPBLAS_OP_N, ROWS, D, &one, x.p, ROWS, t.p, 1, &zero,
                    score.p, 1));
  label<<<ROWS / 128, 128>>>(score.p, noise.p, y.p);
  const std::vector<float> data = x.get(), labels = y.get();
  double last = loss(data, labels, std::vector<double>(D, 0.0));
  CHECK(is_near(last, std::log(2.0), 1e-12));
  for (int k = 0; k < 40; ++k) {
    const std::vector<float> at = w.get();
    GOOD(hipblasSgemv(blas, HIPBLAS_OP_N, ROWS, D, &one, x.p, ROWS, w.p, 1, &zero,
                      score.p, 1));
    differ<<<ROWS / 128, 128>>>(score.p, y.p);
    GOOD(hipblasSgemv(blas, HIPBLAS_OP_T, ROWS, D, &mean, x.p, ROWS, score.p, 1,
                      &zero, gradient.p, 1));
    const std::vector<float> g = gradient.get();
    std::vector<double> here(at.begin(), at.end());
    for (int d = 0; d < D && k % 10 == 0; ++d) {
      std::vector<double> up = here, down = here;
      up[d] += 1e-5;
      down[d] -= 1e-5;
      CHECK(is_near(g[d], (loss(data, labels, up) - loss(data, labels, down)) / 2e-5,
                    1e-5));
    }
    GOOD(hipblasSaxpy(blas, D, &step, gradient.p, 1, w.p, 1));
    const double now = loss(data, labels, here);
    CHECK(now <= last + 1e-7);
    last = now;
  }
  const std::vector<float> got = w.get();
  double dot = 0, a = 0, b = 0;
  int right = 0;
  for (int d = 0; d < D; ++d) {
    dot += got[d] * truth[d];
    a += got[d] * got[d];
    b += truth[d] * truth[d];
  }
  CHECK(dot / std::sqrt(a * b) > 0.99);
  for (int i = 0; i < ROWS; ++i) {
    double s = 0;
    for (int d = 0; d < D; ++d)
      s += data[i + d * ROWS] * got[d];
    right += (s > 0) == (labels[i] > 0.5f);
  }
  CHECK(right > 0.95 * ROWS);
  GOOD(hipblasDestroy(blas));
  GOOD(hiprandDestroyGenerator(generator));
  std::printf("ok, %.4f, %d right\n", last, right);
  return 0;
}
