// SPDX-License-Identifier: Apache-2.0
// Atomic instructions of PTX, whose scope is in their names.
__global__ void count(unsigned *c) {
  unsigned old;
#ifdef TWIN
  asm volatile("atom.add.relaxed.gpu.u32 %0, [%1], 1;" : "=r"(old) : "l"(c) : "memory");
#else
  asm volatile("atom.add.relaxed.cta.u32 %0, [%1], 1;" : "=r"(old) : "l"(c) : "memory"); // EXPECT: scope-race
#endif
  c[1 + blockIdx.x * blockDim.x + threadIdx.x] = old;
}

int main() {
  unsigned *c;
  cudaMalloc(&c, 200 * sizeof(int));
  cudaMemset(c, 0, sizeof(int));
  count<<<4, 32>>>(c);
  cudaDeviceSynchronize();
  cudaFree(c);
}
