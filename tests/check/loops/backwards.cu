// SPDX-License-Identifier: Apache-2.0
// A loop that goes down, and once too far.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

#ifdef TWIN
enum { MORE = 0 };
#else
enum { MORE = 1 };
#endif

__global__ void last(const short *x, int n, short *y) {
  int s = 0;
  for (int k = n - 1; k >= -MORE; --k)
    s += x[k]; // EXPECT: out-of-bounds
  *y = s;
}
int main() {
  short *x, *y;
  cudaMalloc(&x, 101 * sizeof(*x));
  cudaMalloc(&y, sizeof(*y));
  cudaMemset(x, 0, 101 * sizeof(*x));
  last<<<1, 1>>>(x, 101, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
