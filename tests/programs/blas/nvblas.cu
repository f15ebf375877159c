// SPDX-License-Identifier: Apache-2.0
// NVBLAS: BLAS 3 of the host by Fortran's names, against sums.
// FLAGS: -lnvblas -std=c++17
#include <nvblas.h>

#include <cmath>
#include <vector>

#include "program.h"

enum { M = 5, N = 4, K = 3 };

static double at(const std::vector<double> &a, int ld, int i, int j) {
  return a[(size_t)(j * ld + i)];
}

static std::vector<double> sample(int count, int seed) {
  std::vector<double> v((size_t)count);
  for (int i = 0; i < count; ++i)
    v[(size_t)i] = (i * 7 + seed) % 11 - 5;
  return v;
}

static void check_gemm() {
  const int m = M, n = N, k = K;
  const double alpha = 2, beta = 3;
  const auto a = sample(M * K, 1), b = sample(N * K, 2), c = sample(M * N, 3);
  auto out = c;
  dgemm_("N", "T", &m, &n, &k, &alpha, a.data(), &m, b.data(), &n, &beta,
         out.data(), &m);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = 0;
      for (int l = 0; l < K; ++l)
        sum += at(a, M, i, l) * at(b, N, j, l);
      CHECK(at(out, M, i, j) == alpha * sum + beta * at(c, M, i, j));
    }
  std::vector<float> x(a.begin(), a.end()), y(b.begin(), b.end()), z(M * N);
  const float one = 1, none = 0;
  sgemm("N", "T", &m, &n, &k, &one, x.data(), &m, y.data(), &n, &none, z.data(),
        &m);
  for (int i = 0; i < M * N; ++i)
    CHECK(z[(size_t)i] ==
          (float)((out[(size_t)i] - beta * c[(size_t)i]) / alpha));
}

static void check_complex() {
  const int n = 2, k = 1;
  const float alpha = 1, beta = 0;
  const cuComplex a[] = {{1, 2}, {3, -1}};
  cuComplex c[4] = {};
  cherk_("L", "N", &n, &k, &alpha, a, &n, &beta, c, &n);
  CHECK(c[0].x == 5 && c[0].y == 0 && c[3].x == 10 && c[3].y == 0);
  CHECK(c[1].x == 1 && c[1].y == -7); // (3 - i) (1 - 2i)
  const cuDoubleComplex one = {1, 0}, u[] = {{2, 0}, {1, 1}, {0, 0}, {0, 1}};
  cuDoubleComplex b[] = {{2, 0}, {1, 0}};
  const int columns = 1;
  ztrsm_("L", "L", "N", "N", &n, &columns, &one, u, &n, b, &n);
  CHECK(b[0].x == 1 && b[0].y == 0 && b[1].x == -1 && b[1].y == 0);
}

static void check_triangles() {
  const int m = 3, n = 2;
  const double alpha = 1, none = 0;
  const double a[] = {2, 1, 3, 9, 4, 5, 9, 9, 6}; // its lower triangle
  double b[] = {1, 2, 3, 4, 5, 6}, x[6], back[6], c[9] = {};
  for (int i = 0; i < 6; ++i)
    x[i] = b[i];
  dtrsm_("L", "L", "N", "N", &m, &n, &alpha, a, &m, x, &m);
  for (int i = 0; i < 6; ++i)
    back[i] = x[i];
  dtrmm_("L", "L", "N", "N", &m, &n, &alpha, a, &m, back, &m);
  for (int i = 0; i < 6; ++i)
    CHECK(std::fabs(back[i] - b[i]) < 1e-12);
  dsyrk_("U", "N", &m, &n, &alpha, b, &m, &none, c, &m);
  CHECK(c[0] == 17 && c[3] == 22 && c[8] == 45 && c[1] == 0);
  dsyr2k_("U", "N", &m, &n, &alpha, b, &m, b, &m, &none, c, &m);
  CHECK(c[0] == 34 && c[8] == 90);
  dsymm_("L", "L", &m, &n, &alpha, a, &m, b, &m, &none, x, &m);
  CHECK(x[0] == 2 * 1 + 1 * 2 + 3 * 3 && x[2] == 3 * 1 + 5 * 2 + 6 * 3);
}

int main() {
  check_gemm();
  check_complex();
  check_triangles();
  return done();
}
