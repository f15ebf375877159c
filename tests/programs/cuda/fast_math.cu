// SPDX-License-Identifier: Apache-2.0
// With -use_fast_math the plain names of float are the approximations, and those
// of double are not.
// FLAGS: -use_fast_math
#include "program.h"

enum { COUNT = 256, PAIRS = 11 };

__global__ void both(const float *xs, float *out, double *wide) {
  const int i = threadIdx.x;
  const float x = xs[i], y = 1.5f;
  float s, c, s2, c2;
  sincosf(x, &s, &c);
  __sincosf(x, &s2, &c2);
  const float r[2 * PAIRS] = {
      sinf(x),     __sinf(x),   cosf(x),         __cosf(x),  tanf(x),
      __tanf(x),   expf(-x),    __expf(-x),      exp10f(-x), __exp10f(-x),
      logf(x),     __logf(x),   log2f(x),        __log2f(x), log10f(x),
      __log10f(x), powf(x, y),  __powf(x, y),    s,          s2,
      c,           c2};
  for (int k = 0; k < 2 * PAIRS; ++k)
    out[i * 2 * PAIRS + k] = r[k];
  wide[i] = sin((double)x * 1000);
}

int main() {
  std::vector<float> x(COUNT), out(COUNT * 2 * PAIRS);
  std::vector<double> wide(COUNT);
  for (int i = 0; i < COUNT; ++i)
    x[i] = 0.01f + 0.03f * (float)i;
  float *dx, *dout;
  double *dwide;
  OK(cudaMalloc(&dx, COUNT * sizeof(float)));
  OK(cudaMalloc(&dout, out.size() * sizeof(float)));
  OK(cudaMalloc(&dwide, COUNT * sizeof(double)));
  OK(cudaMemcpy(dx, x.data(), COUNT * sizeof(float), cudaMemcpyHostToDevice));
  both<<<1, COUNT>>>(dx, dout, dwide);
  OK(cudaMemcpy(out.data(), dout, out.size() * sizeof(float),
                cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(wide.data(), dwide, COUNT * sizeof(double),
                cudaMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i) {
    for (int k = 0; k < PAIRS; ++k) {
      const float *pair = &out[(i * PAIRS + k) * 2];
      CHECK(pair[0] == pair[1]);
    }
    NEAR(out[i * 2 * PAIRS], std::sin(x[i]), 1e-6);
    NEAR(out[i * 2 * PAIRS + 6], std::exp(-x[i]), 1e-6);
    NEAR(out[i * 2 * PAIRS + 10], std::log(x[i]), 1e-6);
    NEAR(wide[i], std::sin((double)x[i] * 1000), 1e-14);
  }
  OK(cudaFree(dx));
  OK(cudaFree(dout));
  OK(cudaFree(dwide));
  return done();
}
