// SPDX-License-Identifier: Apache-2.0
// Graphs with conditional nodes: if, with and without an alternative, while,
// switch, one in another, by both APIs; what misuse gets.
#include <cuda.h>
#include <cuda_runtime.h>

#include "program.h"

__global__ void set(cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphSetConditional(handle, value);
}

__global__ void add(int *p, int value) { *p += value; }

// Counts down; the loop goes on until it comes to 0.
__global__ void count_down(cudaGraphConditionalHandle handle, int *left) {
  cudaGraphSetConditional(handle, --*left > 0);
}

// The bits of *p are examined from the lowest on.
__global__ void choose(cudaGraphConditionalHandle handle, const int *p) {
  cudaGraphSetConditional(handle, (unsigned)*p);
}

static cudaGraph_t new_graph() {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}

static cudaGraphNode_t kernel(cudaGraph_t graph, void *function,
                              void **arguments,
                              const cudaGraphNode_t *after = nullptr) {
  cudaGraphNode_t node;
  cudaGraphNodeParams p = {};
  p.type = cudaGraphNodeTypeKernel;
  p.kernel.func = function;
  p.kernel.gridDim = p.kernel.blockDim = dim3(1);
  p.kernel.kernelParams = arguments;
  OK(cudaGraphAddNode(&node, graph, after, after != nullptr, &p));
  return node;
}

static cudaGraph_t *conditional(cudaGraph_t graph, cudaGraphNode_t after,
                                cudaGraphConditionalHandle handle,
                                cudaGraphConditionalNodeType type,
                                unsigned size, cudaGraphNode_t *node) {
  cudaGraphNodeParams p = {};
  p.type = cudaGraphNodeTypeConditional;
  p.conditional.handle = handle;
  p.conditional.type = type;
  p.conditional.size = size;
  OK(cudaGraphAddNode(node, graph, after ? &after : nullptr,
                      after != nullptr, &p));
  return p.conditional.phGraph_out;
}

static int value_of(const int *p) {
  int value;
  OK(cudaMemcpy(&value, p, sizeof(value), cudaMemcpyDefault));
  return value;
}

static void put(int *p, int value) {
  OK(cudaMemcpy(p, &value, sizeof(value), cudaMemcpyDefault));
}

static void alternatives(int *p, cudaStream_t stream) {
  cudaGraph_t graph = new_graph();
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node;
  cudaGraphNodeType type;
  cudaGraphExec_t exec;
  int one = 1, ten = 10, hundred = 100;
  void *of_set[] = {&handle, &one};
  void *of_one[] = {&p, &ten};
  void *of_other[] = {&p, &hundred};
  void *of_end[] = {&p, &one};
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
  cudaGraphNode_t first = kernel(graph, (void *)set, of_set);
  cudaGraph_t *bodies =
      conditional(graph, first, handle, cudaGraphCondTypeIf, 2, &node);
  kernel(bodies[0], (void *)add, of_one);
  kernel(bodies[1], (void *)add, of_other);
  kernel(graph, (void *)add, of_end, &node);
  OK(cudaGraphNodeGetType(node, &type));
  CHECK(type == cudaGraphNodeTypeConditional);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  put(p, 0);
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(value_of(p) == 11);
  // The condition's kernel is told otherwise.
  cudaGraphNodeParams change = {};
  int zero = 0;
  void *of_zero[] = {&handle, &zero};
  change.type = cudaGraphNodeTypeKernel;
  change.kernel.func = (void *)set;
  change.kernel.gridDim = change.kernel.blockDim = dim3(1);
  change.kernel.kernelParams = of_zero;
  OK(cudaGraphExecNodeSetParams(exec, first, &change));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(value_of(p) == 112);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

// A loop: 5 times. Launched again and again without waiting between.
static void loop(int *p, int *left, cudaStream_t stream) {
  cudaGraph_t graph = new_graph();
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  cudaGraphNode_t reset;
  int three = 3;
  void *of_add[] = {&p, &three};
  void *of_count[] = {&handle, &left};
  cudaMemsetParams five = {};
  five.dst = left;
  five.elementSize = 4;
  five.width = five.height = 1;
  five.value = 5;
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 1,
                                      cudaGraphCondAssignDefault));
  OK(cudaGraphAddMemsetNode(&reset, graph, nullptr, 0, &five));
  cudaGraph_t body =
      *conditional(graph, reset, handle, cudaGraphCondTypeWhile, 1, &node);
  cudaGraphNode_t in_body = kernel(body, (void *)add, of_add);
  kernel(body, (void *)count_down, of_count, &in_body);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  put(p, 0);
  for (int i = 0; i < 10; ++i)
    OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(value_of(p) == 150);
  // A node of the body is changed in the executable graph.
  int four = 4;
  void *of_four[] = {&p, &four};
  cudaKernelNodeParams k = {};
  k.func = (void *)add;
  k.gridDim = k.blockDim = dim3(1);
  k.kernelParams = of_four;
  OK(cudaGraphExecKernelNodeSetParams(exec, in_body, &k));
  OK(cudaGraphLaunch(exec, stream));
  // The launch still finishes.
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamSynchronize(stream));
  CHECK(value_of(p) == 170);
}

