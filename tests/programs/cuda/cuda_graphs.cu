// SPDX-License-Identifier: Apache-2.0
// Graphs in the CUDA dialect.
#include "program.h"

enum { N = 256 };
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
static int told;
static void CUDART_CB tell(void *user) { told += *(int *)user; }

int main() {
  int *p, h[N], one = 1;
  cudaStream_t s;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaStreamCreate(&s));
  OK(cudaMalloc(&p, sizeof(h)));
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  OK(cudaMemsetAsync(p, 0, sizeof(h), s));
  for (int i = 0; i < 10; ++i)
    add<<<1, N, 0, s>>>(p, i);
  OK(cudaLaunchHostFunc(s, tell, &one));
  OK(cudaMemcpyAsync(h, p, sizeof(h), cudaMemcpyDeviceToHost, s));
  OK(cudaStreamEndCapture(s, &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  CHECK(h[0] == 45 && h[N - 1] == 45 && told == 1);
  size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 13);
  std::vector<cudaGraphNode_t> nodes(count);
  OK(cudaGraphGetNodes(graph, nodes.data(), &count));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(nodes[1], &type));
  CHECK(type == cudaGraphNodeTypeKernel);
  cudaKernelNodeParams params = {};
  OK(cudaGraphKernelNodeGetParams(nodes[1], &params));
  CHECK(params.func == (void *)add && params.blockDim.x == N);
  int hundred = 100;
  void *args[] = {&p, &hundred};
  params.kernelParams = args;
  OK(cudaGraphExecKernelNodeSetParams(exec, nodes[1], &params));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  CHECK(h[0] == 145);
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, graph, &info));
  CHECK(info.result == cudaGraphExecUpdateSuccess);
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  CHECK(h[0] == 45);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(s));
  OK(cudaFree(p));
  return done();
}
