// SPDX-License-Identifier: Apache-2.0
// What was read in front of a barrier is used behind it; a value that one lane
// reports counts as written for the lanes behind it, but not for those that had
// read it in an earlier phase.
// With -DTWIN all is written.
#include <cstdio>

__global__ void keep(const int *x, int *y) {
  __shared__ int tile[96];
  const int t = threadIdx.x, i = blockIdx.x * 96 + t;
  const int mine = x[i], first = x[0];
  tile[t] = t;
  __syncthreads();
  const int next = tile[(t + 1) % 96];
  __syncthreads();
  if (first > 3)        // EXPECT: uninitialised
    tile[t] += next;
  __syncthreads();
  y[i] = mine + tile[95 - t]; // EXPECT: uninitialised
}

__global__ void loop(const int *x, int *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 5; ++k)
    if (x[(i + 32 * k) % 192] < 9) // EXPECT: uninitialised
      sum += k;
  y[i] = sum;
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 384 * sizeof(int));
  cudaMalloc(&y, 192 * sizeof(int));
#ifdef TWIN
  cudaMemset(x, 0, 384 * sizeof(int));
#else
  cudaMemset(x + 1, 0, 149 * sizeof(int));
  cudaMemset(x + 192, 0, 149 * sizeof(int));
#endif
  loop<<<3, 64>>>(x + 192, y);
  keep<<<2, 96>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
