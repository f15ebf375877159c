// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void none() {}

int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16, 16); // EXPECT: leak
  none<<<1, 1>>>();
  cudaDeviceSynchronize();
#ifdef TWIN
  cudaFreeArray(array);
#endif
}
