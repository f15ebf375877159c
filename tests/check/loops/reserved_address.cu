// SPDX-License-Identifier: Apache-2.0
// Addresses that the host has reserved and nothing lies at, as a GPU's driver
// has terabytes of, are no memory of the host's. With -DTWIN there is no defect.
#include <cstdio>
#include <sys/mman.h>

__global__ void fill(int *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i * 32 + threadIdx.x] = i; // EXPECT: bad-address
}

int main() {
  enum { BYTES = 1 << 20 };
  int *x;
#ifdef TWIN
  cudaMalloc(&x, BYTES);
#else
  x = static_cast<int *>(
      mmap(nullptr, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
#endif
  fill<<<1, 32>>>(x, 4);
  cudaDeviceSynchronize();
#ifdef TWIN
  cudaFree(x);
#endif
}
