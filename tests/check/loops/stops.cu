// SPDX-License-Identifier: Apache-2.0
// A loop that stops before what others write; only what it reads counts. In
// another one the bound is what the loop itself writes.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

enum { N = 64 };

__global__ void search(int *x, int *found) {
  if (blockIdx.x) {
    x[N - 1] = 7;
    return;
  }
  int k = 0;
  for (; k < N; ++k)
#ifdef TWIN
    if (x[k] == 5)
      break;
#else
    if (x[k] == 7) // EXPECT: global-race
      break;
#endif
  *found = k;
}
__global__ void shrink(int *n, int *x) {
  for (int k = 0; k < *n; ++k) {
    x[k] = k;
    *n -= 1;
  }
}
int main() {
  int *x, *found, start[N] = {};
  start[9] = 5;
  cudaMalloc(&x, sizeof(start));
  cudaMalloc(&found, sizeof(int));
  cudaMemcpy(x, start, sizeof(start), cudaMemcpyHostToDevice);
  search<<<2, 1>>>(x, found);
  cudaDeviceSynchronize();
  start[0] = N; // so x has half of what the first bound says
  cudaMemcpy(found, start, sizeof(int), cudaMemcpyHostToDevice);
  shrink<<<1, 1>>>(found, x + N / 2);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(found);
}
