// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs: adding, reading and changing each kind.
#include "hip/graph/graph.h"

#include <string.h>

#include "base/alloc.h"
#include "hip/texture/array.h"
#include "runtime/core/handles.h"

qn_result qn_hip_node_find(const void *handle, qn_node **out) {
  *out = qn_handle_find(QN_HANDLE_NODE, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_VALUE,
                          "%p is no node of a graph, or destroyed", handle);
}

qn_result qn_hip_node_find_type(const void *handle, qn_node_type type,
                                qn_node **out) {
  QN_CHECK(qn_hip_node_find(handle, out));
  return (*out)->type == type
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE,
                         "the node is of type %d; the call is for type %d",
                         (int)(*out)->type, (int)type);
}

qn_result qn_hip_add_node(const qn_hip_place *place, qn_node_type type,
                          qn_result (*set)(qn_node *node, const void *params),
                          const void *params) {
  qn_graph *graph;
  qn_node *node;
  if (!place->to || (place->count && !place->after))
    return qn_refuse(QN_R_INVALID_VALUE, "no place for the node, or no list of "
                                         "those it waits for");
  if (set && !params)
    return qn_refuse(QN_R_INVALID_VALUE, "the node's parameters are null");
  QN_CHECK(qn_hip_graph_find(place->graph, &graph));
  QN_CHECK(qn_graph_add(graph, type, NULL, 0, &node));
  qn_result result = QN_R_OK;
  for (size_t i = 0; i < place->count && result == QN_R_OK; ++i) {
    qn_node *after;
    result = qn_hip_node_find(place->after[i], &after);
    if (result == QN_R_OK && after->graph != graph)
      result = qn_refuse(QN_R_INVALID_VALUE,
                         "a node waits only for nodes of its own graph");
    if (result == QN_R_OK)
      result = qn_node_add_after(node, after);
  }
  if (result == QN_R_OK && set)
    result = set(node, params);
  if (result != QN_R_OK) {
    qn_node_destroy(node);
    return result;
  }
  *place->to = node->handle;
  return QN_R_OK;
}

static qn_result change(const void *handle, qn_node_type type,
                        qn_result (*set)(qn_node *node, const void *params),
                        const void *params) {
  qn_node *node;
  if (!params)
    return qn_refuse(QN_R_INVALID_VALUE, "the node's parameters are null");
  QN_CHECK(qn_hip_node_find_type(handle, type, &node));
  return set(node, params);
}

qn_result qn_hip_update_exec(
    hipGraphExec_t exec_handle, hipGraphNode_t handle, qn_node_type type,
    qn_result (*set)(qn_node *node, const void *params), const void *params) {
  qn_exec *exec;
  qn_node *node;
  qn_graph *scratch;
  qn_node *copy;
  if (!params)
    return qn_refuse(QN_R_INVALID_VALUE, "the node's parameters are null");
  QN_CHECK(qn_hip_exec_find(exec_handle, &exec));
  QN_CHECK(qn_hip_node_find_type(handle, type, &node));
  // The original graph is not changed.
  QN_CHECK(qn_graph_create(&scratch));
  qn_result result = qn_graph_add(scratch, type, NULL, 0, &copy);
  if (result == QN_R_OK) {
    copy->id = node->id;
    result = set(copy, params);
  }
  if (result == QN_R_OK)
    result = qn_exec_update_node(exec, copy);
  qn_graph_free(scratch);
  return result;
}

// ---- Setters

qn_result qn_hip_set_kernel(qn_node *node, const void *params) {
  const hipKernelNodeParams *p = params;
  qn_device *device;
  qn_function *f;
  qn_op op = {.kind = QN_OP_KERNEL};
  qn_op_kernel *launch = &op.kernel;
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_hip_any_function(p->func, device, &f));
  *launch = (qn_op_kernel){
      .function = f->native,
      .kernel = f->kernel,
      .source = p->func,
      .shared_size = p->sharedMemBytes,
  };
  qn_hip_dim(launch->grid, p->gridDim);
  qn_hip_dim(launch->block, p->blockDim);
  QN_CHECK(qn_hip_arguments(launch, p->kernelParams, p->extra));
  if (!launch->args && !launch->packed && f->kernel->argument_count)
    return qn_refuse(QN_R_INVALID_VALUE, "'%.*s' takes arguments; got none",
                     QN_STR_ARG(f->kernel->name));
  void **values;
  QN_CHECK(qn_hip_unpack(f->kernel, launch, &values));
  qn_result result = qn_function_prepare(f, launch);
  if (result == QN_R_OK)
    result = qn_node_set_op(node, &op);
  qn_free(values);
  return result;
}

