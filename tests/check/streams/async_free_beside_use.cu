// SPDX-License-Identifier: Apache-2.0
// A stream frees what another one uses. With -DTWIN it waits for that.
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
  cudaStreamSynchronize(a);
  fill<<<1, 64, 0, b>>>(x);
  cudaEventRecord(done, b);
#ifdef TWIN
  cudaStreamWaitEvent(a, done, 0);
#endif
  cudaFreeAsync(x, a);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
