// SPDX-License-Identifier: Apache-2.0
// Kernels that change nodes of their graph (arguments, grid, whether they run)
// and that launch graphs: after this one, within it, beside it; themselves
// again; what misuse gets.
// DEVICES: cpu
#include <cuda.h>
#include <cuda_runtime.h>

#include "program.h"

#define CHECK_EQ(a, b) CHECK((a) == (b))

static const int N = 8;

// ---- Nodes that kernels change

struct Plan {
  cudaGraphDeviceNode_t node;
  int blocks, value, enable;
};

// Each block adds to its own place.
__global__ void add(int *p, int value) {
  if (threadIdx.x == 0)
    atomicAdd(p + blockIdx.x, value);
}

__global__ void change(const Plan *plan, cudaError_t *errors) {
  errors[0] = cudaGraphKernelNodeSetGridDim(plan->node, dim3(plan->blocks));
  errors[1] = cudaGraphKernelNodeSetParam(plan->node, 8, plan->value);
  errors[2] = cudaGraphKernelNodeSetEnabled(plan->node, plan->enable != 0);
}

__global__ void change_all(const Plan *plan, cudaError_t *errors) {
  cudaGraphKernelNodeUpdate updates[3] = {};
  for (int i = 0; i < 3; ++i)
    updates[i].node = plan->node;
  updates[0].field = cudaGraphKernelNodeFieldGridDim;
  updates[0].updateData.gridDim = dim3(plan->blocks);
  updates[1].field = cudaGraphKernelNodeFieldParam;
  updates[1].updateData.param.pValue = &plan->value;
  updates[1].updateData.param.offset = 8;
  updates[1].updateData.param.size = sizeof(int);
  updates[2].field = cudaGraphKernelNodeFieldEnabled;
  updates[2].updateData.isEnabled = plan->enable;
  errors[0] = cudaGraphKernelNodeUpdatesApply(updates, 3);
  errors[1] = errors[2] = cudaSuccess;
}

__global__ void misuse(cudaGraphDeviceNode_t node, cudaError_t *errors) {
  const int value = 1;
  cudaGraphKernelNodeUpdate update = {};
  update.node = node;
  errors[0] = cudaGraphKernelNodeSetGridDim(nullptr, dim3(1));
  errors[1] = cudaGraphKernelNodeSetGridDim(node, dim3(1, 0, 1));
  errors[2] = cudaGraphKernelNodeSetParam(node, 12, &value, 8);
  errors[3] = cudaGraphKernelNodeUpdatesApply(&update, 1);
}

static cudaGraphNode_t kernel(cudaGraph_t graph, void *function,
                              void **arguments,
                              const cudaGraphNode_t *after = nullptr) {
  cudaGraphNode_t node;
  cudaKernelNodeParams p = {};
  p.func = function;
  p.gridDim = p.blockDim = dim3(1);
  p.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&node, graph, after, after != nullptr, &p));
  return node;
}

static cudaGraphDeviceNode_t updatable(cudaGraphNode_t node) {
  cudaKernelNodeAttrValue set = {}, got = {};
  set.deviceUpdatableKernelNode.deviceUpdatable = 1;
  OK(cudaGraphKernelNodeSetAttribute(
      node, cudaLaunchAttributeDeviceUpdatableKernelNode, &set));
  OK(cudaGraphKernelNodeGetAttribute(
      node, cudaLaunchAttributeDeviceUpdatableKernelNode, &got));
  CHECK_EQ(got.deviceUpdatableKernelNode.deviceUpdatable, 1);
  CHECK_EQ(got.deviceUpdatableKernelNode.devNode ==
               set.deviceUpdatableKernelNode.devNode,
           true);
  return got.deviceUpdatableKernelNode.devNode;
}

// The sum over all blocks, and how many of them added.
static void expect(const int *p, int blocks, int value) {
  for (int i = 0; i < N; ++i)
    CHECK_EQ(p[i], i < blocks ? value : 0);
}