// A loop around an alternative, filled by capture: counts the odd numbers.
static void nested(int *p, int *left, cudaStream_t stream) {
  cudaGraph_t graph = new_graph(), captured;
  cudaGraphConditionalHandle outer, inner;
  cudaGraphNode_t node, first;
  cudaGraphExec_t exec;
  cudaStream_t other;
  int one = 1;
  void *of_add[] = {&p, &one};
  OK(cudaStreamCreate(&other));
  OK(cudaGraphConditionalHandleCreate(&outer, graph, 1, 1));
  cudaGraph_t body =
      *conditional(graph, nullptr, outer, cudaGraphCondTypeWhile, 1, &node);
  OK(cudaGraphConditionalHandleCreate(&inner, body, 0, 0));
  OK(cudaStreamBeginCaptureToGraph(other, body, nullptr, nullptr, 0,
                                   cudaStreamCaptureModeRelaxed));
  choose<<<1, 1, 0, other>>>(inner, left);
  OK(cudaStreamEndCapture(other, &captured));
  CHECK(captured == body);
  size_t count = 1;
  OK(cudaGraphGetNodes(body, &first, &count));
  cudaGraph_t *cases =
      conditional(body, first, inner, cudaGraphCondTypeSwitch, 6, &node);
  for (int i = 1; i < 6; i += 2)
    kernel(cases[i], (void *)add, of_add);
  void *of_count[] = {&outer, &left};
  kernel(body, (void *)count_down, of_count, &node);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  put(p, 0);
  put(left, 9); // 9 and 7 are no case
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaDeviceSynchronize());
  CHECK(value_of(p) == 3 && value_of(left) == 0);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(other));
}

// The host goes on while the graph runs, and work behind it waits.
static void order(int *p, int *left, cudaStream_t stream) {
  cudaGraph_t graph = new_graph();
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  int one = 1;
  void *of_add[] = {&p, &one};
  void *of_count[] = {&handle, &left};
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, 1));
  cudaGraph_t body =
      *conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, 1, &node);
  cudaGraphNode_t in_body = kernel(body, (void *)add, of_add);
  kernel(body, (void *)count_down, of_count, &in_body);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  put(p, 5);
  put(left, 300);
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  add<<<1, 1, 0, stream>>>(p, -5);
  OK(cudaGraphLaunch(exec, stream));
  add<<<1, 1, 0, stream>>>(p, 1000);
  OK(cudaEventRecord(event, stream));
  OK(cudaEventSynchronize(event));
  CHECK(value_of(p) == 1300);
  OK(cudaEventDestroy(event));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

static void CUDART_CB until_set(void *flag) {
  while (!*(volatile int *)flag)
    ;
}

