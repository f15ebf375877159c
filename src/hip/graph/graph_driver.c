// SPDX-License-Identifier: Apache-2.0
// Graph nodes from the driver's structs, and nodes that write and wait for
// values in memory.
#include "hip/graph/graph.h"

#include <string.h>

#include "base/alloc.h"
#include "hip/texture/array.h"
#include "runtime/core/handles.h"

#define PLACE (&(qn_hip_place){to, graph, after, after_count})

// NULL is the current context.
static qn_result check_context(hipCtx_t context) {
  if (!context || qn_handle_find(QN_HANDLE_CONTEXT, context))
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_CONTEXT, "%p is no context, or destroyed",
                   (void *)context);
}

static qn_result set_copy(qn_node *node, const void *params) {
  qn_op op;
  QN_CHECK(qn_hip_copy_driver_3d(params, &op));
  QN_CHECK(qn_node_set_extra(node, params, sizeof(HIP_MEMCPY3D)));
  return qn_node_set_op(node, &op);
}

hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *to, hipGraph_t graph,
                                    const hipGraphNode_t *after,
                                    size_t after_count,
                                    const HIP_MEMCPY3D *params,
                                    hipCtx_t context) {
  QN_HIP_CHECK(check_context(context));
  return qn_hip(qn_hip_add_node(PLACE, QN_NODE_COPY, set_copy, params));
}

hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *to, hipGraph_t graph,
                                    const hipGraphNode_t *after,
                                    size_t after_count,
                                    const hipMemsetParams *params,
                                    hipCtx_t context) {
  QN_HIP_CHECK(check_context(context));
  return hipGraphAddMemsetNode(to, graph, after, after_count, params);
}

hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *to, hipGraph_t graph,
                                     const hipGraphNode_t *after,
                                     size_t after_count, hipDeviceptr_t block) {
  return hipGraphAddMemFreeNode(to, graph, after, after_count, block);
}

hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t exec,
                                              hipGraphNode_t node,
                                              const HIP_MEMCPY3D *params,
                                              hipCtx_t context) {
  QN_HIP_CHECK(check_context(context));
  return qn_hip(qn_hip_update_exec(exec, node, QN_NODE_COPY, set_copy, params));
}

hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t exec,
                                              hipGraphNode_t node,
                                              const hipMemsetParams *params,
                                              hipCtx_t context) {
  QN_HIP_CHECK(check_context(context));
  return hipGraphExecMemsetNodeSetParams(exec, node, params);
}

// One side of a copy, as in the driver's struct.
typedef struct driver_side {
  hipMemoryType type;
  void *host;
  hipDeviceptr_t device;
  size_t pitch, rows;
} driver_side;

static driver_side side_of(const qn_copy_side *side, const qn_op_copy *copy) {
  const bool device = side->device && !side->array;
  return (driver_side){
      .type = side->array ? hipMemoryTypeArray
              : device    ? hipMemoryTypeDevice
                          : hipMemoryTypeHost,
      .host = side->device ? NULL : side->address,
      .device = device ? side->address : NULL,
      .pitch = side->pitch ? side->pitch : copy->width,
      .rows =
          side->slice && side->pitch ? side->slice / side->pitch : copy->height,
  };
}

static void describe(const qn_node *node, HIP_MEMCPY3D *out) {
  const qn_op_copy *c = &node->op.copy;
  if (node->extra_size == sizeof(*out)) {
    memcpy(out, node->extra, sizeof(*out));
    return;
  }
  const driver_side from = side_of(&c->from, c);
  const driver_side to = side_of(&c->to, c);
  *out = (HIP_MEMCPY3D){.srcXInBytes = c->from.x,
                        .srcY = c->from.y,
                        .srcZ = c->from.z,
                        .srcMemoryType = from.type,
                        .srcHost = from.host,
                        .srcDevice = from.device,
                        .srcPitch = from.pitch,
                        .srcHeight = from.rows,
                        .dstXInBytes = c->to.x,
                        .dstY = c->to.y,
                        .dstZ = c->to.z,
                        .dstMemoryType = to.type,
                        .dstHost = to.host,
                        .dstDevice = to.device,
                        .dstPitch = to.pitch,
                        .dstHeight = to.rows,
                        .WidthInBytes = c->width,
                        .Height = c->height,
                        .Depth = c->depth};
  // Arrays are only in the runtime's struct.
  if (node->extra_size == sizeof(hipMemcpy3DParms)) {
    const hipMemcpy3DParms *p = node->extra;
    out->srcArray = p->srcArray;
    out->dstArray = p->dstArray;
  }
}

hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t handle,
                                          HIP_MEMCPY3D *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_COPY, &node));
  describe(node, params);
  return hipSuccess;
}

hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t handle,
                                          const HIP_MEMCPY3D *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_COPY, &node));
  return qn_hip(set_copy(node, params));
}

// ---- Values: a child graph whose nodes run one after the other

