// SPDX-License-Identifier: Apache-2.0
// The other forms of allocation, copies, fills and questions about memory.
#include <hip/hip_runtime.h>

#include "program.h"

typedef unsigned char byte;
enum { SIZE = 4096 };
__device__ int variable;

static void test_host() {
  int *a, *b, *c;
  OK(hipHostAlloc(&a, SIZE, hipHostAllocMapped));
  OK(hipMallocHost((void **)&b, SIZE));
  OK(hipMemAllocHost((void **)&c, SIZE));
  a[0] = 5;
  OK(hipMemcpy(b, a, SIZE, hipMemcpyHostToHost));
  CHECK(b[0] == 5);
  OK(hipHostFree(a));
  OK(hipFreeHost(b));
  OK(hipHostFree(c));
  void *fine = nullptr;
  OK(hipExtMallocWithFlags(&fine, SIZE, hipDeviceMallocDefault));
  CHECK(fine);
  OK(hipFree(fine));
  FAILS(hipExtMallocWithFlags(&fine, SIZE, 0x100), hipErrorInvalidValue);
}

static void test_attributes() {
  char *d;
  size_t size = 0, pitch = 0;
  OK(hipMalloc(&d, SIZE));
  OK(hipMemPtrGetInfo(d, &size));
  CHECK(size == SIZE);
  unsigned type = 0, ordinal = 9;
  unsigned managed = 7;
  void *start = nullptr;
  OK(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE,
                            (hipDeviceptr_t)(d + 10)));
  CHECK(type == hipMemoryTypeDevice);
  hipPointer_attribute which[] = {
      HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, HIP_POINTER_ATTRIBUTE_IS_MANAGED,
      HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, HIP_POINTER_ATTRIBUTE_RANGE_SIZE};
  void *values[] = {&ordinal, &managed, &start, &size};
  size = 0;
  OK(hipDrvPointerGetAttributes(4, which, values, (hipDeviceptr_t)(d + 10)));
  CHECK(ordinal == 0 && managed == 0 && start == d && size == SIZE);
  FAILS(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE,
                               (hipDeviceptr_t)&type),
        hipErrorInvalidValue);
  int on = 1;
  OK(hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                            (hipDeviceptr_t)d));
  OK(hipFree(d));
  hipDeviceptr_t rows;
  OK(hipMemAllocPitch(&rows, &pitch, 100, 8, 4));
  CHECK(pitch >= 100);
  OK(hipFree((void *)rows));
  FAILS(hipMemAllocPitch(&rows, &pitch, 100, 8, 3), hipErrorInvalidValue);
}

