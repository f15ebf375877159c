// SPDX-License-Identifier: Apache-2.0
// All read one place again and again; the last work-item writes there. With
// -DTWIN it writes beside it.
#include <cstdio>

__global__ void scale(int n, float *factor, float *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 3; ++k)
    x[i] = x[i] * factor[0] + factor[k];
#ifdef TWIN
  if (i == n - 1)
    factor[8] = x[i];
#else
  if (i == n - 1)
    factor[0] = x[i]; // EXPECT: global-race
#endif
}

// One that a single work-item has read, and another writes.
__global__ void pass(int n, float *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 5)
    x[0] = x[n];
#ifdef TWIN
  if (i == 5)
#else
  if (i == 300)
#endif
    x[n] = 2; // EXPECT: global-race
}

int main() {
  const int n = 1000;
  float *x;
  cudaMalloc(&x, (n + 64) * sizeof(float));
  cudaMemset(x, 0, (n + 64) * sizeof(float));
  scale<<<8, 128>>>(n, x + n, x);
  pass<<<8, 128>>>(n, x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
