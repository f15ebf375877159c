// SPDX-License-Identifier: Apache-2.0
// Mathematical constants in device code.
#include <math_constants.h>

#include "program.h"

__global__ void constants(float *f, double *d) {
  f[0] = CUDART_PI_F;
  f[1] = CUDART_INF_F;
  f[2] = CUDART_NAN_F;
  f[3] = CUDART_NEG_ZERO_F;
  f[4] = CUDART_MIN_DENORM_F;
  f[5] = (float)CUDART_REMQUO_MASK_F;
  d[0] = CUDART_PIO2_HI + CUDART_PIO2_LO;
  d[1] = CUDART_INF;
  d[2] = CUDART_NAN;
  d[3] = CUDART_NEG_ZERO;
  d[4] = CUDART_LN2 * CUDART_L2E;
  d[5] = CUDART_SQRT_TWO * CUDART_SQRT_HALF;
}

int main() {
  float *f, hf[6];
  double *d, hd[6];
  OK(cudaMalloc(&f, sizeof(hf)));
  OK(cudaMalloc(&d, sizeof(hd)));
  constants<<<1, 1>>>(f, d);
  OK(cudaMemcpy(hf, f, sizeof(hf), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(hd, d, sizeof(hd), cudaMemcpyDeviceToHost));
  CHECK(hf[0] == 3.14159265358979f && hf[1] > 3e38f && hf[2] != hf[2]);
  CHECK(hf[3] == 0 && 1 / hf[3] < 0 && hf[4] == (float)0x1p-149 && hf[5] == 7);
  CHECK(hd[0] == 1.5707963267948966 && hd[1] > 1e308 && hd[2] != hd[2]);
  CHECK(hd[3] == 0 && 1 / hd[3] < 0);
  CHECK(hd[4] > 1 - 1e-15 && hd[4] < 1 + 1e-15);
  CHECK(hd[5] > 1 - 1e-15 && hd[5] < 1 + 1e-15);
  OK(cudaFree(f));
  OK(cudaFree(d));
  return done();
}
