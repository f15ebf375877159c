// SPDX-License-Identifier: Apache-2.0
// A loop whose last round goes beyond its memory.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

#ifdef TWIN
enum { MORE = 0 };
#else
enum { MORE = 1 };
#endif

__global__ void sum(const float *x, int n, float *y) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += x[k]; // EXPECT: out-of-bounds
  *y = s;
}
int main() {
  float *x, *y;
  cudaMalloc(&x, 101 * sizeof(*x));
  cudaMalloc(&y, sizeof(*y));
  cudaMemset(x, 0, 101 * sizeof(*x));
  sum<<<1, 1>>>(x + 1, 100 + MORE, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
