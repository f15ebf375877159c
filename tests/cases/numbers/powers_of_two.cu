// SPDX-License-Identifier: Apache-2.0
// Numbers of eight bits that are powers of two, e8m0: the host and the device
// encode the same, away from zero.
#include <cuda_fp8.h>

#include "program.h"

enum { INPUTS = 4096 };

__global__ void k(const float *in, unsigned char *out) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  out[i] = __nv_fp8_e8m0(in[i]).__x;
}

int main() {
  std::vector<float> in(INPUTS);
  unsigned state = 1;
  for (float &x : in) {
    state = state * 1664525u + 1013904223u;
    x = std::ldexp((float)(int)state, (int)(state >> 7) % 24 - 42);
  }
  CHECK((float)__nv_fp8_e8m0(3.0f) == 4 && (float)__nv_fp8_e8m0(-4.0f) == 4);

  float *d;
  unsigned char *out;
  std::vector<unsigned char> h(INPUTS);
  OK(cudaMalloc(&d, INPUTS * sizeof(float)));
  OK(cudaMalloc(&out, h.size()));
  OK(cudaMemcpy(d, in.data(), INPUTS * sizeof(float), cudaMemcpyHostToDevice));
  k<<<INPUTS / 64, 64>>>(d, out);
  OK(cudaMemcpy(h.data(), out, h.size(), cudaMemcpyDeviceToHost));
  for (int i = 0; i < INPUTS; ++i) {
    const float power = (float)__nv_fp8_e8m0(in[i]), x = std::fabs(in[i]);
    CHECK(h[i] == __nv_fp8_e8m0(in[i]).__x);
    CHECK(power >= x && (power / 2 < x || x == 0));
  }
  OK(cudaFree(d));
  OK(cudaFree(out));
  return done();
}
