// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  char *x;
  cudaMalloc(&x, 100);
#ifndef TWIN
  cudaFree(x + 4); // EXPECT: bad-free
#endif
  cudaFree(x);
}
