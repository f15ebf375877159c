// SPDX-License-Identifier: Apache-2.0
// CUDA 13's prefetch and advice, which name a place instead of a device.
#include <cuda_runtime.h>

#include "program.h"

int main() {
  float *p;
  OK(cudaMallocManaged(&p, 4096));
  cudaMemLocation where = {};
  where.type = cudaMemLocationTypeDevice;
  OK(cudaMemPrefetchAsync(p, 4096, where, 0));
  OK(cudaMemAdvise(p, 4096, cudaMemAdviseSetPreferredLocation, where));
  where.type = cudaMemLocationTypeHost;
  OK(cudaMemPrefetchAsync(p, 4096, where, 0, (cudaStream_t)0));
  OK(cudaMemPrefetchAsync(p, 4096, 0, 0)); // CUDA 12's
  OK(cudaDeviceSynchronize());
  OK(cudaFree(p));
  return done();
}
