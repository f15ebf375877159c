// SPDX-License-Identifier: Apache-2.0
// Addresses all over the place: written by some lanes, read by others, of
// several sizes, and of vectors a part.
// With -DTWIN all is written.
#include <cstdio>

__global__ void spread(const int *p, float *x, double *w, float4 *v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  x[p[i]] = i;
  w[p[i]] = i;
  v[p[i]].x = i;
  v[p[i]].y = i;
  v[p[i]].z = i;
#ifndef TWIN
  if (i != 130)
#endif
    v[p[i]].w = i;
}

__global__ void collect(const int *p, const float *x, const double *w,
                        const float4 *v, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float4 all = v[p[i] ^ 1];
  y[i] = x[p[i]] * 2; // EXPECT: uninitialised
  y[i + 256] = (float)w[p[i]]; // EXPECT: uninitialised
  y[i + 512] = all.x + all.w; // EXPECT: uninitialised
}

__global__ void count(const int *p, int *c) {
  atomicAdd(&c[p[threadIdx.x] % 8], 1); // EXPECT: uninitialised
}

int main() {
  int *p, *c, numbers[256];
  float *x, *y;
  double *w;
  float4 *v;
  for (int i = 0; i < 256; ++i)
    numbers[i] = i * 77 % 256;
  cudaMalloc(&p, sizeof(numbers));
  cudaMalloc(&c, 8 * sizeof(int));
  cudaMalloc(&x, 256 * sizeof(*x));
  cudaMalloc(&y, 768 * sizeof(*y));
  cudaMalloc(&w, 256 * sizeof(*w));
  cudaMalloc(&v, 256 * sizeof(*v));
  cudaMemcpy(p, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
#ifdef TWIN
  spread<<<4, 64>>>(p, x, w, v, 256);
  cudaMemset(c, 0, 8 * sizeof(int));
#else
  spread<<<4, 64>>>(p, x, w, v, 253);
  cudaMemset(c, 0, 7 * sizeof(int));
#endif
  collect<<<4, 64>>>(p, x, w, v, y, 256);
  count<<<1, 64>>>(p, c);
  cudaDeviceSynchronize();
  for (void *all : {(void *)p, (void *)c, (void *)x, (void *)y, (void *)w,
                    (void *)v})
    cudaFree(all);
}
