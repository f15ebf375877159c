// SPDX-License-Identifier: Apache-2.0
// Graphs of the driver API where its structs or parameters differ from HIP's.
#include "hip/cuda/driver.h"

#include <string.h>

#include "hip/graph/conditional.h"
#include "hip/graph/copies.h"

#define NODE(handle) ((hipGraphNode_t)(handle))
#define GRAPH(handle) ((hipGraph_t)(handle))
#define EXEC(handle) ((hipGraphExec_t)(handle))
#define PLACE                                                                  \
  (hipGraphNode_t *)to, GRAPH(graph), (const hipGraphNode_t *)after, count

// ---- Kernels

static hipKernelNodeParams kernel_of(const CUDA_KERNEL_NODE_PARAMS *p) {
  return (hipKernelNodeParams){
      .blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ},
      .extra = p->extra,
      .func = p->func ? (void *)p->func : (void *)p->kern,
      .gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ},
      .kernelParams = p->kernelParams,
      .sharedMemBytes = p->sharedMemBytes};
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *to, CUgraph graph,
                                 const CUgraphNode *after, size_t count,
                                 const CUDA_KERNEL_NODE_PARAMS *params) {
  CU_NEED(params);
  const hipKernelNodeParams p = kernel_of(params);
  return qn_cu_result(hipGraphAddKernelNode(PLACE, &p));
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node,
                                       CUDA_KERNEL_NODE_PARAMS *params) {
  hipKernelNodeParams p;
  CU_NEED(params);
  CU_CHECK(hipGraphKernelNodeGetParams(NODE(node), &p));
  *params = (CUDA_KERNEL_NODE_PARAMS){.func = (CUfunction)p.func,
                                      .gridDimX = p.gridDim.x,
                                      .gridDimY = p.gridDim.y,
                                      .gridDimZ = p.gridDim.z,
                                      .blockDimX = p.blockDim.x,
                                      .blockDimY = p.blockDim.y,
                                      .blockDimZ = p.blockDim.z,
                                      .sharedMemBytes = p.sharedMemBytes,
                                      .kernelParams = p.kernelParams,
                                      .extra = p.extra};
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node,
                                       const CUDA_KERNEL_NODE_PARAMS *params) {
  CU_NEED(params);
  const hipKernelNodeParams p = kernel_of(params);
  return qn_cu_result(hipGraphKernelNodeSetParams(NODE(node), &p));
}

CUresult
cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                  const CUDA_KERNEL_NODE_PARAMS *params) {
  CU_NEED(params);
  const hipKernelNodeParams p = kernel_of(params);
  return qn_cu_result(
      hipGraphExecKernelNodeSetParams(EXEC(exec), NODE(node), &p));
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node,
                                       CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue *value) {
  hipKernelNodeAttrValue v;
  CU_NEED(value);
  CU_CHECK(hipGraphKernelNodeGetAttribute(NODE(node),
                                          (hipKernelNodeAttrID)attribute, &v));
  memset(value, 0, sizeof(*value));
  memcpy(value, &v, sizeof(v) < sizeof(*value) ? sizeof(v) : sizeof(*value));
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node,
                                       CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue *value) {
  CU_NEED(value);
  return qn_cu_result(
      hipGraphKernelNodeSetAttribute(NODE(node), (hipKernelNodeAttrID)attribute,
                                     (const hipKernelNodeAttrValue *)value));
}

// ---- Copies and fills

CUresult cuGraphAddMemcpyNode(CUgraphNode *to, CUgraph graph,
                              const CUgraphNode *after, size_t count,
                              const CUDA_MEMCPY3D *params, CUcontext context) {
  CU_NEED(params);
  const HIP_MEMCPY3D p = qn_cu_copy_3d(params);
  return qn_cu_result(hipDrvGraphAddMemcpyNode(PLACE, &p, (hipCtx_t)context));
}

