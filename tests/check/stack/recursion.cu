// SPDX-License-Identifier: Apache-2.0
// Recursion that does not end where the tree has a cycle.
#include <cstdio>

struct node {
  int value, left, right;
};

__device__ int sum(const node *all, int at, int depth) { // EXPECT: stack-overflow
  int path[32];
  if (at < 0)
    return 0;
  for (int i = 0; i < 32; ++i)
    path[i] = all[at].value + i + depth;
  return path[depth % 32] - depth % 32 - depth +
         sum(all, all[at].left, depth + 1) + sum(all, all[at].right, depth + 1);
}

__global__ void sums(const node *all, int *out) {
  out[threadIdx.x] = sum(all, threadIdx.x, 0);
}

int main() {
#ifdef TWIN
  const node host[4] = {{1, 1, 2}, {2, 3, -1}, {3, -1, -1}, {4, -1, -1}};
#else
  const node host[4] = {{1, 1, 2}, {2, 3, -1}, {3, -1, -1}, {4, 0, -1}};
#endif
  node *all;
  int *out, sums_of[4] = {0};
  cudaMalloc(&all, sizeof(host));
  cudaMalloc(&out, sizeof(sums_of));
  cudaMemcpy(all, host, sizeof(host), cudaMemcpyHostToDevice);
  sums<<<1, 4>>>(all, out);
  if (cudaDeviceSynchronize() == cudaSuccess)
    cudaMemcpy(sums_of, out, sizeof(sums_of), cudaMemcpyDeviceToHost);
  cudaFree(all);
  cudaFree(out);
#ifdef TWIN
  return sums_of[0] != 10 || sums_of[1] != 6;
#endif
}
