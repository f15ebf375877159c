// SPDX-License-Identifier: Apache-2.0
// Every wrong use gives HIP's error and a message; the process lives on.
// ENV: QUERN_LOG=error
// ERRORS: is no stream
// ERRORS: is no event
// ERRORS: allocation
// ERRORS: takes arguments; got none
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }
__global__ void nothing() {}

static int *block, host[64];
enum { SIZE = sizeof(host) };

// After each wrong call, right ones work.
static void still_works() {
  (void)hipGetLastError();
  fill<<<1, 64>>>(block, 3);
  OK(hipMemcpy(host, block, SIZE, hipMemcpyDeviceToHost));
  CHECK(host[0] == 3 && host[63] == 3);
  CHECK(hipGetLastError() == hipSuccess);
}

static void test_pointers() {
  int *freed, *big = block;
  void *p = nullptr;
  OK(hipMalloc(&freed, SIZE));
  OK(hipFree(freed));
  FAILS(hipFree(freed), hipErrorInvalidValue);
  FAILS(hipFree(block + 1), hipErrorInvalidValue);
  FAILS(hipFree(host), hipErrorInvalidValue);
  FAILS(hipFree((void *)0x1234), hipErrorInvalidValue);
  OK(hipFree(nullptr));
  OK(hipHostFree(nullptr));
  FAILS(hipHostFree(host), hipErrorInvalidValue);
  FAILS(hipMalloc(&p, (size_t)1 << 60), hipErrorOutOfMemory);
  FAILS(hipMemcpy(freed, host, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
  FAILS(hipMemcpy(nullptr, host, 4, hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  FAILS(hipMemcpy(block, nullptr, 4, hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  FAILS(hipMemcpy(big, host, SIZE + 1, hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  FAILS(hipMemcpy(host, block + 60, 32, hipMemcpyDeviceToHost),
        hipErrorInvalidValue);
  FAILS(hipMemcpy(block, host, (size_t)-1, hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  FAILS(hipMemset(freed, 0, 4), hipErrorInvalidValue);
  FAILS(hipMemset(block, 0, SIZE + 1), hipErrorInvalidValue);
  FAILS(hipMemset(nullptr, 0, 4), hipErrorInvalidValue);
  FAILS(hipMemset2D(block, 4, 0, 8, 2), hipErrorInvalidValue);
  // The wrong kind.
  FAILS(hipMemcpy(block, host, 4, (hipMemcpyKind)42),
        hipErrorInvalidMemcpyDirection);
  FAILS(hipMemcpy(host, host + 1, 4, hipMemcpyDeviceToDevice),
        hipErrorInvalidValue);
  FAILS(hipMemcpy(block, host, 4, hipMemcpyDeviceToDevice),
        hipErrorInvalidValue);
  FAILS(hipHostGetDevicePointer(&p, host, 0), hipErrorInvalidValue);
  FAILS(hipHostUnregister(host), hipErrorHostMemoryNotRegistered);
  FAILS(hipHostRegister(nullptr, 4, 0), hipErrorInvalidValue);
  FAILS(hipHostRegister(host, 0, 0), hipErrorInvalidValue);
  hipPointerAttribute_t a;
  FAILS(hipPointerGetAttributes(nullptr, block), hipErrorInvalidValue);
  FAILS(hipPointerGetAttributes(&a, nullptr), hipErrorInvalidValue);
  still_works();
}

static void test_launches() {
  int value = 0;
  void *args[] = {&block, &value};
  FAILS(hipLaunchKernel((const void *)nullptr, dim3(1), dim3(1), args, 0, 0),
        hipErrorInvalidDeviceFunction);
  FAILS(hipLaunchKernel((const void *)host, dim3(1), dim3(1), args, 0, 0),
        hipErrorInvalidDeviceFunction);
  FAILS(hipLaunchKernel((const void *)fill, dim3(1), dim3(1), nullptr, 0, 0),
        hipErrorInvalidValue);
  FAILS(hipModuleLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, 0, args, nullptr),
        hipErrorInvalidHandle);
  const struct {
    dim3 grid, block;
  } shapes[] = {{dim3(0), dim3(1)},         {dim3(1), dim3(0)},
                {dim3(1, 0), dim3(1)},      {dim3(1), dim3(1, 1, 0)},
                {dim3(1), dim3(1025)},      {dim3(1), dim3(33, 32)},
                {dim3(1), dim3(1, 1, 1025)}, {dim3(1, 1, 1u << 20), dim3(1)}};
  for (const auto &s : shapes) {
    nothing<<<s.grid, s.block>>>();
    FAILS(hipGetLastError(), hipErrorInvalidConfiguration);
  }
  nothing<<<1, 1, 10 << 20>>>();
  CHECK(hipGetLastError() != hipSuccess);
  FAILS(hipLaunchByPtr((const void *)nothing), hipErrorMissingConfiguration);
  still_works();
}

static void test_handles() {
  hipStream_t s;
  hipEvent_t e, other;
  float ms;
  OK(hipStreamCreate(&s));
  OK(hipEventCreate(&e));
  OK(hipEventCreate(&other));
  OK(hipEventRecord(e, s));
  OK(hipStreamDestroy(s));
  FAILS(hipStreamSynchronize(s), hipErrorContextIsDestroyed);
  FAILS(hipStreamQuery(s), hipErrorContextIsDestroyed);
  FAILS(hipStreamDestroy(s), hipErrorContextIsDestroyed);
  FAILS(hipMemcpyAsync(block, host, 4, hipMemcpyHostToDevice, s),
        hipErrorContextIsDestroyed);
  FAILS(hipMemsetAsync(block, 0, 4, s), hipErrorContextIsDestroyed);
  FAILS(hipEventRecord(e, s), hipErrorContextIsDestroyed);
  FAILS(hipStreamWaitEvent(s, e, 0), hipErrorContextIsDestroyed);
  nothing<<<1, 1, 0, s>>>();
  FAILS(hipGetLastError(), hipErrorContextIsDestroyed);
  FAILS(hipStreamSynchronize((hipStream_t)0x7777), hipErrorInvalidHandle);
  FAILS(hipStreamSynchronize((hipStream_t)block), hipErrorInvalidHandle);
  FAILS(hipStreamDestroy(nullptr), hipErrorInvalidHandle);
  OK(hipEventSynchronize(e)); // its stream is gone, its record is not
  OK(hipEventDestroy(e));
  FAILS(hipEventSynchronize(e), hipErrorInvalidHandle);
  FAILS(hipEventQuery(e), hipErrorInvalidHandle);
  FAILS(hipEventRecord(e, 0), hipErrorInvalidHandle);
  FAILS(hipStreamWaitEvent(0, e, 0), hipErrorInvalidHandle);
  FAILS(hipEventElapsedTime(&ms, e, other), hipErrorInvalidHandle);
  FAILS(hipEventElapsedTime(nullptr, other, other), hipErrorInvalidValue);
  FAILS(hipEventElapsedTime(&ms, other, other), hipErrorInvalidHandle);
  FAILS(hipEventCreate(nullptr), hipErrorInvalidValue);
  FAILS(hipStreamCreate(nullptr), hipErrorInvalidValue);
  OK(hipEventDestroy(other));
  FAILS(hipGraphLaunch((hipGraphExec_t)block, 0), hipErrorInvalidValue);
  FAILS(hipModuleUnload((hipModule_t)block), hipErrorInvalidHandle);
  FAILS(hipDestroyTextureObject(12345), hipErrorInvalidValue);
  still_works();
}

static void test_devices() {
  int count, value;
  OK(hipGetDeviceCount(&count));
  FAILS(hipSetDevice(count), hipErrorInvalidDevice);
  FAILS(hipSetDevice(-1), hipErrorInvalidDevice);
  hipDeviceProp_t device;
  FAILS(hipGetDeviceProperties(&device, count), hipErrorInvalidDevice);
  FAILS(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, count),
        hipErrorInvalidDevice);
  FAILS(hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)99999, 0),
        hipErrorInvalidValue);
  FAILS(hipDeviceGetAttribute(nullptr, hipDeviceAttributeWarpSize, 0),
        hipErrorInvalidValue);
  FAILS(hipGetDevice(nullptr), hipErrorInvalidValue);
  FAILS(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
  FAILS(hipDeviceEnablePeerAccess(count, 0), hipErrorInvalidDevice);
  still_works();
}

int main() {
  OK(hipMalloc(&block, SIZE));
  test_pointers();
  test_launches();
  test_handles();
  test_devices();
  OK(hipFree(block));
  return done();
}
