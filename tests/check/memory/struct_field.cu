// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

struct item {
  int key;
  double value;
};
__device__ double &value_of(item *all, int i) { return all[i].value; }
__global__ void fill(item *all, int n) {
#ifdef TWIN
  const int last = n - 1;
#else
  const int last = n;
#endif
  value_of(all, last) = 1; // EXPECT: out-of-bounds
}

int main() {
  item *x;
  cudaMalloc(&x, 10 * sizeof(item));
  cudaMemset(x, 0, 10 * sizeof(item));
  fill<<<1, 1>>>(x, 10);
  cudaDeviceSynchronize();
  cudaFree(x);
}
