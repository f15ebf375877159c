// SPDX-License-Identifier: Apache-2.0
// A local array of which only a part was set goes to shared memory, where the
// rest is used.
__global__ void turn(const int *x, int *y, int n) {
  __shared__ int all[32][4];
  int own[4];
#ifdef TWIN
  for (int i = 0; i < 4; ++i)
#else
  for (int i = 0; i < n; ++i)
#endif
    own[i] = x[threadIdx.x * 4 + i];
  for (int i = 0; i < 4; ++i)
    all[threadIdx.x][i] = own[(i + n) % 4];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += all[31 - threadIdx.x][i]; // EXPECT: uninitialised
  y[threadIdx.x] = sum;
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMalloc(&y, 32 * sizeof(int));
  cudaMemset(x, 0, 128 * sizeof(int));
  turn<<<1, 32>>>(x, y, 3);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
