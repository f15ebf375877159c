// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

int main() {
  int *x, host[64] = {};
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocAsync(&x, sizeof(host), s);
  cudaMemsetAsync(x, 0, sizeof(host), s);
#ifdef TWIN
  cudaMemcpyAsync(host, x, sizeof(host), cudaMemcpyDeviceToHost, s);
  cudaFreeAsync(x, s);
#else
  cudaFreeAsync(x, s);
  cudaMemcpyAsync(host, x, sizeof(host), cudaMemcpyDeviceToHost, s); // EXPECT: use-after-free
#endif
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}
