// SPDX-License-Identifier: Apache-2.0
// -use_fast_math takes fast functions of float and nothing else: infinity and
// NaN are still told from numbers, sums keep their order, and host code is as
// without.
// FLAGS: -use_fast_math
// LEVELS: x86-64-v2 x86-64-v3
// OPTIMIZE: 0 2 3
#include "program.h"
#include <cmath>

struct results {
  float max, e, largest, product, sum;
  int infinite, equal, nan, finite, unordered, sign;
};

static __global__ void ask(const float *x, results *out, int n) {
  results r = {};
  float max = -INFINITY;
  for (int i = 0; i < n; ++i)
    if (x[i] > max)
      max = x[i];
  r.max = max;
  r.infinite = isinf(max);
  r.equal = max == -INFINITY;
  r.e = expf(x[0]);
  r.nan = isnan(x[1]);
  r.largest = fmaxf(x[1], 2.f);
  r.finite = isfinite(x[0]) | isfinite(x[1]) << 1 | isfinite(x[2]) << 2;
  r.unordered = !(x[1] < 1.f) && !(x[1] >= 1.f) && x[1] != x[1];
  r.product = x[2] / x[0];
  r.sign = signbit(r.product);
  r.sum = (x[2] + x[3]) - x[3];
  out[threadIdx.x] = r;
}

static __global__ void call_fast(const float *x, float *out) {
  const int i = threadIdx.x;
  out[2 * i] = __sinf(x[i]);
  out[2 * i + 1] = sinf(x[i]);
}

int main() {
  const float host[4] = {-INFINITY, NAN, 1.f, 1e20f};
  CHECK(std::isinf(host[0]) && std::isnan(host[1]) && !std::isfinite(host[0]));
#ifdef __FAST_MATH__
  CHECK(!"host code is not fast");
#endif
  float *x, *out, pairs[8];
  results *memory, got[32];
  OK(cudaMalloc(&x, sizeof(host)));
  OK(cudaMalloc(&out, sizeof(pairs)));
  OK(cudaMalloc(&memory, sizeof(got)));
  OK(cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice));
  ask<<<1, 32>>>(x, memory, 1);
  OK(cudaMemcpy(got, memory, sizeof(got), cudaMemcpyDeviceToHost));
  for (const results &r : got) {
    CHECK(r.max == -INFINITY && r.infinite && r.equal && r.e == 0);
    CHECK(r.nan && r.largest == 2.f && r.finite == 4 && r.unordered);
    CHECK(r.product == 0 && r.sign && r.sum == 0);
  }
  call_fast<<<1, 4>>>(x, out);
  OK(cudaMemcpy(pairs, out, sizeof(pairs), cudaMemcpyDeviceToHost));
  CHECK(pairs[4] == pairs[5] && pairs[6] == pairs[7]);
  std::puts("ok");
  OK(cudaFree(x));
  OK(cudaFree(out));
  OK(cudaFree(memory));
  return 0;
}
