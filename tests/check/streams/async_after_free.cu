// SPDX-License-Identifier: Apache-2.0
// Memory is used in the stream that has freed it. With -DTWIN the defect is not there.
#include <cuda_runtime.h>

__global__ void fill(int *x) {
  x[threadIdx.x] = threadIdx.x; // EXPECT: use-after-free
}
int main() {
  int *x;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocAsync(&x, 256, s);
#ifndef TWIN
  cudaFreeAsync(x, s);
#endif
  fill<<<1, 64, 0, s>>>(x);
#ifdef TWIN
  cudaFreeAsync(x, s);
#endif
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}
