// SPDX-License-Identifier: Apache-2.0
// A flag between blocks, whose release and acquire are of a block's scope only.
#include <cuda/atomic>

#ifdef TWIN
#define SCOPE cuda::thread_scope_device
#else
#define SCOPE cuda::thread_scope_block
#endif

__global__ void pass(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, SCOPE> ready(*flag);
  if (blockIdx.x == 0) {
    data[0] = 42;
    ready.store(1, cuda::memory_order_release); // EXPECT: scope-race
  } else {
    int tries = 0;
    while (!ready.load(cuda::memory_order_acquire) && tries < 1000000)
      ++tries;
    if (tries < 1000000)
      out[0] = data[0]; // ALSO: global-race
  }
}

int main() {
  int *all;
  cudaMalloc(&all, 3 * sizeof(int));
  cudaMemset(all, 0, 3 * sizeof(int));
  pass<<<2, 1>>>(all, all + 1, all + 2);
  cudaDeviceSynchronize();
  cudaFree(all);
}
