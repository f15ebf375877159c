// SPDX-License-Identifier: Apache-2.0
// Rows that begin between the bytes that have their marks together, and of which
// an element is left out. What is written for the first time is noted a row at a
// time, with masks at the end.
// With -DTWIN the element is there.
#include <cstdio>

__global__ void fill(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef TWIN
  if (i < n)
#else
  if (i < n && i != 77)
#endif
    x[i + 1] = i;
}

__global__ void sum(const float *x, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i + 1] + 1; // EXPECT: uninitialised
}

__global__ void back(double *x, int n) {
  const int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= 0)
    x[i] = i;
}

__global__ void take(const double *x, double *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef TWIN
  if (i < n)
#else
  if (i <= n)
#endif
    y[i] = 2 * x[i]; // EXPECT: uninitialised
}

int main() {
  const int n = 213;
  float *x, *y;
  double *a, *b;
  cudaMalloc(&x, 256 * sizeof(*x));
  cudaMalloc(&y, 256 * sizeof(*y));
  cudaMalloc(&a, 256 * sizeof(*a));
  cudaMalloc(&b, 256 * sizeof(*b));
  fill<<<4, 64>>>(x, n);
  sum<<<4, 64>>>(x, y, n);
  back<<<4, 64>>>(a, n);
  take<<<4, 64>>>(a, b, n);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(a);
  cudaFree(b);
}
