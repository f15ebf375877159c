// SPDX-License-Identifier: Apache-2.0
// Streams: asynchronous, in order, beside each other; functions of the host.
// ENV: CUDA_MODULE_LOADING=EAGER
// Lazily, NVIDIA's driver loads a kernel at its first use, and waits for those
// that run.
#include <hip/hip_runtime.h>

#include <atomic>
#include <thread>

#include "program.h"

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
// Waits until the host, or another kernel, sets the flag.
__global__ void wait_for(volatile int *flag, int *seen) {
  while (!*flag) {
  }
  *seen = 1;
}
__global__ void set(volatile int *flag) { *flag = 1; }

static std::atomic<int> calls{0};
static void count(void *user) { calls += *(int *)user; }
static void called_back(hipStream_t, hipError_t status, void *user) {
  CHECK(status == hipSuccess);
  calls += *(int *)user;
}

int main() {
  hipStream_t a, b, fast;
  int least, greatest, priority, one = 1, ten = 10;
  OK(hipStreamCreate(&a));
  OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
  OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
  OK(hipStreamCreateWithPriority(&fast, hipStreamDefault, greatest));
  OK(hipStreamGetPriority(fast, &priority));
  CHECK(priority == greatest);
  unsigned flags;
  OK(hipStreamGetFlags(b, &flags));
  CHECK(flags == hipStreamNonBlocking);
  FAILS(hipStreamCreateWithFlags(&a, 64), hipErrorInvalidValue);

  // A kernel in one stream waits for one in the other: both run at a time.
  int *memory;
  OK(hipHostMalloc(&memory, 4096, 0));
  memset(memory, 0, 4096);
  wait_for<<<1, 1, 0, a>>>(memory, memory + 1);
  (void)hipGetLastError();
  FAILS(hipStreamQuery(a), hipErrorNotReady);
  CHECK(hipGetLastError() == hipSuccess);
  set<<<1, 1, 0, b>>>(memory);
  OK(hipStreamSynchronize(a));
  CHECK(memory[1] == 1);
  OK(hipStreamQuery(a));

  // Order within a stream, functions of the host included.
  int *d, h[64];
  OK(hipMalloc(&d, sizeof(h)));
  OK(hipMemsetAsync(d, 0, sizeof(h), a));
  for (int i = 0; i < 100; ++i) {
    add<<<1, 64, 0, a>>>(d, 1);
    OK(hipLaunchHostFunc(a, count, &one));
  }
  OK(hipStreamAddCallback(a, called_back, &ten, 0));
  OK(hipMemcpyAsync(h, d, sizeof(h), hipMemcpyDeviceToHost, a));
  OK(hipStreamSynchronize(a));
  CHECK(h[0] == 100 && h[63] == 100 && calls == 110);
  FAILS(hipStreamAddCallback(a, called_back, &ten, 1), hipErrorInvalidValue);
  FAILS(hipLaunchHostFunc(a, nullptr, &one), hipErrorInvalidValue);

  // The null stream waits for the blocking ones; a thread has its own.
  add<<<1, 64, 0, a>>>(d, 1);
  add<<<1, 64>>>(d, 1);
  add<<<1, 64, 0, fast>>>(d, 1);
  OK(hipMemcpy(h, d, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[5] == 103);
  std::thread([&] {
    add<<<1, 64, 0, hipStreamPerThread>>>(d, 5);
    OK(hipStreamSynchronize(hipStreamPerThread));
  }).join();
  OK(hipMemcpyWithStream(h, d, sizeof(h), hipMemcpyDeviceToHost, a));
  CHECK(h[5] == 108);
  int device = -1;
  OK(hipStreamGetDevice(a, &device));
  CHECK(device == 0);
  OK(hipStreamDestroy(a));
  OK(hipStreamDestroy(b));
  OK(hipStreamDestroy(fast));
  FAILS(hipStreamSynchronize(a), hipErrorContextIsDestroyed);
  FAILS(hipStreamDestroy(a), hipErrorContextIsDestroyed);
  OK(hipHostFree(memory));
  OK(hipFree(d));
  return done();
}
