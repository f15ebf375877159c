// SPDX-License-Identifier: Apache-2.0
// Each work-item at an address of its own; one of them is wrong, in the second
// block of three.
#include <cstdio>

struct pair {
  int first;
  short second;
};

__global__ void pick(const int *where, const pair *from, int *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[where[i]].first + // EXPECT: out-of-bounds
          from[where[i] ^ 1].second;
}

int main() {
  int *where, *to, numbers[96];
  pair *from;
  for (int i = 0; i < 96; ++i)
    numbers[i] = i * 29 % 50;
#ifndef TWIN
  numbers[45] = 50;
#endif
  cudaMalloc(&where, sizeof(numbers));
  cudaMalloc(&to, sizeof(numbers));
  cudaMalloc(&from, 50 * sizeof(pair));
  cudaMemset(from, 0, 50 * sizeof(pair));
  cudaMemcpy(where, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  pick<<<3, 32>>>(where, from, to);
  cudaDeviceSynchronize();
  cudaFree(where);
  cudaFree(to);
  cudaFree(from);
}