// The launch waits for an event and records one; both count from the launch on.
static void events(int *p, int *left, cudaStream_t stream) {
  cudaGraph_t graph = new_graph();
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node, waits, records;
  cudaGraphExec_t exec;
  cudaStream_t before, after;
  cudaEvent_t begin, middle, end;
  int one = 1, ten = 10;
  void *of_one[] = {&p, &one};
  void *of_ten[] = {&p, &ten};
  void *of_count[] = {&handle, &left};
  OK(cudaStreamCreateWithFlags(&before, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&after, cudaStreamNonBlocking));
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&middle));
  OK(cudaEventCreate(&end));
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, 1));
  OK(cudaGraphAddEventWaitNode(&waits, graph, nullptr, 0, begin));
  cudaGraphNode_t first = kernel(graph, (void *)add, of_one, &waits);
  OK(cudaGraphAddEventRecordNode(&records, graph, &first, 1, middle));
  cudaGraph_t body =
      *conditional(graph, records, handle, cudaGraphCondTypeWhile, 1, &node);
  cudaGraphNode_t in_body = kernel(body, (void *)add, of_ten);
  kernel(body, (void *)count_down, of_count, &in_body);
  OK(cudaGraphAddEventRecordNode(&records, graph, &node, 1, end));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 3; ++round) {
    volatile int flag = 0;
    float ms = -1;
    put(p, 5);
    put(left, 4);
    OK(cudaLaunchHostFunc(before, until_set, (void *)&flag));
    add<<<1, 1, 0, before>>>(p, -5);
    OK(cudaEventRecord(begin, before));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamWaitEvent(after, end, 0));
    add<<<1, 1, 0, after>>>(p, 1000);
    // What comes later is not what the launch waits for.
    OK(cudaEventRecord(begin, stream));
    FAILS(cudaEventQuery(end), cudaErrorNotReady);
    FAILS(cudaStreamQuery(after), cudaErrorNotReady);
    flag = 1;
    OK(cudaEventSynchronize(end));
    OK(cudaEventElapsedTime(&ms, middle, end));
    CHECK(ms >= 0);
    OK(cudaStreamSynchronize(after));
    CHECK(value_of(p) == 1041);
    OK(cudaStreamSynchronize(stream));
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  for (cudaEvent_t event : {begin, middle, end})
    OK(cudaEventDestroy(event));
  OK(cudaStreamDestroy(before));
  OK(cudaStreamDestroy(after));
}

static void misuse(int *p) {
  cudaGraph_t graph = new_graph(), other = new_graph(), clone;
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  cudaGraphNodeParams n = {};
  FAILS(cudaGraphConditionalHandleCreate(nullptr, graph, 0, 0),
        cudaErrorInvalidValue);
  FAILS(cudaGraphConditionalHandleCreate(&handle, graph, 0, 2),
        cudaErrorInvalidValue);
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
  // A handle that no node has.
  FAILS(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);
  n.type = cudaGraphNodeTypeConditional;
  n.conditional.handle = handle;
  n.conditional.type = cudaGraphCondTypeWhile;
  n.conditional.size = 2;
  FAILS(cudaGraphAddNode(&node, graph, nullptr, 0, &n),
        cudaErrorInvalidValue);
  n.conditional.size = 1;
  FAILS(cudaGraphAddNode(&node, other, nullptr, 0, &n),
        cudaErrorInvalidValue);
  OK(cudaGraphAddNode(&node, graph, nullptr, 0, &n));
  FAILS(cudaGraphAddNode(&node, graph, nullptr, 0, &n),
        cudaErrorInvalidValue);
  FAILS(cudaGraphDestroy(n.conditional.phGraph_out[0]), cudaErrorInvalidValue);
  FAILS(cudaGraphClone(&clone, graph), cudaErrorInvalidValue);
  FAILS(cudaGraphAddChildGraphNode(&node, other, nullptr, 0, graph),
        cudaErrorInvalidValue);
  // Functions of the host are not for bodies.
  cudaHostNodeParams host = {[](void *) {}, p};
  OK(cudaGraphAddHostNode(&node, n.conditional.phGraph_out[0], nullptr, 0,
                          &host));
  FAILS(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(other));
}

