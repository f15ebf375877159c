// SPDX-License-Identifier: Apache-2.0
// CUDA 13's forms of functions of graphs, with data of the edges, and CUDA 12's
// of the same names; the names in _v2 and _v3 that CUDA 12 has for the former.
#include "program.h"

__global__ void add(int *p, int value) { *p += value; }

static cudaKernelNodeParams add_node(void **arguments) {
  cudaKernelNodeParams p = {};
  p.func = (void *)add;
  p.gridDim = p.blockDim = dim3(1);
  p.kernelParams = arguments;
  return p;
}

int main() {
  int *p, one = 1, host = 0;
  OK(cudaMalloc(&p, sizeof(int)));
  OK(cudaMemset(p, 0, sizeof(int)));
  void *arguments[] = {&p, &one};
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = (void *)add;
  params.kernel.gridDim = params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = arguments;

  cudaGraph_t graph;
  cudaGraphNode_t a, b, c, from[4], to[4];
  cudaGraphEdgeData data[4] = {};
  OK(cudaGraphCreate(&graph, 0));
  const cudaKernelNodeParams plain = add_node(arguments);
  OK(cudaGraphAddKernelNode(&a, graph, nullptr, 0, &plain));
  // By the sixth parameter, and without it.
  OK(cudaGraphAddNode(&b, graph, &a, nullptr, 1, &params));
  OK(cudaGraphAddNode(&c, graph, &b, 1, &params));
  data[0].type = cudaGraphDependencyTypeProgrammatic;
  data[0].from_port = cudaGraphKernelNodePortProgrammatic;
  OK(cudaGraphAddDependencies(graph, &a, &c, data, 1));
  size_t count = 4;
  OK(cudaGraphGetEdges(graph, from, to, data, &count));
  CHECK(count == 3 && data[2].reserved[0] == 0);
  count = 4;
  OK(cudaGraphGetEdges(graph, from, to, &count));
  CHECK(count == 3);
  count = 4;
  OK(cudaGraphNodeGetDependencies(c, from, data, &count));
  CHECK(count == 2);
  count = 4;
  OK(cudaGraphNodeGetDependentNodes(a, to, data, &count));
  CHECK(count == 2);
  OK(cudaGraphRemoveDependencies(graph, &a, &c, nullptr, 1));
  count = 4;
  OK(cudaGraphGetEdges_v2(graph, from, to, nullptr, &count));
  CHECK(count == 2);
  data[0].type = 9;
  CHECK(cudaGraphAddDependencies(graph, &a, &c, data, 1) ==
        cudaErrorInvalidValue);

  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaMemcpy(&host, p, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(host == 3);

  // Of a stream that captures.
  cudaStream_t stream;
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  const cudaGraphNode_t *after;
  const cudaGraphEdgeData *edges;
  cudaGraph_t captured;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, stream>>>(p, 1);
  OK(cudaStreamGetCaptureInfo(stream, &status, &id, &captured, &after, &edges,
                              &count));
  CHECK(status == cudaStreamCaptureStatusActive && count == 1);
  OK(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0,
                                         cudaStreamSetCaptureDependencies));
  OK(cudaStreamGetCaptureInfo(stream, &status, &id, &captured, &after, &count));
  CHECK(count == 0);
  OK(cudaStreamEndCapture(stream, &captured));
  float ms;
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaEventRecord(event));
  OK(cudaEventSynchronize(event));
  OK(cudaEventElapsedTime_v2(&ms, event, event));
  OK(cudaEventDestroy(event));
  OK(cudaGraphDestroy(captured));
  OK(cudaStreamDestroy(stream));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(p));
  return 0;
}
