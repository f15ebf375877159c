// SPDX-License-Identifier: Apache-2.0
// Nodes of any type, and what they are asked about themselves.
#include "hip/cuda/driver.h"

#include <string.h>

#include "hip/graph/conditional.h"
#include "hip/graph/copies.h"

#define PLACE                                                                  \
  (hipGraphNode_t *)to, (hipGraph_t)graph, (const hipGraphNode_t *)after,      \
      after_count

// ---- HIP's union of all nodes' parameters

// The members that CUDA's has behind HIP's are contexts, which handles and
// addresses say already.
static void node_params(const cudaGraphNodeParams *from,
                        hipGraphNodeParams *to) {
  _Static_assert(sizeof(*from) == sizeof(*to), "");
  memcpy(to, from, sizeof(*to));
  if (from->type == cudaGraphNodeTypeKernel) {
    const struct cudaKernelNodeParamsV2 *k = &from->kernel;
    to->kernel = (hipKernelNodeParams){.blockDim = k->blockDim,
                                       .extra = k->extra,
                                       .func = k->func,
                                       .gridDim = k->gridDim,
                                       .kernelParams = k->kernelParams,
                                       .sharedMemBytes = k->sharedMemBytes};
  } else if (from->type == cudaGraphNodeTypeMemset) {
    const struct cudaMemsetParamsV2 *f = &from->memset;
    to->memset = (hipMemsetParams){.dst = f->dst,
                                   .elementSize = f->elementSize,
                                   .height = f->height,
                                   .pitch = f->pitch,
                                   .value = f->value,
                                   .width = f->width};
  }
}

static qn_hip_copies copies_of(const cudaGraphNodeParams *p) {
  const struct cudaMemcpyBatchNodeParams *m = &p->memcpyBatch;
  return (qn_hip_copies){m->count, m->dsts, (const void *const *)m->srcs,
                         m->sizes};
}

// Those of semaphores, whose structs differ, as functions of one kind take
// them.
static const cudaExternalSemaphoreSignalNodeParams *
signals_of(const cudaGraphNodeParams *p) {
  return (const cudaExternalSemaphoreSignalNodeParams *)(const void *)&p
      ->extSemSignal;
}

static const cudaExternalSemaphoreWaitNodeParams *
waits_of(const cudaGraphNodeParams *p) {
  return (const cudaExternalSemaphoreWaitNodeParams *)(const void *)&p
      ->extSemWait;
}

// ---- Adding and changing

static cudaError_t add_hip(cudaGraphNode_t *to, cudaGraph_t graph,
                           const cudaGraphNode_t *after, size_t after_count,
                           cudaGraphNodeParams *params) {
  hipGraphNodeParams p;
  node_params(params, &p);
  const hipError_t error = hipGraphAddNode(PLACE, &p);
  if (error == hipSuccess && params->type == cudaGraphNodeTypeMemAlloc)
    params->alloc.dptr = p.alloc.dptr;
  return qn_cuda_error(error);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *to, cudaGraph_t graph,
                             const cudaGraphNode_t *after, size_t after_count,
                             cudaGraphNodeParams *params) {
  NEED(params);
  const qn_hip_place place = {PLACE};
  switch (params->type) {
  case cudaGraphNodeTypeConditional: {
    struct cudaConditionalNodeParams *c = &params->conditional;
    qn_hip_choice choice = {c->handle, (int)c->type, c->size, NULL};
    const qn_result result = qn_hip_add_choice(&place, &choice);
    if (result == QN_R_OK)
      c->phGraph_out = (cudaGraph_t *)choice.graphs;
    return qn_cuda_error(qn_hip(result));
  }
  case cudaGraphNodeTypeMemcpyBatch: {
    const qn_hip_copies copies = copies_of(params);
    return qn_cuda_error(qn_hip(qn_hip_add_copies(&place, &copies)));
  }
  case cudaGraphNodeTypeExtSemaphoreSignal:
    return cudaGraphAddExternalSemaphoresSignalNode(
        to, graph, after, after_count, signals_of(params));
  case cudaGraphNodeTypeExtSemaphoreWait:
    return cudaGraphAddExternalSemaphoresWaitNode(to, graph, after, after_count,
                                                  waits_of(params));
  default:
    return add_hip(to, graph, after, after_count, params);
  }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node,
                                   cudaGraphNodeParams *params) {
  hipGraphNodeParams p;
  NEED(params);
  switch (params->type) {
  case cudaGraphNodeTypeMemcpyBatch: {
    const qn_hip_copies copies = copies_of(params);
    return qn_cuda_error(qn_hip(qn_hip_set_copies(node, &copies)));
  }
  case cudaGraphNodeTypeExtSemaphoreSignal:
    return cudaGraphExternalSemaphoresSignalNodeSetParams(node,
                                                          signals_of(params));
  case cudaGraphNodeTypeExtSemaphoreWait:
    return cudaGraphExternalSemaphoresWaitNodeSetParams(node, waits_of(params));
  default:
    node_params(params, &p);
    return qn_cuda_error(hipGraphNodeSetParams((hipGraphNode_t)node, &p));
  }
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec,
                                       cudaGraphNode_t node,
                                       cudaGraphNodeParams *params) {
  hipGraphNodeParams p;
  NEED(params);
  switch (params->type) {
  case cudaGraphNodeTypeMemcpyBatch: {
    const qn_hip_copies copies = copies_of(params);
    return qn_cuda_error(
        qn_hip(qn_hip_update_copies((hipGraphExec_t)exec, node, &copies)));
  }
  case cudaGraphNodeTypeExtSemaphoreSignal:
    return cudaGraphExecExternalSemaphoresSignalNodeSetParams(
        exec, node, signals_of(params));
  case cudaGraphNodeTypeExtSemaphoreWait:
    return cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, node,
                                                            waits_of(params));
  default:
    node_params(params, &p);
    return qn_cuda_error(hipGraphExecNodeSetParams((hipGraphExec_t)exec,
                                                   (hipGraphNode_t)node, &p));
  }
}

