// SPDX-License-Identifier: Apache-2.0
// What wrong calls return, as HIP documents it and its conformance tests want
// it.
#include <hip/hip_runtime.h>

#include "program.h"

static void memory() {
  void *p = nullptr;
  char host[64];
  size_t size;
  hipIpcMemHandle_t handle;
  FAILS(hipMalloc(nullptr, 4), hipErrorInvalidValue);
  FAILS(hipMalloc(&p, (size_t)-1), hipErrorOutOfMemory);
  OK(hipMalloc(&p, 0));
  CHECK(!p);
  OK(hipFree(nullptr));
  OK(hipHostFree(nullptr));
  FAILS(hipFree(host), hipErrorInvalidValue);
  FAILS(hipHostFree(host), hipErrorInvalidValue);
  FAILS(hipFreeArray(nullptr), hipErrorInvalidValue);
  FAILS(hipArrayDestroy(nullptr), hipErrorInvalidValue);
  FAILS(hipHostMalloc(&p, 16, 0xffff), hipErrorInvalidValue);
  FAILS(hipHostMalloc(&p, 16, hipHostMallocCoherent | hipHostMallocNonCoherent),
        hipErrorInvalidValue);
  FAILS(hipHostMalloc((void **)nullptr, 16, 0), hipErrorInvalidValue);
  FAILS(hipMallocManaged(&p, 16, 77), hipErrorInvalidValue);
  FAILS(hipMallocManaged(&p, 0, hipMemAttachGlobal), hipErrorInvalidValue);
  FAILS(hipHostRegister(nullptr, 4, 0), hipErrorInvalidValue);
  FAILS(hipHostRegister(host, 0, 0), hipErrorInvalidValue);
  FAILS(hipHostRegister(host, 4, 0x12340000), hipErrorInvalidValue);
  FAILS(hipHostUnregister(host), hipErrorHostMemoryNotRegistered);
  FAILS(hipMallocPitch(nullptr, &size, 4, 4), hipErrorInvalidValue);
  FAILS(hipMallocPitch(&p, nullptr, 4, 4), hipErrorInvalidValue);

  OK(hipMalloc(&p, 4096));
  FAILS(hipMemcpy(host, p, 4, (hipMemcpyKind)77), hipErrorInvalidMemcpyDirection);
  FAILS(hipMemcpyAsync(host, p, 4, (hipMemcpyKind)-1, 0),
        hipErrorInvalidMemcpyDirection);
  FAILS(hipMemcpy(nullptr, p, 4, hipMemcpyDefault), hipErrorInvalidValue);
  FAILS(hipMemcpy(p, nullptr, 4, hipMemcpyDefault), hipErrorInvalidValue);
  FAILS(hipMemcpyDtoH(nullptr, p, 4), hipErrorInvalidValue);
  FAILS(hipMemcpyHtoD(p, nullptr, 4), hipErrorInvalidValue);
  FAILS(hipMemcpyDtoD(p, nullptr, 4), hipErrorInvalidValue);
  FAILS(hipMemcpy(host, p, 8192, hipMemcpyDeviceToHost), hipErrorInvalidValue);
  FAILS(hipMemcpy2D(host, 3, p, 16, 4, 2, hipMemcpyDeviceToHost),
        hipErrorInvalidPitchValue);
  FAILS(hipMemcpy2D(host, (size_t)1 << 31, p, 16, 4, 2, hipMemcpyDeviceToHost),
        hipErrorInvalidValue);
  OK(hipMemcpy2D(host, 4, p, 16, 0, 2, hipMemcpyDeviceToHost));
  FAILS(hipMemset(nullptr, 0, 4), hipErrorInvalidValue);
  FAILS(hipMemset(p, 0, 4097), hipErrorInvalidValue);
  OK(hipMemset(p, 0, 0));
  FAILS(hipMemset2D(p, 3, 0, 4, 2), hipErrorInvalidValue);
  FAILS(hipIpcGetMemHandle(nullptr, p), hipErrorInvalidValue);
  FAILS(hipIpcGetMemHandle(&handle, nullptr), hipErrorInvalidValue);
  FAILS(hipIpcGetEventHandle(nullptr, nullptr), hipErrorInvalidValue);
  FAILS(hipMemcpyPeer(p, 0, p, 99, 4), hipErrorInvalidDevice);
  OK(hipFree(p));
  FAILS(hipFree(p), hipErrorInvalidValue);
}

