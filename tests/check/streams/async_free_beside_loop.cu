// SPDX-License-Identifier: Apache-2.0
// A stream frees what a loop of another one reads as a whole. With -DTWIN it
// waits for that.
#include <cuda_runtime.h>

__global__ void sum(const int *x, int *y) {
  int s = 0;
  for (int i = 0; i < 64; ++i)
    s += x[i]; // EXPECT: launch-race
  *y = s;
}
int main() {
  int *x, *y;
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMalloc(&y, sizeof(int));
  cudaMallocAsync(&x, 256, a);
  cudaMemsetAsync(x, 0, 256, a);
  cudaStreamSynchronize(a);
  sum<<<1, 1, 0, b>>>(x, y);
  cudaEventRecord(done, b);
#ifdef TWIN
  cudaStreamWaitEvent(a, done, 0);
#endif
  cudaFreeAsync(x, a);
  cudaDeviceSynchronize();
  cudaFree(y);
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
