// SPDX-License-Identifier: Apache-2.0
// Semaphores of other APIs in CUDA's runtime and driver API, whose parameters
// are longer than HIP's and so lie elsewhere in arrays.
#include <string.h>

#include "base/alloc.h"
#include "hip/cuda/driver.h"
#include "hip/graph/graph.h"

_Static_assert(sizeof(cudaExternalSemaphoreSignalParams) <=
                       QN_HIP_SEMAPHORE_ROOM &&
                   sizeof(cudaExternalSemaphoreWaitParams) <=
                       QN_HIP_SEMAPHORE_ROOM,
               "the node has room");
_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS) ==
                       sizeof(cudaExternalSemaphoreSignalParams) &&
                   sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) ==
                       sizeof(cudaExternalSemaphoreWaitParams) &&
                   sizeof(CUDA_EXT_SEM_WAIT_NODE_PARAMS) ==
                       sizeof(cudaExternalSemaphoreWaitNodeParams),
               "laid out alike");

// ---- Signals

static hipExternalSemaphoreSignalParams
signal_of(const cudaExternalSemaphoreSignalParams *from) {
  hipExternalSemaphoreSignalParams to = {.flags = from->flags};
  to.params.fence.value = from->params.fence.value;
  to.params.keyedMutex.key = from->params.keyedMutex.key;
  return to;
}

static cudaError_t signal_list(const cudaExternalSemaphoreSignalParams *from,
                               unsigned count,
                               hipExternalSemaphoreSignalParams **out) {
  NEED(from);
  hipExternalSemaphoreSignalParams *list =
      qn_alloc_array((size_t)count + 1, sizeof(*list));
  if (!list)
    return cudaErrorMemoryAllocation;
  for (unsigned i = 0; i < count; ++i)
    list[i] = signal_of(&from[i]);
  *out = list;
  return cudaSuccess;
}

cudaError_t
cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *list,
                                  const cudaExternalSemaphoreSignalParams *from,
                                  unsigned int count, cudaStream_t stream) {
  hipExternalSemaphoreSignalParams *to = NULL;
  cudaError_t error = signal_list(from, count, &to);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(hipSignalExternalSemaphoresAsync(
      (const hipExternalSemaphore_t *)list, to, count, (hipStream_t)stream));
  qn_free(to);
  return error;
}

// Ends with freeing `out->paramsArray`.
static cudaError_t
signal_node(const cudaExternalSemaphoreSignalNodeParams *from,
            hipExternalSemaphoreSignalNodeParams *out) {
  hipExternalSemaphoreSignalParams *list;
  NEED(from);
  const cudaError_t error =
      signal_list(from->paramsArray, from->numExtSems, &list);
  if (error == cudaSuccess)
    *out = (hipExternalSemaphoreSignalNodeParams){
        .extSemArray = (hipExternalSemaphore_t *)from->extSemArray,
        .paramsArray = list,
        .numExtSems = from->numExtSems};
  return error;
}

#define FREE_SIGNAL(p) qn_free((void *)(uintptr_t)(p).paramsArray)

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *to, cudaGraph_t graph, const cudaGraphNode_t *after,
    size_t after_count, const cudaExternalSemaphoreSignalNodeParams *params) {
  hipExternalSemaphoreSignalNodeParams p = {0};
  cudaError_t error = signal_node(params, &p);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(hipGraphAddExternalSemaphoresSignalNode(
      (hipGraphNode_t *)to, (hipGraph_t)graph, (const hipGraphNode_t *)after,
      after_count, &p));
  FREE_SIGNAL(p);
  return error;
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(
    cudaGraphNode_t node, cudaExternalSemaphoreSignalNodeParams *params) {
  hipExternalSemaphoreSignalNodeParams p;
  NEED(params);
  const hipError_t error =
      hipGraphExternalSemaphoresSignalNodeGetParams((hipGraphNode_t)node, &p);
  if (error != hipSuccess)
    return qn_cuda_error(error);
  cudaExternalSemaphoreSignalParams *list =
      (void *)&p.extSemArray[p.numExtSems];
  for (unsigned i = 0; i < p.numExtSems; ++i) {
    memset(&list[i], 0, sizeof(list[i]));
    list[i].flags = p.paramsArray[i].flags;
    list[i].params.fence.value = p.paramsArray[i].params.fence.value;
    list[i].params.keyedMutex.key = p.paramsArray[i].params.keyedMutex.key;
  }
  *params = (cudaExternalSemaphoreSignalNodeParams){
      .extSemArray = (cudaExternalSemaphore_t *)p.extSemArray,
      .paramsArray = list,
      .numExtSems = p.numExtSems};
  return cudaSuccess;
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t node, const cudaExternalSemaphoreSignalNodeParams *params) {
  hipExternalSemaphoreSignalNodeParams p = {0};
  cudaError_t error = signal_node(params, &p);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(
      hipGraphExternalSemaphoresSignalNodeSetParams((hipGraphNode_t)node, &p));
  FREE_SIGNAL(p);
  return error;
}

cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaExternalSemaphoreSignalNodeParams *params) {
  hipExternalSemaphoreSignalNodeParams p = {0};
  cudaError_t error = signal_node(params, &p);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(hipGraphExecExternalSemaphoresSignalNodeSetParams(
      (hipGraphExec_t)exec, (hipGraphNode_t)node, &p));
  FREE_SIGNAL(p);
  return error;
}

