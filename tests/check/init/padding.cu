// SPDX-License-Identifier: Apache-2.0
// Structs with bytes between their members that nobody writes, which is right:
// kernels and copies take them along, to the host, too. A member that one
// work-item leaves out is another matter.
#include <cstdio>

struct row {
  double weight;
  char kind;
  int count;
  short tag; // and six bytes
};

__global__ void fill(row *rows, int n) {
  row own;
  own.weight = threadIdx.x;
  own.kind = 1;
  own.count = 2;
  own.tag = 3;
  if (threadIdx.x < n)
    rows[threadIdx.x] = own;
  else {
    rows[threadIdx.x].weight = 0;
    rows[threadIdx.x].kind = 2;
    rows[threadIdx.x].tag = 4;
  }
}

__global__ void turn(const row *from, row *to) {
  to[threadIdx.x] = from[31 - threadIdx.x];
}

int main() {
  row *a, *b, host[32];
  cudaMalloc(&a, sizeof(host));
  cudaMalloc(&b, sizeof(host));
#ifdef TWIN
  fill<<<1, 32>>>(a, 32);
#else
  fill<<<1, 32>>>(a, 31);
#endif
  turn<<<1, 32>>>(a, b);
  cudaMemcpy(host, b, sizeof(host), cudaMemcpyDeviceToHost); // EXPECT: uninitialised-copy
  cudaFree(a);
  cudaFree(b);
}