qn_result qn_hip_set_copy(qn_node *node, const void *params) {
  qn_op op;
  QN_CHECK(qn_hip_copy_3d(params, &op));
  QN_CHECK(qn_node_set_extra(node, params, sizeof(hipMemcpy3DParms)));
  return qn_node_set_op(node, &op);
}

// A plain copy as hipGraphMemcpyNodeGetParams returns it.
static hipMemcpy3DParms as_3d(const qn_hip_plain_copy *c) {
  return (hipMemcpy3DParms){
      .srcPtr = {(void *)(uintptr_t)c->from, c->size, c->size, 1},
      .dstPtr = {c->to, c->size, c->size, 1},
      .extent = {c->size, 1, 1},
      .kind = c->kind};
}

qn_result qn_hip_set_plain_copy(qn_node *node, const void *params) {
  const qn_hip_plain_copy *c = params;
  const hipMemcpy3DParms whole = as_3d(c);
  qn_op op;
  QN_CHECK(qn_copy_plain(c->to, c->from, c->size, (int)c->kind, &op));
  QN_CHECK(qn_node_set_extra(node, &whole, sizeof(whole)));
  return qn_node_set_op(node, &op);
}

qn_result qn_hip_set_fill(qn_node *node, const void *params) {
  const hipMemsetParams *p = params;
  if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
    return qn_refuse(QN_R_INVALID_VALUE, "values have 1, 2 or 4 bytes, not %u",
                     p->elementSize);
  const qn_op op = {
      .kind = QN_OP_FILL,
      .fill = {.address = p->dst,
               .value = p->value,
               .value_size = p->elementSize,
               .width = p->width,
               .height = p->height ? p->height : 1,
               .depth = 1,
               .pitch = p->pitch},
  };
  qn_copy_side side = {.address = p->dst};
  const size_t row = p->width * p->elementSize;
  if (p->height > 1 && p->pitch < row)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "rows of %zu bytes do not fit a pitch of %zu", row,
                     p->pitch);
  QN_CHECK(qn_copy_check(&side, (op.fill.height - 1) * p->pitch + row, 1,
                         "destination"));
  QN_CHECK(qn_node_set_extra(node, p, sizeof(*p)));
  return qn_node_set_op(node, &op);
}

qn_result qn_hip_set_host(qn_node *node, const void *params) {
  const hipHostNodeParams *p = params;
  if (!p->fn)
    return qn_refuse(QN_R_INVALID_VALUE, "the function is null");
  const qn_op op = {.kind = QN_OP_HOST,
                    .host = {.fn = p->fn, .user = p->userData}};
  return qn_node_set_op(node, &op);
}

qn_result qn_hip_set_event(qn_node *node, const void *params) {
  return qn_event_find(params, &node->event);
}

qn_result qn_hip_set_child(qn_node *node, const void *params) {
  qn_graph *child;
  qn_graph *clone;
  QN_CHECK(qn_hip_graph_find(params, &child));
  for (const qn_graph *g = node->graph; g;
       g = g->parent ? g->parent->graph : NULL)
    if (g == child)
      return qn_refuse(QN_R_INVALID_VALUE, "a graph cannot contain itself");
  QN_CHECK(qn_graph_clone(child, &clone));
  qn_graph_free(node->child);
  node->child = clone;
  clone->parent = node;
  return QN_R_OK;
}

// ---- Adding

#define PLACE (&(qn_hip_place){to, graph, after, after_count})
#define ADD(name, type, set, parameter, value)                                 \
  hipError_t hipGraphAdd##name##Node(hipGraphNode_t *to, hipGraph_t graph,     \
                                     const hipGraphNode_t *after,              \
                                     size_t after_count, parameter) {          \
    return qn_hip(qn_hip_add_node(PLACE, type, set, value));                   \
  }
