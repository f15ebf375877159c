// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

int main() {
  int host[64] = {0};
  int *x;
#ifdef TWIN
  cudaMalloc(&x, sizeof(host));
#else
  cudaMalloc(&x, 64);
#endif
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice); // EXPECT: copy-size
  cudaFree(x);
}
