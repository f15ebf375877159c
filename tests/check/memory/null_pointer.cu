// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void set(int *x) {
#ifdef TWIN
  if (x)
#endif
    x[threadIdx.x] = 1; // EXPECT: bad-address
}
int main() {
  set<<<1, 32>>>(nullptr);
  cudaDeviceSynchronize();
}
