// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

__global__ void read(cudaTextureObject_t t, int *out) {
  out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x);
}
int main() {
  int *x, *out;
  cudaTextureObject_t t;
  cudaResourceDesc what = {};
  cudaTextureDesc how = {};
  cudaMalloc(&x, 256);
  cudaMalloc(&out, 256);
  cudaMemset(x, 0, 256);
  what.resType = cudaResourceTypeLinear;
  what.res.linear.devPtr = x;
  what.res.linear.desc = cudaCreateChannelDesc<int>();
  what.res.linear.sizeInBytes = 256;
  cudaCreateTextureObject(&t, &what, &how, nullptr); // EXPECT: leak
  read<<<1, 64>>>(t, out);
  cudaDeviceSynchronize();
#ifdef TWIN
  cudaDestroyTextureObject(t);
#endif
  cudaFree(out);
  cudaFree(x);
}
