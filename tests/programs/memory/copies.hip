// SPDX-License-Identifier: Apache-2.0
// Copies of one, two and three dimensions, in all directions.
#include <hip/hip_runtime.h>

#include "program.h"

typedef unsigned char byte;

static std::vector<byte> numbers(size_t n) {
  std::vector<byte> v(n);
  for (size_t i = 0; i < n; ++i)
    v[i] = (byte)(i * 7 + i / 251);
  return v;
}

static void test_1d() {
  const std::vector<byte> from = numbers(100000);
  std::vector<byte> to(from.size());
  byte *a, *b;
  OK(hipMalloc(&a, from.size()));
  OK(hipMalloc(&b, from.size()));
  OK(hipMemcpy(a, from.data(), from.size(), hipMemcpyHostToDevice));
  OK(hipMemcpy(b, a, from.size(), hipMemcpyDeviceToDevice));
  OK(hipMemcpy(to.data(), b, from.size(), hipMemcpyDeviceToHost));
  CHECK(to == from);
  OK(hipMemset(b, 0, from.size()));
  OK(hipMemcpyDtoD(b + 10, a, 50));
  OK(hipMemcpy(to.data(), b, 100, hipMemcpyDefault));
  CHECK(to[9] == 0 && !memcmp(&to[10], from.data(), 50) && to[60] == 0);
  OK(hipMemcpy(to.data(), from.data(), 100, hipMemcpyHostToHost));
  CHECK(!memcmp(to.data(), from.data(), 100));
  OK(hipMemcpyHtoD(a, from.data() + 1, 99));
  OK(hipMemcpyDtoH(to.data(), a, 99));
  CHECK(!memcmp(to.data(), from.data() + 1, 99));
  OK(hipMemcpy(a, from.data(), 0, hipMemcpyHostToDevice));
  FAILS(hipMemcpy(a, from.data(), 100, (hipMemcpyKind)9),
        hipErrorInvalidMemcpyDirection);
  OK(hipFree(a));
  OK(hipFree(b));
}

static void test_2d() {
  enum { W = 37, H = 11, HOST = 64 };
  const std::vector<byte> from = numbers(HOST * H);
  std::vector<byte> to(HOST * H, 0xee);
  byte *d;
  size_t pitch;
  OK(hipMallocPitch((void **)&d, &pitch, W, H));
  OK(hipMemcpy2D(d, pitch, from.data(), HOST, W, H, hipMemcpyHostToDevice));
  OK(hipMemcpy2D(to.data(), HOST, d, pitch, W, H, hipMemcpyDeviceToHost));
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < HOST; ++x)
      CHECK(to[y * HOST + x] == (x < W ? from[y * HOST + x] : 0xee));
  FAILS(hipMemcpy2D(d, W - 1, from.data(), HOST, W, H, hipMemcpyHostToDevice),
        hipErrorInvalidPitchValue);
  FAILS(
      hipMemcpy2D(d, pitch, from.data(), HOST, W, H + 1, hipMemcpyHostToDevice),
      hipErrorInvalidValue);
  hip_Memcpy2D part = {};
  part.srcMemoryType = hipMemoryTypeDevice;
  part.srcDevice = d;
  part.srcPitch = pitch;
  part.srcXInBytes = 3;
  part.srcY = 2;
  part.dstMemoryType = hipMemoryTypeHost;
  part.dstHost = to.data();
  part.dstPitch = 8;
  part.WidthInBytes = 8;
  part.Height = 4;
  OK(hipMemcpyParam2D(&part));
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      CHECK(to[y * 8 + x] == from[(y + 2) * HOST + x + 3]);
  OK(hipFree(d));
}

static void test_3d() {
  enum { W = 20, H = 6, D = 5 };
  std::vector<byte> from = numbers(W * H * D);
  std::vector<byte> to(W * H * D);
  hipPitchedPtr d;
  OK(hipMalloc3D(&d, make_hipExtent(W, H, D)));
  hipMemcpy3DParms in = {};
  in.srcPtr = make_hipPitchedPtr(from.data(), W, W, H);
  in.dstPtr = d;
  in.extent = make_hipExtent(W, H, D);
  in.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3D(&in));
  hipMemcpy3DParms out = {};
  out.srcPtr = d;
  out.srcPos = make_hipPos(4, 1, 2);
  out.dstPtr = make_hipPitchedPtr(to.data(), W, W, H);
  out.extent = make_hipExtent(10, 3, 2);
  out.kind = hipMemcpyDeviceToHost;
  OK(hipMemcpy3D(&out));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 10; ++x)
        CHECK(to[(z * H + y) * W + x] ==
              from[((z + 2) * H + y + 1) * W + x + 4]);
  OK(hipMemset3D(d, 0x5a, make_hipExtent(W, H, D)));
  out.srcPos = make_hipPos(0, 0, 0);
  out.extent = make_hipExtent(W, H, D);
  OK(hipMemcpy3D(&out));
  for (byte b : to)
    CHECK(b == 0x5a);
  OK(hipFree(d.ptr));
}

static void test_fills() {
  unsigned char *d;
  std::vector<unsigned char> h(64);
  OK(hipMalloc(&d, 64));
  OK(hipMemset(d, 0x1234, 64)); // the low byte counts
  OK(hipMemsetD16((hipDeviceptr_t)(d + 8), 0xabcd, 2));
  OK(hipMemsetD32((hipDeviceptr_t)(d + 16), 0x01020304, 2));
  OK(hipMemset2D(d + 32, 8, 9, 3, 2));
  OK(hipMemcpy(h.data(), d, 64, hipMemcpyDeviceToHost));
  CHECK(h[0] == 0x34 && h[7] == 0x34 && h[12] == 0x34);
  CHECK(h[8] == 0xcd && h[9] == 0xab && h[10] == 0xcd && h[11] == 0xab);
  CHECK(h[16] == 4 && h[19] == 1 && h[20] == 4 && h[24] == 0x34);
  CHECK(h[34] == 9 && h[35] == 0x34 && h[42] == 9 && h[43] == 0x34);
  FAILS(hipMemset(d, 0, 65), hipErrorInvalidValue);
  OK(hipFree(d));
}

int main() {
  test_1d();
  test_2d();
  test_3d();
  test_fills();
  return done();
}