// ---- Waits

static hipExternalSemaphoreWaitParams
wait_of(const cudaExternalSemaphoreWaitParams *from) {
  hipExternalSemaphoreWaitParams to = {.flags = from->flags};
  to.params.fence.value = from->params.fence.value;
  to.params.keyedMutex.key = from->params.keyedMutex.key;
  to.params.keyedMutex.timeoutMs = from->params.keyedMutex.timeoutMs;
  return to;
}

static cudaError_t wait_list(const cudaExternalSemaphoreWaitParams *from,
                             unsigned count,
                             hipExternalSemaphoreWaitParams **out) {
  NEED(from);
  hipExternalSemaphoreWaitParams *list =
      qn_alloc_array((size_t)count + 1, sizeof(*list));
  if (!list)
    return cudaErrorMemoryAllocation;
  for (unsigned i = 0; i < count; ++i)
    list[i] = wait_of(&from[i]);
  *out = list;
  return cudaSuccess;
}

cudaError_t
cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *list,
                                const cudaExternalSemaphoreWaitParams *from,
                                unsigned int count, cudaStream_t stream) {
  hipExternalSemaphoreWaitParams *to = NULL;
  cudaError_t error = wait_list(from, count, &to);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(hipWaitExternalSemaphoresAsync(
      (const hipExternalSemaphore_t *)list, to, count, (hipStream_t)stream));
  qn_free(to);
  return error;
}

// Ends with freeing `out->paramsArray`.
static cudaError_t wait_node(const cudaExternalSemaphoreWaitNodeParams *from,
                             hipExternalSemaphoreWaitNodeParams *out) {
  hipExternalSemaphoreWaitParams *list;
  NEED(from);
  const cudaError_t error =
      wait_list(from->paramsArray, from->numExtSems, &list);
  if (error == cudaSuccess)
    *out = (hipExternalSemaphoreWaitNodeParams){
        .extSemArray = (hipExternalSemaphore_t *)from->extSemArray,
        .paramsArray = list,
        .numExtSems = from->numExtSems};
  return error;
}

#define FREE_WAIT(p) qn_free((void *)(uintptr_t)(p).paramsArray)

cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *to, cudaGraph_t graph, const cudaGraphNode_t *after,
    size_t after_count, const cudaExternalSemaphoreWaitNodeParams *params) {
  hipExternalSemaphoreWaitNodeParams p = {0};
  cudaError_t error = wait_node(params, &p);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(hipGraphAddExternalSemaphoresWaitNode(
      (hipGraphNode_t *)to, (hipGraph_t)graph, (const hipGraphNode_t *)after,
      after_count, &p));
  FREE_WAIT(p);
  return error;
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(
    cudaGraphNode_t node, cudaExternalSemaphoreWaitNodeParams *params) {
  hipExternalSemaphoreWaitNodeParams p;
  NEED(params);
  const hipError_t error =
      hipGraphExternalSemaphoresWaitNodeGetParams((hipGraphNode_t)node, &p);
  if (error != hipSuccess)
    return qn_cuda_error(error);
  cudaExternalSemaphoreWaitParams *list = (void *)&p.extSemArray[p.numExtSems];
  for (unsigned i = 0; i < p.numExtSems; ++i) {
    memset(&list[i], 0, sizeof(list[i]));
    list[i].flags = p.paramsArray[i].flags;
    list[i].params.fence.value = p.paramsArray[i].params.fence.value;
    list[i].params.keyedMutex.key = p.paramsArray[i].params.keyedMutex.key;
    list[i].params.keyedMutex.timeoutMs =
        p.paramsArray[i].params.keyedMutex.timeoutMs;
  }
  *params = (cudaExternalSemaphoreWaitNodeParams){
      .extSemArray = (cudaExternalSemaphore_t *)p.extSemArray,
      .paramsArray = list,
      .numExtSems = p.numExtSems};
  return cudaSuccess;
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t node, const cudaExternalSemaphoreWaitNodeParams *params) {
  hipExternalSemaphoreWaitNodeParams p = {0};
  cudaError_t error = wait_node(params, &p);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(
      hipGraphExternalSemaphoresWaitNodeSetParams((hipGraphNode_t)node, &p));
  FREE_WAIT(p);
  return error;
}

cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaExternalSemaphoreWaitNodeParams *params) {
  hipExternalSemaphoreWaitNodeParams p = {0};
  cudaError_t error = wait_node(params, &p);
  if (error != cudaSuccess)
    return error;
  error = qn_cuda_error(hipGraphExecExternalSemaphoresWaitNodeSetParams(
      (hipGraphExec_t)exec, (hipGraphNode_t)node, &p));
  FREE_WAIT(p);
  return error;
}

