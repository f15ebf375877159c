// SPDX-License-Identifier: Apache-2.0
// Two rings of points, which no plane divides, told apart by eigenvectors of
// their graph's Laplacian; the graph is made in a kernel.
// FLAGS: -lcusolver -std=c++17
#include <cusolverDn.h>

#include "whole/array.h"

enum { N = 160 };

__global__ void weigh(const double2 *points, double *weights) {
  const int i = blockIdx.x, j = threadIdx.x;
  const double dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;
  weights[i * N + j] = i == j ? 0 : exp(-(dx * dx + dy * dy) / 0.08);
}

// I - D^-1/2 W D^-1/2
__global__ void normalise(const double *weights, double *laplacian) {
  const int i = blockIdx.x, j = threadIdx.x;
  double own = 0, other = 0;
  for (int k = 0; k < N; ++k) {
    own += weights[i * N + k];
    other += weights[j * N + k];
  }
  laplacian[i * N + j] = (i == j) - weights[i * N + j] / sqrt(own * other);
}

int main() {
  const std::vector<double> noise = normal_numbers<double>(2 * N, 61);
  std::vector<double2> points(N);
  for (int i = 0; i < N; ++i) {
    const double angle = 6.283185307179586 * i / N * 2;
    const double radius = i % 2 ? 1 : 3;
    points[i] = {radius * std::cos(angle) + 0.03 * noise[2 * i],
                 radius * std::sin(angle) + 0.03 * noise[2 * i + 1]};
  }
  Array<double2> p(points);
  Array<double> weights(N * N), laplacian(N * N), values(N);
  Array<int> info(1);
  weigh<<<N, N>>>(p.p, weights.p);
  normalise<<<N, N>>>(weights.p, laplacian.p);
  cusolverDnHandle_t solver;
  GOOD(cusolverDnCreate(&solver));
  int size = 0, found = 0;
  GOOD(cusolverDnDsyevdx_bufferSize(solver, CUSOLVER_EIG_MODE_VECTOR,
                                    CUSOLVER_EIG_RANGE_I, CUBLAS_FILL_MODE_LOWER,
                                    N, laplacian.p, N, 0, 0, 1, 3, &found,
                                    values.p, &size));
  Array<double> work((size_t)size);
  GOOD(cusolverDnDsyevdx(solver, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_I,
                         CUBLAS_FILL_MODE_LOWER, N, laplacian.p, N, 0, 0, 1, 3,
                         &found, values.p, work.p, size, info.p));
  CHECK(info.get()[0] == 0 && found == 3);
  const std::vector<double> w = values.get(), v = laplacian.get();
  const std::vector<double> weight = weights.get();
  // Two pieces that hardly touch: two eigenvalues near 0, and a gap.
  CHECK(is_near(w[0], 0, 1e-12) && w[1] < 1e-6 && w[2] > 10 * w[1] + 1e-5);
  // Any basis of the two, divided by the roots of the degrees, is constant on a
  // ring: a point is nearer to those of its own ring than to any other.
  std::vector<double> root(N, 0.0);
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < N; ++k)
      root[i] += weight[i * N + k];
    root[i] = std::sqrt(root[i]);
  }
  int right = 0;
  for (int i = 0; i < N; ++i) {
    double same = 0, other = 1e300;
    for (int k = 0; k < N; ++k) {
      const double far = std::hypot(v[i] / root[i] - v[k] / root[k],
                                    v[N + i] / root[i] - v[N + k] / root[k]);
      if (i % 2 == k % 2)
        same = std::fmax(same, far);
      else
        other = std::fmin(other, far);
    }
    right += same < 0.1 * other;
  }
  CHECK(right == N);
  GOOD(cusolverDnDestroy(solver));
  std::printf("ok\n");
  return 0;
}
