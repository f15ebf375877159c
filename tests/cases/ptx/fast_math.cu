// SPDX-License-Identifier: Apache-2.0
// Inline PTX beside options that are flags of a module.
// FLAGS: -use_fast_math
#include <cstdio>
#include <cuda_runtime.h>

__global__ void kernel(const float *x, float *y, unsigned *lanes) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  lanes[threadIdx.x] = lane;
  asm("fma.rn.f32 %0, %1, %1, %1;" : "=f"(y[threadIdx.x]) : "f"(x[threadIdx.x]));
}

int main() {
  enum { N = 64 };
  float *x, *y;
  unsigned *lanes;
  cudaMallocManaged(&x, sizeof(float) * N);
  cudaMallocManaged(&y, sizeof(float) * N);
  cudaMallocManaged(&lanes, sizeof(unsigned) * N);
  for (int i = 0; i < N; ++i)
    x[i] = i * 0.5f;
  kernel<<<1, N>>>(x, y, lanes);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < N; ++i)
    if (y[i] != x[i] * x[i] + x[i] || lanes[i] != (unsigned)i % 32) {
      std::printf("%d: %g %u\n", i, y[i], lanes[i]);
      return 1;
    }
  cudaFree(x);
  cudaFree(y);
  cudaFree(lanes);
  return 0;
}
