// SPDX-License-Identifier: Apache-2.0
// Kernels and functions of the device that launch kernels, in a header.
// DEVICES: cpu
#include "program.h"

#include "../launches/launches_in_headers.h"

static __global__ void top(int *p) { start(p, 10); }

int main() {
  int *p, back[4] = {};
  OK(cudaMalloc(&p, sizeof(back)));
  OK(cudaMemset(p, 0, sizeof(back)));
  parent<<<1, 1>>>(p);
  OK(cudaGetLastError());
  top<<<1, 1>>>(p);
  OK(cudaGetLastError());
  OK(cudaMemcpy(back, p, sizeof(back), cudaMemcpyDefault));
  for (int i = 0; i < 4; ++i)
    CHECK(back[i] == 11);
  OK(cudaFree(p));
  return 0;
}
