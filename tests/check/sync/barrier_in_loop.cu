// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void rounds(int *x) {
  const int i = threadIdx.x;
#ifdef TWIN
  const int count = 3;
#else
  const int count = i < 32 ? 3 : 2;
#endif
  for (int round = 0; round < count; ++round) {
    x[i] += round;
    __syncthreads(); // EXPECT: barrier-left-out
  }
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  rounds<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
