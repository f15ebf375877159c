// SPDX-License-Identifier: Apache-2.0
// CUPTI's callbacks: before and after each call with its parameters, result and
// correlation, of objects that come and go, and of waits. What a callback itself
// calls, and what the runtime calls within a call, is not seen.
// FLAGS: -lcupti -std=c++17
#include <cupti.h>
#include <generated_nvtx_meta.h>
#include <nvtx3/nvToolsExt.h>

#include <string>
#include <thread>
#include <vector>

#include "program.h"

#define CUPTI(expr) CHECK((expr) == CUPTI_SUCCESS)

struct Seen {
  CUpti_CallbackDomain domain;
  CUpti_CallbackId id;
  CUpti_ApiCallbackSite site;
  uint32_t correlation;
  std::string name, symbol;
  int result;
};
static thread_local std::vector<Seen> seen;
static thread_local dim3 grid;
static thread_local size_t size_of_malloc;
static thread_local void *made_by_malloc;
static thread_local cudaStream_t stream_of;
static int user_word;

__global__ void work(int *x) { atomicAdd(x, 1); }

static void take_call(CUpti_CallbackDomain domain, CUpti_CallbackId id,
                      const CUpti_CallbackData *d) {
  Seen s = {domain, id, d->callbackSite, d->correlationId,
            d->functionName, d->symbolName ? d->symbolName : "", -1};
  if (d->callbackSite == CUPTI_API_ENTER) {
    CHECK(!d->functionReturnValue);
    *d->correlationData = 7000 + d->correlationId;
  } else {
    CHECK(*d->correlationData == 7000 + d->correlationId);
    s.result = *(int *)d->functionReturnValue;
  }
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) {
    if (id == CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000) {
      auto *p = (const cudaLaunchKernel_v7000_params *)d->functionParams;
      grid = p->gridDim;
      CHECK(p->blockDim.x == 32 && p->sharedMem == 64 && !p->stream);
    } else if (id == CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020) {
      auto *p = (const cudaMalloc_v3020_params *)d->functionParams;
      size_of_malloc = p->size;
      if (d->callbackSite == CUPTI_API_EXIT)
        made_by_malloc = *p->devPtr;
    }
  }
  // Is not seen.
  int device = -1;
  CHECK(cudaGetDevice(&device) == cudaSuccess && device == 0);
  seen.push_back(s);
}

static void CUPTIAPI callback(void *user, CUpti_CallbackDomain domain,
                              CUpti_CallbackId id, const void *given) {
  CHECK(user == &user_word);
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API ||
      domain == CUPTI_CB_DOMAIN_DRIVER_API)
    return take_call(domain, id, (const CUpti_CallbackData *)given);
  if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
    auto *r = (const CUpti_ResourceData *)given;
    if (id == CUPTI_CBID_RESOURCE_STREAM_CREATED ||
        id == CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING)
      stream_of = (cudaStream_t)r->resourceHandle.stream;
    if (id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED) {
      uint32_t device = 9, context = 9;
      CUPTI(cuptiGetDeviceId(r->context, &device));
      CUPTI(cuptiGetContextId(r->context, &context));
      CHECK(device == 0 && context == 1);
    }
  } else if (domain == CUPTI_CB_DOMAIN_NVTX) {
    auto *n = (const CUpti_NvtxData *)given;
    std::string text;
    if (id == CUPTI_CBID_NVTX_nvtxRangePushA)
      text = ((const nvtxRangePushA_params *)n->functionParams)->message;
    if (id == CUPTI_CBID_NVTX_nvtxMarkA)
      text = ((const nvtxMarkA_params *)n->functionParams)->message;
    seen.push_back({domain, id, CUPTI_API_ENTER, 0, n->functionName, text, 0});
    return;
  } else {
    CHECK(domain == CUPTI_CB_DOMAIN_SYNCHRONIZE);
    stream_of = (cudaStream_t)((const CUpti_SynchronizeData *)given)->stream;
  }
  seen.push_back({domain, id, CUPTI_API_ENTER, 0, "", "", 0});
}

static CUpti_SubscriberHandle subscriber;

static void check_pair(size_t at, const char *name, int result) {
  CHECK(seen.size() >= at + 2);
  const Seen &enter = seen[at], &exit = seen[at + 1];
  CHECK(enter.name == name && exit.name == name);
  CHECK(enter.site == CUPTI_API_ENTER && exit.site == CUPTI_API_EXIT);
  CHECK(enter.correlation == exit.correlation && enter.correlation);
  CHECK(exit.result == result);
}

static void check_runtime() {
  int *x;
  CUPTI(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API));
  CHECK(cudaMalloc((void **)&x, 4096) == cudaSuccess);
  check_pair(0, "cudaMalloc", cudaSuccess);
  CHECK(size_of_malloc == 4096 && made_by_malloc == x);
  CHECK(cudaMemset(x, 0, 4096) == cudaSuccess);
  seen.clear();
  work<<<dim3(3, 2, 1), 32, 64>>>(x);
  check_pair(0, "cudaLaunchKernel", cudaSuccess);
  CHECK(seen[0].symbol == "_Z4workPi" && grid.x == 3 && grid.y == 2);
  CHECK(seen.size() == 2);
  seen.clear();
  CHECK(cudaFree((void *)1) == cudaErrorInvalidValue);
  check_pair(0, "cudaFree", cudaErrorInvalidValue);
  CHECK(cudaFree(x) == cudaSuccess);
  check_pair(2, "cudaFree", cudaSuccess);
  CHECK(seen[0].correlation != seen[2].correlation);
  // One function off again.
  uint32_t is_on = 9;
  CUPTI(cuptiEnableCallback(0, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                            CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020));
  CUPTI(cuptiGetCallbackState(&is_on, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                              CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020));
  CHECK(is_on == 0);
  seen.clear();
  CHECK(cudaMalloc((void **)&x, 4096) == cudaSuccess);
  CHECK(seen.empty());
  CHECK(cudaFree(x) == cudaSuccess);
  check_pair(0, "cudaFree", cudaSuccess);
  CUPTI(cuptiEnableDomain(0, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API));
}

