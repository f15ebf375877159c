// SPDX-License-Identifier: Apache-2.0
// A tile that is loaded from memory that nobody wrote, and used.
__global__ void sums(const float *x, float *y) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8)
    y[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 8]; // EXPECT: uninitialised
}

int main() {
  float *x, *y, host[8];
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 8 * sizeof(float));
#ifdef TWIN // what is moved and not used does not matter
  cudaMemset(x, 0, 16 * sizeof(float));
#else
  cudaMemset(x, 0, 8 * sizeof(float));
#endif
  sums<<<1, 64>>>(x, y);
  cudaMemcpy(host, y, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
}
