// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  int *x;
  cudaMallocHost(&x, 100); // EXPECT: leak
#ifdef TWIN
  cudaFreeHost(x);
#endif
}