static CUmemorytype type_of(hipMemoryType type) {
  switch (type) {
  case hipMemoryTypeHost:
    return CU_MEMORYTYPE_HOST;
  case hipMemoryTypeArray:
    return CU_MEMORYTYPE_ARRAY;
  case hipMemoryTypeUnified:
    return CU_MEMORYTYPE_UNIFIED;
  default:
    return CU_MEMORYTYPE_DEVICE;
  }
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params) {
  HIP_MEMCPY3D p;
  CU_NEED(params);
  CU_CHECK(hipDrvGraphMemcpyNodeGetParams(NODE(node), &p));
  *params = (CUDA_MEMCPY3D){.srcXInBytes = p.srcXInBytes,
                            .srcY = p.srcY,
                            .srcZ = p.srcZ,
                            .srcMemoryType = type_of(p.srcMemoryType),
                            .srcHost = p.srcHost,
                            .srcDevice = (uintptr_t)p.srcDevice,
                            .srcArray = (CUarray)p.srcArray,
                            .srcPitch = p.srcPitch,
                            .srcHeight = p.srcHeight,
                            .dstXInBytes = p.dstXInBytes,
                            .dstY = p.dstY,
                            .dstZ = p.dstZ,
                            .dstMemoryType = type_of(p.dstMemoryType),
                            .dstHost = p.dstHost,
                            .dstDevice = (uintptr_t)p.dstDevice,
                            .dstArray = (CUarray)p.dstArray,
                            .dstPitch = p.dstPitch,
                            .dstHeight = p.dstHeight,
                            .WidthInBytes = p.WidthInBytes,
                            .Height = p.Height,
                            .Depth = p.Depth};
  return CUDA_SUCCESS;
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node,
                                    const CUDA_MEMCPY3D *params) {
  CU_NEED(params);
  const HIP_MEMCPY3D p = qn_cu_copy_3d(params);
  return qn_cu_result(hipDrvGraphMemcpyNodeSetParams(NODE(node), &p));
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D *params,
                                        CUcontext context) {
  CU_NEED(params);
  const HIP_MEMCPY3D p = qn_cu_copy_3d(params);
  return qn_cu_result(hipDrvGraphExecMemcpyNodeSetParams(
      EXEC(exec), NODE(node), &p, (hipCtx_t)context));
}

static hipMemsetParams fill_of(const CUDA_MEMSET_NODE_PARAMS *p) {
  return (hipMemsetParams){.dst = qn_cu_address(p->dst),
                           .elementSize = p->elementSize,
                           .height = p->height,
                           .pitch = p->pitch,
                           .value = p->value,
                           .width = p->width};
}

CUresult cuGraphAddMemsetNode(CUgraphNode *to, CUgraph graph,
                              const CUgraphNode *after, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *params,
                              CUcontext context) {
  CU_NEED(params);
  const hipMemsetParams p = fill_of(params);
  return qn_cu_result(hipDrvGraphAddMemsetNode(PLACE, &p, (hipCtx_t)context));
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node,
                                    CUDA_MEMSET_NODE_PARAMS *params) {
  hipMemsetParams p;
  CU_NEED(params);
  CU_CHECK(hipGraphMemsetNodeGetParams(NODE(node), &p));
  *params = (CUDA_MEMSET_NODE_PARAMS){.dst = (uintptr_t)p.dst,
                                      .pitch = p.pitch,
                                      .value = p.value,
                                      .elementSize = p.elementSize,
                                      .width = p.width,
                                      .height = p.height};
  return CUDA_SUCCESS;
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode node,
                                    const CUDA_MEMSET_NODE_PARAMS *params) {
  CU_NEED(params);
  const hipMemsetParams p = fill_of(params);
  return qn_cu_result(hipGraphMemsetNodeSetParams(NODE(node), &p));
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *params,
                                        CUcontext context) {
  CU_NEED(params);
  const hipMemsetParams p = fill_of(params);
  return qn_cu_result(hipDrvGraphExecMemsetNodeSetParams(
      EXEC(exec), NODE(node), &p, (hipCtx_t)context));
}

