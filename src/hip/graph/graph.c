// SPDX-License-Identifier: Apache-2.0
// Graphs as a whole, executable graphs, capture. Nodes: graph_node.c.
#include "hip/graph/graph.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "runtime/core/handles.h"

qn_result qn_hip_graph_find(const void *handle, qn_graph **out) {
  *out = qn_handle_find(QN_HANDLE_GRAPH, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_VALUE, "%p is no graph, or destroyed",
                          handle);
}

qn_result qn_hip_exec_find(const void *handle, qn_exec **out) {
  *out = qn_handle_find(QN_HANDLE_EXEC, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_VALUE,
                          "%p is no executable graph, or destroyed", handle);
}

// ---- Graphs

hipError_t hipGraphCreate(hipGraph_t *to, unsigned int flags) {
  qn_graph *graph;
  QN_HIP_NEED(to);
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipGraphCreate has no flags 0x%x", flags));
  QN_HIP_CHECK(qn_graph_create(&graph));
  *to = graph->handle;
  return hipSuccess;
}

hipError_t hipGraphDestroy(hipGraph_t handle) {
  qn_graph *graph;
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  if (graph->parent)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "the graph belongs to a node of another one"));
  qn_graph_free(graph);
  return hipSuccess;
}

hipError_t hipGraphClone(hipGraph_t *to, hipGraph_t handle) {
  qn_graph *graph, *clone;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  QN_HIP_CHECK(qn_graph_clone(graph, &clone));
  *to = clone->handle;
  return hipSuccess;
}

hipError_t hipGraphNodeFindInClone(hipGraphNode_t *to, hipGraphNode_t original,
                                   hipGraph_t handle) {
  qn_graph *graph;
  qn_node *node;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  QN_HIP_CHECK(qn_hip_node_find(original, &node));
  for (size_t i = 0; i < graph->count; ++i)
    if (graph->nodes[i]->origin == node->id) {
      *to = graph->nodes[i]->handle;
      return hipSuccess;
    }
  return qn_hip(
      qn_refuse(QN_R_INVALID_VALUE, "the graph has no clone of that node"));
}

// Copies the list `from` into `to`, which has room for *count, as HIP does:
// with `to` NULL only the number is returned, and spare room is set to NULL.
static hipError_t list_nodes(qn_node *const *from, size_t from_count,
                             hipGraphNode_t *to, size_t *count) {
  if (to)
    for (size_t i = 0; i < *count; ++i)
      to[i] = i < from_count ? from[i]->handle : NULL;
  if (!to || *count > from_count)
    *count = from_count;
  return hipSuccess;
}

hipError_t hipGraphGetNodes(hipGraph_t handle, hipGraphNode_t *nodes,
                            size_t *count) {
  qn_graph *graph;
  QN_HIP_NEED(count);
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  return list_nodes(graph->nodes, graph->count, nodes, count);
}

hipError_t hipGraphGetRootNodes(hipGraph_t handle, hipGraphNode_t *nodes,
                                size_t *count) {
  qn_graph *graph;
  QN_HIP_NEED(count);
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  qn_node **roots = qn_alloc_array(graph->count + 1, sizeof(*roots));
  size_t root_count = 0;
  if (!roots)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a list"));
  for (size_t i = 0; i < graph->count; ++i)
    if (!graph->nodes[i]->after_count)
      roots[root_count++] = graph->nodes[i];
  const hipError_t error = list_nodes(roots, root_count, nodes, count);
  qn_free(roots);
  return error;
}

hipError_t hipGraphGetEdges(hipGraph_t handle, hipGraphNode_t *from,
                            hipGraphNode_t *to, size_t *count) {
  qn_graph *graph;
  size_t at = 0;
  QN_HIP_NEED(count);
  if (!from != !to)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "both lists are given, or none"));
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  for (size_t i = 0; i < graph->count; ++i)
    for (size_t j = 0; j < graph->nodes[i]->after_count; ++j, ++at)
      if (from && at < *count) {
        from[at] = graph->nodes[i]->after[j]->handle;
        to[at] = graph->nodes[i]->handle;
      }
  for (size_t i = at; from && i < *count; ++i)
    from[i] = to[i] = NULL;
  if (!from || *count > at)
    *count = at;
  return hipSuccess;
}

hipError_t hipGraphNodeGetDependencies(hipGraphNode_t handle,
                                       hipGraphNode_t *list, size_t *count) {
  qn_node *node;
  QN_HIP_NEED(count);
  QN_HIP_CHECK(qn_hip_node_find(handle, &node));
  return list_nodes(node->after, node->after_count, list, count);
}

hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t handle,
                                         hipGraphNode_t *list, size_t *count) {
  qn_node *node;
  QN_HIP_NEED(count);
  QN_HIP_CHECK(qn_hip_node_find(handle, &node));
  const qn_graph *graph = node->graph;
  qn_node **all = qn_alloc_array(graph->count + 1, sizeof(*all));
  size_t all_count = 0;
  if (!all)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a list"));
  for (size_t i = 0; i < graph->count; ++i)
    for (size_t j = 0; j < graph->nodes[i]->after_count; ++j)
      if (graph->nodes[i]->after[j] == node)
        all[all_count++] = graph->nodes[i];
  const hipError_t error = list_nodes(all, all_count, list, count);
  qn_free(all);
  return error;
}

static qn_result find_edge(qn_graph *graph, const hipGraphNode_t ends[2],
                           qn_node *nodes[2]) {
  for (int i = 0; i < 2; ++i) {
    QN_CHECK(qn_hip_node_find(ends[i], &nodes[i]));
    if (nodes[i]->graph != graph)
      return qn_refuse(QN_R_INVALID_VALUE, "a node is of another graph");
  }
  return nodes[0] != nodes[1]
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE, "a node cannot wait for itself");
}

hipError_t hipGraphAddDependencies(hipGraph_t handle,
                                   const hipGraphNode_t *from,
                                   const hipGraphNode_t *to, size_t count) {
  qn_graph *graph;
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  for (size_t i = 0; i < count; ++i) {
    qn_node *ends[2];
    QN_HIP_NEED(from);
    QN_HIP_NEED(to);
    QN_HIP_CHECK(
        find_edge(graph, (const hipGraphNode_t[2]){from[i], to[i]}, ends));
    for (size_t j = 0; j < ends[1]->after_count; ++j)
      if (ends[1]->after[j] == ends[0])
        return qn_hip(
            qn_refuse(QN_R_INVALID_VALUE, "the edge is there already"));
    QN_HIP_CHECK(qn_node_add_after(ends[1], ends[0]));
  }
  return hipSuccess;
}

hipError_t hipGraphRemoveDependencies(hipGraph_t handle,
                                      const hipGraphNode_t *from,
                                      const hipGraphNode_t *to, size_t count) {
  qn_graph *graph;
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  for (size_t i = 0; i < count; ++i) {
    qn_node *ends[2];
    QN_HIP_NEED(from);
    QN_HIP_NEED(to);
    QN_HIP_CHECK(
        find_edge(graph, (const hipGraphNode_t[2]){from[i], to[i]}, ends));
    if (!qn_node_remove_after(ends[1], ends[0]))
      return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "there is no such edge"));
  }
  return hipSuccess;
}

// ---- Output in Graphviz's DOT

static const char *type_name(qn_node_type type) {
  static const char *const names[] = {"KERNEL",
                                      "MEMCPY",
                                      "MEMSET",
                                      "HOST",
                                      "GRAPH",
                                      "EMPTY",
                                      "EVENT_WAIT",
                                      "EVENT_RECORD",
                                      "EXT_SEMAS_SIGNAL",
                                      "EXT_SEMAS_WAIT",
                                      "MEM_ALLOC",
                                      "MEM_FREE",
                                      "",
                                      "",
                                      "BATCH_MEM_OP"};
  return type < sizeof(names) / sizeof(names[0]) ? names[type] : "";
}

static void print_label(const qn_node *node, unsigned flags, qn_buffer *out) {
  const bool all = flags & hipGraphDebugDotFlagsVerbose;
  qn_buffer_printf(out, "%s", type_name(node->type));
  if (node->type == QN_NODE_KERNEL) {
    const qn_op_kernel *k = &node->op.kernel;
    qn_buffer_printf(out, "\\n%.*s", QN_STR_ARG(k->kernel->name));
    if (all || flags & hipGraphDebugDotFlagsKernelNodeParams)
      qn_buffer_printf(out, "\\n<<<(%u,%u,%u),(%u,%u,%u),%u>>>", k->grid[0],
                       k->grid[1], k->grid[2], k->block[0], k->block[1],
                       k->block[2], k->shared_size);
  }
  if (node->type == QN_NODE_COPY &&
      (all || flags & hipGraphDebugDotFlagsMemcpyNodeParams))
    qn_buffer_printf(out, "\\n%zu x %zu x %zu bytes", node->op.copy.width,
                     node->op.copy.height, node->op.copy.depth);
  if (node->type == QN_NODE_FILL &&
      (all || flags & hipGraphDebugDotFlagsMemsetNodeParams))
    qn_buffer_printf(out, "\\n%zu x %zu values of %u bytes: 0x%x",
                     node->op.fill.width, node->op.fill.height,
                     node->op.fill.value_size, node->op.fill.value);
}