// ---- Conditions

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *to,
                                             cudaGraph_t graph,
                                             unsigned int initial,
                                             unsigned int flags) {
  return qn_cuda_error(qn_hip(qn_hip_condition_make(
      &(qn_hip_condition_request){(hipGraph_t)graph, initial, flags}, to)));
}

cudaError_t cudaGraphConditionalHandleCreate_v2(cudaGraphConditionalHandle *to,
                                                cudaGraph_t graph,
                                                cudaExecutionContext_t context,
                                                unsigned int initial,
                                                unsigned int flags) {
  int device, before;
  if (!context) // the current device's
    return cudaGraphConditionalHandleCreate(to, graph, initial, flags);
  cudaError_t error = cudaExecutionCtxGetDevice(&device, context);
  if (error == cudaSuccess)
    error = cudaGetDevice(&before);
  if (error == cudaSuccess)
    error = cudaSetDevice(device);
  if (error != cudaSuccess)
    return error;
  error = cudaGraphConditionalHandleCreate(to, graph, initial, flags);
  (void)cudaSetDevice(before);
  return error;
}

// ---- Parameters of a node

static cudaError_t get_kernel(cudaGraphNode_t node, cudaGraphNodeParams *p) {
  cudaKernelNodeParams kernel;
  const cudaError_t error = cudaGraphKernelNodeGetParams(node, &kernel);
  if (error == cudaSuccess)
    p->kernel = (struct cudaKernelNodeParamsV2){
        .func = kernel.func,
        .gridDim = kernel.gridDim,
        .blockDim = kernel.blockDim,
        .sharedMemBytes = kernel.sharedMemBytes,
        .kernelParams = kernel.kernelParams,
        .extra = kernel.extra,
        .functionType = cudaKernelFunctionTypeDeviceEntry};
  return error;
}

static cudaError_t get_fill(cudaGraphNode_t node, cudaGraphNodeParams *p) {
  cudaMemsetParams fill;
  const cudaError_t error = cudaGraphMemsetNodeGetParams(node, &fill);
  if (error == cudaSuccess)
    memcpy(&p->memset, &fill, sizeof(fill));
  return error;
}

static cudaError_t get_host(cudaGraphNode_t node, cudaGraphNodeParams *p) {
  cudaHostNodeParams host;
  const cudaError_t error = cudaGraphHostNodeGetParams(node, &host);
  if (error == cudaSuccess)
    p->host =
        (struct cudaHostNodeParamsV2){.fn = host.fn, .userData = host.userData};
  return error;
}

