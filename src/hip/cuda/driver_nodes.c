// SPDX-License-Identifier: Apache-2.0
// What nodes of graphs are asked about themselves, and captures into a graph
// that exists.
#include "hip/cuda/driver.h"

#include <string.h>

#include "hip/graph/copies.h"

// ---- Parameters of any node

static CUresult get_kernel(CUgraphNode node, CUgraphNodeParams *p) {
  CUDA_KERNEL_NODE_PARAMS kernel;
  const CUresult error = cuGraphKernelNodeGetParams_v2(node, &kernel);
  _Static_assert(sizeof(kernel) == sizeof(p->kernel), "laid out alike");
  if (error == CUDA_SUCCESS)
    memcpy(&p->kernel, &kernel, sizeof(kernel));
  return error;
}

static CUresult get_fill(CUgraphNode node, CUgraphNodeParams *p) {
  CUDA_MEMSET_NODE_PARAMS fill;
  const CUresult error = cuGraphMemsetNodeGetParams(node, &fill);
  if (error == CUDA_SUCCESS)
    memcpy(&p->memset, &fill, sizeof(fill));
  return error;
}

static CUresult get_host(CUgraphNode node, CUgraphNodeParams *p) {
  CUDA_HOST_NODE_PARAMS host;
  const CUresult error = cuGraphHostNodeGetParams(node, &host);
  if (error == CUDA_SUCCESS)
    p->host =
        (CUDA_HOST_NODE_PARAMS_v2){.fn = host.fn, .userData = host.userData};
  return error;
}

static CUresult get_semaphores(CUgraphNode node, CUgraphNodeParams *p) {
  if (p->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT) {
    CUDA_EXT_SEM_WAIT_NODE_PARAMS wait;
    const CUresult error =
        cuGraphExternalSemaphoresWaitNodeGetParams(node, &wait);
    if (error == CUDA_SUCCESS)
      memcpy(&p->extSemWait, &wait, sizeof(wait));
    return error;
  }
  CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signal;
  const CUresult error =
      cuGraphExternalSemaphoresSignalNodeGetParams(node, &signal);
  if (error == CUDA_SUCCESS)
    memcpy(&p->extSemSignal, &signal, sizeof(signal));
  return error;
}

static CUresult get_values(CUgraphNode node, CUgraphNodeParams *p) {
  CUDA_BATCH_MEM_OP_NODE_PARAMS values;
  const CUresult error = cuGraphBatchMemOpNodeGetParams(node, &values);
  _Static_assert(sizeof(values) == sizeof(p->memOp), "laid out alike");
  if (error == CUDA_SUCCESS)
    memcpy(&p->memOp, &values, sizeof(values));
  return error;
}

static CUresult get_alloc(CUgraphNode node, CUgraphNodeParams *p) {
  CUDA_MEM_ALLOC_NODE_PARAMS alloc;
  const CUresult error = cuGraphMemAllocNodeGetParams(node, &alloc);
  _Static_assert(sizeof(alloc) == sizeof(p->alloc), "laid out alike");
  if (error == CUDA_SUCCESS)
    memcpy(&p->alloc, &alloc, sizeof(alloc));
  return error;
}

// The driver's nodes have no attributes of their copies.
static CUresult get_copies(CUgraphNode node, CUgraphNodeParams *p) {
  qn_hip_copies copies;
  CU_CHECK(qn_hip(qn_hip_get_copies(node, &copies)));
  p->memcpyBatch = (CUDA_MEMCPY_BATCH_NODE_PARAMS){
      .count = copies.count,
      .dsts = (CUdeviceptr *)(uintptr_t)copies.to,
      .srcs = (CUdeviceptr *)(uintptr_t)copies.from,
      .sizes = (size_t *)(uintptr_t)copies.sizes};
  return CUDA_SUCCESS;
}

static CUresult get_choice(CUgraphNode handle, CUgraphNodeParams *p) {
  qn_node *node;
  CU_CHECK(qn_hip(qn_hip_node_find_type(handle, QN_NODE_CONDITION, &node)));
  p->conditional = (CUDA_CONDITIONAL_NODE_PARAMS){
      .handle = (uintptr_t)node->choice->condition->word,
      .type = (CUgraphConditionalNodeType)node->choice->kind,
      .size = (unsigned)node->choice->count,
      .phGraph_out = node->extra};
  return CUDA_SUCCESS;
}

