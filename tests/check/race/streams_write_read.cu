// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void produce(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void consume(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x]; } // EXPECT: launch-race
int main() {
  int *x, *y;
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&done);
  cudaMalloc(&x, 256);
  cudaMalloc(&y, 256);
  cudaMemset(x, 0, 256);
  cudaDeviceSynchronize();
  produce<<<1, 64, 0, a>>>(x);
#ifdef TWIN
  cudaEventRecord(done, a);
  cudaStreamWaitEvent(b, done, 0);
#endif
  consume<<<1, 64, 0, b>>>(x, y);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(x);
  cudaFree(y);
}