ADD(Kernel, QN_NODE_KERNEL, qn_hip_set_kernel,
    const hipKernelNodeParams *params, params)
ADD(Memcpy, QN_NODE_COPY, qn_hip_set_copy, const hipMemcpy3DParms *params,
    params)
ADD(Memset, QN_NODE_FILL, qn_hip_set_fill, const hipMemsetParams *params,
    params)
ADD(Host, QN_NODE_HOST, qn_hip_set_host, const hipHostNodeParams *params,
    params)
ADD(EventRecord, QN_NODE_RECORD, qn_hip_set_event, hipEvent_t event, event)
ADD(EventWait, QN_NODE_WAIT, qn_hip_set_event, hipEvent_t event, event)
ADD(ChildGraph, QN_NODE_GRAPH, qn_hip_set_child, hipGraph_t child, child)
#undef ADD

hipError_t hipGraphAddEmptyNode(hipGraphNode_t *to, hipGraph_t graph,
                                const hipGraphNode_t *after,
                                size_t after_count) {
  return qn_hip(qn_hip_add_node(PLACE, QN_NODE_EMPTY, NULL, NULL));
}

hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *to, hipGraph_t graph,
                                   const hipGraphNode_t *after,
                                   size_t after_count, void *dst,
                                   const void *src, size_t size,
                                   hipMemcpyKind kind) {
  const qn_hip_plain_copy copy = {dst, src, size, kind};
  return qn_hip(
      qn_hip_add_node(PLACE, QN_NODE_COPY, qn_hip_set_plain_copy, &copy));
}

static qn_result symbol_place(const void *symbol, size_t size, size_t offset,
                              void **out) {
  qn_device *device;
  size_t whole;
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_hip_symbol(symbol, device, out, &whole));
  if (offset > whole || size > whole - offset)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%zu bytes at offset %zu do not fit a variable of %zu",
                     size, offset, whole);
  *out = (char *)*out + offset;
  return QN_R_OK;
}

hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *to, hipGraph_t graph,
                                           const hipGraphNode_t *after,
                                           size_t after_count, void *dst,
                                           const void *symbol, size_t size,
                                           size_t offset, hipMemcpyKind kind) {
  void *src;
  QN_HIP_CHECK(symbol_place(symbol, size, offset, &src));
  return hipGraphAddMemcpyNode1D(to, graph, after, after_count, dst, src, size,
                                 kind);
}

hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *to, hipGraph_t graph,
                                         const hipGraphNode_t *after,
                                         size_t after_count, const void *symbol,
                                         const void *src, size_t size,
                                         size_t offset, hipMemcpyKind kind) {
  void *dst;
  QN_HIP_CHECK(symbol_place(symbol, size, offset, &dst));
  return hipGraphAddMemcpyNode1D(to, graph, after, after_count, dst, src, size,
                                 kind);
}

hipError_t hipGraphAddNode(hipGraphNode_t *to, hipGraph_t graph,
                           const hipGraphNode_t *after, size_t after_count,
                           hipGraphNodeParams *params) {
  QN_HIP_NEED(params);
  switch (params->type) {
  case hipGraphNodeTypeKernel:
    return hipGraphAddKernelNode(to, graph, after, after_count,
                                 &params->kernel);
  case hipGraphNodeTypeMemcpy:
    return hipGraphAddMemcpyNode(to, graph, after, after_count,
                                 &params->memcpy.copyParams);
  case hipGraphNodeTypeMemset:
    return hipGraphAddMemsetNode(to, graph, after, after_count,
                                 &params->memset);
  case hipGraphNodeTypeHost:
    return hipGraphAddHostNode(to, graph, after, after_count, &params->host);
  case hipGraphNodeTypeGraph:
    return hipGraphAddChildGraphNode(to, graph, after, after_count,
                                     params->graph.graph);
  case hipGraphNodeTypeEmpty:
    return hipGraphAddEmptyNode(to, graph, after, after_count);
  case hipGraphNodeTypeWaitEvent:
    return hipGraphAddEventWaitNode(to, graph, after, after_count,
                                    params->eventWait.event);
  case hipGraphNodeTypeEventRecord:
    return hipGraphAddEventRecordNode(to, graph, after, after_count,
                                      params->eventRecord.event);
  case hipGraphNodeTypeMemAlloc:
    return hipGraphAddMemAllocNode(to, graph, after, after_count,
                                   &params->alloc);
  case hipGraphNodeTypeMemFree:
    return hipGraphAddMemFreeNode(to, graph, after, after_count,
                                  params->free.dptr);
  case hipGraphNodeTypeExtSemaphoreSignal:
    return hipGraphAddExternalSemaphoresSignalNode(
        to, graph, after, after_count, &params->extSemSignal);
  case hipGraphNodeTypeExtSemaphoreWait:
    return hipGraphAddExternalSemaphoresWaitNode(to, graph, after, after_count,
                                                 &params->extSemWait);
  default:
    return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                            "nodes of type %d cannot be added",
                            (int)params->type));
  }
}

