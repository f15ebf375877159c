// SPDX-License-Identifier: Apache-2.0
// A block larger than an image for AMD was compiled for: the compiler's option,
// not the source, says for how many.
// FOR: gfx90a
// FLAGS: --targets=native,gfx90a
#ifdef TWIN
enum { SIZE = 512 };
#else
enum { SIZE = 1024 };
#endif
#if defined(__AMDGCN__)
#define BOUNDS __launch_bounds__(512)
#else
#define BOUNDS
#endif

BOUNDS __global__ void scale(float *x, float a) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= a;
}

int main() {
  float *x;
  cudaMalloc(&x, SIZE * sizeof(float));
  cudaMemset(x, 0, SIZE * sizeof(float));
  scale<<<1, SIZE>>>(x, 2); // EXPECT: resources
  cudaDeviceSynchronize();
  cudaFree(x);
}
