// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void twice(float4 *x) {
  float4 v = x[threadIdx.x]; // EXPECT: out-of-bounds
  v.x *= 2;
  x[threadIdx.x] = v;
}
int main() {
  float4 *x;
#ifdef TWIN
  const size_t size = 64 * sizeof(float4);
#else
  const size_t size = 64 * sizeof(float4) - 8;
#endif
  cudaMalloc(&x, size);
  cudaMemset(x, 0, size);
  twice<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