// ---- Reading

hipError_t hipGraphNodeGetType(hipGraphNode_t handle, hipGraphNodeType *type) {
  qn_node *node;
  QN_HIP_NEED(type);
  QN_HIP_CHECK(qn_hip_node_find(handle, &node));
  *type = node->type == QN_NODE_NATIVE ? hipGraphNodeTypeGraph
                                       : (hipGraphNodeType)node->type;
  return hipSuccess;
}

hipError_t hipGraphDestroyNode(hipGraphNode_t handle) {
  qn_node *node;
  QN_HIP_CHECK(qn_hip_node_find(handle, &node));
  if (node->live)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "a node that kernels change stays in its graph"));
  qn_node_destroy(node);
  return hipSuccess;
}

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t handle,
                                       hipKernelNodeParams *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_KERNEL, &node));
  const qn_op_kernel *k = &node->op.kernel;
  *params = (hipKernelNodeParams){
      .blockDim = {k->block[0], k->block[1], k->block[2]},
      .func = (void *)(uintptr_t)k->source,
      .gridDim = {k->grid[0], k->grid[1], k->grid[2]},
      .kernelParams = node->values,
      .sharedMemBytes = k->shared_size,
  };
  return hipSuccess;
}

// A captured copy or fill has no struct from the program, so it is built here.
static void copy_params(const qn_node *node, hipMemcpy3DParms *out) {
  const qn_op_copy *c = &node->op.copy;
  if (node->extra_size == sizeof(*out)) {
    memcpy(out, node->extra, sizeof(*out));
    return;
  }
  *out = (hipMemcpy3DParms){
      .srcPtr = {c->from.address, c->from.pitch ? c->from.pitch : c->width,
                 c->width, c->height},
      .dstPtr = {c->to.address, c->to.pitch ? c->to.pitch : c->width, c->width,
                 c->height},
      .extent = {c->width, c->height, c->depth},
      .kind = hipMemcpyDefault,
  };
}

hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t handle,
                                       hipMemcpy3DParms *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_COPY, &node));
  copy_params(node, params);
  return hipSuccess;
}

hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t handle,
                                       hipMemsetParams *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_FILL, &node));
  const qn_op_fill *f = &node->op.fill;
  *params = (hipMemsetParams){.dst = f->address,
                              .elementSize = f->value_size,
                              .height = f->height,
                              .pitch = f->pitch,
                              .value = f->value,
                              .width = f->width};
  return hipSuccess;
}

hipError_t hipGraphHostNodeGetParams(hipGraphNode_t handle,
                                     hipHostNodeParams *params) {
  qn_node *node;
  QN_HIP_NEED(params);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_HOST, &node));
  *params = (hipHostNodeParams){node->op.host.fn, node->op.host.user};
  return hipSuccess;
}

hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t handle,
                                          hipGraph_t *to) {
  qn_node *node;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_GRAPH, &node));
  *to = node->child->handle;
  return hipSuccess;
}

static qn_result event_of(hipGraphNode_t handle, qn_node_type type,
                          hipEvent_t *to) {
  qn_node *node;
  if (!to)
    return qn_refuse(QN_R_INVALID_VALUE, "no place for the event");
  QN_CHECK(qn_hip_node_find_type(handle, type, &node));
  *to = node->event->handle;
  return QN_R_OK;
}

hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node,
                                           hipEvent_t *to) {
  return qn_hip(event_of(node, QN_NODE_RECORD, to));
}

hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *to) {
  return qn_hip(event_of(node, QN_NODE_WAIT, to));
}

// ---- Changing a node, and the same in an executable graph

#define CHANGE(name, exec_name, type, set, parameter, value)                   \
  hipError_t hipGraph##name(hipGraphNode_t node, parameter) {                  \
    return qn_hip(change(node, type, set, value));                             \
  }                                                                            \
  hipError_t hipGraphExec##exec_name(hipGraphExec_t exec, hipGraphNode_t node, \
                                     parameter) {                              \
    return qn_hip(qn_hip_update_exec(exec, node, type, set, value));           \
  }
CHANGE(KernelNodeSetParams, KernelNodeSetParams, QN_NODE_KERNEL,
       qn_hip_set_kernel, const hipKernelNodeParams *params, params)
CHANGE(MemsetNodeSetParams, MemsetNodeSetParams, QN_NODE_FILL, qn_hip_set_fill,
       const hipMemsetParams *params, params)
CHANGE(HostNodeSetParams, HostNodeSetParams, QN_NODE_HOST, qn_hip_set_host,
       const hipHostNodeParams *params, params)
CHANGE(EventRecordNodeSetEvent, EventRecordNodeSetEvent, QN_NODE_RECORD,
       qn_hip_set_event, hipEvent_t event, event)
CHANGE(EventWaitNodeSetEvent, EventWaitNodeSetEvent, QN_NODE_WAIT,
       qn_hip_set_event, hipEvent_t event, event)
#undef CHANGE

hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node,
                                       const hipMemcpy3DParms *params) {
  return qn_hip(change(node, QN_NODE_COPY, qn_hip_set_copy, params));
}

hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec,
                                           hipGraphNode_t node,
                                           hipMemcpy3DParms *params) {
  return qn_hip(
      qn_hip_update_exec(exec, node, QN_NODE_COPY, qn_hip_set_copy, params));
}

hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *dst,
                                         const void *src, size_t size,
                                         hipMemcpyKind kind) {
  const qn_hip_plain_copy copy = {dst, src, size, kind};
  return qn_hip(change(node, QN_NODE_COPY, qn_hip_set_plain_copy, &copy));
}

hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec,
                                             hipGraphNode_t node, void *dst,
                                             const void *src, size_t size,
                                             hipMemcpyKind kind) {
  const qn_hip_plain_copy copy = {dst, src, size, kind};
  return qn_hip(qn_hip_update_exec(exec, node, QN_NODE_COPY,
                                   qn_hip_set_plain_copy, &copy));
}

#define SYMBOL_FORMS(prefix, first_parameter, first)                           \
  hipError_t prefix##FromSymbol(first_parameter hipGraphNode_t node,           \
                                void *dst, const void *symbol, size_t size,    \
                                size_t offset, hipMemcpyKind kind) {           \
    void *src;                                                                 \
    QN_HIP_CHECK(symbol_place(symbol, size, offset, &src));                    \
    return prefix##1D(first node, dst, src, size, kind);                       \
  }                                                                            \
  hipError_t prefix##ToSymbol(                                                 \
      first_parameter hipGraphNode_t node, const void *symbol,                 \
      const void *src, size_t size, size_t offset, hipMemcpyKind kind) {       \
    void *dst;                                                                 \
    QN_HIP_CHECK(symbol_place(symbol, size, offset, &dst));                    \
    return prefix##1D(first node, dst, src, size, kind);                       \
  }
#define COMMA ,
SYMBOL_FORMS(hipGraphMemcpyNodeSetParams, , )
SYMBOL_FORMS(hipGraphExecMemcpyNodeSetParams, hipGraphExec_t exec COMMA,
             exec COMMA)
#undef COMMA
#undef SYMBOL_FORMS