// Those that both APIs say alike, but for their types' names.
static cudaError_t get_other(cudaGraphNode_t node, cudaGraphNodeParams *p) {
  CUgraphNodeParams other;
  const CUresult error = cuGraphNodeGetParams((CUgraphNode)node, &other);
  _Static_assert(sizeof(other) == sizeof(*p), "laid out alike");
  if (error == CUDA_SUCCESS)
    memcpy(p, &other, sizeof(*p));
  return qn_cuda_of_driver(error);
}

static cudaError_t get_semaphores(cudaGraphNode_t node,
                                  cudaGraphNodeParams *p) {
  if (p->type == cudaGraphNodeTypeExtSemaphoreWait) {
    cudaExternalSemaphoreWaitNodeParams wait;
    const cudaError_t error =
        cudaGraphExternalSemaphoresWaitNodeGetParams(node, &wait);
    if (error == cudaSuccess)
      memcpy(&p->extSemWait, &wait, sizeof(wait));
    return error;
  }
  cudaExternalSemaphoreSignalNodeParams signal;
  const cudaError_t error =
      cudaGraphExternalSemaphoresSignalNodeGetParams(node, &signal);
  if (error == cudaSuccess)
    memcpy(&p->extSemSignal, &signal, sizeof(signal));
  return error;
}

cudaError_t cudaGraphNodeGetParams(cudaGraphNode_t node,
                                   cudaGraphNodeParams *p) {
  enum cudaGraphNodeType type;
  NEED(p);
  const cudaError_t error = cudaGraphNodeGetType(node, &type);
  if (error != cudaSuccess)
    return error;
  memset(p, 0, sizeof(*p));
  p->type = type;
  switch (type) {
  case cudaGraphNodeTypeKernel:
    return get_kernel(node, p);
  case cudaGraphNodeTypeMemcpy:
    return cudaGraphMemcpyNodeGetParams(node, &p->memcpy.copyParams);
  case cudaGraphNodeTypeMemset:
    return get_fill(node, p);
  case cudaGraphNodeTypeHost:
    return get_host(node, p);
  case cudaGraphNodeTypeExtSemaphoreSignal:
  case cudaGraphNodeTypeExtSemaphoreWait:
    return get_semaphores(node, p);
  default:
    return get_other(node, p);
  }
}

// ---- Numbers

cudaError_t cudaGraphNodeGetContainingGraph(cudaGraphNode_t node,
                                            cudaGraph_t *to) {
  return qn_cuda_of_driver(
      cuGraphNodeGetContainingGraph((CUgraphNode)node, (CUgraph *)to));
}

cudaError_t cudaGraphNodeGetLocalId(cudaGraphNode_t node, unsigned int *to) {
  return qn_cuda_of_driver(cuGraphNodeGetLocalId((CUgraphNode)node, to));
}

cudaError_t cudaGraphNodeGetToolsId(cudaGraphNode_t node,
                                    unsigned long long *to) {
  return qn_cuda_of_driver(cuGraphNodeGetToolsId((CUgraphNode)node, to));
}

cudaError_t cudaGraphGetId(cudaGraph_t graph, unsigned int *to) {
  return qn_cuda_of_driver(cuGraphGetId((CUgraph)graph, to));
}

cudaError_t cudaGraphExecGetId(cudaGraphExec_t exec, unsigned int *to) {
  return qn_cuda_of_driver(cuGraphExecGetId((CUgraphExec)exec, to));
}

// ---- Captures into a graph that exists

static bool changed(void (*fn)(void), void *user, void *was, void *now) {
  cudaGraphNodeParams a, b;
  const cudaGraphRecaptureCallback_t call = (cudaGraphRecaptureCallback_t)fn;
  return cudaGraphNodeGetParams(was, &a) == cudaSuccess &&
         cudaGraphNodeGetParams(now, &b) == cudaSuccess &&
         call(user, was, &a, &b, cudaGraphRecaptureEligibleForUpdate) ==
             cudaSuccess;
}

cudaError_t cudaStreamBeginRecaptureToGraph(
    cudaStream_t stream, enum cudaStreamCaptureMode mode, cudaGraph_t graph,
    struct cudaGraphRecaptureCallbackData *data) {
  qn_hip_listener listener = {changed, NULL, NULL};
  if (data) {
    listener.fn = (void (*)(void))data->callbackFunc;
    listener.user = data->userData;
  }
  return qn_cuda_error(qn_hip_recapture((hipStream_t)stream,
                                        (hipStreamCaptureMode)mode,
                                        (hipGraph_t)graph, &listener));
}
