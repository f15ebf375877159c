// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects in the CUDA dialect.
#include "program.h"

enum { W = 8, H = 8 };
__global__ void sample(cudaTextureObject_t t, float *to) {
  const int x = threadIdx.x, y = threadIdx.y;
  to[y * W + x] = tex2D<float>(t, (x + 1.0f) / W, (y + 1.0f) / H);
}
__global__ void store(cudaSurfaceObject_t s) {
  surf2Dwrite((float)(threadIdx.y * W + threadIdx.x), s, threadIdx.x * 4,
              threadIdx.y);
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaResourceDesc resource = {};
  cudaTextureDesc texture = {};
  cudaTextureObject_t t;
  cudaSurfaceObject_t s;
  float *d, h[W * H];
  OK(cudaMalloc(&d, sizeof(h)));
  OK(cudaMallocArray(&array, &format, W, H, cudaArraySurfaceLoadStore));
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  OK(cudaCreateSurfaceObject(&s, &resource));
  store<<<1, dim3(W, H)>>>(s);
  texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
  texture.filterMode = cudaFilterModeLinear;
  texture.readMode = cudaReadModeElementType;
  texture.normalizedCoords = 1;
  OK(cudaCreateTextureObject(&t, &resource, &texture, nullptr));
  sample<<<1, dim3(W, H)>>>(t, d);
  OK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
  // Between four texels, or two at an edge.
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      const double at_x = x < W - 1 ? x + 0.5 : x,
                   at_y = y < H - 1 ? y + 0.5 : y;
      NEAR(h[y * W + x], at_y * W + at_x, 1e-3);
    }
  OK(cudaDestroyTextureObject(t));
  OK(cudaDestroySurfaceObject(s));
  OK(cudaFreeArray(array));
  OK(cudaFree(d));
  return done();
}
