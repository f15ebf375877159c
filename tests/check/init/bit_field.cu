// SPDX-License-Identifier: Apache-2.0
// Fields of bits: one that is set needs the others' bits, which does not count
// as a use of them.
#include <cstdio>

struct state {
  unsigned char low : 4;
  unsigned char high : 4;
  unsigned char whole;
};

__global__ void set(state *s) {
  s[threadIdx.x].low = threadIdx.x;
#ifdef TWIN
  s[threadIdx.x].whole = 1;
#endif
}

__global__ void count(const state *s, int *n) {
  if (s[threadIdx.x].low == 3 && s[threadIdx.x].whole) // EXPECT: uninitialised
    atomicAdd(n, 1);
}

int main() {
  state *s;
  int *n;
  cudaMalloc(&s, 32 * sizeof(*s));
  cudaMalloc(&n, sizeof(*n));
  cudaMemset(n, 0, sizeof(*n));
  set<<<1, 32>>>(s);
  count<<<1, 32>>>(s, n);
  cudaDeviceSynchronize();
  cudaFree(s);
  cudaFree(n);
}
