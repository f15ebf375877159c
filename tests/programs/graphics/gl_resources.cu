// SPDX-License-Identifier: Apache-2.0
// Buffers and textures of OpenGL, written and read by kernels.
#include <cuda.h>
#include <cudaGL.h>
#include <cuda_gl_interop.h>

#include "gl.h"
#include "program.h"

enum {
  ARRAY_BUFFER = 0x8892,
  STATIC_DRAW = 0x88e4,
  TEXTURE_2D = 0x0de1,
  TEXTURE_3D = 0x806f,
  TEXTURE_2D_ARRAY = 0x8c1a,
  RENDERBUFFER = 0x8d41,
  COUNT = 1000,
  WIDTH = 13, // rows that are no multiple of 4 bytes
  HEIGHT = 5,
  LAYERS = 3,
};

static auto bind_buffer() {
  return gl_call<void (*)(unsigned, gl_id)>("glBindBuffer");
}

static gl_id make_buffer(const float *from) {
  gl_id name = 0;
  gl_call<void (*)(int, gl_id *)>("glGenBuffers")(1, &name);
  bind_buffer()(ARRAY_BUFFER, name);
  gl_call<void (*)(unsigned, long, const void *, unsigned)>("glBufferData")(
      ARRAY_BUFFER, COUNT * sizeof(float), from, STATIC_DRAW);
  return name;
}

static void read_buffer(gl_id name, float *to) {
  bind_buffer()(ARRAY_BUFFER, name);
  gl_call<void (*)(unsigned, long, long, void *)>("glGetBufferSubData")(
      ARRAY_BUFFER, 0, COUNT * sizeof(float), to);
}

__global__ void twice(float *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}

static void check_buffers() {
  float h[COUNT], *p = nullptr;
  cudaGraphicsResource *resource = nullptr;
  size_t size = 0;
  for (int i = 0; i < COUNT; ++i)
    h[i] = (float)i;
  const gl_id name = make_buffer(h), none = 99;
  CHECK(cudaGraphicsGLRegisterBuffer(&resource, none, 0) ==
        cudaErrorInvalidValue);
  OK(cudaGraphicsGLRegisterBuffer(&resource, name,
                                  cudaGraphicsRegisterFlagsNone));
  CHECK(cudaGraphicsResourceGetMappedPointer((void **)&p, &size, resource) ==
        cudaErrorNotMapped);
  OK(cudaGraphicsMapResources(1, &resource, nullptr));
  CHECK(cudaGraphicsMapResources(1, &resource, nullptr) ==
        cudaErrorAlreadyMapped);
  OK(cudaGraphicsResourceGetMappedPointer((void **)&p, &size, resource));
  CHECK(size == sizeof(h));
  twice<<<(COUNT + 63) / 64, 64>>>(p, COUNT);
  OK(cudaGraphicsUnmapResources(1, &resource, nullptr));
  CHECK(cudaGraphicsUnmapResources(1, &resource, nullptr) ==
        cudaErrorNotMapped);
  read_buffer(name, h);
  for (int i = 0; i < COUNT; ++i)
    CHECK(h[i] == 2.0f * i);
  // Only read: what the kernel writes stays away from OpenGL.
  OK(cudaGraphicsResourceSetMapFlags(resource, cudaGraphicsMapFlagsReadOnly));
  OK(cudaGraphicsMapResources(1, &resource, nullptr));
  OK(cudaGraphicsResourceGetMappedPointer((void **)&p, &size, resource));
  twice<<<(COUNT + 63) / 64, 64>>>(p, COUNT);
  OK(cudaGraphicsUnmapResources(1, &resource, nullptr));
  read_buffer(name, h);
  for (int i = 0; i < COUNT; ++i)
    CHECK(h[i] == 2.0f * i);
  cudaArray_t array;
  OK(cudaGraphicsMapResources(1, &resource, nullptr));
  CHECK(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0) ==
        cudaErrorNotMappedAsArray);
  OK(cudaGraphicsUnregisterResource(resource));
  CHECK(cudaGraphicsUnregisterResource(resource) ==
        cudaErrorInvalidResourceHandle);
}

