// SPDX-License-Identifier: Apache-2.0
// Which of two local arrays is meant is decided as the kernel runs. With -DTWIN the
// defect is not there.
#include <cuda_runtime.h>

struct pair {
  int kind;
  float numbers[3];
};

__global__ void choose(float *x, int from) {
  pair a = {}, b = {};
  float *at = threadIdx.x % 2 ? a.numbers : b.numbers;
#ifdef TWIN
  from += 4;
#endif
  at[from] = 1; // EXPECT: out-of-bounds
  x[threadIdx.x] = a.numbers[0] + b.numbers[0] + a.kind;
}
int main() {
  float *x;
  cudaMalloc(&x, 128);
  choose<<<1, 32>>>(x, -4);
  cudaDeviceSynchronize();
  cudaFree(x);
}
