// SPDX-License-Identifier: Apache-2.0
// A module whose kernel reads a texture reference and writes a surface.
#include <hip/hip_runtime.h>

texture<float, hipTextureType2D, hipReadModeElementType> image;
surface<void, 2> picture;

extern "C" __global__ void read_image(float *to, float x, float y) {
  to[threadIdx.x] = tex2D(image, x + threadIdx.x, y);
}

extern "C" __global__ void paint() {
  surf2Dwrite((float)threadIdx.x, picture, threadIdx.x * 4, 0);
}
