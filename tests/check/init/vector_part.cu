// SPDX-License-Identifier: Apache-2.0
// Points of which the fourth number is never set: all four are taken along, and
// only a use of that one is a mistake.
#include <cstdio>

__global__ void fill(float4 *p) {
  float *own = (float *)(p + threadIdx.x);
  own[0] = threadIdx.x;
  own[1] = 1;
  own[2] = 2;
}

__global__ void turn(const float4 *from, float4 *to) {
  __shared__ float4 tile[32];
  tile[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void size(const float4 *p, float *out) {
  const float4 own = p[threadIdx.x]; // EXPECT: uninitialised
#ifdef TWIN
  out[threadIdx.x] = own.x * own.x + own.y * own.y + own.z * own.z;
#else
  out[threadIdx.x] = own.x * own.x + own.y * own.y + own.w * own.w;
#endif
}

int main() {
  float4 *a, *b;
  float *out, host[32];
  cudaMalloc(&a, 32 * sizeof(*a));
  cudaMalloc(&b, 32 * sizeof(*b));
  cudaMalloc(&out, 32 * sizeof(*out));
  fill<<<1, 32>>>(a);
  turn<<<1, 32>>>(a, b);
  size<<<1, 32>>>(b, out);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
