// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__device__ __noinline__ int key(const int *keys, int i) { return keys[i]; }

__device__ __noinline__ bool comes_first(int a, int b) {
  return a < b; // the values come through calls
}

__global__ void pick(const int *keys, int *out, int n) {
  const int i = threadIdx.x;
#ifdef TWIN
  if (i + 1 < n && comes_first(key(keys, i), key(keys, i + 1)))
#else
  if (comes_first(key(keys, i), key(keys, i + 1))) // EXPECT: uninitialised
#endif
    out[i] = 1;
}

int main() {
  int *keys, *out;
  cudaMalloc(&keys, 65 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(keys, 0, 64 * sizeof(int));
  pick<<<1, 64>>>(keys, out, 64);
  cudaDeviceSynchronize();
  cudaFree(keys);
  cudaFree(out);
}
