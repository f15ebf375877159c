// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  int *x;
  cudaMalloc(&x, 100);
  cudaFree(x);
#ifndef TWIN
  cudaFree(x); // EXPECT: double-free
#endif
}
