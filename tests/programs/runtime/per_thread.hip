// SPDX-License-Identifier: Apache-2.0
// Every thread has a default stream of its own: hip..._spt functions, which the
// plain names mean with this option.
// FLAGS: -fgpu-default-stream=per-thread
// ENV: CUDA_MODULE_LOADING=EAGER
// Lazily, NVIDIA's driver loads a kernel at its first use, and waits for those
// that run.
#include <hip/hip_runtime.h>

#include <thread>

#include "program.h"

__device__ int variable;
__global__ void wait_for(volatile int *flag) {
  while (!*flag) {
  }
}
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

static int calls;
static void count(void *) { ++calls; }
static void called(hipStream_t, hipError_t, void *) { ++calls; }

static void test_streams(int *p) {
  enum { N = 64 };
  int h[N];
  hipEvent_t event;
  unsigned flags = 9;
  OK(hipEventCreate(&event));
  OK(hipMemset_spt(p, 0, sizeof(h)));
  add<<<1, N>>>(p, 5);
  int v = 2;
  void *args[] = {&p, &v};
  OK(hipLaunchKernel_spt((const void *)add, dim3(1), dim3(N), args, 0, 0));
  OK(hipEventRecord_spt(event, 0));
  OK(hipStreamWaitEvent_spt(0, event, 0));
  OK(hipLaunchHostFunc_spt(0, count, nullptr));
  OK(hipStreamAddCallback_spt(0, called, nullptr, 0));
  OK(hipMemcpyAsync_spt(h, p, sizeof(h), hipMemcpyDeviceToHost, 0));
  OK(hipStreamSynchronize_spt(0));
  OK(hipStreamQuery_spt(0));
  OK(hipStreamGetFlags_spt(0, &flags));
  CHECK(h[0] == 7 && h[N - 1] == 7 && calls == 2);
  OK(hipMemsetAsync_spt(p, 0, sizeof(h), 0));
  OK(hipMemcpy_spt(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 0);
  int got = 0;
  OK(hipMemcpyToSymbol(HIP_SYMBOL(variable), &v, sizeof(v), 0,
                       hipMemcpyHostToDevice));
  OK(hipMemcpyFromSymbol_spt(&got, HIP_SYMBOL(variable), sizeof(got), 0,
                             hipMemcpyDeviceToHost));
  CHECK(got == 2);
  OK(hipMemset2D_spt(p, 16, 1, 4, 2));
  OK(hipMemcpy2D_spt(h, 4, p, 16, 4, 2, hipMemcpyDeviceToHost));
  CHECK(h[0] == 0x01010101 && h[1] == 0x01010101);

  // Capture of the thread's stream.
  hipGraph_t graph;
  hipGraphExec_t exec;
  hipStreamCaptureStatus status;
  OK(hipStreamBeginCapture_spt(0, hipStreamCaptureModeThreadLocal));
  OK(hipMemsetAsync_spt(p, 0, sizeof(h), 0));
  add<<<1, N>>>(p, 3);
  OK(hipStreamIsCapturing_spt(0, &status));
  CHECK(status == hipStreamCaptureStatusActive);
  OK(hipStreamEndCapture_spt(0, &graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch_spt(exec, 0));
  OK(hipMemcpy_spt(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[5] == 3);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipEventDestroy(event));
}

int main() {
  // What one thread waits for in its stream does not hold another's up.
  int *flag, *p;
  OK(hipMalloc(&p, 4096)); // freeing waits for the whole device
  OK(hipHostMalloc(&flag, sizeof(int), 0));
  *flag = 0;
  wait_for<<<1, 1>>>(flag);
  FAILS(hipStreamQuery(0), hipErrorNotReady);
  std::thread([=] { test_streams(p); }).join();
  FAILS(hipStreamQuery(hipStreamPerThread), hipErrorNotReady);
  *(volatile int *)flag = 1;
  OK(hipStreamSynchronize(0));
  OK(hipFree(p));
  OK(hipHostFree(flag));
  return done();
}
