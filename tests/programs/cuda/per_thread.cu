// SPDX-License-Identifier: Apache-2.0
// The default stream is each thread's own: threads wait only for themselves.
// FLAGS: --default-stream per-thread
// ENV: CUDA_MODULE_LOADING=EAGER
#include <cuda_runtime.h>

#include <thread>

#include "program.h"

__global__ void wait_for(volatile int *flag) {
  while (!*flag) {
  }
}
__global__ void set(volatile int *flag) { *flag = 1; }

int main() {
  int *flags;
  OK(cudaMallocHost(&flags, 64));
  memset(flags, 0, 64);
  std::thread waiting([=] {
    wait_for<<<1, 1>>>(flags);
    OK(cudaStreamSynchronize(0));
    flags[1] = 1;
  });
  // With one stream for all, this would never be reached.
  int zero = 0, out = -1, *d;
  OK(cudaMalloc(&d, 4));
  OK(cudaMemcpy(d, &zero, 4, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(&out, d, 4, cudaMemcpyDeviceToHost));
  CHECK(out == 0);
  set<<<1, 1>>>(flags);
  OK(cudaStreamSynchronize(0));
  waiting.join();
  CHECK(flags[1] == 1);
  OK(cudaFreeHost(flags));
  OK(cudaFree(d));
  return done();
}
