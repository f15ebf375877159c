// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
// FOR: gfx1100
extern __shared__ int tile[];
__global__ void big(int *x) {
  tile[threadIdx.x] = 1;
  x[threadIdx.x] = tile[threadIdx.x];
}
#ifdef TWIN
#define BYTES 60000
#else
#define BYTES 70000
#endif
int main() {
  int *x;
  cudaMalloc(&x, 128);
  big<<<1, 32, BYTES>>>(x); // EXPECT: resources
  cudaDeviceSynchronize();
  cudaFree(x);
}
