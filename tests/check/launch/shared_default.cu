// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
// FOR: sm_90
extern __shared__ int tile[];
__global__ void big(int *x) {
  tile[threadIdx.x] = 1;
  x[threadIdx.x] = tile[threadIdx.x];
}
int main() {
  int *x;
  cudaMalloc(&x, 128);
#ifdef TWIN
  cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       64 * 1024);
#endif
  big<<<1, 32, 64 * 1024>>>(x); // EXPECT: resources
  cudaDeviceSynchronize();
  cudaFree(x);
}
