// SPDX-License-Identifier: Apache-2.0
// A fill in another stream than the kernel that writes there.
#include <cstdio>

__global__ void ones(int *x) { x[threadIdx.x] = 1; }

int main() {
  int *x;
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaMalloc(&x, 64 * sizeof(int));
  ones<<<1, 64, 0, s>>>(x);
#ifdef TWIN
  cudaStreamSynchronize(s);
#endif
  cudaMemsetAsync(x, 0, 64 * sizeof(int), t); // EXPECT: launch-race
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}
