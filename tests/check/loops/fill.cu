// SPDX-License-Identifier: Apache-2.0
// A loop that writes one byte too many.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

#ifdef TWIN
enum { MORE = 0 };
#else
enum { MORE = 1 };
#endif

__global__ void fill(char *x, long long n) {
  for (long long k = 0; k != n; ++k)
    x[k] = 1; // EXPECT: out-of-bounds
}
int main() {
  char *x, *y;
  cudaMalloc(&x, 101 * sizeof(*x));
  cudaMalloc(&y, sizeof(*y));
  cudaMemset(x, 0, 101 * sizeof(*x));
  fill<<<1, 1>>>(x, 101 + MORE);
  fill<<<1, 1>>>(y, 1);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
