// SPDX-License-Identifier: Apache-2.0
// The first event with a time is recorded on a stream to which other threads are
// submitting: what each of them submits stays in order.
#include "program.h"

#include <thread>

enum { ROUNDS = 30, LAUNCHES = 60, THREADS = 2 };

static __global__ void step(int *cell, int expected, int *wrong) {
  if (*cell != expected)
    atomicAdd(wrong, 1);
  *cell = expected + 1;
}

static void submit(hipStream_t stream, int *cell, int *wrong) {
  for (int i = 0; i < LAUNCHES; ++i) {
    step<<<1, 1, 0, stream>>>(cell, i, wrong);
    OK(hipGetLastError());
  }
}

int main() {
  int *cells, *wrong;
  OK(hipHostMalloc(&cells, THREADS * sizeof(int), 0));
  OK(hipHostMalloc(&wrong, sizeof(int), 0));
  *wrong = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    hipStream_t stream;
    hipEvent_t begin, end;
    float ms = -1;
    OK(hipStreamCreate(&stream));
    OK(hipEventCreate(&begin));
    OK(hipEventCreate(&end));
    std::thread threads[THREADS];
    for (int k = 0; k < THREADS; ++k) {
      cells[k] = 0;
      threads[k] = std::thread(submit, stream, cells + k, wrong);
    }
    OK(hipEventRecord(begin, stream));
    for (std::thread &thread : threads)
      thread.join();
    OK(hipEventRecord(end, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipEventElapsedTime(&ms, begin, end));
    CHECK(ms >= 0);
    for (int k = 0; k < THREADS; ++k)
      CHECK(cells[k] == LAUNCHES);
    OK(hipEventDestroy(begin));
    OK(hipEventDestroy(end));
    OK(hipStreamDestroy(stream));
  }
  CHECK(*wrong == 0);
  OK(hipHostFree(cells));
  OK(hipHostFree(wrong));
  return done();
}
