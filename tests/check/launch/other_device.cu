// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
// ENV: QUERN_CPU_DEVICES=2
__global__ void set(int *x) { x[threadIdx.x] = 1; }
int main() {
  int *x;
  cudaMalloc(&x, 128);
  cudaSetDevice(1);
#ifdef TWIN
  cudaDeviceEnablePeerAccess(0, 0);
#endif
  set<<<1, 32>>>(x); // EXPECT: other-device
  cudaDeviceSynchronize();
  cudaFree(x);
}
