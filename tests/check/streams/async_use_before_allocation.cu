// SPDX-License-Identifier: Apache-2.0
// A stream uses what another one allocates. With -DTWIN it waits for that.
#include <cuda_runtime.h>

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
  cudaEventRecord(done, a);
#ifdef TWIN
  cudaStreamWaitEvent(b, done, 0);
#endif
  fill<<<1, 64, 0, b>>>(x);
  cudaStreamSynchronize(b);
  cudaFreeAsync(x, a);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