static void test_changes(void (*how)(const Plan *, cudaError_t *)) {
  Plan *plan;
  int *p;
  cudaError_t *errors;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec, again;
  OK(cudaStreamCreate(&stream));
  OK(cudaMallocManaged(&plan, sizeof(*plan)));
  OK(cudaMallocManaged(&p, N * sizeof(int)));
  OK(cudaMallocManaged(&errors, 4 * sizeof(*errors)));
  OK(cudaGraphCreate(&graph, 0));
  int value = 7;
  void *first[] = {&plan, &errors}, *second[] = {&p, &value};
  const cudaGraphNode_t a = kernel(graph, (void *)how, first);
  const cudaGraphNode_t b = kernel(graph, (void *)add, second, &a);
  plan->node = updatable(b);
  CHECK_EQ(cudaGraphDestroyNode(b), cudaErrorInvalidValue);
  CHECK_EQ(cudaGraphKernelNodeCopyAttributes(b, a), cudaErrorInvalidValue);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_EQ(cudaGraphInstantiate(&again, graph, 0), cudaErrorInvalidValue);
  OK(cudaGraphUpload(exec, stream));
  const Plan plans[] = {{plan->node, 3, 5, 1},
                        {plan->node, 8, -2, 1},
                        {plan->node, 8, 4, 0},
                        {plan->node, 1, 9, 1}};
  for (const Plan &now : plans) {
    *plan = now;
    for (int i = 0; i < N; ++i)
      p[i] = 0;
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    for (int i = 0; i < 3; ++i)
      CHECK_EQ(errors[i], cudaSuccess);
    expect(p, now.enable ? now.blocks : 0, now.value);
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphInstantiate(&exec, graph, 0)); // as the node says again
  *plan = {plan->node, 2, 6, 1};
  for (int i = 0; i < N; ++i)
    p[i] = 0;
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  expect(p, 2, 6);
  misuse<<<1, 1, 0, stream>>>(plan->node, errors);
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 4; ++i)
    CHECK_EQ(errors[i], cudaErrorInvalidValue);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(plan));
  OK(cudaFree(p));
  OK(cudaFree(errors));
}

// A node that a stream captures.
static void test_captured() {
  Plan *plan;
  int *p;
  cudaError_t *errors;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaStreamCreate(&stream));
  OK(cudaMallocManaged(&plan, sizeof(*plan)));
  OK(cudaMallocManaged(&p, N * sizeof(int)));
  OK(cudaMallocManaged(&errors, 4 * sizeof(*errors)));
  for (int i = 0; i < N; ++i)
    p[i] = 0;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK_EQ(cudaLaunchKernelEx(&config, add, p, 1), cudaErrorInvalidValue);
  OK(cudaStreamSynchronize(stream));
  expect(p, 0, 0);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  change<<<1, 1, 0, stream>>>(plan, errors);
  OK(cudaLaunchKernelEx(&config, add, p, 1));
  OK(cudaStreamEndCapture(stream, &graph));
  *plan = {attribute.val.deviceUpdatableKernelNode.devNode, 4, 3, 1};
  CHECK_EQ(plan->node != nullptr, true);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  expect(p, 4, 3);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(plan));
  OK(cudaFree(p));
  OK(cudaFree(errors));
}

// ---- Graphs that kernels launch

struct Trace {
  int count, marks[32];
  int left;              // launches that are still to come
  cudaGraphExec_t other; // to be launched
  cudaGraphExec_t seen;
  cudaError_t error;
};

__global__ void mark(Trace *t, int what) { t->marks[t->count++] = what; }

// Marks, and launches itself to follow until nothing is left.
__global__ void again(Trace *t) {
  t->marks[t->count++] = 1;
  t->seen = cudaGetCurrentGraphExec();
  if (--t->left > 0)
    t->error = cudaGraphLaunch(t->seen, cudaStreamGraphTailLaunch);
}

template <int HOW> __global__ void launch(Trace *t) {
  const cudaStream_t how = HOW == 0   ? cudaStreamGraphTailLaunch
                           : HOW == 1 ? cudaStreamGraphFireAndForget
                           : HOW == 2 ? cudaStreamGraphFireAndForgetAsSibling
                                      : (cudaStream_t)0;
  t->marks[t->count++] = 10;
  t->error = cudaGraphLaunch(t->other, how);
}

__global__ void itself(Trace *t) {
  t->error =
      cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForget);
}

static cudaGraphExec_t make(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
  OK(cudaGraphUpload(exec, 0));
  OK(cudaDeviceSynchronize());
  return exec;
}