static void check_old_names() {
  float h[COUNT], *p = nullptr;
  CUdeviceptr d = 0;
  size_t size = 0;
  for (int i = 0; i < COUNT; ++i)
    h[i] = (float)i;
  const gl_id name = make_buffer(h);
  OK(cudaGLRegisterBufferObject(name));
  OK(cudaGLMapBufferObject((void **)&p, name));
  twice<<<(COUNT + 63) / 64, 64>>>(p, COUNT);
  OK(cudaGLUnmapBufferObject(name));
  OK(cuGLMapBufferObject(&d, &size, name));
  CHECK(size == sizeof(h));
  twice<<<(COUNT + 63) / 64, 64>>>((float *)d, COUNT);
  OK(cuGLUnmapBufferObject(name));
  OK(cudaGLUnregisterBufferObject(name));
  CHECK(cudaGLUnregisterBufferObject(name) == cudaErrorInvalidResourceHandle);
  read_buffer(name, h);
  for (int i = 0; i < COUNT; ++i)
    CHECK(h[i] == 4.0f * i);
}

static gl_id begin_texture(unsigned target) {
  gl_id name = 0;
  gl_call<void (*)(int, gl_id *)>("glGenTextures")(1, &name);
  gl_call<void (*)(unsigned, gl_id)>("glBindTexture")(target, name);
  gl_call<void (*)(unsigned, int)>("glPixelStorei")(0x0cf5, 1); // no gaps
  gl_call<void (*)(unsigned, int)>("glPixelStorei")(0x0d05, 1);
  return name;
}

__global__ void add_one(cudaSurfaceObject_t surface, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x >= width || y >= height)
    return;
  uchar4 v;
  surf2Dread(&v, surface, x * 4, y);
  v.x += 1, v.y += 2, v.z += 3, v.w += 4;
  surf2Dwrite(v, surface, x * 4, y);
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc desc = {};
  cudaSurfaceObject_t surface = 0;
  desc.resType = cudaResourceTypeArray;
  desc.res.array.array = array;
  OK(cudaCreateSurfaceObject(&surface, &desc));
  return surface;
}

