// SPDX-License-Identifier: Apache-2.0
// nvcc takes 'register' without a word, in C++17 too.
#include <cuda_runtime.h>

#include "program.h"

__global__ void k(int *a) {
  register int x = a[0];
  for (register int i = 0; i < 3; ++i)
    x += i;
  a[1] = x;
}

int main() {
  register int h[2] = {4, 0};
  int *d;
  OK(cudaMalloc(&d, sizeof(h)));
  OK(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
  k<<<1, 1>>>(d);
  OK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h[1] == 7);
  OK(cudaFree(d));
  return done();
}
