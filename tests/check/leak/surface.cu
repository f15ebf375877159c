// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

__global__ void write(cudaSurfaceObject_t s) {
  surf2Dwrite(7, s, (int)threadIdx.x * 4, 0);
}
int main() {
  cudaArray_t array;
  cudaSurfaceObject_t s;
  cudaResourceDesc what = {};
  const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &ints, 32, 4, cudaArraySurfaceLoadStore);
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  cudaCreateSurfaceObject(&s, &what); // EXPECT: leak
  write<<<1, 32>>>(s);
  cudaDeviceSynchronize();
#ifdef TWIN
  cudaDestroySurfaceObject(s);
#endif
  cudaFreeArray(array);
}
