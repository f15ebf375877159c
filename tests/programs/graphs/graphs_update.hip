// SPDX-License-Identifier: Apache-2.0
// Changes to executable graphs: nodes one by one, all at once, switched off.
#include <hip/hip_runtime.h>

#include "program.h"

enum { N = 64 };

__global__ void set(int *p, int v) { p[threadIdx.x] = v; }
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

static int told;
static void tell(void *user) { told = (int)(size_t)user; }

struct made {
  hipGraph_t graph;
  hipGraphNode_t fill, kernel, host, copy;
};

// fill -> kernel -> copy -> host
static made make(int *p, int *to, int value, int by, void *func) {
  made m;
  OK(hipGraphCreate(&m.graph, 0));
  hipMemsetParams fill = {};
  fill.dst = p;
  fill.elementSize = 4;
  fill.value = value;
  fill.width = N;
  fill.height = 1;
  OK(hipGraphAddMemsetNode(&m.fill, m.graph, nullptr, 0, &fill));
  hipKernelNodeParams kernel = {};
  void *args[] = {&p, &by};
  kernel.func = func;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(N);
  kernel.kernelParams = args;
  OK(hipGraphAddKernelNode(&m.kernel, m.graph, &m.fill, 1, &kernel));
  OK(hipGraphAddMemcpyNode1D(&m.copy, m.graph, &m.kernel, 1, to, p,
                             N * sizeof(int), hipMemcpyDeviceToHost));
  hipHostNodeParams host = {tell, (void *)1};
  OK(hipGraphAddHostNode(&m.host, m.graph, &m.copy, 1, &host));
  return m;
}

static int *result;
static int launch(hipGraphExec_t exec, hipStream_t s) {
  memset(result, 0, N * sizeof(int));
  told = 0;
  OK(hipGraphUpload(exec, s));
  OK(hipGraphLaunch(exec, s));
  OK(hipStreamSynchronize(s));
  for (int i = 1; i < N; ++i)
    CHECK(result[i] == result[0]);
  return result[0];
}

