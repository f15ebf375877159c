// SPDX-License-Identifier: Apache-2.0
// What assert calls, declared again for both sides, as CUDA's headers do where
// NDEBUG leaves it out.
// FLAGS: -DNDEBUG
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
__host__ __device__ void __assert_fail(const char *expression, const char *file,
                                       unsigned line,
                                       const char *function) noexcept
    __attribute__((__noreturn__));
}
#undef NDEBUG
#include <assert.h>

__global__ void kernel(int *p) {
  assert(p);
  *p = 7;
}

int main() {
  int *p;
  cudaMallocManaged(&p, sizeof(*p));
  kernel<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  assert(*p == 7);
  const bool right = *p == 7;
  cudaFree(p);
  return right ? 0 : 1;
}
