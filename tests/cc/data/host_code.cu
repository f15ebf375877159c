// SPDX-License-Identifier: Apache-2.0
// Host code that uses what both sides have: C++'s library beside CUDA's maths.
#include <cstdio>
#include <cmath>
#include <iostream>
#include <random>
#include <chrono>
#include <map>
#include <cuda_fp16.h>
using namespace std;
__global__ void k(float *p, int n) {
  int i = threadIdx.x;
  if (i < n)
    p[i] = isnan(p[i]) ? 0.f
                       : max(p[i], 1.0f) + min(i, n) + fabs(p[i]) +
                             pow(2.0f, 3) + std::sqrt(p[i]);
}
struct S {
  float4 v;
  __host__ __device__ S() : v(make_float4(1, 2, 3, 4)) {}
  __host__ __device__ float sum() const {
    return v.x + v.y + max(v.z, v.w) + fmaxf(v.x, 2.f) + sqrtf(v.w) +
           powf(v.x, 2) + expf(0.f) + floor(1.5f) + abs(-2);
  }
};
__host__ __device__ inline float f(float x) {
  return isnan(x) || isinf(x) ? 0 : x;
}
int main() {
  S s;
  int a = 3;
  unsigned b = 5;
  size_t n = 10;
  float t = min(a, 4) + max(b, 2u) + fabs(-1.0) + abs(-2.5f) + isnan(0.f) +
            std::min<size_t>(n, 4) + f(2) + s.sum() + rsqrtf(4.0f);
  cout << t << " " << __half2float(__float2half(1.5f)) << endl;
  mt19937 g(1);
  uniform_real_distribution<float> d(0, 1);
  auto t0 = chrono::steady_clock::now();
  map<string, int> m;
  m["x"] = 1;
  float *p;
  cudaMalloc(&p, 40);
  cudaMemset(p, 0, 40);
  k<<<1, 32>>>(p, 10);
  float h[10];
  cudaMemcpy(h, p, 40, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[9]);
  cudaError_t e = cudaGetLastError();
  cout << cudaGetErrorName(e) << endl;
  (void)t0;
  (void)d;
  (void)g;
}