int main() {
  int *p, *q, other[N] = {};
  hipStream_t s;
  hipGraphExec_t exec;
  OK(hipStreamCreate(&s));
  OK(hipMalloc(&p, N * sizeof(int)));
  OK(hipMalloc(&q, N * sizeof(int)));
  OK(hipHostMalloc(&result, N * sizeof(int), 0));
  made m = make(p, result, 10, 5, (void *)add);
  char log[64] = "x";
  hipGraphNode_t bad = m.fill;
  OK(hipGraphInstantiate(&exec, m.graph, &bad, log, sizeof(log)));
  CHECK(!bad && !log[0]);
  CHECK(launch(exec, s) == 15 && told == 1);

  // The executable graph only.
  int by = 7;
  void *args[] = {&p, &by};
  hipKernelNodeParams kernel = {};
  kernel.func = (void *)add;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(N);
  kernel.kernelParams = args;
  OK(hipGraphExecKernelNodeSetParams(exec, m.kernel, &kernel));
  CHECK(launch(exec, s) == 17);
  hipMemsetParams fill = {};
  OK(hipGraphMemsetNodeGetParams(m.fill, &fill));
  fill.value = 100;
  OK(hipGraphExecMemsetNodeSetParams(exec, m.fill, &fill));
  CHECK(launch(exec, s) == 107);
  hipHostNodeParams host = {tell, (void *)9};
  OK(hipGraphExecHostNodeSetParams(exec, m.host, &host));
  CHECK(launch(exec, s) == 107 && told == 9);
  OK(hipGraphExecMemcpyNodeSetParams1D(exec, m.copy, other, p, sizeof(other),
                                       hipMemcpyDeviceToHost));
  CHECK(launch(exec, s) == 0 && other[3] == 107);
  OK(hipGraphExecMemcpyNodeSetParams1D(exec, m.copy, result, p, sizeof(other),
                                       hipMemcpyDeviceToHost));
  hipGraphExec_t fresh;
  OK(hipGraphInstantiate(&fresh, m.graph, nullptr, nullptr, 0));
  CHECK(launch(fresh, s) == 15 && told == 1);
  OK(hipGraphExecDestroy(fresh));

  // Nodes switched off and on.
  unsigned enabled = 0;
  OK(hipGraphNodeGetEnabled(exec, m.kernel, &enabled));
  CHECK(enabled == 1);
  OK(hipGraphNodeSetEnabled(exec, m.kernel, 0));
  OK(hipGraphNodeGetEnabled(exec, m.kernel, &enabled));
  CHECK(enabled == 0 && launch(exec, s) == 100);
  OK(hipGraphNodeSetEnabled(exec, m.kernel, 1));
  CHECK(launch(exec, s) == 107);

  // The graph itself; those made before stay.
  OK(hipGraphKernelNodeSetParams(m.kernel, &kernel));
  fill.value = 1;
  OK(hipGraphMemsetNodeSetParams(m.fill, &fill));
  CHECK(launch(exec, s) == 107);
  OK(hipGraphInstantiate(&fresh, m.graph, nullptr, nullptr, 0));
  CHECK(launch(fresh, s) == 8);

  // All at once from a graph of the same shape.
  made n = make(q, result, 50, 6, (void *)set);
  hipGraphExecUpdateResult update = hipGraphExecUpdateError;
  OK(hipGraphExecUpdate(fresh, n.graph, &bad, &update));
  CHECK(update == hipGraphExecUpdateSuccess && launch(fresh, s) == 6);
  made o = make(p, result, 1, 1, (void *)add);
  hipGraphNode_t more;
  OK(hipGraphAddMemsetNode(&more, o.graph, nullptr, 0, &fill));
  FAILS(hipGraphExecUpdate(fresh, o.graph, &bad, &update),
        hipErrorGraphExecUpdateFailure);
  CHECK(update == hipGraphExecUpdateErrorTopologyChanged);
  made e = make(p, result, 1, 1, (void *)add);
  OK(hipGraphAddEmptyNode(&more, e.graph, nullptr, 0));
  FAILS(hipGraphExecUpdate(fresh, e.graph, &bad, &update),
        hipErrorGraphExecUpdateFailure);
  CHECK(update == hipGraphExecUpdateErrorTopologyChanged);
  OK(hipGraphDestroy(e.graph));
  CHECK(launch(fresh, s) == 6); // as before
  hipGraph_t kinds;
  OK(hipGraphCreate(&kinds, 0));
  hipGraphNode_t chain[4] = {};
  for (int i = 0; i < 4; ++i)
    OK(hipGraphAddMemsetNode(&chain[i], kinds, i ? &chain[i - 1] : nullptr,
                             i ? 1 : 0, &fill));
  FAILS(hipGraphExecUpdate(fresh, kinds, &bad, &update),
        hipErrorGraphExecUpdateFailure);
  CHECK(update == hipGraphExecUpdateErrorNodeTypeChanged);

  // Refused: a wrong kind of node, a node of another graph, bad launches.
  FAILS(hipGraphExecKernelNodeSetParams(exec, m.fill, &kernel),
        hipErrorInvalidValue);
  FAILS(hipGraphExecKernelNodeSetParams(exec, o.kernel, &kernel),
        hipErrorInvalidValue);
  kernel.blockDim = dim3(1 << 20);
  CHECK(hipGraphExecKernelNodeSetParams(exec, m.kernel, &kernel) != hipSuccess);
  CHECK(launch(exec, s) == 107);
  unsigned long long flags = 1;
  OK(hipGraphExecGetFlags(exec, &flags));
  CHECK(flags == 0);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphExecDestroy(fresh));
  for (hipGraph_t g : {m.graph, n.graph, o.graph, kinds})
    OK(hipGraphDestroy(g));
  OK(hipStreamDestroy(s));
  OK(hipHostFree(result));
  OK(hipFree(p));
  OK(hipFree(q));
  return done();
}
