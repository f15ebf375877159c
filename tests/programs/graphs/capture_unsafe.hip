// SPDX-License-Identifier: Apache-2.0
// Calls that may wait for a device are refused while a stream captures, by the
// modes of the capture and of the calling thread, and what captures goes on.
// Freeing is allowed, as on AMD.
#include <hip/hip_runtime.h>

#include "program.h"

#include <thread>

__global__ void add(int *p) { p[threadIdx.x] += 1; }

// All that may wait; each must fail with `expected`, or succeed.
static void try_all(int *block, hipError_t expected) {
  hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  void *made = nullptr;
  size_t pitch = 0;
  hipArray_t array = nullptr;
  hipPitchedPtr volume = {};
  int value = 0;
  FAILS(hipMalloc(&made, 16), expected);
  if (expected == hipSuccess)
    OK(hipFree(made));
  FAILS(hipHostMalloc(&made, 16, 0), expected);
  if (expected == hipSuccess)
    OK(hipHostFree(made));
  FAILS(hipMallocManaged(&made, 16, hipMemAttachGlobal), expected);
  if (expected == hipSuccess)
    OK(hipFree(made));
  FAILS(hipMallocPitch(&made, &pitch, 16, 4), expected);
  if (expected == hipSuccess)
    OK(hipFree(made));
  FAILS(hipMalloc3D(&volume, make_hipExtent(16, 2, 2)), expected);
  if (expected == hipSuccess)
    OK(hipFree(volume.ptr));
  FAILS(hipMallocArray(&array, &format, 4, 4, 0), expected);
  if (expected == hipSuccess)
    OK(hipFreeArray(array));
  FAILS(hipMemcpy(&value, block, sizeof(value), hipMemcpyDeviceToHost),
        expected);
  if (expected == hipErrorStreamCaptureUnsupported)
    CHECK(!made && !array);
  OK(hipFree(nullptr));
}

int main() {
  int *block;
  void *pinned;
  hipStream_t s;
  hipGraph_t graph;
  hipGraphExec_t exec;
  OK(hipMalloc(&block, 32 * sizeof(int)));
  OK(hipHostMalloc(&pinned, 16, 0));
  OK(hipMemset(block, 0, 32 * sizeof(int)));
  OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));

  try_all(block, hipSuccess);
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  try_all(block, hipErrorStreamCaptureUnsupported);
  OK(hipHostFree(pinned));
  std::thread([&] {
    try_all(block, hipErrorStreamCaptureUnsupported);
    hipStreamCaptureMode mode = hipStreamCaptureModeThreadLocal;
    OK(hipThreadExchangeStreamCaptureMode(&mode));
    try_all(block, hipSuccess);
  }).join();
  add<<<1, 32, 0, s>>>(block);
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, s));
  OK(hipGraphLaunch(exec, s));
  OK(hipStreamSynchronize(s));
  int values[32];
  OK(hipMemcpy(values, block, sizeof(values), hipMemcpyDeviceToHost));
  CHECK(values[0] == 2 && values[31] == 2);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));

  OK(hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal));
  try_all(block, hipErrorStreamCaptureUnsupported);
  std::thread([&] { try_all(block, hipSuccess); }).join();
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphDestroy(graph));

  OK(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed));
  std::thread([&] { try_all(block, hipSuccess); }).join();
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphDestroy(graph));
  OK(hipFree(block));
  OK(hipStreamDestroy(s));
  return 0;
}