static void check_driver() {
  CUdeviceptr p;
  seen.clear();
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API,
                            CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2));
  CHECK(cuMemAlloc(&p, 100) == CUDA_SUCCESS);
  CHECK(cuMemFree(p) == CUDA_SUCCESS);
  check_pair(0, "cuMemAlloc_v2", CUDA_SUCCESS);
  CHECK(seen.size() == 2);
  CUPTI(cuptiEnableDomain(0, subscriber, CUPTI_CB_DOMAIN_DRIVER_API));
}

static void check_objects() {
  cudaStream_t stream;
  seen.clear();
  CUPTI(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE));
  CUPTI(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_SYNCHRONIZE));
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(seen.size() == 1 && stream_of == stream);
  CHECK(seen[0].id == CUPTI_CBID_RESOURCE_STREAM_CREATED);
  stream_of = nullptr;
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(seen.size() == 2 && stream_of == stream);
  CHECK(seen[1].id == CUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(seen.size() == 3);
  CHECK(seen[2].id == CUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(seen.size() == 4 && stream_of == stream);
  CHECK(seen[3].id == CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess);
  CHECK(seen.back().id == CUPTI_CBID_RESOURCE_GRAPH_CREATED);
  CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(seen.back().id == CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(seen.back().id == CUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(seen.back().id == CUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING);
}

static void check_nvtx() {
  seen.clear();
  CUPTI(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_NVTX));
  nvtxRangePushA("outer");
  nvtxMarkA("point");
  nvtxRangePop();
  nvtxRangeEnd(nvtxRangeStartA("apart"));
  CHECK(seen.size() == 5 && seen[0].symbol == "outer");
  CHECK(seen[0].name == "nvtxRangePushA" && seen[1].symbol == "point");
  CHECK(seen[2].name == "nvtxRangePop" && seen[3].name == "nvtxRangeStartA");
  CHECK(seen[4].name == "nvtxRangeEnd");
  CUPTI(cuptiEnableDomain(0, subscriber, CUPTI_CB_DOMAIN_NVTX));
}

static void check_threads() {
  std::vector<std::thread> threads;
  CUPTI(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API));
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 100; ++i) {
        void *p;
        seen.clear();
        CHECK(cudaMalloc(&p, 64) == cudaSuccess);
        CHECK(cudaFree(p) == cudaSuccess);
        check_pair(0, "cudaMalloc", cudaSuccess);
        check_pair(2, "cudaFree", cudaSuccess);
      }
    });
  for (std::thread &t : threads)
    t.join();
}

static void check_refusals() {
  CUpti_SubscriberHandle second;
  const char *text = nullptr;
  CHECK(cuptiSubscribe(&second, callback, nullptr) ==
        CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
  CHECK(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_STATE) ==
        CUPTI_ERROR_NOT_SUPPORTED);
  CHECK(cuptiGetLastError() == CUPTI_ERROR_NOT_SUPPORTED);
  CHECK(cuptiGetLastError() == CUPTI_SUCCESS);
  CHECK(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                            100000) == CUPTI_ERROR_INVALID_PARAMETER);
  CHECK(cuptiSubscribe(&second, nullptr, nullptr) ==
        CUPTI_ERROR_INVALID_PARAMETER);
  CUPTI(cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API,
                             CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, &text));
  CHECK(strcmp(text, "cuLaunchKernel") == 0);
  CUPTI(cuptiGetResultString(CUPTI_ERROR_INVALID_KIND, &text));
  CHECK(strcmp(text, "CUPTI_ERROR_INVALID_KIND") == 0);
  CUPTI(cuptiGetErrorMessage(CUPTI_ERROR_INVALID_KIND, &text));
  CHECK(text[0]);
}

int main() {
  uint32_t version = 0;
  CUPTI(cuptiGetVersion(&version));
  CHECK(version == CUPTI_API_VERSION);
  CUPTI(cuptiSubscribe(&subscriber, callback, &user_word));
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                            CUPTI_CBID_RESOURCE_CONTEXT_CREATED));
  void *first;
  CHECK(cudaMalloc(&first, 1) == cudaSuccess && cudaFree(first) == cudaSuccess);
  CHECK(seen.size() == 1);
  CHECK(seen[0].id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
  seen.clear();
  check_runtime();
  check_driver();
  check_objects();
  check_nvtx();
  check_threads();
  check_refusals();
  CUPTI(cuptiUnsubscribe(subscriber));
  seen.clear();
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(seen.empty());
  CHECK(cuptiUnsubscribe(subscriber) == CUPTI_ERROR_INVALID_PARAMETER);
  return 0;
}
