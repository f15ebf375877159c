// SPDX-License-Identifier: Apache-2.0
// CUPTI's records of graphs: one of the whole where a program wants that, and
// otherwise those of the kernels, copies and fills in it; the driver's
// launches; a clock of the program's own; times of a launch's way to the
// device.
// FLAGS: -lcupti -std=c++17
#include <time.h>

#include "records.h"

enum { N = 256 };

__global__ void twice(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

static const unsigned TICKS = 3; // of the program's clock in a nanosecond

static uint64_t ticks() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return TICKS * ((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec);
}

static int *host, *result; // pinned: read when the graph comes to its copies
static int *x;
static cudaStream_t stream;
static cudaGraphExec_t exec;

static void put_five(void *) { host[0] = 5; }

// A fill, a host function, a copy of what it wrote, two kernels, and a copy.
static void make_graph() {
  cudaGraph_t graph;
  CHECK(cudaMalloc((void **)&x, N * sizeof(int)) == cudaSuccess);
  CHECK(cudaMallocHost((void **)&host, N * sizeof(int)) == cudaSuccess);
  CHECK(cudaMallocHost((void **)&result, N * sizeof(int)) == cudaSuccess);
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) ==
        cudaSuccess);
  CHECK(cudaMemsetAsync(x, 0, N * sizeof(int), stream) == cudaSuccess);
  CHECK(cudaLaunchHostFunc(stream, put_five, nullptr) == cudaSuccess);
  CHECK(cudaMemcpyAsync(x, host, sizeof(int), cudaMemcpyHostToDevice, stream) ==
        cudaSuccess);
  twice<<<1, N, 0, stream>>>(x);
  twice<<<1, N, 0, stream>>>(x);
  CHECK(cudaMemcpyAsync(result, x, N * sizeof(int), cudaMemcpyDeviceToHost,
                        stream) == cudaSuccess);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

static void launch() {
  host[0] = result[0] = 0;
  CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(result[0] == 20 && result[1] == 0);
  flush_records();
}

// Devices other than the CPU run a graph as a whole.
static bool has_parts() {
  const char *device = getenv("QUERN_DEVICE");
  return !device || strncmp(device, "cpu", 3) == 0;
}

static void check_parts() {
  const uint64_t began = ticks();
  launch();
  const uint64_t ended = ticks();
  CHECK(kernels.size() == (has_parts() ? 2 : 0));
  if (!has_parts())
    return;
  CHECK(copies.size() == 2 && fills.size() == 1);
  CHECK(graphs.empty());
  uint32_t id = 0;
  CUPTI(cuptiGetGraphExecId((CUgraphExec)exec, &id));
  for (const CUpti_ActivityKernel10 &k : kernels) {
    CHECK(k.correlationId == fills[0].correlationId);
    CHECK(k.graphId == id && id);
    CHECK(began < k.start && k.start < k.end && k.end < ended); // in ticks
    CHECK(k.queued && k.queued <= k.submitted);
    CHECK(strcmp(name_of(*call_of(k.correlationId)),
                 "cudaGraphLaunch_v10000") == 0);
  }
  CHECK(kernels[0].end <= kernels[1].start);
  CHECK(copies[0].copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD);
}

static void check_whole() {
  CUPTI(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE));
  kernels.clear();
  launch();
  CHECK(graphs.size() == 1 && kernels.empty());
  uint32_t id = 0;
  CUPTI(cuptiGetGraphExecId((CUgraphExec)exec, &id));
  CHECK(graphs[0].graphId == id && graphs[0].start < graphs[0].end);
}

// Of code in the program, by its address, through the driver's function.
static void check_driver() {
  CUfunction function;
  CUdeviceptr p = (CUdeviceptr)x;
  void *arguments[] = {&p};
  CHECK(cudaGetFuncBySymbol(&function, (const void *)twice) == cudaSuccess);
  CHECK(cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, (CUstream)stream,
                       arguments, nullptr) == CUDA_SUCCESS);
  CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
  flush_records();
  CHECK(kernels.size() == 1 && kernels[0].gridX == 2);
  CHECK(strcmp(kernels[0].name, "_Z5twicePi") == 0);
  const CUpti_ActivityAPI *call = call_of(kernels[0].correlationId);
  CHECK(call && call->kind == CUPTI_ACTIVITY_KIND_DRIVER);
  CHECK(strcmp(name_of(*call), "cuLaunchKernel") == 0);
  // And by the address that a program asks for.
  CUresult (*free_size)(size_t *, size_t *) = nullptr;
  size_t size = 0, all = 0;
  driver_calls.clear();
  CHECK(cuGetProcAddress("cuMemGetInfo", (void **)&free_size, CUDA_VERSION, 0,
                         nullptr) == CUDA_SUCCESS);
  CHECK(free_size(&size, &all) == CUDA_SUCCESS);
  flush_records();
  CHECK(driver_calls.size() == 2);
  CHECK(strcmp(name_of(driver_calls[0]), "cuGetProcAddress_v2") == 0);
  CHECK(strcmp(name_of(driver_calls[1]), "cuMemGetInfo_v2") == 0);
}

int main() {
  CUPTI(cuptiActivityRegisterTimestampCallback(ticks));
  CUPTI(cuptiActivityEnableLatencyTimestamps(1));
  begin_records({CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                 CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET,
                 CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER,
                 CUPTI_ACTIVITY_KIND_OVERHEAD});
  make_graph();
  flush_records();
  CHECK(kernels.empty() && copies.empty()); // captured ones did not run
  check_parts();
  check_whole();
  check_driver();
  CHECK(!overheads.empty());
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaMalloc((void **)&x, N * sizeof(int)) == cudaSuccess);
  CHECK(cudaMallocHost((void **)&host, N * sizeof(int)) == cudaSuccess);
  CHECK(cudaMallocHost((void **)&result, N * sizeof(int)) == cudaSuccess);
  CHECK(cudaMemset(x, 0, N * sizeof(int)) == cudaSuccess);
  kernels.clear();
  twice<<<1, N>>>(x);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  flush_records();
  CHECK(kernels.size() == 1);
  CHECK(cudaFreeHost(result) == cudaSuccess);
  CHECK(cudaFreeHost(host) == cudaSuccess);
  CHECK(cudaFree(x) == cudaSuccess);
  return 0;
}
