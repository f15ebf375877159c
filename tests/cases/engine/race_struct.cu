// SPDX-License-Identifier: Apache-2.0
// Structs are copied whole, and races on them are found all the same.
// FLAGS: -fsanitize=shared-race -g
// DEVICES: cpu
// ERRORS: race on shared memory: in block (0,0,0), thread
// ERRORS: race_struct.cu:20
#include "program.h"

struct part {
  int a, b, c, d[9];
};

static __global__ void turn(part *o) {
  __shared__ part s[64];
  const int t = threadIdx.x;
  s[t] = o[t];
  // A barrier is missing.


  o[t] = s[63 - t];
}

int main() {
  part *memory;
  OK(cudaMalloc(&memory, 64 * sizeof(part)));
  OK(cudaMemset(memory, 0, 64 * sizeof(part)));
  turn<<<1, 64>>>(memory);
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
  OK(cudaFree(memory));
  return 0;
}
