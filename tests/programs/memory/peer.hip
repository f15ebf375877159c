// SPDX-License-Identifier: Apache-2.0
// Several devices: each has its memory, code and streams; copies between them.
// ENV: QUERN_CPU_DEVICES=2
#include <hip/hip_runtime.h>

#include <thread>

#include "program.h"

enum { N = 1024 };

__device__ int mark = 1;
__global__ void fill(int *p, int v) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = v + mark;
}

int main() {
  int count = 0, can = -1, h[N];
  OK(hipGetDeviceCount(&count));
  if (count < 2) {
    std::puts("needs two devices");
    return 77;
  }
  int *a, *b;
  OK(hipSetDevice(0));
  OK(hipMalloc(&a, sizeof(h)));
  OK(hipSetDevice(1));
  OK(hipMalloc(&b, sizeof(h)));
  // A variable of each device.
  const int two = 2;
  OK(hipMemcpyToSymbol(HIP_SYMBOL(mark), &two, sizeof(two)));
  fill<<<N / 256, 256>>>(b, 20);
  OK(hipDeviceSynchronize());
  OK(hipSetDevice(0));
  fill<<<N / 256, 256>>>(a, 10);
  OK(hipMemcpy(h, a, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 11 && h[N - 1] == 11);
  OK(hipMemcpyPeer(a, 0, b, 1, sizeof(h)));
  OK(hipMemcpy(h, a, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 22 && h[N - 1] == 22);
  hipStream_t s, other;
  OK(hipStreamCreate(&s));
  OK(hipMemsetAsync(a, 0, sizeof(h), s));
  OK(hipMemcpyPeerAsync(b, 1, a, 0, sizeof(h), s));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h, b, sizeof(h), hipMemcpyDefault));
  CHECK(h[0] == 0 && h[N - 1] == 0);
  FAILS(hipMemcpyPeer(a, 0, b, 55, sizeof(h)), hipErrorInvalidDevice);

  hipPointerAttribute_t where;
  OK(hipPointerGetAttributes(&where, b));
  CHECK(where.device == 1);
  OK(hipDeviceCanAccessPeer(&can, 0, 1));
  OK(hipDeviceCanAccessPeer(&can, 1, 0));
  if (can) {
    OK(hipDeviceEnablePeerAccess(1, 0));
    FAILS(hipDeviceEnablePeerAccess(1, 0), hipErrorPeerAccessAlreadyEnabled);
    fill<<<N / 256, 256>>>(b, 30); // device 0 writes to memory of 1
    OK(hipDeviceSynchronize());
    OK(hipMemcpy(h, b, sizeof(h), hipMemcpyDefault));
    CHECK(h[0] == 31);
    OK(hipDeviceDisablePeerAccess(1));
    FAILS(hipDeviceDisablePeerAccess(1), hipErrorPeerAccessNotEnabled);
  }
  FAILS(hipDeviceEnablePeerAccess(0, 0), hipErrorInvalidDevice);
  OK(hipDeviceCanAccessPeer(&can, 0, 0));
  CHECK(can == 0);
  int rank = -1;
  OK(hipDeviceGetP2PAttribute(&rank, hipDevP2PAttrAccessSupported, 0, 1));

  // A stream belongs to its device whatever the thread's is; events order
  // streams of two devices.
  OK(hipSetDevice(1));
  OK(hipStreamCreate(&other));
  hipEvent_t event;
  OK(hipSetDevice(0));
  OK(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  fill<<<N / 256, 256, 0, s>>>(a, 40);
  OK(hipEventRecord(event, s));
  OK(hipStreamWaitEvent(other, event, 0));
  OK(hipMemcpyPeerAsync(b, 1, a, 0, sizeof(h), other));
  OK(hipStreamSynchronize(other));
  OK(hipMemcpy(h, b, sizeof(h), hipMemcpyDefault));
  CHECK(h[0] == 41);
  FAILS(hipEventRecord(event, other), hipErrorInvalidHandle);
  std::thread([] { // threads begin with device 0
    int device = -1;
    OK(hipGetDevice(&device));
    CHECK(device == 0);
  })
      .join();
  FAILS(hipSetDevice(count), hipErrorInvalidDevice);
  OK(hipEventDestroy(event));
  OK(hipStreamDestroy(s));
  OK(hipStreamDestroy(other));
  OK(hipFree(a));
  OK(hipFree(b));
  return done();
}