static CUresult get_params(CUgraphNode node, CUgraphNodeParams *p) {
  switch (p->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return get_kernel(node, p);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphMemcpyNodeGetParams(node, &p->memcpy.copyParams);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return get_fill(node, p);
  case CU_GRAPH_NODE_TYPE_HOST:
    return get_host(node, p);
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return cuGraphChildGraphNodeGetGraph(node, &p->graph.graph);
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return cuGraphEventWaitNodeGetEvent(node, &p->eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return cuGraphEventRecordNodeGetEvent(node, &p->eventRecord.event);
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return get_semaphores(node, p);
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    return get_alloc(node, p);
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return cuGraphMemFreeNodeGetParams(node, &p->free.dptr);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return get_values(node, p);
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    return get_choice(node, p);
  case CU_GRAPH_NODE_TYPE_MEMCPY_BATCH:
    return get_copies(node, p);
  default: // an empty node has none
    return CUDA_SUCCESS;
  }
}

CUresult cuGraphNodeGetParams(CUgraphNode node, CUgraphNodeParams *p) {
  CUgraphNodeType type;
  CU_NEED(p);
  const CUresult error = cuGraphNodeGetType(node, &type);
  if (error != CUDA_SUCCESS)
    return error;
  memset(p, 0, sizeof(*p));
  p->type = type;
  return get_params(node, p);
}

CUresult cuGraphNodeSetParams_v2(CUgraphNode node, CUgraphNodeParams *p) {
  return cuGraphNodeSetParams(node, p);
}

CUresult cuGraphAddNode_v3(CUgraphNode *to, CUgraph graph,
                           const CUgraphNode *after,
                           const CUgraphEdgeData *data, size_t count,
                           CUgraphNodeParams *params) {
  return cuGraphAddNode_v2(to, graph, after, data, count, params);
}

// ---- Numbers: those that cuGraphDebugDotPrint writes

CUresult cuGraphNodeGetContainingGraph(CUgraphNode handle, CUgraph *to) {
  qn_node *node;
  CU_NEED(to);
  CU_CHECK(qn_hip(qn_hip_node_find(handle, &node)));
  *to = node->graph->handle;
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetLocalId(CUgraphNode handle, unsigned int *to) {
  qn_node *node;
  CU_NEED(to);
  CU_CHECK(qn_hip(qn_hip_node_find(handle, &node)));
  *to = (unsigned)node->id;
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetToolsId(CUgraphNode handle, unsigned long long *to) {
  qn_node *node;
  CU_NEED(to);
  CU_CHECK(qn_hip(qn_hip_node_find(handle, &node)));
  *to = node->id;
  return CUDA_SUCCESS;
}

CUresult cuGraphGetId(CUgraph handle, unsigned int *to) {
  qn_graph *graph;
  CU_NEED(to);
  CU_CHECK(qn_hip(qn_hip_graph_find(handle, &graph)));
  *to = (unsigned)graph->id;
  return CUDA_SUCCESS;
}

CUresult cuGraphExecGetId(CUgraphExec handle, unsigned int *to) {
  qn_exec *exec;
  CU_NEED(to);
  CU_CHECK(qn_hip(qn_hip_exec_find(handle, &exec)));
  *to = (unsigned)qn_exec_id(exec);
  return CUDA_SUCCESS;
}

// ---- Captures into a graph that exists

static bool changed(void (*fn)(void), void *user, void *was, void *now) {
  CUgraphNodeParams a, b;
  const CUgraphRecaptureCallback call = (CUgraphRecaptureCallback)fn;
  return cuGraphNodeGetParams(was, &a) == CUDA_SUCCESS &&
         cuGraphNodeGetParams(now, &b) == CUDA_SUCCESS &&
         call(user, was, &a, &b, CU_GRAPH_RECAPTURE_ELIGIBLE_FOR_UPDATE) ==
             CUDA_SUCCESS;
}

CUresult cuStreamBeginRecaptureToGraph(CUstream stream,
                                       CUstreamCaptureMode mode, CUgraph graph,
                                       CUgraphRecaptureCallback callback,
                                       void *user) {
  return qn_cu_result(qn_hip_recapture(
      (hipStream_t)stream, (hipStreamCaptureMode)mode, (hipGraph_t)graph,
      &(qn_hip_listener){changed, (void (*)(void))callback, user}));
}
