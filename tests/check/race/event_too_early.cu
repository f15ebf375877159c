// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
// ALSO: uninitialised
#include <cstdio>

__global__ void produce(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void twice(int *x) { x[threadIdx.x] *= 2; } // EXPECT: launch-race
int main() {
  int *x;
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMalloc(&x, 256);
#ifndef TWIN
  cudaEventRecord(done, a);
#endif
  produce<<<1, 64, 0, a>>>(x);
#ifdef TWIN
  cudaEventRecord(done, a);
#endif
  cudaStreamWaitEvent(b, done, 0);
  twice<<<1, 64, 0, b>>>(x);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(x);
}
