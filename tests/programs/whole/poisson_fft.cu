// SPDX-License-Identifier: Apache-2.0
// Poisson's equation on a torus by real transforms of two dimensions: divided
// by the squares of the frequencies in a kernel, with a chosen solution.
// FLAGS: -lcufft -std=c++17
#include <cufft.h>

#include "whole/array.h"

enum { NX = 96, NY = 64, HALF = NX / 2 + 1 };
static const double pi = 3.14159265358979323846;

__global__ void divide(cufftDoubleComplex *f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= NY * HALF)
    return;
  const int kx = i % HALF, row = i / HALF, ky = row <= NY / 2 ? row : row - NY;
  const double square = (double)(kx * kx + ky * ky);
  const double factor = square > 0 ? -1 / (square * NX * NY) : 0; // mean of 0
  f[i].x *= factor;
  f[i].y *= factor;
}

// Its mean is 0.
static double solution(double x, double y) {
  return std::sin(x) * std::cos(2 * y) + 0.5 * std::cos(5 * x - 3 * y) +
         0.25 * std::sin(11 * y);
}
static double laplacian(double x, double y) {
  return -5 * std::sin(x) * std::cos(2 * y) -
         34 * 0.5 * std::cos(5 * x - 3 * y) - 121 * 0.25 * std::sin(11 * y);
}

int main() {
  std::vector<double> f(NX * NY);
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i)
      f[j * NX + i] = laplacian(2 * pi * i / NX, 2 * pi * j / NY);
  Array<double> field(f);
  Array<cufftDoubleComplex> modes(NY * HALF);
  cufftHandle there, back;
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  GOOD(cufftPlan2d(&there, NY, NX, CUFFT_D2Z));
  GOOD(cufftPlan2d(&back, NY, NX, CUFFT_Z2D));
  GOOD(cufftSetStream(there, stream));
  GOOD(cufftSetStream(back, stream));
  GOOD(cufftExecD2Z(there, field.p, modes.p));
  divide<<<blocks_for(NY * HALF, 128), 128, 0, stream>>>(modes.p);
  GOOD(cufftExecZ2D(back, modes.p, field.p));
  OK(cudaStreamSynchronize(stream));
  const std::vector<double> u = field.get();
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i)
      CHECK(is_near(u[j * NX + i], solution(2 * pi * i / NX, 2 * pi * j / NY),
                    1e-12));
  GOOD(cufftDestroy(there));
  GOOD(cufftDestroy(back));
  OK(cudaStreamDestroy(stream));
  std::printf("ok\n");
  return 0;
}
