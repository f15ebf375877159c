// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void produce(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x, *host;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMalloc(&x, 256);
  cudaMallocHost(&host, 256);
  cudaMemset(x, 0, 256);
  cudaDeviceSynchronize();
  produce<<<1, 64, 0, a>>>(x);
#ifdef TWIN
  cudaStreamSynchronize(a);
#endif
  cudaMemcpyAsync(host, x, 256, cudaMemcpyDeviceToHost, b); // EXPECT: launch-race
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFreeHost(host);
  cudaFree(x);
}