// ---- Types of nodes, edges

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type) {
  hipGraphNodeType hip;
  CU_NEED(type);
  CU_CHECK(hipGraphNodeGetType(NODE(node), &hip));
  *type = hip == hipGraphNodeTypeBatchMemOp    ? CU_GRAPH_NODE_TYPE_BATCH_MEM_OP
          : (int)hip == (int)QN_NODE_CONDITION ? CU_GRAPH_NODE_TYPE_CONDITIONAL
          : (int)hip == (int)QN_NODE_COPIES    ? CU_GRAPH_NODE_TYPE_MEMCPY_BATCH
                                               : (CUgraphNodeType)hip;
  return CUDA_SUCCESS;
}

// All edges have the default type.
static void plain_edges(CUgraphEdgeData *data, const size_t *count) {
  qn_edges_clear((cudaGraphEdgeData *)data, count);
}

static CUresult check_edges(const CUgraphEdgeData *data, size_t count) {
  return qn_cu_result(
      qn_hip(qn_edges_check((const cudaGraphEdgeData *)data, count)));
}

CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                            CUgraphEdgeData *data, size_t *count) {
  CU_CHECK(hipGraphGetEdges(GRAPH(graph), (hipGraphNode_t *)from,
                            (hipGraphNode_t *)to, count));
  plain_edges(data, count);
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *list,
                                       CUgraphEdgeData *data, size_t *count) {
  CU_CHECK(
      hipGraphNodeGetDependencies(NODE(node), (hipGraphNode_t *)list, count));
  plain_edges(data, count);
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *list,
                                         CUgraphEdgeData *data, size_t *count) {
  CU_CHECK(
      hipGraphNodeGetDependentNodes(NODE(node), (hipGraphNode_t *)list, count));
  plain_edges(data, count);
  return CUDA_SUCCESS;
}

CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                   const CUgraphNode *to,
                                   const CUgraphEdgeData *data, size_t count) {
  const CUresult error = check_edges(data, count);
  return error != CUDA_SUCCESS ? error
                               : qn_cu_result(hipGraphAddDependencies(
                                     GRAPH(graph), (const hipGraphNode_t *)from,
                                     (const hipGraphNode_t *)to, count));
}

CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                      const CUgraphNode *to,
                                      const CUgraphEdgeData *data,
                                      size_t count) {
  (void)data;
  return qn_cu_result(
      hipGraphRemoveDependencies(GRAPH(graph), (const hipGraphNode_t *)from,
                                 (const hipGraphNode_t *)to, count));
}

// ---- Conditional nodes

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *to,
                                        CUgraph graph, CUcontext context,
                                        unsigned int initial,
                                        unsigned int flags) {
  unsigned long long handle;
  CU_NEED(to);
  if (context)
    CU_CHECK(hipCtxPushCurrent((hipCtx_t)context));
  const qn_result result = qn_hip_condition_make(
      &(qn_hip_condition_request){GRAPH(graph), initial, flags}, &handle);
  if (context)
    (void)hipCtxPopCurrent(NULL);
  if (result == QN_R_OK)
    *to = handle;
  return qn_cu_result(qn_hip(result));
}

static CUresult add_choice(const qn_hip_place *place,
                           CUDA_CONDITIONAL_NODE_PARAMS *p) {
  qn_hip_choice choice = {p->handle, (int)p->type, p->size, NULL};
  CU_CHECK(qn_hip(qn_hip_add_choice(place, &choice)));
  p->phGraph_out = (CUgraph *)choice.graphs;
  return CUDA_SUCCESS;
}

// ---- Nodes of any type

