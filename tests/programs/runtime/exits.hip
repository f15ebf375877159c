// SPDX-License-Identifier: Apache-2.0
// Processes that end with work in flight, in each way there is.
// exits.py runs it a thousand times.
// ARGS: main
// ARGS: exit
// ARGS: quick
// ARGS: thread
// ARGS: callback
// ARGS: live
// ARGS: atexit
// ARGS: static
#include <hip/hip_runtime.h>

#include <string>
#include <thread>

#include <unistd.h>

#include "program.h"

__global__ void busy(float *p, int n) {
  float x = threadIdx.x;
  for (int i = 0; i < n; ++i)
    x = x * 0.999f + 1;
  p[threadIdx.x] = x;
}

static float *memory;
static hipStream_t streams[4];

static void start() {
  OK(hipMalloc(&memory, 4096));
  for (hipStream_t &s : streams)
    OK(hipStreamCreate(&s));
  for (int i = 0; i < 20; ++i)
    busy<<<4, 64, 0, streams[i % 4]>>>(memory, 20000);
  OK(hipMemsetAsync(memory, 0, 4096, streams[0]));
}

static void leave(void *) { exit(0); }

static void late() {
  // Calls from atexit: an answer, whichever, and no crash.
  void *p = nullptr;
  (void)hipMalloc(&p, 64);
  (void)hipDeviceSynchronize();
  (void)hipFree(p);
}

struct Late {
  float *p = nullptr;
  ~Late() {
    if (p) {
      (void)hipFree(p);
      (void)hipStreamDestroy(streams[0]);
    }
  }
};
static Late kept;

int main(int argc, char **argv) {
  const std::string how = argc > 1 ? argv[1] : "main";
  if (how == "atexit")
    atexit(late);
  start();
  if (how == "atexit")
    atexit(late);
  if (how == "exit")
    exit(0);
  if (how == "quick")
    _exit(0);
  if (how == "thread") {
    std::thread([] { exit(0); }).detach();
    for (;;)
      pause();
  }
  if (how == "callback") {
    OK(hipLaunchHostFunc(streams[1], leave, nullptr));
    for (;;)
      pause();
  }
  if (how == "live")
    for (int i = 0; i < 3; ++i)
      std::thread([i] {
        for (;;) {
          void *p;
          busy<<<2, 64, 0, streams[i]>>>(memory, 500);
          (void)hipStreamSynchronize(streams[i]);
          if (hipMalloc(&p, 1024) == hipSuccess)
            (void)hipFree(p);
        }
      }).detach();
  if (how == "static")
    kept.p = memory;
  return 0;
}