static void run(cudaGraphExec_t exec, Trace *t) {
  t->count = 0;
  t->error = cudaErrorUnknown;
  OK(cudaGraphLaunch(exec, 0));
  mark<<<1, 1>>>(t, 99); // after all that kernels launched
  OK(cudaDeviceSynchronize());
}

static void expect_marks(const Trace *t, const int *marks, int count) {
  CHECK_EQ(t->count, count);
  for (int i = 0; i < count; ++i)
    CHECK_EQ(t->marks[i], marks[i]);
}

static void test_again() {
  Trace *t;
  cudaGraph_t graph;
  OK(cudaMallocManaged(&t, sizeof(*t)));
  OK(cudaGraphCreate(&graph, 0));
  void *arguments[] = {&t};
  int two = 2;
  void *marks[] = {&t, &two};
  const cudaGraphNode_t first = kernel(graph, (void *)again, arguments);
  kernel(graph, (void *)mark, marks, &first);
  const cudaGraphExec_t exec = make(graph);
  t->left = 3;
  run(exec, t);
  CHECK_EQ(t->seen == exec, true);
  CHECK_EQ(t->error, cudaSuccess);
  const int expected[] = {1, 2, 1, 2, 1, 2, 99};
  expect_marks(t, expected, 7);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(t));
}

static void test_launches() {
  Trace *t;
  cudaGraph_t inner, outer[4], own;
  OK(cudaMallocManaged(&t, sizeof(*t)));
  void *arguments[] = {&t};
  int inside = 20, end = 11;
  void *marks[] = {&t, &inside}, *ends[] = {&t, &end};
  OK(cudaGraphCreate(&inner, 0));
  kernel(inner, (void *)mark, marks);
  t->other = make(inner);
  void *const launches[] = {(void *)launch<0>, (void *)launch<1>,
                            (void *)launch<2>, (void *)launch<3>};
  for (int i = 0; i < 4; ++i) {
    OK(cudaGraphCreate(&outer[i], 0));
    const cudaGraphNode_t first = kernel(outer[i], launches[i], arguments);
    kernel(outer[i], (void *)mark, ends, &first);
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, outer[i], 0)); // the host launches it
    run(exec, t);
    CHECK_EQ(t->error, i < 3 ? cudaSuccess : cudaErrorInvalidValue);
    CHECK_EQ(t->marks[0], 10);
    if (i == 0) { // it follows
      const int expected[] = {10, 11, 20, 99};
      expect_marks(t, expected, 4);
    } else { // at any time; within: before the end
      CHECK_EQ(t->count, i < 3 ? 4 : 3);
      CHECK_EQ(t->marks[i < 3 ? 1 : 0] + t->marks[i < 3 ? 2 : 1],
               i < 3 ? 31 : 21);
    }
    OK(cudaGraphExecDestroy(exec));
  }
  // Not made for it; no graph; outside of graphs; itself while it runs.
  cudaGraphExec_t plain;
  OK(cudaGraphCreate(&own, 0));
  kernel(own, (void *)itself, arguments);
  cudaGraphExec_t self = make(own);
  run(self, t);
  CHECK_EQ(t->error, cudaErrorInvalidValue);
  const cudaGraphExec_t good = t->other;
  OK(cudaGraphInstantiate(&plain, inner, 0));
  cudaGraphExec_t first;
  OK(cudaGraphInstantiate(&first, outer[0], 0));
  t->other = plain;
  run(first, t);
  CHECK_EQ(t->error, cudaErrorInvalidValue);
  t->other = nullptr;
  run(first, t);
  CHECK_EQ(t->error, cudaErrorInvalidValue);
  t->other = good;
  launch<0><<<1, 1>>>(t);
  OK(cudaDeviceSynchronize());
  CHECK_EQ(t->error, cudaErrorNotPermitted);
  for (cudaGraphExec_t exec : {first, plain, self, good})
    OK(cudaGraphExecDestroy(exec));
  for (cudaGraph_t graph : {inner, outer[0], outer[1], outer[2], outer[3], own})
    OK(cudaGraphDestroy(graph));
  OK(cudaFree(t));
}

int main() {
  test_changes(change);
  test_changes(change_all);
  test_captured();
  test_again();
  test_launches();
  return 0;
}
