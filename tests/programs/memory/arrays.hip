// SPDX-License-Identifier: Apache-2.0
// Arrays of one to three dimensions: making, copies of all forms, limits.
#include <hip/hip_runtime.h>

#include "program.h"

static std::vector<float> numbers(size_t n) {
  std::vector<float> v(n);
  for (size_t i = 0; i < n; ++i)
    v[i] = (float)i + 0.25f;
  return v;
}

static void test_1d() {
  enum { W = 100 };
  hipArray_t a;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  const std::vector<float> from = numbers(W);
  std::vector<float> to(W);
  OK(hipMallocArray(&a, &format, W, 0, hipArrayDefault));
  OK(hipMemcpy2DToArray(a, 0, 0, from.data(), W * 4, W * 4, 1,
                        hipMemcpyHostToDevice));
  OK(hipMemcpy2DFromArray(to.data(), W * 4, a, 0, 0, W * 4, 1,
                          hipMemcpyDeviceToHost));
  CHECK(to == from);
  FAILS(hipMemcpy2DToArray(a, 8, 0, from.data(), W * 4, W * 4, 1,
                           hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  OK(hipMemcpyHtoA(a, 40, from.data(), 40));
  OK(hipMemcpyAtoH(to.data(), a, 0, 80));
  CHECK(to[9] == from[9] && to[10] == from[0] && to[19] == from[9]);
  OK(hipFreeArray(a));
  FAILS(hipFreeArray(a), hipErrorContextIsDestroyed);
  FAILS(hipFreeArray(nullptr), hipErrorInvalidValue);
}

static void test_2d() {
  enum { W = 33, H = 9, PITCH = 40 };
  hipArray_t a, b;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  const std::vector<float> from = numbers(PITCH * H);
  std::vector<float> to(PITCH * H, -1);
  OK(hipMallocArray(&a, &format, W, H, hipArrayDefault));
  OK(hipMallocArray(&b, &format, W, H, hipArrayDefault));
  OK(hipMemcpy2DToArray(a, 0, 0, from.data(), PITCH * 4, W * 4, H,
                        hipMemcpyHostToDevice));
  OK(hipMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, W * 4, H,
                             hipMemcpyDeviceToDevice));
  hipStream_t s;
  OK(hipStreamCreate(&s));
  OK(hipMemcpy2DFromArrayAsync(to.data(), PITCH * 4, b, 3 * 4, 2, 20 * 4, 5,
                               hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < PITCH; ++x)
      CHECK(to[y * PITCH + x] ==
            (x < 20 && y < 5 ? from[(y + 2) * PITCH + x + 3] : -1));
  // A device's memory with a pitch, and back.
  float *d;
  size_t pitch;
  OK(hipMallocPitch((void **)&d, &pitch, W * 4, H));
  OK(hipMemcpy2DFromArrayAsync(d, pitch, a, 0, 0, W * 4, H,
                               hipMemcpyDeviceToDevice, s));
  OK(hipMemcpy2DToArrayAsync(b, 0, 0, d, pitch, W * 4, H,
                             hipMemcpyDeviceToDevice, s));
  OK(hipMemcpy2DFromArrayAsync(to.data(), PITCH * 4, b, 0, 0, W * 4, H,
                               hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  CHECK(to[8 * PITCH + 32] == from[8 * PITCH + 32]);
  FAILS(hipMemcpy2DToArray(a, 0, 0, from.data(), W * 4 - 1, W * 4, H,
                           hipMemcpyHostToDevice),
        hipErrorInvalidPitchValue);
  FAILS(hipMemcpy2DToArray(a, 0, 1, from.data(), PITCH * 4, W * 4, H,
                           hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  // Old functions that count bytes through rows.
  OK(hipMemcpyToArray(a, 0, 0, from.data(), W * 4 * 2, hipMemcpyHostToDevice));
  OK(hipMemcpyFromArray(to.data(), a, 4, 0, W * 4, hipMemcpyDeviceToHost));
  CHECK(to[0] == from[1] && to[W - 1] == from[W]);
  hipChannelFormatDesc read;
  OK(hipGetChannelDesc(&read, a));
  CHECK(read.x == 32 && !read.y && read.f == hipChannelFormatKindFloat);
  OK(hipStreamDestroy(s));
  OK(hipFree(d));
  OK(hipFreeArray(a));
  OK(hipFreeArray(b));
}

static void test_3d() {
  enum { W = 10, H = 6, D = 4 };
  hipArray_t a;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float4>();
  const std::vector<float> from = numbers(W * H * D * 4);
  std::vector<float> to(from.size());
  OK(hipMalloc3DArray(&a, &format, make_hipExtent(W, H, D), hipArrayDefault));
  hipMemcpy3DParms in = {};
  in.srcPtr = make_hipPitchedPtr((void *)from.data(), W * 16, W, H);
  in.dstArray = a;
  in.extent = make_hipExtent(W, H, D); // elements: an array takes part
  in.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3D(&in));
  hipMemcpy3DParms out = {};
  out.srcArray = a;
  out.srcPos = make_hipPos(2, 1, 1);
  out.dstPtr = make_hipPitchedPtr(to.data(), 5 * 16, 5, 3);
  out.extent = make_hipExtent(5, 3, 2);
  out.kind = hipMemcpyDeviceToHost;
  OK(hipMemcpy3D(&out));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 5 * 4; ++x)
        CHECK(to[(z * 3 + y) * 20 + x] ==
              from[(((z + 1) * H + y + 1) * W + 2) * 4 + x]);
  out.extent = make_hipExtent(9, 3, 2);
  FAILS(hipMemcpy3D(&out), hipErrorInvalidValue);
  hipExtent extent;
  unsigned flags = 9;
  hipChannelFormatDesc read;
  OK(hipArrayGetInfo(&read, &extent, &flags, a));
  CHECK(read.w == 32 && extent.width == W && extent.height == H &&
        extent.depth == D && flags == hipArrayDefault);
  OK(hipFreeArray(a));
}

static void test_driver() {
  HIP_ARRAY_DESCRIPTOR want = {}, read = {};
  hipArray_t a;
  want.Width = 16;
  want.Height = 8;
  want.Format = HIP_AD_FORMAT_UNSIGNED_INT8;
  want.NumChannels = 4;
  OK(hipArrayCreate(&a, &want));
  OK(hipArrayGetDescriptor(&read, a));
  CHECK(read.Width == 16 && read.Height == 8 && read.NumChannels == 4 &&
        read.Format == HIP_AD_FORMAT_UNSIGNED_INT8);
  unsigned char from[16 * 4 * 8], to[64] = {};
  for (size_t i = 0; i < sizeof(from); ++i)
    from[i] = (unsigned char)(i * 3);
  hip_Memcpy2D copy = {};
  copy.srcMemoryType = hipMemoryTypeHost;
  copy.srcHost = from;
  copy.srcPitch = 64;
  copy.dstMemoryType = hipMemoryTypeArray;
  copy.dstArray = a;
  copy.WidthInBytes = 64;
  copy.Height = 8;
  OK(hipMemcpyParam2D(&copy));
  hip_Memcpy2D back = {};
  back.srcMemoryType = hipMemoryTypeArray;
  back.srcArray = a;
  back.srcY = 7;
  back.dstMemoryType = hipMemoryTypeHost;
  back.dstHost = to;
  back.WidthInBytes = 64;
  back.Height = 1;
  OK(hipMemcpyParam2DAsync(&back, 0));
  OK(hipStreamSynchronize(0));
  CHECK(!memcmp(to, from + 7 * 64, 64));
  OK(hipArrayDestroy(a));
  want.NumChannels = 3;
  FAILS(hipArrayCreate(&a, &want), hipErrorInvalidValue);
  HIP_ARRAY3D_DESCRIPTOR whole = {}, told = {};
  whole.Width = 4;
  whole.Height = 4;
  whole.Depth = 4;
  whole.Format = HIP_AD_FORMAT_HALF;
  whole.NumChannels = 2;
  OK(hipArray3DCreate(&a, &whole));
  OK(hipArray3DGetDescriptor(&told, a));
  CHECK(told.Depth == 4 && told.Format == HIP_AD_FORMAT_HALF);
  OK(hipArrayDestroy(a));
}

static void test_refused() {
  hipArray_t a;
  hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  FAILS(hipMallocArray(nullptr, &format, 4, 4, 0), hipErrorInvalidValue);
  FAILS(hipMallocArray(&a, nullptr, 4, 4, 0), hipErrorInvalidValue);
  FAILS(hipMallocArray(&a, &format, 0, 4, 0), hipErrorInvalidValue);
  format.x = 24;
  CHECK(hipMallocArray(&a, &format, 4, 4, 0) != hipSuccess);
  format = hipCreateChannelDesc(32, 16, 0, 0, hipChannelFormatKindUnsigned);
  CHECK(hipMallocArray(&a, &format, 4, 4, 0) != hipSuccess);
  format = hipCreateChannelDesc<uchar4>();
  OK(hipMallocArray(&a, &format, 4, 4, 0));
  OK(hipFreeArray(a));
  format = hipCreateChannelDesc<float>();
  CHECK(hipMallocArray(&a, &format, (size_t)1 << 40, (size_t)1 << 20, 0) !=
        hipSuccess);
}

int main() {
  test_1d();
  test_2d();
  test_3d();
  test_driver();
  test_refused();
  return done();
}
