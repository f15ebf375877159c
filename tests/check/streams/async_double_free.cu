// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

int main() {
  int *x;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocAsync(&x, 256, s);
  cudaFreeAsync(x, s);
#ifndef TWIN
  cudaFreeAsync(x, s); // EXPECT: double-free
#endif
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}
