// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
extern __device__ int twice(int x);
int host(int);
__global__ void k(int *p) { *p = twice(*p); }
int main() {
  int *p;
  if (cudaMallocManaged(&p, 4))
    return 2;
  *p = 21;
  k<<<1, 1>>>(p);
  if (cudaDeviceSynchronize())
    return 3;
  std::printf("%d\n", host(*p));
  return *p != 42;
}