static void print_graph(const qn_graph *graph, unsigned flags, qn_buffer *out) {
  for (size_t i = 0; i < graph->count; ++i) {
    const qn_node *node = graph->nodes[i];
    qn_buffer_printf(out, "  n%llu [shape=%s,label=\"",
                     (unsigned long long)node->id,
                     node->type == QN_NODE_KERNEL ? "octagon" : "box");
    print_label(node, flags, out);
    qn_buffer_printf(out, "\"];\n");
    for (size_t j = 0; j < node->after_count; ++j)
      qn_buffer_printf(out, "  n%llu -> n%llu;\n",
                       (unsigned long long)node->after[j]->id,
                       (unsigned long long)node->id);
    if (!node->child)
      continue;
    qn_buffer_printf(out, "  subgraph cluster_%llu {\n",
                     (unsigned long long)node->id);
    print_graph(node->child, flags, out);
    qn_buffer_printf(out, "  }\n");
  }
}

hipError_t hipGraphDebugDotPrint(hipGraph_t handle, const char *path,
                                 unsigned int flags) {
  qn_graph *graph;
  qn_buffer text = {0};
  QN_HIP_NEED(path);
  QN_HIP_CHECK(qn_hip_graph_find(handle, &graph));
  qn_buffer_printf(&text, "digraph graph_%llu {\n",
                   (unsigned long long)graph->id);
  print_graph(graph, flags, &text);
  qn_buffer_printf(&text, "}\n");
  FILE *file = fopen(path, "w");
  const qn_span bytes = qn_buffer_span(&text);
  bool good = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
  if (file && fclose(file) != 0)
    good = false;
  qn_buffer_finish(&text);
  return good ? hipSuccess
              : qn_hip(qn_refuse(QN_R_OPERATING_SYSTEM, "could not write '%s'",
                                 path));
}

// ---- Executable graphs

static qn_result let_kernels(qn_exec *exec, unsigned long long flags) {
  const unsigned long long alone = hipGraphInstantiateFlagAutoFreeOnLaunch |
                                   hipGraphInstantiateFlagUseNodePriority;
  qn_device *device;
  if (!(flags & hipGraphInstantiateFlagDeviceLaunch))
    return QN_R_OK;
  if (flags & alone)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "graphs that kernels launch are not instantiated with the "
                     "flags 0x%llx",
                     flags & alone);
  QN_CHECK(qn_device_current(&device));
  return qn_exec_let_kernels_launch(exec, device);
}

qn_result qn_hip_instantiate(hipGraphExec_t *to, hipGraph_t handle,
                             unsigned long long flags) {
  const unsigned long long known = hipGraphInstantiateFlagAutoFreeOnLaunch |
                                   hipGraphInstantiateFlagUpload |
                                   hipGraphInstantiateFlagDeviceLaunch |
                                   hipGraphInstantiateFlagUseNodePriority;
  qn_graph *graph;
  qn_exec *exec;
  if (!to)
    return qn_refuse(QN_R_INVALID_VALUE, "no place for the executable graph");
  if (flags & ~known)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "graphs are not instantiated with the flags 0x%llx",
                     flags);
  QN_CHECK(qn_hip_graph_find(handle, &graph));
  QN_CHECK(qn_exec_create(graph, flags, &exec));
  const qn_result result = let_kernels(exec, flags);
  if (result != QN_R_OK) {
    qn_exec_free(exec);
    return result;
  }
  *to = qn_handle_make(QN_HANDLE_EXEC, exec);
  qn_exec_set_handle(exec, *to);
  if (*to)
    return QN_R_OK;
  qn_exec_free(exec);
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an executable graph");
}

hipError_t hipGraphInstantiate(hipGraphExec_t *to, hipGraph_t graph,
                               hipGraphNode_t *error_node, char *log,
                               size_t log_size) {
  const qn_result result = qn_hip_instantiate(to, graph, 0);
  if (error_node)
    *error_node = NULL;
  if (log && log_size)
    snprintf(log, log_size, "%s", result == QN_R_OK ? "" : qn_reason());
  return qn_hip(result);
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *to, hipGraph_t graph,
                                        unsigned long long flags) {
  if (flags & (flags - 1))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "HIP instantiates with one flag, not with 0x%llx",
                            flags));
  return qn_hip(qn_hip_instantiate(to, graph, flags));
}

hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *to, hipGraph_t graph,
                                         hipGraphInstantiateParams *params) {
  QN_HIP_NEED(params);
  const qn_result result = qn_hip_instantiate(to, graph, params->flags);
  params->errNode_out = NULL;
  params->result_out =
      result == QN_R_OK ? hipGraphInstantiateSuccess : hipGraphInstantiateError;
  return qn_hip(result);
}

hipError_t hipGraphExecDestroy(hipGraphExec_t handle) {
  qn_exec *exec = qn_handle_remove(QN_HANDLE_EXEC, handle);
  if (!exec)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "%p is no executable graph, or destroyed",
                            (void *)handle));
  qn_exec_free(exec);
  return hipSuccess;
}

hipError_t hipGraphExecGetFlags(hipGraphExec_t handle,
                                unsigned long long *flags) {
  qn_exec *exec;
  QN_HIP_NEED(flags);
  QN_HIP_CHECK(qn_hip_exec_find(handle, &exec));
  *flags = qn_exec_flags(exec);
  return hipSuccess;
}

hipError_t hipGraphLaunch(hipGraphExec_t handle, hipStream_t stream_handle) {
  qn_exec *exec;
  qn_stream *stream;
  QN_HIP_CHECK(qn_hip_exec_find(handle, &exec));
  QN_HIP_CHECK(qn_stream_find(stream_handle, &stream));
  return qn_hip(qn_exec_launch(exec, stream));
}

hipError_t hipGraphUpload(hipGraphExec_t handle, hipStream_t stream_handle) {
  qn_exec *exec;
  qn_stream *stream;
  QN_HIP_CHECK(qn_hip_exec_find(handle, &exec));
  return qn_hip(qn_stream_find(stream_handle, &stream)); // launching uploads it
}

hipError_t hipGraphExecUpdate(hipGraphExec_t handle, hipGraph_t graph_handle,
                              hipGraphNode_t *error_node,
                              hipGraphExecUpdateResult *result) {
  qn_exec *exec;
  qn_graph *graph;
  qn_node *node = NULL;
  qn_update update = QN_UPDATE_ERROR;
  QN_HIP_NEED(result);
  QN_HIP_CHECK(qn_hip_exec_find(handle, &exec));
  QN_HIP_CHECK(qn_hip_graph_find(graph_handle, &graph));
  const qn_result r = qn_exec_update(exec, graph, &node, &update);
  if (error_node)
    *error_node = node ? node->handle : NULL;
  *result = (hipGraphExecUpdateResult)update;
  return qn_hip(r);
}

hipError_t hipGraphNodeGetEnabled(hipGraphExec_t handle, hipGraphNode_t node,
                                  unsigned int *is_enabled) {
  qn_exec *exec;
  qn_node *n;
  bool enabled;
  QN_HIP_NEED(is_enabled);
  QN_HIP_CHECK(qn_hip_exec_find(handle, &exec));
  QN_HIP_CHECK(qn_hip_node_find(node, &n));
  QN_HIP_CHECK(qn_exec_get_enabled(exec, n, &enabled));
  *is_enabled = enabled;
  return hipSuccess;
}

hipError_t hipGraphNodeSetEnabled(hipGraphExec_t handle, hipGraphNode_t node,
                                  unsigned int is_enabled) {
  qn_exec *exec;
  qn_node *n;
  QN_HIP_CHECK(qn_hip_exec_find(handle, &exec));
  QN_HIP_CHECK(qn_hip_node_find(node, &n));
  return qn_hip(qn_exec_set_enabled(exec, n, is_enabled != 0));
}

// ---- Capture

hipError_t hipStreamBeginCapture(hipStream_t handle,
                                 hipStreamCaptureMode mode) {
  qn_stream *stream;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  return qn_hip(qn_capture_begin(stream, (qn_capture_mode)mode, NULL, NULL, 0));
}

static qn_result find_nodes(const hipGraphNode_t *handles, size_t count,
                            qn_node ***out) {
  qn_node **nodes = qn_alloc_array(count + 1, sizeof(*nodes));
  qn_result result = nodes ? QN_R_OK : QN_R_OUT_OF_MEMORY;
  for (size_t i = 0; i < count && result == QN_R_OK; ++i)
    result = qn_hip_node_find(handles ? handles[i] : NULL, &nodes[i]);
  if (result != QN_R_OK) {
    qn_free(nodes);
    return result;
  }
  *out = nodes;
  return QN_R_OK;
}

