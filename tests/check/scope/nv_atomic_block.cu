// SPDX-License-Identifier: Apache-2.0
// CUDA's __nv_atomic functions, which take their scope as an argument.
#ifdef TWIN
#define SCOPE __NV_THREAD_SCOPE_DEVICE
#else
#define SCOPE __NV_THREAD_SCOPE_BLOCK
#endif

__global__ void largest(const int *x, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __nv_atomic_fetch_max(out, x[i], __NV_ATOMIC_RELAXED, SCOPE); // EXPECT: scope-race
}

int main() {
  int *x, *out;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(x, 0, 256 * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  largest<<<4, 64>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
