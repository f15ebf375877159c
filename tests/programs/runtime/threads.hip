// SPDX-License-Identifier: Apache-2.0
// 16 threads on 8 streams: kernels, copies, events, allocations at once.
#include <hip/hip_runtime.h>

#include <atomic>
#include <thread>

#include "program.h"

enum { THREADS = 16, STREAMS = 8, ROUNDS = 60, N = 1024 };

__device__ int launches;
__global__ void add(int *p, int v) {
  p[blockIdx.x * blockDim.x + threadIdx.x] += v;
  if (!blockIdx.x && !threadIdx.x)
    atomicAdd(&launches, 1);
}

static hipStream_t streams[STREAMS];
static std::atomic<int> calls{0};
static void count(void *) { ++calls; }

static void work(int self) {
  const hipStream_t s = streams[self % STREAMS];
  hipEvent_t event;
  int *p, *h;
  OK(hipEventCreate(&event));
  OK(hipMalloc(&p, N * sizeof(int)));
  OK(hipHostMalloc(&h, N * sizeof(int), 0));
  for (int i = 0; i < ROUNDS; ++i) {
    int *more;
    OK(hipMallocAsync((void **)&more, N * sizeof(int), s));
    OK(hipMemsetAsync(p, 0, N * sizeof(int), s));
    OK(hipMemsetAsync(more, 0, N * sizeof(int), s));
    add<<<N / 256, 256, 0, s>>>(p, self + 1);
    add<<<N / 256, 256, 0, s>>>(more, i);
    OK(hipEventRecord(event, s));
    // The next stream goes on from here.
    const hipStream_t t = streams[(self + 1) % STREAMS];
    OK(hipStreamWaitEvent(t, event, 0));
    add<<<N / 256, 256, 0, t>>>(p, 100);
    OK(hipLaunchHostFunc(t, count, nullptr));
    OK(hipEventRecord(event, t));
    OK(hipStreamWaitEvent(s, event, 0));
    OK(hipMemcpyAsync(h, p, N * sizeof(int), hipMemcpyDeviceToHost, s));
    OK(hipEventRecord(event, s));
    OK(hipEventSynchronize(event));
    CHECK(h[0] == self + 101 && h[N - 1] == self + 101);
    OK(hipMemcpyAsync(h, more, N * sizeof(int), hipMemcpyDeviceToHost, s));
    OK(hipFreeAsync(more, s));
    OK(hipStreamSynchronize(s));
    CHECK(h[0] == i && h[N - 1] == i);
    if (i % 8 == 0) {
      void *large;
      OK(hipMalloc(&large, (size_t)(self + 1) << 16));
      hipStream_t own;
      OK(hipStreamCreate(&own));
      OK(hipMemsetAsync(large, 1, 1 << 16, own));
      OK(hipStreamDestroy(own));
      OK(hipFree(large));
    }
    if (i % 16 == self)
      OK(hipDeviceSynchronize());
  }
  // The null stream, from all at once.
  OK(hipMemset(p, 0, N * sizeof(int)));
  add<<<N / 256, 256>>>(p, 7);
  OK(hipMemcpy(h, p, N * sizeof(int), hipMemcpyDeviceToHost));
  CHECK(h[5] == 7);
  FAILS(hipFree(h + 1), hipErrorInvalidValue);
  CHECK(hipGetLastError() == hipErrorInvalidValue);
  OK(hipEventDestroy(event));
  OK(hipFree(p));
  OK(hipHostFree(h));
}

int main() {
  for (int i = 0; i < STREAMS; ++i)
    OK(hipStreamCreateWithFlags(&streams[i], i % 2 ? hipStreamNonBlocking : 0));
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; ++i)
    threads.emplace_back(work, i);
  for (std::thread &t : threads)
    t.join();
  int total = 0;
  OK(hipDeviceSynchronize());
  OK(hipMemcpyFromSymbol(&total, HIP_SYMBOL(launches), sizeof(total)));
  CHECK(total == THREADS * (ROUNDS * 3 + 1));
  CHECK(calls == THREADS * ROUNDS);
  for (hipStream_t s : streams)
    OK(hipStreamDestroy(s));
  return done();
}