// ---- The driver's names, of the same structs

CUresult cuSignalExternalSemaphoresAsync(
    const CUexternalSemaphore *list,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params, unsigned int count,
    CUstream stream) {
  return (CUresult)cudaSignalExternalSemaphoresAsync(
      (const cudaExternalSemaphore_t *)list,
      (const cudaExternalSemaphoreSignalParams *)params, count,
      (cudaStream_t)stream);
}

CUresult cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *to, CUgraph graph, const CUgraphNode *after, size_t count,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params) {
  return (CUresult)cudaGraphAddExternalSemaphoresSignalNode(
      (cudaGraphNode_t *)to, (cudaGraph_t)graph, (const cudaGraphNode_t *)after,
      count, (const cudaExternalSemaphoreSignalNodeParams *)params);
}

CUresult cuGraphExternalSemaphoresSignalNodeGetParams(
    CUgraphNode node, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params) {
  return (CUresult)cudaGraphExternalSemaphoresSignalNodeGetParams(
      (cudaGraphNode_t)node, (cudaExternalSemaphoreSignalNodeParams *)params);
}

CUresult cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params) {
  return (CUresult)cudaGraphExternalSemaphoresSignalNodeSetParams(
      (cudaGraphNode_t)node,
      (const cudaExternalSemaphoreSignalNodeParams *)params);
}

CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec exec, CUgraphNode node,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params) {
  return (CUresult)cudaGraphExecExternalSemaphoresSignalNodeSetParams(
      (cudaGraphExec_t)exec, (cudaGraphNode_t)node,
      (const cudaExternalSemaphoreSignalNodeParams *)params);
}

CUresult
cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *list,
                              const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params,
                              unsigned int count, CUstream stream) {
  return (CUresult)cudaWaitExternalSemaphoresAsync(
      (const cudaExternalSemaphore_t *)list,
      (const cudaExternalSemaphoreWaitParams *)params, count,
      (cudaStream_t)stream);
}

CUresult cuGraphAddExternalSemaphoresWaitNode(
    CUgraphNode *to, CUgraph graph, const CUgraphNode *after, size_t count,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params) {
  return (CUresult)cudaGraphAddExternalSemaphoresWaitNode(
      (cudaGraphNode_t *)to, (cudaGraph_t)graph, (const cudaGraphNode_t *)after,
      count, (const cudaExternalSemaphoreWaitNodeParams *)params);
}

CUresult cuGraphExternalSemaphoresWaitNodeGetParams(
    CUgraphNode node, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params) {
  return (CUresult)cudaGraphExternalSemaphoresWaitNodeGetParams(
      (cudaGraphNode_t)node, (cudaExternalSemaphoreWaitNodeParams *)params);
}

CUresult cuGraphExternalSemaphoresWaitNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params) {
  return (CUresult)cudaGraphExternalSemaphoresWaitNodeSetParams(
      (cudaGraphNode_t)node,
      (const cudaExternalSemaphoreWaitNodeParams *)params);
}

CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec exec, CUgraphNode node,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params) {
  return (CUresult)cudaGraphExecExternalSemaphoresWaitNodeSetParams(
      (cudaGraphExec_t)exec, (cudaGraphNode_t)node,
      (const cudaExternalSemaphoreWaitNodeParams *)params);
}