static void streams_and_events() {
  hipStream_t s;
  hipEvent_t e;
  float ms;
  void *p;
  int value = 0;
  hipStreamCaptureStatus status;
  hipGraph_t graph;
  FAILS(hipEventDestroy(nullptr), hipErrorInvalidHandle);
  FAILS(hipStreamDestroy(nullptr), hipErrorInvalidHandle);
  FAILS(hipStreamCreate(nullptr), hipErrorInvalidValue);
  FAILS(hipStreamCreateWithFlags(&s, 0xff), hipErrorInvalidValue);
  FAILS(hipEventCreate(nullptr), hipErrorInvalidValue);
  FAILS(hipEventCreateWithFlags(&e, 0x100), hipErrorInvalidValue);
  FAILS(hipEventCreateWithFlags(&e, hipEventReleaseToDevice |
                                        hipEventReleaseToSystem),
        hipErrorInvalidValue);
  FAILS(hipEventCreateWithFlags(&e, hipEventInterprocess),
        hipErrorInvalidValue);
  OK(hipEventCreate(&e));
  FAILS(hipEventElapsedTime(nullptr, e, e), hipErrorInvalidValue);
  FAILS(hipEventElapsedTime(&ms, e, nullptr), hipErrorInvalidHandle);
  FAILS(hipEventElapsedTime(&ms, e, e), hipErrorInvalidHandle); // no record
  FAILS(hipEventRecord(nullptr, 0), hipErrorInvalidHandle);
  FAILS(hipEventQuery(nullptr), hipErrorInvalidHandle);
  FAILS(hipStreamWaitEvent(0, nullptr, 0), hipErrorInvalidHandle);
  FAILS(hipStreamWaitEvent(0, e, 77), hipErrorInvalidValue);
  OK(hipEventDestroy(e));
  FAILS(hipEventDestroy(e), hipErrorInvalidHandle);

  OK(hipMalloc(&p, 16));
  OK(hipStreamCreate(&s));
  OK(hipStreamDestroy(s));
  FAILS(hipStreamSynchronize(s), hipErrorContextIsDestroyed);
  FAILS(hipStreamQuery(s), hipErrorContextIsDestroyed);
  FAILS(hipStreamDestroy(s), hipErrorContextIsDestroyed);
  FAILS(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal),
        hipErrorContextIsDestroyed);
  FAILS(hipMemcpyAsync(p, &value, 4, hipMemcpyHostToDevice, s),
        hipErrorContextIsDestroyed);
  FAILS(hipLaunchHostFunc(s, [](void *) {}, nullptr),
        hipErrorContextIsDestroyed);
  FAILS(hipStreamSynchronize((hipStream_t)&value), hipErrorInvalidHandle);
  FAILS(hipStreamGetFlags(0, nullptr), hipErrorInvalidValue);
  FAILS(hipStreamGetPriority(0, nullptr), hipErrorInvalidValue);
  FAILS(hipStreamIsCapturing(0, nullptr), hipErrorInvalidValue);
  FAILS(hipStreamEndCapture(0, nullptr), hipErrorInvalidValue);
  FAILS(hipStreamEndCapture(0, &graph), hipErrorIllegalState);
  FAILS(hipStreamBeginCapture(0, hipStreamCaptureModeGlobal),
        hipErrorStreamCaptureUnsupported);
  FAILS(hipStreamAddCallback(0, nullptr, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipLaunchHostFunc(0, nullptr, nullptr), hipErrorInvalidValue);
  OK(hipStreamIsCapturing(0, &status));
  OK(hipFree(p));
}

