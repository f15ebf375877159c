// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  int *x;
  cudaMalloc(&x, 100);
#ifdef TWIN
  const size_t size = 100;
#else
  const size_t size = 101;
#endif
  cudaMemset(x, 0, size); // EXPECT: copy-size
  cudaFree(x);
}
