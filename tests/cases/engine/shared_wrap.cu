// SPDX-License-Identifier: Apache-2.0
// Addresses of shared memory have 32 bits on GPUs, and wrap there.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 2 3
// DEVICES: cpu
#include "program.h"

enum { COUNT = 64 };

static __global__ void backwards(int *o) {
  __shared__ int s[COUNT];
  const unsigned i = threadIdx.x;
  s[i] = i;
  __syncthreads();
  const int *end = s + COUNT;
  o[i] = end[~i];
}

// As a distance of 32 bits that is below zero.
static __global__ void step_back(int *o, unsigned step) {
  __shared__ int s[COUNT];
  const unsigned i = threadIdx.x;
  s[i] = i;
  __syncthreads();
  o[i] = i ? s[i + step] : -1;
}

int main() {
  int *o, got[COUNT];
  OK(cudaMalloc(&o, sizeof(got)));
  backwards<<<1, COUNT>>>(o);
  OK(cudaMemcpy(got, o, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i)
    CHECK(got[i] == COUNT - 1 - i);
  step_back<<<1, COUNT>>>(o, ~0u);
  OK(cudaMemcpy(got, o, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i)
    CHECK(got[i] == i - 1);
  std::puts("ok");
  OK(cudaFree(o));
  return 0;
}
