// SPDX-License-Identifier: Apache-2.0
// rsqrtf gives the same bits wherever it is computed, for a lane or for all of
// them at once, and what 1 / sqrt(x) gives for what is no positive number.
// FLAGS: -O3
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// DEVICES: cpu
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstring>

#include "program.h"

__global__ void of_lanes(const float *x, float *y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = rsqrtf(x[i]);
}
__global__ void of_all(float x, float *y) {
  y[threadIdx.x] = rsqrtf(x) + 0 * threadIdx.x;
}
__global__ void one_by_one(const float *x, float *y, unsigned n) {
  if (threadIdx.x == 0)
    for (unsigned i = 0; i < n; ++i)
      y[i] = rsqrtf(x[i]);
}

static bool is_same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || memcmp(&a, &b, sizeof(a)) == 0;
}

int main() {
  static const float special[] = {0.0f,  -0.0f,  INFINITY, -INFINITY, NAN,
                                  -1.0f, 1e-45f, 1e-40f,   -1e-45f,   1.0f,
                                  4.0f,  0.25f,  2.0f,     3.4e38f,   1.2e-38f};
  const unsigned count = sizeof(special) / sizeof(special[0]), n = 1000;
  float *x, *y, *z;
  OK(hipMallocManaged(&x, n * sizeof(float)));
  OK(hipMallocManaged(&y, n * sizeof(float)));
  OK(hipMallocManaged(&z, n * sizeof(float)));
  for (unsigned i = 0; i < n; ++i)
    x[i] = i % 2 ? special[i / 2 % count] : 0.001f * (float)(i * i);
  of_lanes<<<(n + 127) / 128, 128>>>(x, y, n);
  one_by_one<<<1, 32>>>(x, z, n);
  OK(hipDeviceSynchronize());
  unsigned wrong = 0;
  for (unsigned i = 0; i < n; ++i) {
    const float exact = 1 / std::sqrt(x[i]);
    wrong += !is_same(y[i], z[i]);
    wrong += std::isfinite(exact)
                 ? !(std::fabs(y[i] - exact) <= 2.4e-7f * exact)
                 : !is_same(y[i], exact);
  }
  for (unsigned i = 0; i < 2 * count; ++i) {
    of_all<<<1, 64>>>(x[i], z);
    OK(hipDeviceSynchronize());
    wrong += !is_same(z[0], y[i]) || !is_same(z[63], y[i]);
  }
  CHECK(wrong == 0);
  for (float *memory : {x, y, z})
    OK(hipFree(memory));
  return done();
}
