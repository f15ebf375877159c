// SPDX-License-Identifier: Apache-2.0
// cuda::atomic whose scope is a block, used by several.
#include <cuda/atomic>

#ifdef TWIN
typedef cuda::atomic<int, cuda::thread_scope_device> counter;
#else
typedef cuda::atomic<int, cuda::thread_scope_block> counter;
#endif

__global__ void clear(counter *c) { c->store(0, cuda::memory_order_relaxed); }

__global__ void count(counter *c) {
  c->fetch_add(1, cuda::memory_order_relaxed); // EXPECT: scope-race
}

int main() {
  counter *c;
  cudaMalloc(&c, sizeof(*c));
  clear<<<1, 1>>>(c);
  count<<<4, 32>>>(c);
  cudaDeviceSynchronize();
  cudaFree(c);
}
