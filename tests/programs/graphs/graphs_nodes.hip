// SPDX-License-Identifier: Apache-2.0
// Graphs made by hand: every kind of node, edges, clones, a picture.
#include <hip/hip_runtime.h>

#include <fstream>
#include <iterator>
#include <string>

#include "program.h"

enum { N = 128 };

__device__ int table[4];
__global__ void scale(int *p, int by) { p[threadIdx.x] *= by; }
__global__ void bump(int *p) { ++p[threadIdx.x]; }

static int told;
static void tell(void *user) { told = *(int *)user; }

static hipGraphNodeType type_of(hipGraphNode_t node) {
  hipGraphNodeType type = hipGraphNodeTypeCount;
  OK(hipGraphNodeGetType(node, &type));
  return type;
}

int main() {
  int *p, h[N], from[N], seven = 7, got = 0, five = 5;
  hipStream_t s;
  hipEvent_t event, other;
  hipGraph_t graph, child, clone;
  hipGraphExec_t exec;
  OK(hipStreamCreate(&s));
  OK(hipEventCreate(&event));
  OK(hipEventCreate(&other));
  OK(hipMalloc(&p, sizeof(h)));
  for (int i = 0; i < N; ++i)
    from[i] = i;
  FAILS(hipGraphCreate(&graph, 1), hipErrorInvalidValue);
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphCreate(&child, 0));

  hipKernelNodeParams bump_params = {};
  void *bump_args[] = {&p};
  bump_params.func = (void *)bump;
  bump_params.gridDim = dim3(1);
  bump_params.blockDim = dim3(N);
  bump_params.kernelParams = bump_args;
  hipGraphNode_t inner, up, mul, sub, down, call, mark, wait, empty, fill;
  OK(hipGraphAddKernelNode(&inner, child, nullptr, 0, &bump_params));

  // up -> mul -> sub (bump) -> empty -> down -> call -> mark -> wait
  OK(hipGraphAddMemcpyNode1D(&up, graph, nullptr, 0, p, from, sizeof(from),
                             hipMemcpyHostToDevice));
  int by = 3;
  void *args[] = {&p, &by};
  hipKernelNodeParams kernel = bump_params;
  kernel.func = (void *)scale;
  kernel.kernelParams = args;
  OK(hipGraphAddKernelNode(&mul, graph, &up, 1, &kernel));
  by = 1000; // the node has its own copy
  OK(hipGraphAddChildGraphNode(&sub, graph, &mul, 1, child));
  OK(hipGraphAddEmptyNode(&empty, graph, &sub, 1));
  hipMemcpy3DParms copy = {};
  copy.srcPtr = make_hipPitchedPtr(p, sizeof(h), sizeof(h), 1);
  copy.dstPtr = make_hipPitchedPtr(h, sizeof(h), sizeof(h), 1);
  copy.extent = make_hipExtent(sizeof(h), 1, 1);
  copy.kind = hipMemcpyDeviceToHost;
  OK(hipGraphAddMemcpyNode(&down, graph, &empty, 1, &copy));
  hipHostNodeParams host = {tell, &seven};
  OK(hipGraphAddHostNode(&call, graph, &down, 1, &host));
  OK(hipGraphAddEventRecordNode(&mark, graph, &call, 1, event));
  OK(hipGraphAddEventWaitNode(&wait, graph, &mark, 1, event));
  hipMemsetParams set = {};
  set.dst = p;
  set.elementSize = 2;
  set.value = 0x1234;
  set.width = 4;
  set.height = 1;
  OK(hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  OK(hipGraphAddDependencies(graph, &wait, &fill, 1));
  FAILS(hipGraphAddDependencies(graph, &wait, &fill, 1), hipErrorInvalidValue);
  hipGraphNode_t to_symbol, from_symbol;
  OK(hipGraphAddMemcpyNodeToSymbol(&to_symbol, graph, &fill, 1,
                                   HIP_SYMBOL(table), &five, sizeof(five), 8,
                                   hipMemcpyHostToDevice));
  OK(hipGraphAddMemcpyNodeFromSymbol(&from_symbol, graph, &to_symbol, 1, &got,
                                     HIP_SYMBOL(table), sizeof(got), 8,
                                     hipMemcpyDeviceToHost));
  FAILS(hipGraphAddMemcpyNodeToSymbol(&to_symbol, graph, nullptr, 0,
                                      HIP_SYMBOL(table), &five, sizeof(five),
                                      16, hipMemcpyHostToDevice),
        hipErrorInvalidValue);

  CHECK(type_of(up) == hipGraphNodeTypeMemcpy);
  CHECK(type_of(mul) == hipGraphNodeTypeKernel);
  CHECK(type_of(sub) == hipGraphNodeTypeGraph);
  CHECK(type_of(empty) == hipGraphNodeTypeEmpty);
  CHECK(type_of(call) == hipGraphNodeTypeHost);
  CHECK(type_of(mark) == hipGraphNodeTypeEventRecord);
  CHECK(type_of(wait) == hipGraphNodeTypeWaitEvent);
  CHECK(type_of(fill) == hipGraphNodeTypeMemset);

  // What nodes say of themselves.
  hipKernelNodeParams read = {};
  OK(hipGraphKernelNodeGetParams(mul, &read));
  CHECK(read.func == (void *)scale && read.blockDim.x == N);
  CHECK(*(int *)read.kernelParams[1] == 3);
  hipMemcpy3DParms read_copy = {};
  OK(hipGraphMemcpyNodeGetParams(down, &read_copy));
  CHECK(read_copy.dstPtr.ptr == h && read_copy.extent.width == sizeof(h));
  hipMemsetParams read_set = {};
  OK(hipGraphMemsetNodeGetParams(fill, &read_set));
  CHECK(read_set.value == 0x1234 && read_set.elementSize == 2);
  hipHostNodeParams read_host = {};
  OK(hipGraphHostNodeGetParams(call, &read_host));
  CHECK(read_host.fn == tell && read_host.userData == &seven);
  hipEvent_t read_event = nullptr;
  OK(hipGraphEventRecordNodeGetEvent(mark, &read_event));
  CHECK(read_event == event);
  OK(hipGraphEventWaitNodeSetEvent(wait, other));
  OK(hipGraphEventWaitNodeGetEvent(wait, &read_event));
  CHECK(read_event == other);
  OK(hipGraphEventWaitNodeSetEvent(wait, event));
  FAILS(hipGraphKernelNodeGetParams(up, &read), hipErrorInvalidValue);
  hipGraph_t inside = nullptr;
  OK(hipGraphChildGraphNodeGetGraph(sub, &inside));
  CHECK(inside && inside != child);
  FAILS(hipGraphDestroy(inside), hipErrorInvalidValue);
  FAILS(hipGraphAddChildGraphNode(&sub, graph, nullptr, 0, graph),
        hipErrorInvalidValue);

  // Lists.
  size_t n = 0;
  OK(hipGraphGetNodes(graph, nullptr, &n));
  CHECK(n == 11);
  hipGraphNode_t list[16];
  n = 16;
  OK(hipGraphGetNodes(graph, list, &n));
  CHECK(n == 11 && list[0] == up && !list[11]);
  n = 16;
  OK(hipGraphGetRootNodes(graph, list, &n));
  CHECK(n == 1 && list[0] == up);
  n = 16;
  hipGraphNode_t ends[16];
  OK(hipGraphGetEdges(graph, list, ends, &n));
  CHECK(n == 10);
  n = 16;
  OK(hipGraphNodeGetDependencies(mul, list, &n));
  CHECK(n == 1 && list[0] == up);
  n = 16;
  OK(hipGraphNodeGetDependentNodes(mul, list, &n));
  CHECK(n == 1 && list[0] == sub);

  // A circle is found at instantiation, at the latest.
  if (hipGraphAddDependencies(graph, &fill, &up, 1) == hipSuccess) {
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0) != hipSuccess);
    OK(hipGraphRemoveDependencies(graph, &fill, &up, 1));
  }
  FAILS(hipGraphRemoveDependencies(graph, &fill, &up, 1), hipErrorInvalidValue);

  OK(hipGraphClone(&clone, graph));
  hipGraphNode_t found = nullptr;
  OK(hipGraphNodeFindInClone(&found, mul, clone));
  CHECK(found && found != mul && type_of(found) == hipGraphNodeTypeKernel);
  const std::string path = std::string(getenv("PROGRAM_DATA")) + "/graph.dot";
  OK(hipGraphDebugDotPrint(graph, path.c_str(), hipGraphDebugDotFlagsVerbose));
  std::ifstream file(path);
  const std::string dot((std::istreambuf_iterator<char>(file)), {});
  CHECK(dot.find("digraph") == 0 && dot.find("scale") != dot.npos);
  CHECK(dot.find("subgraph") != dot.npos && dot.find("->") != dot.npos);

  for (hipGraph_t one : {graph, clone}) {
    memset(h, 0, sizeof(h));
    told = got = 0;
    OK(hipGraphInstantiate(&exec, one, nullptr, nullptr, 0));
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    for (int i = 0; i < N; ++i)
      CHECK(h[i] == i * 3 + 1);
    CHECK(told == 7 && got == 5);
    OK(hipEventSynchronize(event));
    short first[5];
    OK(hipMemcpy(first, p, sizeof(first), hipMemcpyDeviceToHost));
    CHECK(first[0] == 0x1234 && first[3] == 0x1234 && first[4] != 0x1234);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(one));
  }

  // Memory that the graph makes and frees.
  hipGraphNode_t alloc, use, down2, gone;
  OK(hipGraphCreate(&graph, 0));
  hipMemAllocNodeParams memory = {};
  memory.poolProps.allocType = hipMemAllocationTypePinned;
  memory.poolProps.location = {hipMemLocationTypeDevice, 0};
  memory.bytesize = sizeof(h);
  OK(hipGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  CHECK(memory.dptr);
  set.dst = memory.dptr;
  set.elementSize = 4;
  set.width = N;
  set.value = 42;
  OK(hipGraphAddMemsetNode(&use, graph, &alloc, 1, &set));
  OK(hipGraphAddMemcpyNode1D(&down2, graph, &use, 1, h, memory.dptr, sizeof(h),
                             hipMemcpyDeviceToHost));
  OK(hipGraphAddMemFreeNode(&gone, graph, &down2, 1, memory.dptr));
  CHECK(type_of(alloc) == hipGraphNodeTypeMemAlloc);
  CHECK(type_of(gone) == hipGraphNodeTypeMemFree);
  hipMemAllocNodeParams read_memory = {};
  OK(hipGraphMemAllocNodeGetParams(alloc, &read_memory));
  CHECK(read_memory.dptr == memory.dptr && read_memory.bytesize == sizeof(h));
  void *freed = nullptr;
  OK(hipGraphMemFreeNodeGetParams(gone, &freed));
  CHECK(freed == memory.dptr);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 3; ++i) {
    memset(h, 0, sizeof(h));
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    CHECK(h[0] == 42 && h[N - 1] == 42);
  }
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroyNode(gone));
  FAILS(hipGraphNodeGetType(gone, nullptr), hipErrorInvalidValue);
  OK(hipGraphDestroy(graph));
  FAILS(hipGraphDestroy(graph), hipErrorInvalidValue);
  OK(hipGraphDestroy(child));
  OK(hipEventDestroy(event));
  OK(hipEventDestroy(other));
  OK(hipStreamDestroy(s));
  OK(hipFree(p));
  return done();
}
