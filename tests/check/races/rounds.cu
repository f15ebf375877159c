// SPDX-License-Identifier: Apache-2.0
// Loops whose rounds are counted, and some whose are not: a product into one of
// its factors, and rows of a sparse matrix into what they are multiplied by.
// With -DTWIN into memory of its own.
#include <cstdio>

__global__ void product(int n, const float *a, const float *b, float *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[j * n + k] * b[k * n + i];
  c[j * n + i] = sum; // EXPECT: global-race
}

__global__ void rows(int n, const int *first, const int *columns,
                     const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = first[i]; k < first[i + 1]; ++k)
    sum += x[columns[k]];
  y[i] = sum; // EXPECT: global-race
}

int main() {
  const int n = 64, count = 500;
  float *m, *x;
  int *first, *columns, numbers[3 * count + 1];
  cudaMalloc(&m, 3 * n * n * sizeof(*m));
  cudaMalloc(&x, 2 * count * sizeof(*x));
  cudaMalloc(&first, (count + 1) * sizeof(*first));
  cudaMalloc(&columns, 3 * count * sizeof(*columns));
  cudaMemset(m, 0, 3 * n * n * sizeof(*m));
  cudaMemset(x, 0, 2 * count * sizeof(*x));
  for (int i = 0, at = 0; i <= count; at += i++ % 5)
    numbers[i] = at;
  cudaMemcpy(first, numbers, (count + 1) * sizeof(int), cudaMemcpyHostToDevice);
  for (int i = 0; i < 3 * count; ++i)
    numbers[i] = i * 37 % count;
  cudaMemcpy(columns, numbers, 3 * count * sizeof(int), cudaMemcpyHostToDevice);
#ifdef TWIN
  float *to = m + 2 * n * n, *y = x + count;
#else
  float *to = m + n * n, *y = x;
#endif
  product<<<dim3(2, 8), dim3(32, 8)>>>(n, m, m + n * n, to);
  rows<<<4, 128>>>(count, first, columns, x, y);
  cudaDeviceSynchronize();
  cudaFree(m);
  cudaFree(x);
  cudaFree(first);
  cudaFree(columns);
}
