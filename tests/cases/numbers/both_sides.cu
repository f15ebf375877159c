// SPDX-License-Identifier: Apache-2.0
// What kernels and the host may both call gives the same on both sides: complex
// numbers, and functions that C does not have.
// OPTIMIZE: 0 2
#include <cmath>

#include <cuComplex.h>

#include "program.h"

enum { COUNT = 64, KINDS = 16 };

static __host__ __device__ void compute(double *to, double x) {
  const cuDoubleComplex a = make_cuDoubleComplex(x, 1 - x), b = {2, x};
  const cuDoubleComplex q = cuCdiv(a, b), f = cuCfma(a, b, cuConj(a));
  const cuFloatComplex g = cuCmulf({(float)x, 1}, {2, -(float)x});
  to[0] = cuCreal(cuCmul(a, b));
  to[1] = cuCimag(cuCadd(a, cuCsub(b, a)));
  to[2] = q.x + q.y;
  to[3] = cuCabs(a);
  to[4] = f.x - f.y;
  to[5] = cuCrealf(g) + cuCimagf(g) + cuCabsf(g);
  to[6] = erfinv(2 * x - 1);
  to[7] = erfcinv(2 * x);
  to[8] = normcdfinv(x);
  to[9] = erfcx(20 * x - 5);
  to[10] = (double)erfcxf((float)x) + (double)erfinv((float)x * 0.5f);
  double s = 0, c = 0;
  float t = 0, d = 0;
  sincospi(x, &s, &c);
  sincospi((float)x, &t, &d);
  to[11] = s + c;
  to[12] = (double)t - (double)d;
  sincos((float)x, &t, &d);
  to[13] = (double)t + (double)d;
  to[14] = rsqrt(x) + rcbrt(x) + normcdf(x);
  to[15] = (double)erfcinvf((float)x) + (double)normcdfinvf((float)x);
}

__global__ void kernel(double *to) {
  compute(to + threadIdx.x * KINDS, (threadIdx.x + 0.5) / COUNT);
}

int main() {
  double *to;
  OK(cudaMallocManaged(&to, COUNT * KINDS * sizeof(*to)));
  kernel<<<1, COUNT>>>(to);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < COUNT; ++i) {
    double here[KINDS];
    compute(here, (i + 0.5) / COUNT);
    for (int k = 0; k < KINDS; ++k) {
      const bool is_float = k == 5 || k == 10 || k == 12 || k == 13 || k == 15;
      const double limit = (is_float ? 1e-6 : 1e-14) * (1 + std::fabs(here[k]));
      CHECK(std::fabs(to[i * KINDS + k] - here[k]) <= limit);
    }
  }
  OK(cudaFree(to));
  return done();
}
