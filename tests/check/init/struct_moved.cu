// SPDX-License-Identifier: Apache-2.0
// A struct of which one field was never set is copied as a whole, through
// another's memory, and the field decides.
struct particle {
  float place[3];
  int kind;
};

__global__ void fill(particle *p) {
  p[threadIdx.x].place[0] = threadIdx.x;
  p[threadIdx.x].place[1] = 0;
  p[threadIdx.x].place[2] = 1;
#ifdef TWIN
  p[threadIdx.x].kind = threadIdx.x % 2;
#endif
}

__global__ void sort(const particle *from, particle *to) {
  to[31 - threadIdx.x] = from[threadIdx.x];
}

__global__ void count(const particle *p, int *n) {
  if (p[threadIdx.x].kind == 1) // EXPECT: uninitialised
    atomicAdd(n, (int)p[threadIdx.x].place[2]);
}

int main() {
  particle *a, *b;
  int *n;
  cudaMalloc(&a, 32 * sizeof(*a));
  cudaMalloc(&b, 32 * sizeof(*b));
  cudaMalloc(&n, sizeof(*n));
  cudaMemset(n, 0, sizeof(*n));
  fill<<<1, 32>>>(a);
  sort<<<1, 32>>>(a, b);
  count<<<1, 32>>>(b, n);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(n);
}