static qn_result value_op(const hipStreamBatchMemOpParams *p, qn_op *op,
                          bool *out_none) {
  const bool wait = p->operation == hipStreamMemOpWaitValue32 ||
                    p->operation == hipStreamMemOpWaitValue64;
  const bool wide = p->operation == hipStreamMemOpWaitValue64 ||
                    p->operation == hipStreamMemOpWriteValue64;
  *out_none = p->operation == hipStreamMemOpBarrier ||
              p->operation == hipStreamMemOpFlushRemoteWrites;
  if (*out_none)
    return QN_R_OK; // earlier writes are visible anyway
  if (!wait && !wide && p->operation != hipStreamMemOpWriteValue32) {
    qn_device *device;
    QN_CHECK(qn_device_current(&device));
    return qn_hip_reduction(p, device, op);
  }
  const struct hipStreamMemOpWaitValueParams_t *v = &p->waitValue;
  *op = (qn_op){.kind = wait ? QN_OP_POLL : QN_OP_WRITE,
                .value = {.address = v->address,
                          .value = wide ? v->value64 : v->value,
                          .mask = wide ? UINT64_MAX : UINT32_MAX,
                          .size = wide ? 8 : 4,
                          .how = wait ? v->flags : 0}};
  if (wait && v->flags > hipStreamWaitValueNor)
    return qn_refuse(QN_R_INVALID_VALUE, "there are no flags 0x%x of a wait",
                     v->flags);
  return qn_hip_check_value(op);
}

static qn_result add_values(qn_graph *graph, const hipBatchMemOpNodeParams *p) {
  qn_node *last = NULL;
  for (unsigned i = 0; i < p->count; ++i) {
    qn_op op;
    bool none;
    QN_CHECK(value_op(&p->paramArray[i], &op, &none));
    if (none)
      continue;
    QN_CHECK(qn_graph_add(graph, QN_NODE_VALUES, &last, last ? 1 : 0, &last));
    QN_CHECK(qn_node_set_op(last, &op));
  }
  return QN_R_OK;
}

// Stores the parameters, followed by the operations.
static qn_result keep_values(qn_node *node, const hipBatchMemOpNodeParams *p) {
  const size_t list = p->count * sizeof(*p->paramArray);
  uint8_t *bytes = qn_alloc(sizeof(*p) + list);
  if (!bytes)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a node");
  memcpy(bytes, p, sizeof(*p));
  memcpy(bytes + sizeof(*p), p->paramArray, list);
  const qn_result result = qn_node_set_extra(node, bytes, sizeof(*p) + list);
  qn_free(bytes);
  return result;
}

static qn_result set_values(qn_node *node, const void *params) {
  const hipBatchMemOpNodeParams *p = params;
  qn_graph *graph;
  if (!p->count || !p->paramArray || p->flags)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "no operations, or flags, of which there are none");
  QN_CHECK(check_context(p->ctx));
  QN_CHECK(qn_graph_create(&graph));
  qn_result result = add_values(graph, p);
  if (result == QN_R_OK)
    result = keep_values(node, p);
  if (result != QN_R_OK) {
    qn_graph_free(graph);
    return result;
  }
  qn_graph_free(node->child);
  node->child = graph;
  graph->parent = node;
  return QN_R_OK;
}

hipError_t hipGraphAddBatchMemOpNode(hipGraphNode_t *to, hipGraph_t graph,
                                     const hipGraphNode_t *after,
                                     size_t after_count,
                                     const hipBatchMemOpNodeParams *params) {
  return qn_hip(qn_hip_add_node(PLACE, QN_NODE_VALUES, set_values, params));
}

// Captured nodes have no parameters from the program.
static qn_result find_values(hipGraphNode_t handle, qn_node **out) {
  QN_CHECK(qn_hip_node_find_type(handle, QN_NODE_VALUES, out));
  return (*out)->child ? QN_R_OK
                       : qn_refuse(QN_R_INVALID_VALUE,
                                   "the node was captured, not added");
}

hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t handle,
                                           hipBatchMemOpNodeParams *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(find_values(handle, &node));
  memcpy(params, node->extra, sizeof(*params));
  params->paramArray =
      (hipStreamBatchMemOpParams *)(void *)((char *)node->extra +
                                            sizeof(*params));
  return hipSuccess;
}

hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t handle,
                                           hipBatchMemOpNodeParams *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(find_values(handle, &node));
  return qn_hip(set_values(node, params));
}

static qn_result update_values(hipGraphExec_t exec_handle,
                               hipGraphNode_t handle,
                               const hipBatchMemOpNodeParams *params) {
  qn_exec *exec;
  qn_node *node;
  if (!params)
    return qn_refuse(QN_R_INVALID_VALUE, "the node's parameters are null");
  QN_CHECK(qn_hip_exec_find(exec_handle, &exec));
  QN_CHECK(find_values(handle, &node));
  return qn_hip_update_parts(exec, node, set_values, params);
}

hipError_t
hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                    const hipBatchMemOpNodeParams *params) {
  return qn_hip(update_values(exec, node, params));
}
