// SPDX-License-Identifier: Apache-2.0
// A stream that is destroyed while it captures ends the capture: nothing is
// forbidden afterwards, whatever thread destroyed it.
#include <hip/hip_runtime.h>

#include "program.h"

#include <thread>

static void nothing_captures() {
  void *block;
  OK(hipMalloc(&block, 4));
  OK(hipFree(block));
  OK(hipDeviceSynchronize());
}

int main() {
  hipStream_t s, joined;
  hipStreamCaptureStatus status;
  hipEvent_t event;
  void *kept;
  OK(hipMalloc(&kept, 16));
  OK(hipStreamCreate(&s));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipStreamDestroy(s));
  nothing_captures();

  OK(hipStreamCreate(&s));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal));
  std::thread([s] { OK(hipStreamDestroy(s)); }).join();
  nothing_captures();

  // With a second stream that took part.
  OK(hipStreamCreate(&s));
  OK(hipStreamCreate(&joined));
  OK(hipEventCreate(&event));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipEventRecord(event, s));
  OK(hipStreamWaitEvent(joined, event, 0));
  OK(hipStreamDestroy(s));
  OK(hipStreamIsCapturing(joined, &status));
  CHECK(status == hipStreamCaptureStatusNone);
  nothing_captures();
  OK(hipStreamSynchronize(joined));
  OK(hipEventDestroy(event));

  // Whoever asks about the null stream does not end what captures.
  hipGraph_t graph;
  OK(hipStreamBeginCapture(joined, hipStreamCaptureModeGlobal));
  FAILS(hipStreamIsCapturing(nullptr, &status), hipErrorStreamCaptureImplicit);
  OK(hipFree(kept)); // allowed meanwhile
  OK(hipStreamIsCapturing(joined, &status));
  CHECK(status == hipStreamCaptureStatusActive);
  OK(hipStreamEndCapture(joined, &graph));
  OK(hipStreamIsCapturing(nullptr, &status));
  CHECK(status == hipStreamCaptureStatusNone);
  OK(hipGraphDestroy(graph));
  OK(hipStreamDestroy(joined));
  return done();
}