static void by_driver(int *p) {
  CUgraph graph;
  CUgraphConditionalHandle handle;
  CUgraphNode node, inner;
  CUgraphNodeType type;
  CUgraphExec exec;
  CUgraphNodeParams n = {};
  cudaFunction_t function;
  int seven = 7;
  void *arguments[] = {&p, &seven};
  OK(cudaGetFuncBySymbol(&function, (const void *)add));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphConditionalHandleCreate(&handle, graph, nullptr, 1,
                                    CU_GRAPH_COND_ASSIGN_DEFAULT));
  n.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  n.conditional.handle = handle;
  n.conditional.type = CU_GRAPH_COND_TYPE_IF;
  n.conditional.size = 1;
  OK(cuGraphAddNode(&node, graph, nullptr, 0, &n));
  OK(cuGraphNodeGetType(node, &type));
  CHECK(type == CU_GRAPH_NODE_TYPE_CONDITIONAL);
  CUgraphNodeParams k = {};
  k.type = CU_GRAPH_NODE_TYPE_KERNEL;
  k.kernel.func = (CUfunction)function;
  k.kernel.gridDimX = k.kernel.gridDimY = k.kernel.gridDimZ = 1;
  k.kernel.blockDimX = k.kernel.blockDimY = k.kernel.blockDimZ = 1;
  k.kernel.kernelParams = arguments;
  OK(cuGraphAddNode(&inner, n.conditional.phGraph_out[0], nullptr, 0,
                    &k));
  OK(cuGraphInstantiate(&exec, graph, 0));
  put(p, 0);
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  CHECK(value_of(p) == 7);
  seven = 70;
  OK(cuGraphExecNodeSetParams(exec, inner, &k));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  CHECK(value_of(p) == 77);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

// A graph whose body adds `value` to *p, in a loop of one round.
static cudaGraph_t one_round(int *p, int value, int *left, bool twice,
                             cudaGraphNode_t *adding) {
  cudaGraph_t graph = new_graph();
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node;
  void *of_add[] = {&p, &value};
  void *of_count[] = {&handle, &left};
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, 1));
  cudaGraph_t body =
      *conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, 1, &node);
  *adding = kernel(body, (void *)add, of_add);
  if (twice)
    kernel(body, (void *)add, of_add);
  kernel(body, (void *)count_down, of_count, adding);
  return graph;
}

// The executable graph takes over another graph's values and conditions, and
// the program still refers to its nodes by the first graph's.
static void updates(int *p, int *left) {
  cudaGraphExec_t exec;
  cudaGraphNode_t first, second, third;
  cudaGraphExecUpdateResultInfo info;
  cudaGraph_t a = one_round(p, 1, left, false, &first);
  cudaGraph_t b = one_round(p, 50, left, false, &second);
  cudaGraph_t c = one_round(p, 50, left, true, &third);
  OK(cudaGraphInstantiate(&exec, a, 0));
  FAILS(cudaGraphExecUpdate(exec, c, &info), cudaErrorGraphExecUpdateFailure);
  OK(cudaGraphExecUpdate(exec, b, &info));
  OK(cudaGraphDestroy(b));
  OK(cudaGraphDestroy(c));
  put(p, 0);
  put(left, 3);
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaDeviceSynchronize());
  CHECK(value_of(p) == 150);
  int seven = 7;
  void *of_seven[] = {&p, &seven};
  cudaKernelNodeParams k = {};
  k.func = (void *)add;
  k.gridDim = k.blockDim = dim3(1);
  k.kernelParams = of_seven;
  OK(cudaGraphExecKernelNodeSetParams(exec, first, &k));
  put(left, 2);
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaDeviceSynchronize());
  CHECK(value_of(p) == 164);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(a));
}

// References that the program does not hold cannot be released.
static int ended;
static void user_objects() {
  cudaUserObject_t object;
  OK(cudaUserObjectCreate(&object, &ended, [](void *p) { ++*(int *)p; }, 2,
                          cudaUserObjectNoDestructorSync));
  FAILS(cudaUserObjectRelease(object, 3), cudaErrorInvalidValue);
  CHECK(ended == 0);
  OK(cudaUserObjectRelease(object, 2));
  CHECK(ended == 1);
  FAILS(cudaUserObjectRelease(object, 1), cudaErrorInvalidValue);
}

int main() {
  int *p, *left;
  cudaStream_t stream;
  OK(cudaMalloc(&p, sizeof(*p)));
  OK(cudaMalloc(&left, sizeof(*left)));
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  alternatives(p, stream);
  loop(p, left, stream);
  nested(p, left, stream);
  order(p, left, stream);
  events(p, left, stream);
  alternatives(p, nullptr);
  misuse(p);
  by_driver(p);
  user_objects();
  updates(p, left);
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(p));
  OK(cudaFree(left));
  return done();
}
