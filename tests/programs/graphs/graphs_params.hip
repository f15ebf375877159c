// SPDX-License-Identifier: Apache-2.0
// Parameters of nodes in their general form, and of copies, symbols, events,
// child graphs and attributes.
#include <hip/hip_runtime.h>

#include "program.h"

enum { N = 32 };
__device__ int table[N];
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
static int told;
static void tell(void *user) { told = (int)(size_t)user; }

static hipStream_t s;
static int launch(hipGraphExec_t exec, const int *result) {
  OK(hipGraphLaunch(exec, s));
  OK(hipStreamSynchronize(s));
  return result[0];
}

static hipGraphExec_t make_exec(hipGraph_t graph) {
  hipGraphExec_t exec = nullptr;
  hipGraphInstantiateParams params = {};
  OK(hipGraphInstantiateWithParams(&exec, graph, &params));
  CHECK(params.result_out == hipGraphInstantiateSuccess && exec);
  return exec;
}

static void test_general() {
  int *p, *h, v = 3;
  OK(hipMalloc(&p, N * sizeof(int)));
  OK(hipHostMalloc(&h, N * sizeof(int), 0));
  hipGraph_t graph;
  hipGraphNode_t fill, kernel, call, copy;
  OK(hipGraphCreate(&graph, 0));
  hipGraphNodeParams params = {};
  params.type = hipGraphNodeTypeMemset;
  params.memset.dst = p;
  params.memset.elementSize = 4;
  params.memset.value = 10;
  params.memset.width = N;
  params.memset.height = 1;
  OK(hipGraphAddNode(&fill, graph, nullptr, 0, &params));
  hipGraphNodeParams kernel_params = {};
  void *args[] = {&p, &v};
  kernel_params.type = hipGraphNodeTypeKernel;
  kernel_params.kernel.func = (void *)add;
  kernel_params.kernel.gridDim = dim3(1);
  kernel_params.kernel.blockDim = dim3(N);
  kernel_params.kernel.kernelParams = args;
  OK(hipGraphAddNode(&kernel, graph, &fill, 1, &kernel_params));
  hipGraphNodeParams host = {};
  host.type = hipGraphNodeTypeHost;
  host.host = {tell, (void *)1};
  OK(hipGraphAddNode(&call, graph, &kernel, 1, &host));
  OK(hipGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, h, p, N * sizeof(int),
                             hipMemcpyDeviceToHost));
  hipKernelNodeAttrValue value = {}, read = {};
  OK(hipGraphKernelNodeGetAttribute(kernel, hipLaunchAttributeCooperative,
                                    &read));
  CHECK(read.cooperative == 0);
  OK(hipGraphKernelNodeSetAttribute(kernel, hipLaunchAttributeCooperative,
                                    &value));
  OK(hipGraphKernelNodeCopyAttributes(kernel, kernel));
  hipGraphExec_t exec = make_exec(graph);
  CHECK(launch(exec, h) == 13 && told == 1);
  params.memset.value = 20;
  OK(hipGraphExecNodeSetParams(exec, fill, &params));
  CHECK(launch(exec, h) == 23);
  OK(hipGraphNodeSetParams(fill, &params));
  hipHostNodeParams other = {tell, (void *)5};
  OK(hipGraphHostNodeSetParams(call, &other));
  OK(hipGraphExecDestroy(exec));
  exec = make_exec(graph);
  CHECK(launch(exec, h) == 23 && told == 5);
  // Copies: elsewhere, in both forms.
  hipMemcpy3DParms whole = {};
  whole.srcPtr = make_hipPitchedPtr(p, N * 4, N * 4, 1);
  whole.dstPtr = make_hipPitchedPtr(h + 1, N * 4, N * 4, 1);
  whole.extent = make_hipExtent((N - 1) * 4, 1, 1);
  whole.kind = hipMemcpyDeviceToHost;
  h[0] = -1;
  OK(hipGraphExecMemcpyNodeSetParams(exec, copy, &whole));
  CHECK(launch(exec, h) == -1 && h[1] == 23);
  OK(hipGraphMemcpyNodeSetParams(copy, &whole));
  OK(hipGraphMemcpyNodeSetParams1D(copy, h, p, 4, hipMemcpyDeviceToHost));
  hipMemcpy3DParms got = {};
  OK(hipGraphMemcpyNodeGetParams(copy, &got));
  CHECK(got.dstPtr.ptr == h && got.extent.width == 4);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipFree(p));
  OK(hipHostFree(h));
}

