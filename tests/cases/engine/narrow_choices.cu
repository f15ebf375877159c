// SPDX-License-Identifier: Apache-2.0
// Minima and maxima of floats between conversions from and to half and
// bfloat16: the optimiser makes them ones of the narrow types.
// LEVELS: x86-64 x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 1 3
#include "program.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int SIZE = 100; // not a multiple of a packet

template <typename T>
__global__ void clamp(const T *x, T *out, T low, T high, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    out[i] = (T)fminf(fmaxf((float)x[i], (float)low), (float)high);
}

template <typename T>
__global__ void larger(const T *x, const T *y, T *out, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    out[i] = (T)fmaxf((float)x[i], (float)y[i]);
}

template <typename T> static void check(float (*value)(T), T (*of)(float)) {
  T *x, *y, *out;
  OK(cudaMallocManaged(&x, SIZE * sizeof(T)));
  OK(cudaMallocManaged(&y, SIZE * sizeof(T)));
  OK(cudaMallocManaged(&out, SIZE * sizeof(T)));
  for (int i = 0; i < SIZE; ++i) {
    x[i] = of(i % 11 == 3 ? NAN : (float)(i % 13) - 6);
    y[i] = of(i % 7 == 5 ? NAN : (float)(i % 9) - 4);
  }
  clamp<<<4, 32>>>(x, out, of(-2.5f), of(3.25f), SIZE);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < SIZE; ++i)
    CHECK(value(out[i]) == std::fmin(std::fmax(value(x[i]), -2.5f), 3.25f));
  larger<<<4, 32>>>(x, y, out, SIZE);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < SIZE; ++i) {
    const float want = std::fmax(value(x[i]), value(y[i]));
    CHECK(value(out[i]) == want || (std::isnan(want) && std::isnan(value(out[i]))));
  }
  OK(cudaFree(x));
  OK(cudaFree(y));
  OK(cudaFree(out));
}

int main() {
  check<__half>([](__half h) { return __half2float(h); },
                [](float f) { return __float2half(f); });
  check<__nv_bfloat16>([](__nv_bfloat16 b) { return __bfloat162float(b); },
                       [](float f) { return __float2bfloat16(f); });
  return done();
}