qn_result qn_hip_update_child(qn_exec *exec, const qn_graph *was,
                              const qn_graph *now) {
  if (was->count != now->count)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "the child graphs have %zu and %zu nodes", was->count,
                     now->count);
  for (size_t i = 0; i < was->count; ++i) {
    qn_node *from = now->nodes[i];
    const uint64_t id = from->id;
    if (from->type != was->nodes[i]->type)
      return qn_refuse(QN_R_INVALID_VALUE, "node %zu is of another type", i);
    if (from->child) {
      QN_CHECK(qn_hip_update_child(exec, was->nodes[i]->child, from->child));
      continue;
    }
    if (from->type == QN_NODE_EMPTY)
      continue;
    from->id = was->nodes[i]->id;
    const qn_result result = qn_exec_update_node(exec, from);
    from->id = id;
    QN_CHECK(result);
  }
  return QN_R_OK;
}

qn_result qn_hip_update_parts(qn_exec *exec, const qn_node *node,
                              qn_result (*set)(qn_node *node,
                                               const void *params),
                              const void *params) {
  qn_graph *scratch;
  qn_node *copy;
  QN_CHECK(qn_graph_create(&scratch));
  qn_result result = qn_graph_add(scratch, node->type, NULL, 0, &copy);
  if (result == QN_R_OK)
    result = set(copy, params);
  if (result == QN_R_OK)
    result = qn_hip_update_child(exec, node->child, copy->child);
  qn_graph_free(scratch);
  return result;
}

hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t exec_handle,
                                               hipGraphNode_t handle,
                                               hipGraph_t child_handle) {
  qn_exec *exec;
  qn_node *node;
  qn_graph *child;
  QN_HIP_CHECK(qn_hip_exec_find(exec_handle, &exec));
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_GRAPH, &node));
  QN_HIP_CHECK(qn_hip_graph_find(child_handle, &child));
  return qn_hip(qn_hip_update_child(exec, node->child, child));
}

hipError_t hipGraphNodeSetParams(hipGraphNode_t node,
                                 hipGraphNodeParams *params) {
  QN_HIP_NEED(params);
  switch (params->type) {
  case hipGraphNodeTypeKernel:
    return hipGraphKernelNodeSetParams(node, &params->kernel);
  case hipGraphNodeTypeMemcpy:
    return hipGraphMemcpyNodeSetParams(node, &params->memcpy.copyParams);
  case hipGraphNodeTypeMemset:
    return hipGraphMemsetNodeSetParams(node, &params->memset);
  case hipGraphNodeTypeHost:
    return hipGraphHostNodeSetParams(node, &params->host);
  case hipGraphNodeTypeWaitEvent:
    return hipGraphEventWaitNodeSetEvent(node, params->eventWait.event);
  case hipGraphNodeTypeEventRecord:
    return hipGraphEventRecordNodeSetEvent(node, params->eventRecord.event);
  case hipGraphNodeTypeExtSemaphoreSignal:
    return hipGraphExternalSemaphoresSignalNodeSetParams(node,
                                                         &params->extSemSignal);
  case hipGraphNodeTypeExtSemaphoreWait:
    return hipGraphExternalSemaphoresWaitNodeSetParams(node,
                                                       &params->extSemWait);
  default:
    return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                            "nodes of type %d cannot be changed",
                            (int)params->type));
  }
}

hipError_t hipGraphExecNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                     hipGraphNodeParams *params) {
  QN_HIP_NEED(params);
  switch (params->type) {
  case hipGraphNodeTypeKernel:
    return hipGraphExecKernelNodeSetParams(exec, node, &params->kernel);
  case hipGraphNodeTypeMemcpy:
    return hipGraphExecMemcpyNodeSetParams(exec, node,
                                           &params->memcpy.copyParams);
  case hipGraphNodeTypeMemset:
    return hipGraphExecMemsetNodeSetParams(exec, node, &params->memset);
  case hipGraphNodeTypeHost:
    return hipGraphExecHostNodeSetParams(exec, node, &params->host);
  case hipGraphNodeTypeGraph:
    return hipGraphExecChildGraphNodeSetParams(exec, node, params->graph.graph);
  case hipGraphNodeTypeWaitEvent:
    return hipGraphExecEventWaitNodeSetEvent(exec, node,
                                             params->eventWait.event);
  case hipGraphNodeTypeEventRecord:
    return hipGraphExecEventRecordNodeSetEvent(exec, node,
                                               params->eventRecord.event);
  case hipGraphNodeTypeExtSemaphoreSignal:
    return hipGraphExecExternalSemaphoresSignalNodeSetParams(
        exec, node, &params->extSemSignal);
  case hipGraphNodeTypeExtSemaphoreWait:
    return hipGraphExecExternalSemaphoresWaitNodeSetParams(exec, node,
                                                           &params->extSemWait);
  default:
    return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                            "nodes of type %d cannot be changed",
                            (int)params->type));
  }
}