static void check_texture() {
  unsigned char pixels[HEIGHT][WIDTH][4], back[HEIGHT][WIDTH][4];
  const gl_id name = begin_texture(TEXTURE_2D);
  for (int i = 0; i < HEIGHT * WIDTH * 4; ++i)
    pixels[0][0][i] = (unsigned char)(i * 3);
  gl_call<void (*)(unsigned, int, int, int, int, int, unsigned, unsigned,
                   const void *)>("glTexImage2D")(
      TEXTURE_2D, 0, 0x8058, WIDTH, HEIGHT, 0, 0x1908, 0x1401, pixels);
  cudaGraphicsResource *resource = nullptr;
  cudaArray_t array = nullptr;
  void *p;
  size_t size;
  OK(cudaGraphicsGLRegisterImage(&resource, name, TEXTURE_2D,
                                 cudaGraphicsRegisterFlagsSurfaceLoadStore));
  OK(cudaGraphicsMapResources(1, &resource, nullptr));
  OK(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
  CHECK(cudaGraphicsResourceGetMappedPointer(&p, &size, resource) ==
        cudaErrorNotMappedAsPointer);
  CHECK(cudaGraphicsSubResourceGetMappedArray(&array, resource, 1, 0) ==
        cudaErrorInvalidValue);
  cudaChannelFormatDesc format;
  cudaExtent extent;
  unsigned flags;
  OK(cudaArrayGetInfo(&format, &extent, &flags, array));
  CHECK(extent.width == WIDTH && extent.height == HEIGHT && !extent.depth);
  CHECK(format.x == 8 && format.w == 8 &&
        format.f == cudaChannelFormatKindUnsigned);
  const cudaSurfaceObject_t surface = surface_of(array);
  add_one<<<HEIGHT, WIDTH>>>(surface, WIDTH, HEIGHT);
  OK(cudaGraphicsUnmapResources(1, &resource, nullptr));
  OK(cudaDestroySurfaceObject(surface));
  gl_call<void (*)(unsigned, int, unsigned, unsigned, void *)>("glGetTexImage")(
      TEXTURE_2D, 0, 0x1908, 0x1401, back);
  for (int i = 0; i < HEIGHT * WIDTH * 4; ++i)
    CHECK(back[0][0][i] == (unsigned char)(i * 3 + i % 4 + 1));
  OK(cudaGraphicsUnregisterResource(resource));
}

__global__ void scale_layer(cudaSurfaceObject_t surface, float by) {
  float v;
  surf2Dread(&v, surface, threadIdx.x * 4, blockIdx.x);
  surf2Dwrite(v * by, surface, threadIdx.x * 4, blockIdx.x);
}

static void check_layers() {
  float texels[LAYERS][HEIGHT][WIDTH], back[LAYERS][HEIGHT][WIDTH];
  const gl_id name = begin_texture(TEXTURE_2D_ARRAY);
  for (int i = 0; i < LAYERS * HEIGHT * WIDTH; ++i)
    texels[0][0][i] = (float)i;
  gl_call<void (*)(unsigned, int, int, int, int, int, int, unsigned, unsigned,
                   const void *)>("glTexImage3D")(TEXTURE_2D_ARRAY, 0, 0x822e,
                                                  WIDTH, HEIGHT, LAYERS, 0,
                                                  0x1903, 0x1406, texels);
  cudaGraphicsResource *resource = nullptr;
  OK(cudaGraphicsGLRegisterImage(&resource, name, TEXTURE_2D_ARRAY, 0));
  OK(cudaGraphicsMapResources(1, &resource, nullptr));
  for (int i = 0; i < LAYERS; ++i) {
    cudaArray_t array;
    OK(cudaGraphicsSubResourceGetMappedArray(&array, resource, i, 0));
    const cudaSurfaceObject_t surface = surface_of(array);
    scale_layer<<<HEIGHT, WIDTH>>>(surface, (float)(i + 2));
    OK(cudaDeviceSynchronize());
    OK(cudaDestroySurfaceObject(surface));
  }
  OK(cudaGraphicsUnmapResources(1, &resource, nullptr));
  gl_call<void (*)(unsigned, int, unsigned, unsigned, void *)>("glGetTexImage")(
      TEXTURE_2D_ARRAY, 0, 0x1903, 0x1406, back);
  for (int i = 0; i < LAYERS; ++i)
    for (int k = 0; k < HEIGHT * WIDTH; ++k)
      CHECK(back[i][0][k] == texels[i][0][k] * (float)(i + 2));
  OK(cudaGraphicsUnregisterResource(resource));
}

static void check_volume() {
  unsigned short texels[4][HEIGHT][WIDTH][2], seen[4][HEIGHT][WIDTH][2];
  const gl_id name = begin_texture(TEXTURE_3D);
  for (int i = 0; i < 4 * HEIGHT * WIDTH * 2; ++i)
    texels[0][0][0][i] = (unsigned short)(i * 101);
  gl_call<void (*)(unsigned, int, int, int, int, int, int, unsigned, unsigned,
                   const void *)>("glTexImage3D")(
      TEXTURE_3D, 0, 0x823a, WIDTH, HEIGHT, 4, 0, 0x8228, 0x1403, texels);
  cudaGraphicsResource *resource = nullptr;
  cudaArray_t array;
  OK(cudaGraphicsGLRegisterImage(&resource, name, TEXTURE_3D,
                                 cudaGraphicsRegisterFlagsReadOnly));
  OK(cudaGraphicsMapResources(1, &resource, nullptr));
  OK(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
  cudaMemcpy3DParms copy = {};
  copy.srcArray = array;
  copy.dstPtr = make_cudaPitchedPtr(seen, WIDTH * 4, WIDTH, HEIGHT);
  copy.extent = make_cudaExtent(WIDTH, HEIGHT, 4);
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&copy));
  CHECK(!memcmp(seen, texels, sizeof(texels)));
  OK(cudaGraphicsUnmapResources(1, &resource, nullptr));
  OK(cudaGraphicsUnregisterResource(resource));
  CHECK(cudaGraphicsGLRegisterImage(&resource, 1, RENDERBUFFER, 0) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphicsGLRegisterImage(&resource, 99, TEXTURE_2D, 0) ==
        cudaErrorInvalidValue);
}

int main(int count, char **words) {
  cudaGraphicsResource *resource = nullptr;
  unsigned found = 0;
  int devices[4] = {-1};
  // Without a context.
  CHECK(cudaGraphicsGLRegisterBuffer(&resource, 1, 0) ==
        cudaErrorInvalidGraphicsContext);
  CHECK(cudaGLGetDevices(&found, devices, 4, cudaGLDeviceListAll) ==
        cudaErrorInvalidGraphicsContext);
  begin_gl(count > 1 ? words[1] : nullptr);
  OK(cudaGLGetDevices(&found, devices, 4, cudaGLDeviceListAll));
  CHECK(found == 1 && devices[0] == 0);
  check_buffers();
  check_old_names();
  check_texture();
  check_layers();
  check_volume();
  CHECK(gl_call<unsigned (*)()>("glGetError")() == 0);
  return done();
}