static void graphs() {
  hipGraph_t graph;
  hipGraphExec_t exec;
  hipGraphNode_t node;
  size_t count;
  FAILS(hipGraphCreate(nullptr, 0), hipErrorInvalidValue);
  FAILS(hipGraphCreate(&graph, 1), hipErrorInvalidValue);
  FAILS(hipGraphDestroy(nullptr), hipErrorInvalidValue);
  FAILS(hipGraphExecDestroy(nullptr), hipErrorInvalidValue);
  OK(hipGraphCreate(&graph, 0));
  FAILS(hipGraphInstantiate(nullptr, graph, nullptr, nullptr, 0),
        hipErrorInvalidValue);
  FAILS(hipGraphInstantiate(&exec, nullptr, nullptr, nullptr, 0),
        hipErrorInvalidValue);
  FAILS(hipGraphInstantiateWithFlags(&exec, graph, 10), hipErrorInvalidValue);
  FAILS(hipGraphInstantiateWithFlags(&exec, graph, 0xdead),
        hipErrorInvalidValue);
  FAILS(hipGraphAddEmptyNode(nullptr, graph, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipGraphAddEmptyNode(&node, nullptr, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipGraphAddEmptyNode(&node, graph, nullptr, 1), hipErrorInvalidValue);
  FAILS(hipGraphAddKernelNode(&node, graph, nullptr, 0, nullptr),
        hipErrorInvalidValue);
  FAILS(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr),
        hipErrorInvalidValue);
  FAILS(hipGraphGetNodes(graph, nullptr, nullptr), hipErrorInvalidValue);
  FAILS(hipGraphGetNodes(nullptr, nullptr, &count), hipErrorInvalidValue);
  FAILS(hipGraphLaunch(nullptr, 0), hipErrorInvalidValue);
  FAILS(hipGraphDestroyNode(nullptr), hipErrorInvalidValue);
  FAILS(hipGraphClone(nullptr, graph), hipErrorInvalidValue);
  OK(hipGraphDestroy(graph));
  FAILS(hipGraphDestroy(graph), hipErrorInvalidValue);
}

static void devices() {
  int value = 0;
  hipFuncCache_t config;
  hipDeviceProp_t properties;
  char text[16];
  unsigned flags;
  FAILS(hipSetDevice(-1), hipErrorInvalidDevice);
  FAILS(hipGetDevice(nullptr), hipErrorInvalidValue);
  FAILS(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
  FAILS(hipGetDeviceProperties(&properties, -1), hipErrorInvalidDevice);
  FAILS(hipGetDeviceProperties(nullptr, 0), hipErrorInvalidValue);
  FAILS(hipDeviceGetAttribute(nullptr, hipDeviceAttributeWarpSize, 0),
        hipErrorInvalidValue);
  FAILS(hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)-1, 0),
        hipErrorInvalidValue);
  FAILS(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 99),
        hipErrorInvalidDevice);
  FAILS(hipDeviceSetCacheConfig((hipFuncCache_t)-1), hipErrorInvalidValue);
  OK(hipDeviceSetCacheConfig(hipFuncCachePreferL1));
  OK(hipDeviceGetCacheConfig(&config));
  CHECK(config == hipFuncCachePreferL1);
  OK(hipDeviceSetCacheConfig(hipFuncCachePreferNone));
  FAILS(hipDeviceGetPCIBusId(nullptr, 13, 0), hipErrorInvalidValue);
  FAILS(hipDeviceGetPCIBusId(text, 0, 0), hipErrorInvalidValue);
  OK(hipDeviceGetPCIBusId(text, 13, 0));
  OK(hipSetDeviceFlags(hipDeviceScheduleBlockingSync));
  OK(hipGetDeviceFlags(&flags));
  CHECK(flags == hipDeviceScheduleBlockingSync);
  OK(hipSetDeviceFlags(0));
  FAILS(hipSetDeviceFlags(0x12345), hipErrorInvalidValue);
  // Every attribute that has a name has a value.
  for (int i = hipDeviceAttributeLuid; i <= hipDeviceAttributeMaxTextureCubemap;
       ++i)
    OK(hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)i, 0));
}

// Advice is of whole pages.
static void advice() {
  char *block;
  int who = -7;
  OK(hipMallocManaged((void **)&block, 3 * 4096, hipMemAttachGlobal));
  OK(hipMemAdvise(block + 1024, 2048, hipMemAdviseSetAccessedBy, 0));
  OK(hipMemRangeGetAttribute(&who, sizeof(who), hipMemRangeAttributeAccessedBy,
                             block, 4096));
  CHECK(who == 0);
  OK(hipFree(block));
}

int main() {
  memory();
  streams_and_events();
  graphs();
  devices();
  advice();
  FAILS(hipMalloc((void **)nullptr, 4), hipErrorInvalidValue);
  CHECK(hipGetLastError() == hipErrorInvalidValue);
  CHECK(hipGetLastError() == hipSuccess);
  return done();
}