static void test_symbols() {
  int one = 1, two = 2, got = 0;
  hipGraph_t graph;
  hipGraphNode_t up, down;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddMemcpyNodeToSymbol(&up, graph, nullptr, 0, HIP_SYMBOL(table),
                                   &one, 4, 0, hipMemcpyHostToDevice));
  OK(hipGraphAddMemcpyNodeFromSymbol(&down, graph, &up, 1, &got,
                                     HIP_SYMBOL(table), 4, 0,
                                     hipMemcpyDeviceToHost));
  OK(hipGraphMemcpyNodeSetParamsToSymbol(up, HIP_SYMBOL(table), &one, 4, 8,
                                         hipMemcpyHostToDevice));
  OK(hipGraphMemcpyNodeSetParamsFromSymbol(down, &got, HIP_SYMBOL(table), 4, 8,
                                           hipMemcpyDeviceToHost));
  hipGraphExec_t exec = make_exec(graph);
  CHECK(launch(exec, &got) == 1);
  OK(hipGraphExecMemcpyNodeSetParamsToSymbol(exec, up, HIP_SYMBOL(table), &two,
                                             4, 12, hipMemcpyHostToDevice));
  CHECK(launch(exec, &got) == 1);
  OK(hipGraphExecMemcpyNodeSetParamsFromSymbol(
      exec, down, &got, HIP_SYMBOL(table), 4, 12, hipMemcpyDeviceToHost));
  CHECK(launch(exec, &got) == 2);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

static hipGraph_t make_child(int *p, int value) {
  hipGraph_t graph;
  hipGraphNode_t node;
  hipMemsetParams fill = {};
  fill.dst = p;
  fill.elementSize = 4;
  fill.value = value;
  fill.width = N;
  fill.height = 1;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  return graph;
}

static void test_children() {
  int *p;
  hipGraph_t graph, a, b;
  hipGraphNode_t child, mark, wait;
  hipEvent_t event, other;
  OK(hipHostMalloc(&p, N * sizeof(int), 0));
  OK(hipEventCreate(&event));
  OK(hipEventCreate(&other));
  OK(hipGraphCreate(&graph, 0));
  a = make_child(p, 6);
  b = make_child(p, 7);
  OK(hipGraphAddChildGraphNode(&child, graph, nullptr, 0, a));
  OK(hipGraphAddEventRecordNode(&mark, graph, &child, 1, event));
  OK(hipGraphAddEventWaitNode(&wait, graph, &mark, 1, event));
  hipGraphExec_t exec = make_exec(graph);
  CHECK(launch(exec, p) == 6);
  OK(hipGraphExecChildGraphNodeSetParams(exec, child, b));
  OK(hipGraphExecEventRecordNodeSetEvent(exec, mark, other));
  OK(hipGraphExecEventWaitNodeSetEvent(exec, wait, other));
  CHECK(launch(exec, p) == 7);
  OK(hipEventSynchronize(other));
  OK(hipGraphEventRecordNodeSetEvent(mark, other));
  hipEvent_t read = nullptr;
  OK(hipGraphEventRecordNodeGetEvent(mark, &read));
  CHECK(read == other);
  uint64_t zero = 0;
  OK(hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &zero));
  OK(hipGraphExecDestroy(exec));
  for (hipGraph_t g : {graph, a, b})
    OK(hipGraphDestroy(g));
  OK(hipEventDestroy(event));
  OK(hipEventDestroy(other));
  OK(hipHostFree(p));
}

int main() {
  OK(hipStreamCreate(&s));
  test_general();
  test_symbols();
  test_children();
  OK(hipStreamDestroy(s));
  return done();
}
