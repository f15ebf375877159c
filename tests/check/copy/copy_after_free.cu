// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  int host[4] = {0};
  int *x;
  cudaMalloc(&x, sizeof(host));
#ifndef TWIN
  cudaFree(x);
#endif
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice); // EXPECT: use-after-free
#ifdef TWIN
  cudaFree(x);
#endif
}