// Attributes say in which order and where copies may run: any is right.
static qn_hip_copies copies_of(const CUDA_MEMCPY_BATCH_NODE_PARAMS *p) {
  return (qn_hip_copies){p->count, (void *const *)(uintptr_t)p->dsts,
                         (const void *const *)(uintptr_t)p->srcs, p->sizes};
}

static CUresult add_plain(CUgraphNode *to, CUgraph graph,
                          const CUgraphNode *after, size_t count,
                          CUgraphNodeParams *p) {
  switch (p->type) {
  case CU_GRAPH_NODE_TYPE_HOST:
    return qn_cu_result(hipGraphAddHostNode(
        PLACE, &(hipHostNodeParams){p->host.fn, p->host.userData}));
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return qn_cu_result(
        hipGraphAddChildGraphNode(PLACE, GRAPH(p->graph.graph)));
  case CU_GRAPH_NODE_TYPE_EMPTY:
    return qn_cu_result(hipGraphAddEmptyNode(PLACE));
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return qn_cu_result(
        hipGraphAddEventWaitNode(PLACE, (hipEvent_t)p->eventWait.event));
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return qn_cu_result(
        hipGraphAddEventRecordNode(PLACE, (hipEvent_t)p->eventRecord.event));
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return qn_cu_result(
        hipGraphAddMemFreeNode(PLACE, qn_cu_address(p->free.dptr)));
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    return add_choice(&(qn_hip_place){PLACE}, &p->conditional);
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    return cuGraphAddExternalSemaphoresSignalNode(
        to, graph, after, count,
        (const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *)(void *)&p->extSemSignal);
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return cuGraphAddExternalSemaphoresWaitNode(
        to, graph, after, count,
        (const CUDA_EXT_SEM_WAIT_NODE_PARAMS *)(void *)&p->extSemWait);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return cuGraphAddBatchMemOpNode(
        to, graph, after, count,
        (const CUDA_BATCH_MEM_OP_NODE_PARAMS *)(void *)&p->memOp);
  case CU_GRAPH_NODE_TYPE_MEMCPY_BATCH: {
    const qn_hip_copies copies = copies_of(&p->memcpyBatch);
    return qn_cu_result(
        qn_hip(qn_hip_add_copies(&(qn_hip_place){PLACE}, &copies)));
  }
  default:
    return qn_cu_result(
        qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                         "there are no nodes of type %d here", (int)p->type)));
  }
}

CUresult cuGraphAddNode(CUgraphNode *to, CUgraph graph,
                        const CUgraphNode *after, size_t count,
                        CUgraphNodeParams *p) {
  CU_NEED(p);
  switch (p->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL: {
    CUDA_KERNEL_NODE_PARAMS kernel;
    memcpy(&kernel, &p->kernel, sizeof(kernel));
    return cuGraphAddKernelNode_v2(to, graph, after, count, &kernel);
  }
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphAddMemcpyNode(to, graph, after, count, &p->memcpy.copyParams,
                                p->memcpy.copyCtx);
  case CU_GRAPH_NODE_TYPE_MEMSET: {
    CUDA_MEMSET_NODE_PARAMS fill;
    memcpy(&fill, &p->memset, sizeof(fill));
    return cuGraphAddMemsetNode(to, graph, after, count, &fill, p->memset.ctx);
  }
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
    hipMemAllocNodeParams alloc;
    _Static_assert(sizeof(alloc) == sizeof(p->alloc), "laid out alike");
    memcpy(&alloc, &p->alloc, sizeof(alloc));
    CU_CHECK(hipGraphAddMemAllocNode(PLACE, &alloc));
    p->alloc.dptr = (uintptr_t)alloc.dptr;
    return CUDA_SUCCESS;
  }
  default:
    return add_plain(to, graph, after, count, p);
  }
}

