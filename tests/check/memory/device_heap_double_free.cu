// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void own() {
  int *mine = (int *)malloc(16);
  free(mine);
#ifndef TWIN
  free(mine); // EXPECT: double-free
#endif
}
int main() {
  own<<<1, 1>>>();
  cudaDeviceSynchronize();
}
