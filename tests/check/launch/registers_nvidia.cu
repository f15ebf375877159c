// SPDX-License-Identifier: Apache-2.0
// A block of 1024 threads, whose registers are more than a multiprocessor has:
// the kernel was not compiled for so many.
// FOR: sm_90
// FLAGS: --targets=native,sm_90
// NEEDS: ptxas
#ifdef TWIN
#define BOUNDS __launch_bounds__(1024)
#else
#define BOUNDS
#endif

BOUNDS __global__ void mix(const float *x, float *y, int n) {
  float a[96];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 96; ++k)
    a[k] = x[(i + k) % n];
  for (int round = 0; round < n; ++round)
#pragma unroll
    for (int k = 0; k < 96; ++k)
      a[k] = a[k] * a[(k + 7) % 96] + x[round];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 96; ++k)
    sum += a[k];
  y[i] = sum;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 4 * sizeof(float));
  cudaMalloc(&y, 1024 * sizeof(float));
  cudaMemset(x, 0, 4 * sizeof(float));
  mix<<<1, 1024>>>(x, y, 4); // EXPECT: resources
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
