// SPDX-License-Identifier: Apache-2.0
// Each block writes a row in a loop, and reads another in one.
// ALSO: uninitialised
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

enum { N = 64 };

__global__ void rows(float *x, float *y) {
  const int own = blockIdx.x * N;
#ifdef TWIN
  const int other = own;
#else
  const int other = (blockIdx.x + 1) % gridDim.x * N;
#endif
  float s = 0;
  for (int k = 0; k < N; ++k)
    x[own + k] = k; // EXPECT: global-race
  for (int k = N - 1; k >= 0; --k)
    s += x[other + k]; // EXPECT: global-race
  y[blockIdx.x] = s;
}
int main() {
  float *x, *y;
  cudaMalloc(&x, 4 * N * sizeof(float));
  cudaMalloc(&y, 4 * sizeof(float));
  rows<<<4, 1>>>(x, y);
  rows<<<4, 1>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
