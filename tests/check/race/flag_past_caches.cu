// SPDX-License-Identifier: Apache-2.0
// A flag that blocks write and read past their caches, by PTX of older sources,
// and the fence that makes known what comes before it.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

__global__ void pass(int *to, unsigned *flag, int *got) {
  if (blockIdx.x == 0) {
    *to = 5; // EXPECT: global-race
#ifdef TWIN
    __threadfence();
#endif
    asm volatile("st.global.cg.u32 [%0], %1;" ::"l"(flag), "r"(1u) : "memory");
    return;
  }
  unsigned seen;
  do
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  while (!seen);
  __threadfence();
  *got = *to;
}
int main() {
  int *to, *got, result;
  unsigned *flag;
  cudaMalloc(&to, sizeof(*to));
  cudaMalloc(&got, sizeof(*got));
  cudaMalloc(&flag, sizeof(*flag));
  cudaMemset(flag, 0, sizeof(*flag));
  pass<<<2, 1>>>(to, flag, got);
  cudaMemcpy(&result, got, sizeof(result), cudaMemcpyDeviceToHost);
  cudaFree(to);
  cudaFree(got);
  cudaFree(flag);
  return result != 5;
}