static void test_streams(hipStream_t s) {
  byte *d, h[64];
  OK(hipMalloc(&d, SIZE));
  const hipDeviceptr_t p = (hipDeviceptr_t)d;
  OK(hipMemsetD8Async(p, 1, 64, s));
  OK(hipMemsetD16Async((hipDeviceptr_t)(d + 16), 0x0203, 4, s));
  OK(hipMemsetD32Async((hipDeviceptr_t)(d + 32), 0x04050607, 2, s));
  OK(hipMemset2DAsync(d + 48, 8, 9, 2, 2, s));
  OK(hipMemcpyDtoHAsync(h, p, 64, s));
  OK(hipStreamSynchronize(s));
  CHECK(h[0] == 1 && h[16] == 3 && h[17] == 2 && h[32] == 7 && h[39] == 4 &&
        h[40] == 1 && h[48] == 9 && h[50] == 1 && h[57] == 9);
  OK(hipMemsetD8(p, 8, 4));
  OK(hipMemcpyDtoDAsync((hipDeviceptr_t)(d + 100), p, 64, s));
  h[0] = 77;
  OK(hipMemcpyHtoDAsync(p, h, 1, s));
  OK(hipMemcpyAsync(h, d, 1, hipMemcpyDeviceToHost, s));
  OK(hipMemcpyAsync(h + 1, d + 100, 1, hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  CHECK(h[0] == 77 && h[1] == 8);
  const int five = 5;
  int got = 0;
  OK(hipMemcpyToSymbolAsync(HIP_SYMBOL(variable), &five, sizeof(five), 0,
                            hipMemcpyHostToDevice, s));
  OK(hipMemcpyFromSymbolAsync(&got, HIP_SYMBOL(variable), sizeof(got), 0,
                              hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  CHECK(got == 5);
  byte from[60], to[60] = {};
  for (int i = 0; i < 60; ++i)
    from[i] = (byte)i;
  OK(hipMemcpy2DAsync(d, 32, from, 20, 20, 3, hipMemcpyHostToDevice, s));
  OK(hipMemcpy2DAsync(to, 20, d, 32, 20, 3, hipMemcpyDeviceToHost, s));
  OK(hipStreamSynchronize(s));
  CHECK(!memcmp(from, to, sizeof(to)));
  OK(hipFree(d));
}

static void test_3d(hipStream_t s) {
  enum { W = 8, H = 3, D = 2 };
  byte from[W * H * D], to[W * H * D] = {};
  for (size_t i = 0; i < sizeof(from); ++i)
    from[i] = (byte)(i + 1);
  hipPitchedPtr d;
  OK(hipMalloc3D(&d, make_hipExtent(W, H, D)));
  OK(hipMemset3DAsync(d, 0, make_hipExtent(W, H, D), s));
  hipMemcpy3DParms in = {};
  in.srcPtr = make_hipPitchedPtr(from, W, W, H);
  in.dstPtr = d;
  in.extent = make_hipExtent(W, H, D);
  in.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3DAsync(&in, s));
  OK(hipStreamSynchronize(s));
  for (int i = 0; i < 2; ++i) {
    HIP_MEMCPY3D out = {};
    out.srcMemoryType = hipMemoryTypeDevice;
    out.srcDevice = (hipDeviceptr_t)d.ptr;
    out.srcPitch = d.pitch;
    out.srcHeight = H;
    out.dstMemoryType = hipMemoryTypeHost;
    out.dstHost = to;
    out.dstPitch = W;
    out.dstHeight = H;
    out.WidthInBytes = W;
    out.Height = H;
    out.Depth = D;
    memset(to, 0, sizeof(to));
    if (i)
      OK(hipDrvMemcpy3DAsync(&out, s));
    else
      OK(hipDrvMemcpy3D(&out));
    OK(hipStreamSynchronize(s));
    CHECK(!memcmp(from, to, sizeof(to)));
  }
  OK(hipFree(d.ptr));
}

static void test_arrays(hipStream_t s) {
  HIP_ARRAY_DESCRIPTOR want = {};
  want.Width = 64;
  want.Format = HIP_AD_FORMAT_UNSIGNED_INT8;
  want.NumChannels = 1;
  hipArray_t a, b;
  byte from[64], to[64] = {}, *d;
  for (int i = 0; i < 64; ++i)
    from[i] = (byte)(200 - i);
  OK(hipArrayCreate(&a, &want));
  OK(hipArrayCreate(&b, &want));
  OK(hipMalloc(&d, 64));
  OK(hipMemcpyHtoAAsync(a, 0, from, 64, s));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpyAtoA(b, 0, a, 8, 32));
  OK(hipMemcpyAtoD((hipDeviceptr_t)d, b, 0, 32));
  OK(hipMemcpyDtoA(b, 32, (hipDeviceptr_t)d, 32));
  OK(hipMemcpyAtoHAsync(to, b, 0, 64, s));
  OK(hipStreamSynchronize(s));
  CHECK(!memcmp(to, from + 8, 32) && !memcmp(to + 32, from + 8, 32));
  hip_Memcpy2D copy = {};
  copy.srcMemoryType = hipMemoryTypeDevice;
  copy.srcDevice = (hipDeviceptr_t)d;
  copy.dstMemoryType = hipMemoryTypeHost;
  copy.dstHost = to;
  copy.WidthInBytes = 16;
  copy.Height = 1;
  memset(to, 0, sizeof(to));
  OK(hipDrvMemcpy2DUnaligned(&copy));
  CHECK(!memcmp(to, from + 8, 16) && !to[16]);
  OK(hipArrayDestroy(a));
  OK(hipArrayDestroy(b));
  OK(hipFree(d));
}

int main() {
  hipStream_t s;
  OK(hipStreamCreate(&s));
  test_host();
  test_attributes();
  test_streams(s);
  test_3d(s);
  test_arrays(s);
  OK(hipStreamDestroy(s));
  return done();
}
