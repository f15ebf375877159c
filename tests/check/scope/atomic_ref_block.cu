// SPDX-License-Identifier: Apache-2.0
// cuda::atomic_ref in floats: its scope must hold all blocks; in shared memory
// the block's is enough.
#include <cuda/atomic>

#ifdef TWIN
#define SCOPE cuda::thread_scope_system
#else
#define SCOPE cuda::thread_scope_block
#endif

__global__ void sum(const float *x, float *total) {
  __shared__ float own;
  if (!threadIdx.x)
    own = 0;
  __syncthreads();
  cuda::atomic_ref<float, cuda::thread_scope_block> in_block(own);
  in_block.fetch_add(x[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (!threadIdx.x) {
    cuda::atomic_ref<float, SCOPE> all(*total);
    all.fetch_add(own); // EXPECT: scope-race
  }
}

int main() {
  float *x, *total;
  cudaMalloc(&x, 256 * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(float));
  cudaMemset(total, 0, sizeof(float));
  sum<<<4, 64>>>(x, total);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
}
