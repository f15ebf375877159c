// SPDX-License-Identifier: Apache-2.0
// What CUDA 13.1 to 13.5 added: execution contexts of the runtime, questions to
// nodes of graphs, captures into a graph that exists, nodes of several copies,
// reductions by streams.
#include <cuda.h>
#include <cuda_runtime.h>

#include "program.h"

#include <vector>

__global__ void add(int *p, int value) { *p += value; }

__global__ void three(float *out, float x, double *wide, int n) {
  if (threadIdx.x == 0) {
    __sincos2pif(x, &out[0], &out[1]);
    out[2] = __sin2pif(x), out[3] = __cos2pif(x);
    *wide = n;
  }
}

// ---- Execution contexts

static void contexts(int *p) {
  cudaDevResource all, part, rest;
  cudaDevResourceDesc_t description;
  cudaExecutionContext_t own, green;
  cudaStream_t stream;
  cudaEvent_t event;
  unsigned long long id, other;
  int device = -1;
  OK(cudaDeviceGetDevResource(0, &all, cudaDevResourceTypeSm));
  CHECK(all.type == cudaDevResourceTypeSm && all.sm.smCount > 0);
  cudaDevSmResourceGroupParams group = {};
  group.flags = cudaDevSmResourceGroupBackfill;
  OK(cudaDevSmResourceSplit(&part, 1, &all, &rest, 0, &group));
  CHECK(group.smCount == all.sm.smCount && part.sm.smCount == group.smCount &&
        rest.type == cudaDevResourceTypeInvalid);
  group.smCount = all.sm.smCount + 2;
  FAILS(cudaDevSmResourceSplit(&part, 1, &all, &rest, 0, &group),
        cudaErrorInvalidResourceConfiguration);
  OK(cudaDevResourceGenerateDesc(&description, &part, 1));
  OK(cudaGreenCtxCreate(&green, description, 0, 0));
  OK(cudaDeviceGetExecutionCtx(&own, 0));
  OK(cudaExecutionCtxGetDevice(&device, green));
  CHECK(device == 0);
  OK(cudaExecutionCtxGetId(green, &id));
  OK(cudaExecutionCtxGetId(own, &other));
  CHECK(id != other);
  OK(cudaExecutionCtxStreamCreate(&stream, green, cudaStreamDefault, 0));
  OK(cudaStreamGetDevResource(stream, &rest, cudaDevResourceTypeSm));
  CHECK(rest.sm.smCount == part.sm.smCount);
  OK(cudaEventCreate(&event));
  *p = 1;
  add<<<1, 1, 0, stream>>>(p, 2);
  OK(cudaExecutionCtxRecordEvent(green, event));
  OK(cudaExecutionCtxWaitEvent(own, event));
  OK(cudaExecutionCtxSynchronize(green));
  CHECK(*p == 3);
  add<<<1, 1>>>(p, 4);
  OK(cudaExecutionCtxSynchronize(own));
  CHECK(*p == 7);
  OK(cudaStreamDestroy(stream));
  OK(cudaEventDestroy(event));
  OK(cudaExecutionCtxDestroy(green));
}

// ---- Questions to nodes

static void questions(int *p) {
  cudaGraph_t graph, of;
  cudaGraphNode_t node, copies;
  cudaGraphExec_t exec;
  cudaGraphNodeParams now = {};
  unsigned id = 0, whole = 0, mine = 0;
  unsigned long long tools = 0;
  int value = 5;
  void *arguments[] = {&p, &value};
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNodeParams kernel = {};
  kernel.type = cudaGraphNodeTypeKernel;
  kernel.kernel.func = (void *)add;
  kernel.kernel.gridDim = kernel.kernel.blockDim = dim3(1);
  kernel.kernel.kernelParams = arguments;
  OK(cudaGraphAddNode_v2(&node, graph, nullptr, nullptr, 0, &kernel));
  OK(cudaGraphNodeGetParams(node, &now));
  CHECK(now.type == cudaGraphNodeTypeKernel && now.kernel.gridDim.x == 1 &&
        *(int *)now.kernel.kernelParams[1] == 5);
  OK(cudaGraphNodeGetContainingGraph(node, &of));
  CHECK(of == graph);
  OK(cudaGraphNodeGetLocalId(node, &id));
  OK(cudaGraphNodeGetToolsId(node, &tools));
  OK(cudaGraphGetId(graph, &whole));
  CHECK(id && tools && whole);

  void *to[] = {p + 1, p + 2};
  void *from[] = {p + 3, p + 4};
  size_t sizes[] = {sizeof(int), sizeof(int)}, first = 0;
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  cudaGraphNodeParams batch = {};
  batch.type = cudaGraphNodeTypeMemcpyBatch;
  batch.memcpyBatch = {2, to, from, sizes, &attributes, &first, 1, nullptr};
  OK(cudaGraphAddNode_v2(&copies, graph, &node, nullptr, 1, &batch));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(copies, &type));
  CHECK(type == cudaGraphNodeTypeMemcpyBatch);
  OK(cudaGraphNodeGetParams(copies, &now));
  CHECK(now.memcpyBatch.count == 2 && now.memcpyBatch.dsts[1] == p + 2);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphExecGetId(exec, &mine));
  CHECK(mine && mine != whole);
  p[0] = p[1] = p[2] = 0, p[3] = 11, p[4] = 12;
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  CHECK(p[0] == 5 && p[1] == 11 && p[2] == 12);
  from[0] = p;
  OK(cudaGraphExecNodeSetParams(exec, copies, &batch));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  CHECK(p[1] == 10);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

// ---- Captures into a graph that exists

struct changes {
  std::vector<int> was, now;
  cudaError_t answer;
};

