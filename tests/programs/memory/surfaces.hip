// SPDX-License-Identifier: Apache-2.0
// Surfaces, textures of three dimensions, layers.
#include <hip/hip_runtime.h>

#include "program.h"

enum { W = 8, H = 6, D = 4 };

__global__ void write_2d(hipSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite((float)(y * W + x), s, x * (int)sizeof(float), y);
}
__global__ void flip_2d(hipSurfaceObject_t from, hipSurfaceObject_t to) {
  const int x = threadIdx.x, y = threadIdx.y;
  float v;
  surf2Dread(&v, from, x * (int)sizeof(float), y);
  surf2Dwrite(v, to, (W - 1 - x) * (int)sizeof(float), H - 1 - y);
}
__global__ void write_3d(hipSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  surf3Dwrite((float)((z * H + y) * W + x), s, x * (int)sizeof(float), y, z);
}
__global__ void read_3d(hipTextureObject_t t, float *to) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  to[(z * H + y) * W + x] = tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f);
}
__global__ void between_3d(hipTextureObject_t t, float *to) {
  to[0] = tex3D<float>(t, 2.0f, 3.0f, 2.0f);
}
__global__ void read_layers(hipTextureObject_t t, float *to) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  to[(z * H + y) * W + x] = tex2DLayered<float>(t, x + 0.5f, y + 0.5f, z);
}

static hipSurfaceObject_t surface_of(hipArray_t array) {
  hipResourceDesc resource = {};
  hipSurfaceObject_t s;
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  OK(hipCreateSurfaceObject(&s, &resource));
  return s;
}

static hipTextureObject_t texture_of(hipArray_t array, bool linear) {
  hipResourceDesc resource = {};
  hipTextureDesc t = {};
  hipTextureObject_t object;
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  for (int i = 0; i < 3; ++i)
    t.addressMode[i] = hipAddressModeClamp;
  t.filterMode = linear ? hipFilterModeLinear : hipFilterModePoint;
  OK(hipCreateTextureObject(&object, &resource, &t, nullptr));
  return object;
}

static void test_2d() {
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipArray_t a, b;
  OK(hipMallocArray(&a, &format, W, H, hipArraySurfaceLoadStore));
  OK(hipMallocArray(&b, &format, W, H, hipArraySurfaceLoadStore));
  const hipSurfaceObject_t sa = surface_of(a), sb = surface_of(b);
  write_2d<<<1, dim3(W, H)>>>(sa);
  flip_2d<<<1, dim3(W, H)>>>(sa, sb);
  float h[W * H];
  OK(hipMemcpy2DFromArray(h, W * 4, b, 0, 0, W * 4, H, hipMemcpyDeviceToHost));
  for (int i = 0; i < W * H; ++i)
    CHECK(h[i] == W * H - 1 - i);
  OK(hipDestroySurfaceObject(sa));
  FAILS(hipDestroySurfaceObject(sa), hipErrorInvalidValue);
  FAILS(hipDestroyTextureObject(sb), hipErrorInvalidValue);
  OK(hipDestroySurfaceObject(sb));
  OK(hipFreeArray(a));
  OK(hipFreeArray(b));
}

static void test_3d() {
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipArray_t a;
  OK(hipMalloc3DArray(&a, &format, make_hipExtent(W, H, D),
                      hipArraySurfaceLoadStore));
  const hipSurfaceObject_t s = surface_of(a);
  const hipTextureObject_t point = texture_of(a, false);
  const hipTextureObject_t linear = texture_of(a, true);
  float *to, h[W * H * D];
  OK(hipMalloc(&to, sizeof(h)));
  write_3d<<<1, dim3(W, H, D)>>>(s);
  OK(hipDeviceSynchronize());
  read_3d<<<1, dim3(W, H, D)>>>(point, to);
  OK(hipMemcpy(h, to, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < W * H * D; ++i)
    CHECK(h[i] == i);
  // In the middle of eight texels: their mean.
  between_3d<<<1, 1>>>(linear, to);
  OK(hipMemcpy(h, to, 4, hipMemcpyDeviceToHost));
  NEAR(h[0], (1.5 * H + 2.5) * W + 1.5, 1e-3);
  OK(hipDestroySurfaceObject(s));
  OK(hipDestroyTextureObject(point));
  OK(hipDestroyTextureObject(linear));
  OK(hipFreeArray(a));
  OK(hipFree(to));
}

static void test_layers() {
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipArray_t a;
  float from[W * H * D], h[W * H * D], *to;
  for (int i = 0; i < W * H * D; ++i)
    from[i] = (float)i * 0.5f;
  OK(hipMalloc(&to, sizeof(h)));
  OK(hipMalloc3DArray(&a, &format, make_hipExtent(W, H, D), hipArrayLayered));
  hipMemcpy3DParms in = {};
  in.srcPtr = make_hipPitchedPtr(from, W * 4, W, H);
  in.dstArray = a;
  in.extent = make_hipExtent(W, H, D);
  in.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3D(&in));
  const hipTextureObject_t t = texture_of(a, false);
  read_layers<<<1, dim3(W, H, D)>>>(t, to);
  OK(hipMemcpy(h, to, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(!memcmp(h, from, sizeof(h)));
  OK(hipDestroyTextureObject(t));
  OK(hipFreeArray(a));
  OK(hipFree(to));
}

int main() {
  test_2d();
  test_3d();
  test_layers();
  return done();
}
