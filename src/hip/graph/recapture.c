// SPDX-License-Identifier: Apache-2.0
// Captures into a graph that exists: a stream captures into a graph of its own,
// and at the end what its nodes do replaces, one by one, what the old graph's
// nodes did, which keep their handles and edges.
#include "hip/graph/graph.h"

#include <string.h>

#include "base/alloc.h"

struct qn_recapture {
  void *target; // a handle
  qn_hip_changed *changed;
  void (*fn)(void);
  void *user;
};

hipError_t qn_hip_recapture(hipStream_t handle, hipStreamCaptureMode mode,
                            hipGraph_t graph_handle,
                            const qn_hip_listener *listener) {
  qn_stream *stream;
  qn_graph *graph;
  qn_capture_info info;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  QN_HIP_CHECK(qn_hip_graph_find(graph_handle, &graph));
  qn_recapture *r = qn_alloc(sizeof(*r));
  if (!r)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a capture"));
  *r = (qn_recapture){graph->handle, listener->changed, listener->fn,
                      listener->user};
  const qn_result result =
      qn_capture_begin(stream, (qn_capture_mode)mode, NULL, NULL, 0);
  if (result != QN_R_OK) {
    qn_free(r);
    return qn_hip(result);
  }
  qn_capture_get_info(stream, &info);
  info.graph->recapture = r;
  if (graph->users.ops)
    graph->users.ops->drop(&graph->users.list);
  return hipSuccess;
}

// ---- What two nodes do

static bool same_bytes(const void *a, size_t a_size, const void *b,
                       size_t b_size) {
  return a_size == b_size && (!a_size || memcmp(a, b, a_size) == 0);
}

static bool same_kernel(const qn_op_kernel *a, const qn_op_kernel *b) {
  return a->function == b->function && a->shared_size == b->shared_size &&
         memcmp(a->grid, b->grid, sizeof(a->grid)) == 0 &&
         memcmp(a->block, b->block, sizeof(a->block)) == 0 &&
         same_bytes(a->packed, a->packed_size, b->packed, b->packed_size);
}

static bool same(const qn_node *a, const qn_node *b);

static bool same_graphs(const qn_graph *a, const qn_graph *b) {
  if (!a || !b)
    return a == b;
  bool equal = a->count == b->count;
  for (size_t i = 0; i < a->count && equal; ++i)
    equal = a->nodes[i]->type == b->nodes[i]->type &&
            same(a->nodes[i], b->nodes[i]);
  return equal;
}

// Operations of one kind; what the API stored with both says the rest. Padding
// may make equal ones look different, never the other way round.
static bool same(const qn_node *a, const qn_node *b) {
  if (a->event != b->event || !same_graphs(a->child, b->child) ||
      a->op.kind != b->op.kind)
    return false;
  if (a->op.kind == QN_OP_KERNEL && a->type == QN_NODE_KERNEL)
    return same_kernel(&a->op.kernel, &b->op.kernel);
  return same_bytes(&a->op, sizeof(a->op), &b->op, sizeof(b->op)) &&
         same_bytes(a->extra, a->extra_size, b->extra, b->extra_size);
}

// ---- Topology

static size_t place_of(const qn_node *node) {
  for (size_t i = 0; i < node->graph->count; ++i)
    if (node->graph->nodes[i] == node)
      return i;
  return node->graph->count;
}

static bool waits_for(const qn_node *node, size_t place) {
  for (size_t i = 0; i < node->after_count; ++i)
    if (place_of(node->after[i]) == place)
      return true;
  return false;
}

static bool same_edges(const qn_node *a, const qn_node *b) {
  bool equal = a->after_count == b->after_count;
  for (size_t i = 0; i < a->after_count && equal; ++i)
    equal = waits_for(b, place_of(a->after[i]));
  return equal;
}

// The node of the graph that allocates what a node frees; the count: none does.
static size_t allocator(const qn_node *node) {
  const qn_graph *graph = node->graph;
  for (size_t i = 0; i < graph->count; ++i)
    if (graph->nodes[i]->type == QN_NODE_ALLOCATE &&
        graph->nodes[i]->memory == node->memory)
      return i;
  return graph->count;
}

static bool same_memory(const qn_node *a, const qn_node *b) {
  if (a->type == QN_NODE_ALLOCATE)
    return a->memory_size == b->memory_size;
  const size_t of_a = allocator(a);
  return a->type != QN_NODE_FREE ||
         (of_a == allocator(b) &&
          (of_a < a->graph->count || a->memory == b->memory));
}

static qn_result check(const qn_graph *was, const qn_graph *now) {
  if (was->count != now->count)
    return qn_refuse(QN_R_GRAPH_RECAPTURE,
                     "the graph has %zu nodes, what was captured %zu",
                     was->count, now->count);
  for (size_t i = 0; i < was->count; ++i) {
    const qn_node *a = was->nodes[i];
    const qn_node *b = now->nodes[i];
    if (a->type != b->type || !same_edges(a, b))
      return qn_refuse(QN_R_GRAPH_RECAPTURE,
                       "node %zu is of type %d with %zu edges, what was "
                       "captured of type %d with %zu, or the edges differ",
                       i, (int)a->type, a->after_count, (int)b->type,
                       b->after_count);
    if (a->choice || b->choice || !same_memory(a, b))
      return qn_refuse(QN_R_GRAPH_RECAPTURE,
                       "node %zu allocates, frees or chooses, and not as what "
                       "was captured",
                       i);
  }
  return QN_R_OK;
}

// ---- The end

#define SWAP(a, b)                                                             \
  do {                                                                         \
    const __typeof__(a) swap_ = (a);                                           \
    (a) = (b);                                                                 \
    (b) = swap_;                                                               \
  } while (0)

static void swap_work(qn_node *a, qn_node *b) {
  SWAP(a->op, b->op);
  SWAP(a->arguments, b->arguments);
  SWAP(a->values, b->values);
  SWAP(a->child, b->child);
  SWAP(a->event, b->event);
  SWAP(a->memory, b->memory);
  SWAP(a->memory_size, b->memory_size);
  SWAP(a->extra, b->extra);
  SWAP(a->extra_size, b->extra_size);
  if (a->child)
    a->child->parent = a;
  if (b->child)
    b->child->parent = b;
}

static qn_result take_over(const qn_recapture *r, qn_graph *was,
                           const qn_graph *now) {
  QN_CHECK(check(was, now));
  // What the capture allocated stays as long as the graph that has it now.
  QN_CHECK(qn_users_copy(&now->users, &was->users));
  for (size_t i = 0; i < was->count; ++i) {
    qn_node *a = was->nodes[i];
    qn_node *b = now->nodes[i];
    const bool memory = a->type == QN_NODE_ALLOCATE || a->type == QN_NODE_FREE;
    if (!memory && r->fn && !same(a, b) &&
        !r->changed(r->fn, r->user, a->handle, b->handle))
      return qn_refuse(QN_R_GRAPH_RECAPTURE,
                       "the program's callback refuses what node %zu does now",
                       i);
    swap_work(a, b);
  }
  return QN_R_OK;
}

qn_result qn_hip_recapture_end(qn_graph **graph) {
  qn_graph *now = *graph;
  const qn_recapture *r = now->recapture;
  qn_graph *was;
  if (!r)
    return QN_R_OK;
  qn_result result = qn_hip_graph_find(r->target, &was);
  if (result == QN_R_OK)
    result = take_over(r, was, now);
  if (result == QN_R_OK)
    *graph = was;
  qn_graph_free(now);
  return result;
}
