// SPDX-License-Identifier: Apache-2.0
// Functions that call each other through pointers, without an end; behind a
// barrier, so that each work-item has a stack of its own.
typedef int step(int n, int left);
__device__ int even(int n, int left);
__device__ int odd(int n, int left);
__device__ step *const steps[2] = {even, odd};

#define STEP(name, other)                                                      \
  __device__ __noinline__ int name(int n, int left) {                          \
    return left ? steps[other](n + 1, left - 1) + 1 : n;                       \
  }
STEP(even, 1) STEP(odd, 0) // EXPECT: stack-overflow

__global__ void count(int *out, int left) {
  __shared__ int base;
  if (!threadIdx.x)
    base = 0;
  __syncthreads();
  out[threadIdx.x] = steps[0](base, left);
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
#ifdef TWIN
  count<<<1, 64>>>(out, 100);
#else
  count<<<1, 64>>>(out, -1);
#endif
  cudaDeviceSynchronize();
  cudaFree(out);
}
