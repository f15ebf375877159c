// SPDX-License-Identifier: Apache-2.0
// Lloyd's k-means with distances by a product of matrices: the sum of squares
// never grows, every point ends with its nearest centre, and the clusters that
// the points were drawn from are found.
// FLAGS: -lcublas -std=c++17
#include <cublas_v2.h>

#include "whole/array.h"

enum { POINTS = 3000, D = 8, K = 6 };

// products: K by POINTS, of centres and points.
__global__ void assign(const float *products, const float *points,
                       const float *centres, int *label, float *distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= POINTS)
    return;
  float own = 0;
  for (int d = 0; d < D; ++d)
    own += points[i * D + d] * points[i * D + d];
  float best = 3.4e38f;
  for (int k = 0; k < K; ++k) {
    float norm = 0;
    for (int d = 0; d < D; ++d)
      norm += centres[k * D + d] * centres[k * D + d];
    const float far = own - 2 * products[i * K + k] + norm;
    if (far < best) {
      best = far;
      label[i] = k;
    }
  }
  distance[i] = best;
}

__global__ void gather(const float *points, const int *label, float *sums,
                       int *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= POINTS)
    return;
  for (int d = 0; d < D; ++d)
    atomicAdd(&sums[label[i] * D + d], points[i * D + d]);
  atomicAdd(&counts[label[i]], 1);
}

__global__ void move(const float *sums, const int *counts, float *centres) {
  const int k = threadIdx.x / D;
  if (counts[k])
    centres[threadIdx.x] = sums[threadIdx.x] / (float)counts[k];
}

int main() {
  const std::vector<float> noise = normal_numbers<float>(POINTS * D, 3);
  std::vector<float> points(POINTS * D), start(K * D);
  for (int i = 0; i < POINTS; ++i)
    for (int d = 0; d < D; ++d) // corners far from one another
      points[i * D + d] = 0.5f * noise[i * D + d] +
                          ((i % K + 1) >> (d % 3) & 1 ? 6.0f : -6.0f);
  for (int k = 0; k < K; ++k) // one point of each
    for (int d = 0; d < D; ++d)
      start[k * D + d] = points[(k + K * 7) * D + d];
  Array<float> p(points), c(start), products(POINTS * K), distance(POINTS),
      sums(K * D);
  Array<int> label(POINTS), counts(K);
  cublasHandle_t blas;
  GOOD(cublasCreate(&blas));
  const float one = 1, zero = 0;
  double last = 1e300;
  for (int step = 0; step < 8; ++step) {
    GOOD(cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, K, POINTS, D, &one, c.p, D,
                     p.p, D, &zero, products.p, K));
    assign<<<blocks_for(POINTS, 128), 128>>>(products.p, p.p, c.p, label.p,
                                             distance.p);
    float total = 0;
    GOOD(cublasSasum(blas, POINTS, distance.p, 1, &total));
    CHECK(total <= last * (1 + 1e-5));
    last = total;
    if (step == 7)
      break; // labels are of these centres
    OK(cudaMemset(sums.p, 0, K * D * sizeof(float)));
    OK(cudaMemset(counts.p, 0, K * sizeof(int)));
    gather<<<blocks_for(POINTS, 128), 128>>>(p.p, label.p, sums.p, counts.p);
    move<<<1, K * D>>>(sums.p, counts.p, c.p);
  }
  const std::vector<int> labels = label.get();
  const std::vector<float> centres = c.get();
  double squares = 0;
  for (int i = 0; i < POINTS; ++i) {
    CHECK(labels[i] == labels[i % K]); // those drawn together
    double best = 1e300;
    int nearest = -1;
    for (int k = 0; k < K; ++k) {
      double far = 0;
      for (int d = 0; d < D; ++d)
        far += std::pow(points[i * D + d] - centres[k * D + d], 2);
      if (far < best) {
        best = far;
        nearest = k;
      }
    }
    CHECK(nearest == labels[i]);
    squares += best;
  }
  for (int a = 0; a < K; ++a)
    for (int b = 0; b < a; ++b)
      CHECK(labels[a] != labels[b]);
  CHECK(is_near(last, squares, 1e-3 * squares));
  GOOD(cublasDestroy(blas));
  std::printf("ok\n");
  return 0;
}