CUresult cuGraphAddNode_v2(CUgraphNode *to, CUgraph graph,
                           const CUgraphNode *after,
                           const CUgraphEdgeData *data, size_t count,
                           CUgraphNodeParams *params) {
  const CUresult error = check_edges(data, count);
  return error != CUDA_SUCCESS
             ? error
             : cuGraphAddNode(to, graph, after, count, params);
}

static CUresult cannot_change(const CUgraphNodeParams *p) {
  return qn_cu_result(qn_hip(qn_refuse(
      QN_R_INVALID_VALUE, "nodes of type %d cannot be changed", (int)p->type)));
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *p) {
  CU_NEED(p);
  switch (p->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return cuGraphKernelNodeSetParams_v2(
        node, (const CUDA_KERNEL_NODE_PARAMS *)(void *)&p->kernel);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return cuGraphMemsetNodeSetParams(
        node, (const CUDA_MEMSET_NODE_PARAMS *)(void *)&p->memset);
  case CU_GRAPH_NODE_TYPE_HOST:
    return qn_cu_result(hipGraphHostNodeSetParams(
        NODE(node), &(hipHostNodeParams){p->host.fn, p->host.userData}));
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return qn_cu_result(hipGraphEventWaitNodeSetEvent(
        NODE(node), (hipEvent_t)p->eventWait.event));
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return qn_cu_result(hipGraphEventRecordNodeSetEvent(
        NODE(node), (hipEvent_t)p->eventRecord.event));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    return cuGraphExternalSemaphoresSignalNodeSetParams(
        node,
        (const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *)(void *)&p->extSemSignal);
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return cuGraphExternalSemaphoresWaitNodeSetParams(
        node, (const CUDA_EXT_SEM_WAIT_NODE_PARAMS *)(void *)&p->extSemWait);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return cuGraphBatchMemOpNodeSetParams(
        node, (const CUDA_BATCH_MEM_OP_NODE_PARAMS *)(void *)&p->memOp);
  case CU_GRAPH_NODE_TYPE_MEMCPY_BATCH: {
    const qn_hip_copies copies = copies_of(&p->memcpyBatch);
    return qn_cu_result(qn_hip(qn_hip_set_copies(node, &copies)));
  }
  default:
    return cannot_change(p);
  }
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                  CUgraphNodeParams *p) {
  CU_NEED(p);
  switch (p->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return cuGraphExecKernelNodeSetParams_v2(
        exec, node, (const CUDA_KERNEL_NODE_PARAMS *)(void *)&p->kernel);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphExecMemcpyNodeSetParams(exec, node, &p->memcpy.copyParams,
                                          p->memcpy.copyCtx);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return cuGraphExecMemsetNodeSetParams(
        exec, node, (const CUDA_MEMSET_NODE_PARAMS *)(void *)&p->memset,
        p->memset.ctx);
  case CU_GRAPH_NODE_TYPE_HOST:
    return qn_cu_result(hipGraphExecHostNodeSetParams(
        EXEC(exec), NODE(node),
        &(hipHostNodeParams){p->host.fn, p->host.userData}));
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return qn_cu_result(hipGraphExecChildGraphNodeSetParams(
        EXEC(exec), NODE(node), GRAPH(p->graph.graph)));
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return qn_cu_result(hipGraphExecEventWaitNodeSetEvent(
        EXEC(exec), NODE(node), (hipEvent_t)p->eventWait.event));
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return qn_cu_result(hipGraphExecEventRecordNodeSetEvent(
        EXEC(exec), NODE(node), (hipEvent_t)p->eventRecord.event));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    return cuGraphExecExternalSemaphoresSignalNodeSetParams(
        exec, node,
        (const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *)(void *)&p->extSemSignal);
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return cuGraphExecExternalSemaphoresWaitNodeSetParams(
        exec, node,
        (const CUDA_EXT_SEM_WAIT_NODE_PARAMS *)(void *)&p->extSemWait);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return cuGraphExecBatchMemOpNodeSetParams(
        exec, node, (const CUDA_BATCH_MEM_OP_NODE_PARAMS *)(void *)&p->memOp);
  case CU_GRAPH_NODE_TYPE_MEMCPY_BATCH: {
    const qn_hip_copies copies = copies_of(&p->memcpyBatch);
    return qn_cu_result(
        qn_hip(qn_hip_update_copies(EXEC(exec), node, &copies)));
  }
  default:
    return cannot_change(p);
  }
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) {
  return qn_cu_result(qn_hip(qn_hip_user_release(object, count)));
}

