// SPDX-License-Identifier: Apache-2.0
// What is bound to a surface reference has no object that the program could
// destroy, and is never unbound; the array is the program's.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

surface<void, cudaSurfaceType2D> canvas;

__global__ void paint(int value) {
  surf2Dwrite(value, canvas, (int)threadIdx.x * 4, 0);
}
int main() {
  cudaArray_t arrays[2];
  const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  for (int i = 0; i < 2; ++i) {
    cudaMallocArray(&arrays[i], &ints, 32, 4, // EXPECT: leak
                    cudaArraySurfaceLoadStore);
    if (cudaBindSurfaceToArray(canvas, arrays[i]))
      return 2;
    paint<<<1, 32>>>(i);
    cudaDeviceSynchronize();
  }
  cudaFreeArray(arrays[0]);
#ifdef TWIN
  cudaFreeArray(arrays[1]);
#endif
}
