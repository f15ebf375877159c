// SPDX-License-Identifier: Apache-2.0
// Rows of a packet's lanes: what one packet writes the next one has read, and
// the last one's block another block's. With -DTWIN into another array.
#include <cstdio>

struct pair {
  double first, second;
};

__global__ void shift(int n, float *x, float *y, double *a, double *b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
#ifdef TWIN
  float *to = y;
  double *wide = b;
#else
  float *to = x;
  double *wide = a;
#endif
  to[i] = x[i + 1] + y[i];   // EXPECT: global-race
  wide[i] = a[i + 40] + b[i]; // EXPECT: global-race
}

// The same field of each, and all of each.
__global__ void fields(int n, pair *p, pair *q) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  q[i] = p[i];
#ifdef TWIN
  p[i].second = q[i].first;
#else
  p[i].second = p[i + 1].second; // EXPECT: global-race
#endif
}

int main() {
  const int n = 1000;
  float *x;
  double *a;
  pair *p;
  cudaMalloc(&x, 4096 * sizeof(*x));
  cudaMalloc(&a, 4096 * sizeof(*a));
  cudaMalloc(&p, 4096 * sizeof(*p));
  cudaMemset(x, 0, 4096 * sizeof(*x));
  cudaMemset(a, 0, 4096 * sizeof(*a));
  cudaMemset(p, 0, 4096 * sizeof(*p));
  shift<<<8, 128>>>(n, x, x + 2048, a, a + 2048);
  fields<<<8, 128>>>(n, p, p + 2048);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(a);
  cudaFree(p);
}
