// SPDX-License-Identifier: Apache-2.0
// Streams, events, callbacks and stream-ordered memory in the CUDA dialect.
// ENV: CUDA_MODULE_LOADING=EAGER
// Lazily, NVIDIA's driver loads a kernel at its first use, and waits for those
// that run.
#include <atomic>

#include "program.h"

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void wait_for(volatile int *flag) {
  while (!*flag) {
  }
}
static std::atomic<int> calls{0};
static void CUDART_CB count(void *) { ++calls; }
static void CUDART_CB called(cudaStream_t, cudaError_t status, void *) {
  CHECK(status == cudaSuccess);
  ++calls;
}

int main() {
  enum { N = 128 };
  cudaStream_t a, b;
  cudaEvent_t start, stop;
  int *p, *flag, h[N];
  OK(cudaStreamCreate(&a));
  OK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  OK(cudaEventCreate(&start));
  OK(cudaEventCreateWithFlags(&stop, cudaEventDefault));
  OK(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
  *flag = 0;
  wait_for<<<1, 1, 0, b>>>(flag);
  FAILS(cudaStreamQuery(b), cudaErrorNotReady);
  OK(cudaMallocAsync(&p, sizeof(h), a));
  OK(cudaMemsetAsync(p, 0, sizeof(h), a));
  OK(cudaEventRecord(start, a));
  for (int i = 0; i < 20; ++i)
    add<<<1, N, 0, a>>>(p, 2);
  OK(cudaEventRecord(stop, a));
  OK(cudaLaunchHostFunc(a, count, nullptr));
  OK(cudaStreamAddCallback(a, called, nullptr, 0));
  OK(cudaMemcpyAsync(h, p, sizeof(h), cudaMemcpyDeviceToHost, a));
  OK(cudaFreeAsync(p, a));
  OK(cudaStreamSynchronize(a)); // although b is not done
  CHECK(h[0] == 40 && h[N - 1] == 40 && calls == 2);
  FAILS(cudaStreamQuery(b), cudaErrorNotReady);
  *(volatile int *)flag = 1;
  OK(cudaStreamSynchronize(b));
  float ms = -1;
  OK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(ms >= 0);
  OK(cudaStreamWaitEvent(b, stop));
  OK(cudaEventQuery(stop));
  int least, greatest;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(least >= greatest);
  cudaMemPool_t pool;
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  unsigned long long keep = ~0ull;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  OK(cudaEventDestroy(start));
  OK(cudaEventDestroy(stop));
  OK(cudaStreamDestroy(a));
  OK(cudaStreamDestroy(b));
  OK(cudaFreeHost(flag));
  return done();
}
