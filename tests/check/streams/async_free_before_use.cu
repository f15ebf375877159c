// SPDX-License-Identifier: Apache-2.0
// The free may be done, and nothing says whether the use comes before. With -DTWIN it
// does.
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void fill(int *x) {
  x[threadIdx.x] = threadIdx.x; // EXPECT: launch-race
}
int main() {
  int *x;
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMallocAsync(&x, 256, a);
  cudaStreamSynchronize(a);
#ifdef TWIN
  fill<<<1, 64, 0, b>>>(x);
  cudaStreamSynchronize(b);
#endif
  cudaFreeAsync(x, a);
#ifndef TWIN
  usleep(100000); // by then the free is done, but nobody asked
  fill<<<1, 64, 0, b>>>(x);
#endif
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
