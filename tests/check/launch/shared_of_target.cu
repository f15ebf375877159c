// SPDX-License-Identifier: Apache-2.0
// Static and dynamic shared memory together are more than the target has.
// FOR: sm_75
__global__ void sum(const int *x, int *y, int n) {
  __shared__ int fixed[4096];
  extern __shared__ int more[];
  fixed[threadIdx.x] = x[threadIdx.x];
  more[threadIdx.x] = n;
  __syncthreads();
  y[threadIdx.x] = fixed[63 - threadIdx.x] + more[63 - threadIdx.x];
}

int main() {
  int *x, *y;
#ifdef TWIN
  const int size = 40 * 1024;
#else
  const int size = 60 * 1024;
#endif
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMalloc(&y, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize, size);
  sum<<<1, 64, size>>>(x, y, 3); // EXPECT: resources
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
