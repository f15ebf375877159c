// SPDX-License-Identifier: Apache-2.0
// A loop over a column, the last round of which is beyond the memory.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

#ifdef TWIN
enum { MORE = 0 };
#else
enum { MORE = 1 };
#endif

__global__ void column(const double *x, unsigned n, unsigned width, double *y) {
  double s = 0;
  for (unsigned k = 0; k <= n; k += 2)
    s += x[k * width]; // EXPECT: out-of-bounds
  *y = s;
}
int main() {
  double *x, *y;
  cudaMalloc(&x, 101 * sizeof(*x));
  cudaMalloc(&y, sizeof(*y));
  cudaMemset(x, 0, 101 * sizeof(*x));
  column<<<1, 1>>>(x, 8 + 2 * MORE, 11, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
