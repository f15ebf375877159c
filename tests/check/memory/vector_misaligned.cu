// SPDX-License-Identifier: Apache-2.0
// A vector at no multiple of its size; the twin's member of a struct that asks
// for more than any access needs is harmless on every GPU.
#include <cstdio>

struct alignas(32) group {
  float first;
  float rest[7];
};

__global__ void read(const char *bytes, float *out) {
#ifdef TWIN
  out[threadIdx.x] = ((const group *)(bytes + 16))->first;
#else
  const float4 own = *(const float4 *)(bytes + 8); // EXPECT: misaligned
  out[threadIdx.x] = own.x + own.w;
#endif
}

int main() {
  char *x;
  float *out;
  cudaMalloc(&x, 64);
  cudaMalloc(&out, 4);
  cudaMemset(x, 0, 64);
  read<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
