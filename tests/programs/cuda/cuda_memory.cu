// SPDX-License-Identifier: Apache-2.0
// Memory and copies in the CUDA dialect.
#include "program.h"

__managed__ int counter = 1;
__global__ void count() { atomicAdd(&counter, 1); }
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

int main() {
  enum { W = 20, H = 5 };
  int from[W * H], to[W * H] = {}, *d, *managed, *pinned;
  for (int i = 0; i < W * H; ++i)
    from[i] = i;
  size_t pitch, free_size, total;
  OK(cudaMallocPitch(&d, &pitch, W * 4, H));
  CHECK(pitch >= W * 4);
  OK(cudaMemcpy2D(d, pitch, from, W * 4, W * 4, H, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(to, W * 4, d, pitch, W * 4, H, cudaMemcpyDefault));
  CHECK(!memcmp(from, to, sizeof(to)));
  OK(cudaMemset2D(d, pitch, 0xff, W * 4, H));
  OK(cudaMemcpy(to, d, 4, cudaMemcpyDeviceToHost));
  CHECK(to[0] == -1);
  OK(cudaFree(d));
  OK(cudaMemGetInfo(&free_size, &total));
  CHECK(free_size && free_size <= total);
  OK(cudaMallocManaged(&managed, 64 * sizeof(int)));
  for (int i = 0; i < 64; ++i)
    managed[i] = i;
  twice<<<1, 64>>>(managed);
  count<<<4, 32>>>();
  OK(cudaDeviceSynchronize());
  CHECK(managed[63] == 126 && counter == 129);
  OK(cudaMemPrefetchAsync(managed, 256, cudaCpuDeviceId));
  OK(cudaMemAdvise(managed, 256, cudaMemAdviseSetReadMostly, 0));
  cudaPointerAttributes a;
  OK(cudaPointerGetAttributes(&a, managed));
  CHECK(a.type == cudaMemoryTypeManaged);
  OK(cudaMallocHost(&pinned, 256));
  OK(cudaPointerGetAttributes(&a, pinned));
  CHECK(a.type == cudaMemoryTypeHost && a.devicePointer);
  OK(cudaPointerGetAttributes(&a, from));
  CHECK(a.type == cudaMemoryTypeUnregistered);
  OK(cudaHostRegister(from, sizeof(from), cudaHostRegisterDefault));
  int *mapped;
  OK(cudaHostGetDevicePointer(&mapped, from, 0));
  twice<<<1, 64>>>(mapped);
  OK(cudaDeviceSynchronize());
  CHECK(from[63] == 126);
  OK(cudaHostUnregister(from));
  // Three dimensions, and an array.
  cudaPitchedPtr whole;
  const cudaExtent extent = make_cudaExtent(W * 4, H, 3);
  OK(cudaMalloc3D(&whole, extent));
  OK(cudaMemset3D(whole, 1, extent));
  int slices[W * H * 3];
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = whole;
  copy.dstPtr = make_cudaPitchedPtr(slices, W * 4, W, H);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&copy));
  CHECK(slices[0] == 0x01010101 && slices[W * H * 3 - 1] == 0x01010101);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &format, W, H));
  OK(cudaMemcpy2DToArray(array, 0, 0, slices, W * 4, W * 4, H,
                         cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DFromArray(to, W * 4, array, 0, 0, W * 4, H,
                           cudaMemcpyDeviceToHost));
  CHECK(to[W * H - 1] == 0x01010101);
  OK(cudaFreeArray(array));
  OK(cudaFree(whole.ptr));
  OK(cudaFree(managed));
  OK(cudaFreeHost(pinned));
  OK(cudaFree(nullptr));
  return done();
}
