// SPDX-License-Identifier: Apache-2.0
// An atomic operation whose scope is the thread alone is none for others.
#include <cuda/atomic>

#ifdef TWIN
#define SCOPE cuda::thread_scope_block
#else
#define SCOPE cuda::thread_scope_thread
#endif

__global__ void count(int *out) {
  __shared__ int n;
  if (!threadIdx.x)
    n = 0;
  __syncthreads();
  cuda::atomic_ref<int, SCOPE> all(n);
  all.fetch_add(1, cuda::memory_order_relaxed); // EXPECT: shared-race
  __syncthreads();
  out[blockIdx.x] = n;
}

int main() {
  int *out;
  cudaMalloc(&out, 4 * sizeof(int));
  count<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
