// SPDX-License-Identifier: Apache-2.0
// A copy or fill of memory that the host sees is done when its call returns;
// one of memory that only the device sees need not be.
#include <hip/hip_runtime.h>

#include "program.h"

#include <atomic>
#include <chrono>
#include <thread>

static std::atomic<int> go{0};

static void wait_for_go(hipStream_t, hipError_t, void *) {
  for (int i = 0; i < 5000 && !go; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(go);
}

#define RETURNS(call)                                                          \
  do {                                                                         \
    go = 0;                                                                    \
    OK(hipStreamAddCallback(0, wait_for_go, nullptr, 0));                      \
    OK(call);                                                                  \
    go = 1;                                                                    \
    OK(hipDeviceSynchronize());                                                \
  } while (0)

__global__ void slowly_set(int *p, int value) {
  const long long start = wall_clock64();
  while (wall_clock64() - start < 5000000) {
  }
  *p = value;
}

int main() {
  int *a, *b, *pinned, *managed;
  OK(hipMalloc(&a, 4096));
  OK(hipMalloc(&b, 4096));
  OK(hipHostMalloc(&pinned, 4096, 0));
  OK(hipMallocManaged(&managed, 4096, hipMemAttachGlobal));
  OK(hipDeviceSynchronize());
  RETURNS(hipMemcpy(a, b, 4096, hipMemcpyDeviceToDevice));
  RETURNS(hipMemcpyDtoD(a, b, 4096));
  RETURNS(hipMemcpyPeer(a, 0, b, 0, 4096));
  RETURNS(hipMemset(a, 0, 4096));
  RETURNS(hipMemsetD32(a, 0, 16));
  RETURNS(hipMemset2D(a, 64, 0, 64, 4));
  RETURNS(hipMemcpyAsync(a, b, 4096, hipMemcpyDeviceToDevice, 0));
  RETURNS(hipMemcpyAsync(a, pinned, 4096, hipMemcpyHostToDevice, 0));
  RETURNS(hipMemcpyAsync(pinned, a, 4096, hipMemcpyDeviceToHost, 0));

  slowly_set<<<1, 1>>>(a, 1);
  OK(hipMemset(pinned, 1, 4));
  CHECK(*pinned == 0x01010101);
  slowly_set<<<1, 1>>>(a, 1);
  OK(hipMemset(managed, 2, 4));
  CHECK(*managed == 0x02020202);
  slowly_set<<<1, 1>>>(a, 3);
  OK(hipMemcpy(managed, a, 4, hipMemcpyDeviceToDevice));
  CHECK(*managed == 3);
  slowly_set<<<1, 1>>>(a, 4);
  OK(hipMemcpy(pinned, a, 4, hipMemcpyDeviceToHost));
  CHECK(*pinned == 4);
  OK(hipFree(a));
  OK(hipFree(b));
  OK(hipFree(managed));
  OK(hipHostFree(pinned));
  return done();
}