// ---- Attributes of kernel nodes

qn_result qn_hip_set_live(qn_node *node, qn_hip_live *value) {
  qn_device *device;
  if (value->updatable != 1)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a node can be made one that kernels change by 1, and by "
                     "%d nothing else",
                     value->updatable);
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_node_set_live(node, device));
  value->node = &node->live->what;
  return QN_R_OK;
}

hipError_t qn_hip_live_begin(hipStream_t stream) {
  hipStreamCaptureStatus status;
  const hipError_t error = hipStreamIsCapturing(stream, &status);
  if (error != hipSuccess || status == hipStreamCaptureStatusActive)
    return error;
  return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                          "only nodes of graphs can be changed by kernels, and "
                          "the stream captures none"));
}

hipError_t qn_hip_live_captured(hipStream_t stream, void *value) {
  hipStreamCaptureStatus status;
  unsigned long long id;
  hipGraph_t graph;
  const hipGraphNode_t *nodes;
  size_t count = 0;
  const hipError_t error =
      hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes, &count);
  if (error != hipSuccess || status != hipStreamCaptureStatusActive || !count)
    return error;
  qn_node *node;
  QN_HIP_CHECK(qn_hip_node_find_type(nodes[0], QN_NODE_KERNEL, &node));
  return qn_hip(qn_hip_set_live(node, value));
}

hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t handle,
                                          hipKernelNodeAttrID attribute,
                                          const hipKernelNodeAttrValue *value) {
  qn_node *node;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_KERNEL, &node));
  if ((int)attribute ==
      QN_HIP_ATTRIBUTE_LIVE) // its handle goes back by the value
    return qn_hip(qn_hip_set_live(node, (qn_hip_live *)(uintptr_t)value));
  switch (attribute) {
  case hipLaunchAttributeCooperative:
    node->op.kernel.cooperative =
        value->cooperative != 0 ||
        (node->op.kernel.kernel->flags & QN_KERNEL_COOPERATIVE);
    return hipSuccess;
  case hipLaunchAttributePriority:
  case hipLaunchAttributeAccessPolicyWindow:
    return hipSuccess; // the others are hints
  default:
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "kernel nodes have no attribute %d",
                            (int)attribute));
  }
}

hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t handle,
                                          hipKernelNodeAttrID attribute,
                                          hipKernelNodeAttrValue *value) {
  qn_node *node;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_hip_node_find_type(handle, QN_NODE_KERNEL, &node));
  *value = (hipKernelNodeAttrValue){0};
  if (attribute == hipLaunchAttributeCooperative)
    value->cooperative = node->op.kernel.cooperative;
  else if ((int)attribute == QN_HIP_ATTRIBUTE_LIVE && node->live)
    *(qn_hip_live *)value =
        (qn_hip_live){.updatable = 1, .node = &node->live->what};
  else if (attribute != hipLaunchAttributePriority &&
           attribute != hipLaunchAttributeAccessPolicyWindow &&
           (int)attribute != QN_HIP_ATTRIBUTE_LIVE)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "kernel nodes have no attribute %d",
                            (int)attribute));
  return hipSuccess;
}

hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from,
                                            hipGraphNode_t to) {
  qn_node *source, *target;
  QN_HIP_CHECK(qn_hip_node_find_type(from, QN_NODE_KERNEL, &source));
  QN_HIP_CHECK(qn_hip_node_find_type(to, QN_NODE_KERNEL, &target));
  if (source->live || target->live)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "attributes of nodes that kernels change are not "
                            "copied"));
  target->op.kernel.cooperative = source->op.kernel.cooperative;
  return hipSuccess;
}