hipError_t hipStreamBeginCaptureToGraph(hipStream_t handle,
                                        hipGraph_t graph_handle,
                                        const hipGraphNode_t *after,
                                        const hipGraphEdgeData *after_data,
                                        size_t after_count,
                                        hipStreamCaptureMode mode) {
  qn_stream *stream;
  qn_graph *graph;
  qn_node **nodes;
  (void)after_data;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  QN_HIP_CHECK(qn_hip_graph_find(graph_handle, &graph));
  QN_HIP_CHECK(find_nodes(after, after_count, &nodes));
  const qn_result result = qn_capture_begin(stream, (qn_capture_mode)mode,
                                            graph, nodes, after_count);
  qn_free(nodes);
  return qn_hip(result);
}

hipError_t hipStreamEndCapture(hipStream_t handle, hipGraph_t *to) {
  qn_stream *stream;
  qn_graph *graph;
  qn_capture_info info;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  // Who captures into a graph that is there has it already.
  qn_capture_get_info(stream, &info);
  if (!to && !info.is_given)
    QN_HIP_NEED(to);
  if (to)
    *to = NULL;
  QN_HIP_CHECK(qn_capture_end(stream, &graph));
  QN_HIP_CHECK(qn_hip_recapture_end(&graph));
  if (to)
    *to = graph->handle;
  return hipSuccess;
}

hipError_t hipStreamIsCapturing(hipStream_t handle,
                                hipStreamCaptureStatus *status) {
  qn_stream *stream;
  qn_capture_info info;
  QN_HIP_NEED(status);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  QN_HIP_CHECK(qn_capture_ask(stream, &info));
  *status = (hipStreamCaptureStatus)info.status;
  return hipSuccess;
}

hipError_t hipStreamGetCaptureInfo(hipStream_t handle,
                                   hipStreamCaptureStatus *status,
                                   unsigned long long *id) {
  qn_stream *stream;
  qn_capture_info info;
  QN_HIP_NEED(status);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  QN_HIP_CHECK(qn_capture_ask(stream, &info));
  *status = (hipStreamCaptureStatus)info.status;
  if (id)
    *id = info.id;
  return hipSuccess;
}

// The list that hipStreamGetCaptureInfo_v2 returns is valid until the thread's
// next call.
static _Thread_local hipGraphNode_t *given_list;

hipError_t hipStreamGetCaptureInfo_v2(hipStream_t handle,
                                      hipStreamCaptureStatus *status,
                                      unsigned long long *id, hipGraph_t *graph,
                                      const hipGraphNode_t **after,
                                      size_t *after_count) {
  qn_stream *stream;
  qn_capture_info info;
  QN_HIP_NEED(status);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  QN_HIP_CHECK(qn_capture_ask(stream, &info));
  *status = (hipStreamCaptureStatus)info.status;
  if (id)
    *id = info.id;
  if (graph)
    *graph = info.graph ? info.graph->handle : NULL;
  if (after_count)
    *after_count = info.after_count;
  if (!after)
    return hipSuccess;
  hipGraphNode_t *list =
      qn_realloc(given_list, (info.after_count + 1) * sizeof(*list));
  if (!list)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a list"));
  for (size_t i = 0; i < info.after_count; ++i)
    list[i] = info.after[i]->handle;
  *after = given_list = list;
  return hipSuccess;
}

hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle,
                                              hipGraphNode_t *after,
                                              size_t after_count,
                                              unsigned int flags) {
  qn_stream *stream;
  qn_node **nodes;
  if (flags > hipStreamSetCaptureDependencies)
    return qn_hip(qn_refuse(
        QN_R_INVALID_VALUE,
        "hipStreamUpdateCaptureDependencies has no flags 0x%x", flags));
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  QN_HIP_CHECK(find_nodes(after, after_count, &nodes));
  const qn_result result = qn_capture_set_after(
      stream, nodes, after_count, flags == hipStreamSetCaptureDependencies);
  qn_free(nodes);
  return qn_hip(result);
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
  QN_HIP_NEED(mode);
  if ((unsigned)*mode > QN_CAPTURE_RELAXED)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "%d is no mode of capture", (int)*mode));
  *mode =
      (hipStreamCaptureMode)qn_capture_exchange_mode((qn_capture_mode)*mode);
  return hipSuccess;
}
