// SPDX-License-Identifier: Apache-2.0
// Nodes of several copies, which only CUDA has: a child graph of them without
// edges, since a batch promises no order.
#include "hip/graph/graph.h"

#include <string.h>

#include "base/alloc.h"
#include "hip/graph/copies.h"

static qn_result add_copies(qn_graph *graph, const qn_hip_copies *p) {
  for (size_t i = 0; i < p->count; ++i) {
    const qn_hip_plain_copy copy = {p->to[i], p->from[i], p->sizes[i],
                                    hipMemcpyDefault};
    qn_node *node;
    QN_CHECK(qn_graph_add(graph, QN_NODE_COPY, NULL, 0, &node));
    QN_CHECK(qn_hip_set_plain_copy(node, &copy));
  }
  return QN_R_OK;
}

// Stores the three lists one after the other.
static qn_result keep(qn_node *node, const qn_hip_copies *p) {
  const size_t list = p->count * sizeof(void *);
  _Static_assert(sizeof(void *) == sizeof(size_t), "the lists are alike");
  uint8_t *bytes = qn_alloc_array(3, list);
  if (!bytes)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a node");
  memcpy(bytes, p->to, list);
  memcpy(bytes + list, p->from, list);
  memcpy(bytes + 2 * list, p->sizes, list);
  const qn_result result = qn_node_set_extra(node, bytes, 3 * list);
  qn_free(bytes);
  return result;
}

static qn_result set_copies(qn_node *node, const void *params) {
  const qn_hip_copies *p = params;
  qn_graph *graph;
  if (!p->count || !p->to || !p->from || !p->sizes)
    return qn_refuse(QN_R_INVALID_VALUE, "a batch of copies needs its lists");
  QN_CHECK(qn_graph_create(&graph));
  qn_result result = add_copies(graph, p);
  if (result == QN_R_OK)
    result = keep(node, p);
  if (result != QN_R_OK) {
    qn_graph_free(graph);
    return result;
  }
  qn_graph_free(node->child);
  node->child = graph;
  graph->parent = node;
  return QN_R_OK;
}

qn_result qn_hip_add_copies(const qn_hip_place *place,
                            const qn_hip_copies *copies) {
  return qn_hip_add_node(place, QN_NODE_COPIES, set_copies, copies);
}

qn_result qn_hip_set_copies(const void *handle, const qn_hip_copies *copies) {
  qn_node *node;
  QN_CHECK(qn_hip_node_find_type(handle, QN_NODE_COPIES, &node));
  return set_copies(node, copies);
}

qn_result qn_hip_get_copies(const void *handle, qn_hip_copies *out) {
  qn_node *node;
  QN_CHECK(qn_hip_node_find_type(handle, QN_NODE_COPIES, &node));
  const size_t count = node->extra_size / 3 / sizeof(void *);
  void **lists = node->extra;
  *out = (qn_hip_copies){count, lists, (const void *const *)lists + count,
                         (const size_t *)(void *)(lists + 2 * count)};
  return QN_R_OK;
}

qn_result qn_hip_update_copies(hipGraphExec_t exec_handle, const void *handle,
                               const qn_hip_copies *copies) {
  qn_exec *exec;
  qn_node *node;
  QN_CHECK(qn_hip_exec_find(exec_handle, &exec));
  QN_CHECK(qn_hip_node_find_type(handle, QN_NODE_COPIES, &node));
  return qn_hip_update_parts(exec, node, set_copies, copies);
}
