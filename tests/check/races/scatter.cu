// SPDX-License-Identifier: Apache-2.0
// Addresses all over the place: two lanes of one packet write to one, and two
// of different blocks. Many write the same value, which is no defect. With
// -DTWIN each has one of its own.
#include <cstdio>

__global__ void put(int n, const int *where, int *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[where[i]] = i; // EXPECT: global-race
}

__global__ void far(int n, const int *where, double *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[where[i]] += i; // EXPECT: global-race
}

__global__ void mark(int n, const int *where, int *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[where[i] / 7] = 5;
}

int main() {
  const int n = 1001;
  int *near, *apart, *to, numbers[n];
  double *sums;
  cudaMalloc(&near, sizeof(numbers));
  cudaMalloc(&apart, sizeof(numbers));
  cudaMalloc(&to, sizeof(numbers));
  cudaMalloc(&sums, n * sizeof(double));
  cudaMemset(sums, 0, n * sizeof(double));
  for (int i = 0; i < n; ++i)
    numbers[i] = i * 29 % n;
  cudaMemcpy(apart, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
#ifndef TWIN
  numbers[69] = numbers[66];
#endif
  cudaMemcpy(near, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
#ifndef TWIN
  numbers[69] = 69 * 29 % n;
  numbers[900] = numbers[3];
  cudaMemcpy(apart, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
#endif
  put<<<8, 128>>>(n, near, to);
  far<<<8, 128>>>(n, apart, sums);
  mark<<<8, 128>>>(n, apart, to);
  cudaDeviceSynchronize();
  cudaFree(near);
  cudaFree(apart);
  cudaFree(to);
  cudaFree(sums);
}