static cudaError_t changed(void *user, cudaGraphNode_t,
                           const cudaGraphNodeParams *a,
                           const cudaGraphNodeParams *b,
                           cudaGraphRecaptureStatus status) {
  auto *c = static_cast<changes *>(user);
  CHECK(status == cudaGraphRecaptureEligibleForUpdate);
  CHECK(a->type == cudaGraphNodeTypeKernel);
  c->was.push_back(*(int *)a->kernel.kernelParams[1]);
  c->now.push_back(*(int *)b->kernel.kernelParams[1]);
  return c->answer;
}

static void record(cudaStream_t stream, int *p, int a, int b, int count) {
  add<<<1, 1, 0, stream>>>(p, a);
  for (int i = 1; i < count; ++i)
    add<<<1, 1, 0, stream>>>(p, b);
}

static void recaptures(int *p) {
  cudaStream_t stream;
  cudaGraph_t graph, again;
  cudaGraphExec_t exec;
  changes c = {{}, {}, cudaSuccess};
  cudaGraphRecaptureCallbackData data = {changed, &c};
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  record(stream, p, 1, 10, 2);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));

  OK(cudaStreamBeginRecaptureToGraph(stream, cudaStreamCaptureModeGlobal, graph,
                                     &data));
  record(stream, p, 1, 20, 2);
  OK(cudaStreamEndCapture(stream, &again));
  CHECK(again == graph && c.was == std::vector<int>{10} &&
        c.now == std::vector<int>{20});
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, graph, &info));
  *p = 0;
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(*p == 21);

  OK(cudaStreamBeginRecaptureToGraph(stream, cudaStreamCaptureModeGlobal, graph,
                                     &data));
  record(stream, p, 1, 20, 2); // nothing is new: no call
  OK(cudaStreamEndCapture(stream, &again));
  CHECK(c.was.size() == 1);

  OK(cudaStreamBeginRecaptureToGraph(stream, cudaStreamCaptureModeGlobal, graph,
                                     nullptr));
  record(stream, p, 1, 20, 3);
  FAILS(cudaStreamEndCapture(stream, &again), cudaErrorGraphRecaptureFailure);
  c.answer = cudaErrorUnknown;
  OK(cudaStreamBeginRecaptureToGraph(stream, cudaStreamCaptureModeGlobal, graph,
                                     &data));
  record(stream, p, 1, 30, 2);
  FAILS(cudaStreamEndCapture(stream, &again), cudaErrorGraphRecaptureFailure);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

// ---- Others

static void set(void *user) { *(int *)user = 77; }

static void others(int *p) {
  size_t count = 0;
  cudaStream_t stream;
  int flag = 0, has = 0;
  OK(cudaFuncGetParamCount((const void *)three, &count));
  CHECK(count == 4);
  OK(cudaStreamCreate(&stream));
  OK(cudaLaunchHostFunc_v2(stream, set, &flag, cudaHostTaskSpinWait));
  p[0] = 3, p[1] = 0;
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  OK(cudaMemcpyWithAttributesAsync(p + 1, p, sizeof(int), &attributes, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(flag == 77 && p[1] == 3);
  OK(cudaDeviceGetAttribute(&has, cudaDevAttrAtomicReductionSupported, 0));
  CUstreamBatchMemOpParams op = {};
  op.atomicReduction = {CU_STREAM_MEM_OP_ATOMIC_REDUCTION,
                        0,
                        CU_STREAM_ATOMIC_REDUCTION_OP_ADD,
                        CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32,
                        (CUdeviceptr)p,
                        4,
                        0};
  if (has) {
    OK(cuStreamBatchMemOp((CUstream)stream, 1, &op, 0));
    op.atomicReduction.reductionOp = CU_STREAM_ATOMIC_REDUCTION_OP_AND;
    op.atomicReduction.value = 6;
    OK(cuStreamBatchMemOp((CUstream)stream, 1, &op, 0));
    OK(cudaStreamSynchronize(stream));
    CHECK(p[0] == 6);
  } else {
    FAILS(cuStreamBatchMemOp((CUstream)stream, 1, &op, 0),
          CUDA_ERROR_NOT_SUPPORTED);
  }
  op.atomicReduction.operation = (CUstreamBatchMemOpType)99;
  FAILS(cuStreamBatchMemOp((CUstream)stream, 1, &op, 0),
        CUDA_ERROR_INVALID_VALUE);
  size_t cliques = 9;
  OK(cuDeviceGetCliqueCount(&cliques, 0));
  OK(cudaStreamDestroy(stream));
}

static void places() {
  int concurrent = 0;
  int *managed;
  OK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess,
                            0));
  OK(cudaMallocManaged(&managed, 2 << 20));
  managed[0] = managed[1 << 18] = 1; // the host's
  cudaMemLocation where[2] = {};
  if (concurrent) {
    OK(cudaMemGetLocationInfo(managed, 2 << 20, 1 << 20, 0, where));
    CHECK(where[0].type == cudaMemLocationTypeHost ||
          where[0].type == cudaMemLocationTypeHostNuma);
  }
  FAILS(cudaMemGetLocationInfo(managed, 1 << 20, 2 << 20, 0, where),
        cudaErrorInvalidValue);
  OK(cudaFree(managed));
}

int main() {
  int *p;
  float *out;
  OK(cudaMallocManaged(&p, 64));
  OK(cudaMallocManaged(&out, 64));
  contexts(p);
  questions(p);
  recaptures(p);
  others(p);
  places();
  three<<<1, 32>>>(out, 0.125f, (double *)(out + 4), 9);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i)
    CHECK(out[i] > 0.7070f && out[i] < 0.7072f);
  CHECK(*(double *)(out + 4) == 9);
  std::puts("passed");
  OK(cudaFree(p));
  OK(cudaFree(out));
}
