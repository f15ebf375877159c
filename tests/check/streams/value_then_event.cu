// SPDX-License-Identifier: Apache-2.0
// What a stream does behind a wait for a value, and what waits for that, comes
// after what a kernel did before it wrote the value. With -DTWIN the defect is not there.
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void produce(int *x, unsigned *word) {
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  __threadfence_system();
  if (threadIdx.x == 0)
    *(volatile unsigned *)word = 1;
}
__global__ void twice(int *x) { x[threadIdx.x] *= 2; } // EXPECT: launch-race
int main() {
  int *x;
  unsigned *word;
  cudaStream_t a, b, c;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMalloc(&x, 256);
  cudaMalloc(&word, sizeof(*word));
  cudaMemset(x, 0, 256);
  cudaMemset(word, 0, sizeof(*word));
  cudaDeviceSynchronize();
  produce<<<1, 64, 0, a>>>(x, word);
  cuStreamWaitValue32(b, (CUdeviceptr)word, 1, CU_STREAM_WAIT_VALUE_GEQ);
  cudaEventRecord(done, b);
#ifdef TWIN
  cudaStreamWaitEvent(c, done, 0);
#endif
  twice<<<1, 64, 0, c>>>(x);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaStreamDestroy(c);
  cudaFree(word);
  cudaFree(x);
}