// ---- Executable graphs

CUresult cuGraphInstantiateWithFlags(CUgraphExec *to, CUgraph graph,
                                     unsigned long long flags) {
  return qn_cu_result(
      qn_hip(qn_hip_instantiate((hipGraphExec_t *)to, GRAPH(graph), flags)));
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *to, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *params) {
  CU_NEED(params);
  hipGraphInstantiateParams p = {.flags = params->flags,
                                 .uploadStream =
                                     (hipStream_t)params->hUploadStream};
  const hipError_t error =
      hipGraphInstantiateWithParams((hipGraphExec_t *)to, GRAPH(graph), &p);
  params->hErrNode_out = (CUgraphNode)p.errNode_out;
  params->result_out = (CUgraphInstantiateResult)p.result_out;
  return qn_cu_result(error);
}

CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph,
                              CUgraphExecUpdateResultInfo *info) {
  hipGraphExecUpdateResult result = hipGraphExecUpdateError;
  hipGraphNode_t node = NULL;
  CU_NEED(info);
  const hipError_t error =
      hipGraphExecUpdate(EXEC(exec), GRAPH(graph), &node, &result);
  *info =
      (CUgraphExecUpdateResultInfo){.result = (CUgraphExecUpdateResult)result,
                                    .errorNode = (CUgraphNode)node};
  return qn_cu_result(error);
}

// ---- Capture

CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                     const CUgraphNode *after,
                                     const CUgraphEdgeData *data, size_t count,
                                     CUstreamCaptureMode mode) {
  const CUresult error = check_edges(data, count);
  return error != CUDA_SUCCESS ? error
                               : qn_cu_result(hipStreamBeginCaptureToGraph(
                                     (hipStream_t)stream, GRAPH(graph),
                                     (const hipGraphNode_t *)after, NULL, count,
                                     (hipStreamCaptureMode)mode));
}

CUresult cuStreamGetCaptureInfo_v2(CUstream stream,
                                   CUstreamCaptureStatus *status,
                                   cuuint64_t *id, CUgraph *graph,
                                   const CUgraphNode **after, size_t *count) {
  hipStreamCaptureStatus s;
  unsigned long long number = 0;
  CU_NEED(status);
  CU_CHECK(hipStreamGetCaptureInfo_v2((hipStream_t)stream, &s, &number,
                                      (hipGraph_t *)graph,
                                      (const hipGraphNode_t **)after, count));
  *status = (CUstreamCaptureStatus)s;
  if (id)
    *id = number;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCaptureInfo_v3(CUstream stream,
                                   CUstreamCaptureStatus *status,
                                   cuuint64_t *id, CUgraph *graph,
                                   const CUgraphNode **after,
                                   const CUgraphEdgeData **data,
                                   size_t *count) {
  if (data)
    *data = NULL; // all edges have the default type
  return cuStreamGetCaptureInfo_v2(stream, status, id, graph, after, count);
}

CUresult cuStreamUpdateCaptureDependencies_v2(CUstream stream,
                                              CUgraphNode *after,
                                              const CUgraphEdgeData *data,
                                              size_t count,
                                              unsigned int flags) {
  const CUresult error = check_edges(data, count);
  return error != CUDA_SUCCESS
             ? error
             : qn_cu_result(hipStreamUpdateCaptureDependencies(
                   (hipStream_t)stream, (hipGraphNode_t *)after, count, flags));
}
