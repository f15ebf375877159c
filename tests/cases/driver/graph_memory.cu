// SPDX-License-Identifier: Apache-2.0
// What graphs allocate is given back when they, their copies and their launches
// are gone, and not before.
#include <cstdio>
#include <cstring>
#include <unistd.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::printf("line %d: %s\n", __LINE__, #condition);                      \
      return 1;                                                                \
    }                                                                          \
  } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

enum { BYTES = 1 << 20, MANY = 40 };

__global__ void fill(int *data, int value, int *seen) {
  data[threadIdx.x] = value;
  seen[threadIdx.x] = data[threadIdx.x] + 1;
}

static size_t used(cudaGraphMemAttributeType which) {
  size_t bytes = 0;
  (void)cudaDeviceGetGraphMemAttribute(0, which, &bytes);
  return bytes;
}

// Whether so much is reserved, at last: what a launch has goes when the runtime
// has seen its end.
static bool is_reserved(size_t bytes) {
  for (int i = 0; i < 500; ++i) {
    (void)cudaDeviceGraphMemTrim(0);
    if (used(cudaGraphMemAttrReservedMemCurrent) == bytes)
      return true;
    usleep(10000);
  }
  std::printf("%zu bytes are reserved\n",
              used(cudaGraphMemAttrReservedMemCurrent));
  return false;
}

// allocate -> fill -> free, by nodes; `frees`: with the last one.
static cudaGraph_t make(int *seen, int value, bool frees, int **data) {
  cudaGraph_t graph;
  cudaGraphNode_t allocate, kernel, free;
  cudaMemAllocNodeParams params;
  std::memset(&params, 0, sizeof(params));
  params.bytesize = BYTES;
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  (void)cudaGraphCreate(&graph, 0);
  (void)cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params);
  *data = static_cast<int *>(params.dptr);
  void *arguments[] = {data, &value, &seen};
  cudaKernelNodeParams k = {};
  k.func = reinterpret_cast<void *>(fill);
  k.gridDim = dim3(1);
  k.blockDim = dim3(64);
  k.kernelParams = arguments;
  (void)cudaGraphAddKernelNode(&kernel, graph, &allocate, 1, &k);
  if (frees)
    (void)cudaGraphAddMemFreeNode(&free, graph, &kernel, 1, *data);
  return graph;
}

int main() {
  int *seen, *data, *other, host[64];
  cudaStream_t stream;
  cudaGraph_t graph, clone;
  cudaGraphExec_t exec;
  OK(cudaMalloc(&seen, sizeof(host)));
  OK(cudaStreamCreate(&stream));

  // A graph that frees, many times: nothing stays.
  for (int i = 0; i < MANY; ++i) {
    graph = make(seen, i, true, &data);
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaGraphExecDestroy(exec)); // while it may still run
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(host, seen, sizeof(host), cudaMemcpyDeviceToHost));
    CHECK(host[63] == i + 1);
  }
  CHECK(is_reserved(0));

  // A clone keeps it, and its memory is nobody else's.
  graph = make(seen, 7, true, &data);
  OK(cudaGraphClone(&clone, graph));
  OK(cudaGraphDestroy(graph));
  CHECK(is_reserved(BYTES));
  OK(cudaMallocAsync(reinterpret_cast<void **>(&other), BYTES, stream));
  CHECK(other != data);
  OK(cudaFreeAsync(other, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaGraphInstantiate(&exec, clone, 0));
  OK(cudaGraphDestroy(clone));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(is_reserved(BYTES));
  OK(cudaGraphExecDestroy(exec));
  CHECK(is_reserved(0));

  // What the program frees may be launched again.
  graph = make(seen, 5, false, &data);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) {
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(host, data, sizeof(host), cudaMemcpyDeviceToHost));
    CHECK(host[0] == 5);
    OK(cudaFree(data));
    OK(cudaMallocAsync(reinterpret_cast<void **>(&other), BYTES, stream));
    CHECK(other != data);
    OK(cudaFreeAsync(other, stream));
    OK(cudaStreamSynchronize(stream));
  }
  OK(cudaGraphDestroy(graph));
  CHECK(is_reserved(BYTES));
  OK(cudaGraphExecDestroy(exec));
  CHECK(is_reserved(0));

  // What is launched has to be free, and what is freed to be launched.
  graph = make(seen, 8, false, &data);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaFree(data) == cudaErrorInvalidValue);
  OK(cudaGraphLaunch(exec, stream));
  CHECK(cudaGraphLaunch(exec, stream) == cudaErrorInvalidValue);
  OK(cudaStreamSynchronize(stream));
  OK(cudaFreeAsync(data, stream));
  CHECK(cudaFreeAsync(data, stream) == cudaErrorInvalidValue);
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(host, data, sizeof(host), cudaMemcpyDeviceToHost));
  CHECK(host[63] == 8);
  OK(cudaFree(data));
  OK(cudaGraphExecDestroy(exec));
  // Nobody frees it here.
  OK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int i = 0; i < 3; ++i)
    OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaFree(data));
  CHECK(cudaFree(data) == cudaErrorInvalidValue);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  CHECK(is_reserved(0));

  // A graph that is never launched gives back what it would have had, and none
  // frees what is not a graph's.
  graph = make(seen, 9, false, &data);
  CHECK(is_reserved(BYTES));
  OK(cudaMalloc(&other, BYTES));
  cudaGraphNode_t node;
  CHECK(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, other) ==
        cudaErrorInvalidValue);
  OK(cudaFree(other));
  OK(cudaGraphDestroy(graph));
  CHECK(is_reserved(0));

  // What it does not free it keeps.
  graph = make(seen, 6, false, &data);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaMemcpy(host, data, sizeof(host), cudaMemcpyDeviceToHost));
  CHECK(host[63] == 6 && is_reserved(BYTES));
  OK(cudaFree(data));
  CHECK(cudaFree(data) == cudaErrorInvalidValue);
  CHECK(is_reserved(0));

  // By captures.
  for (int i = 0; i < MANY; ++i) {
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaMallocAsync(reinterpret_cast<void **>(&data), BYTES, stream));
    fill<<<1, 64, 0, stream>>>(data, i, seen);
    OK(cudaFreeAsync(data, stream));
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaStreamSynchronize(stream));
  }
  CHECK(is_reserved(0));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(seen));
  std::puts("ok");
  return 0;
}
