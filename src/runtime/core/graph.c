// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/graph_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/core/handles.h"

qn_result qn_graph_no_memory(void) {
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a graph");
}

uint64_t qn_graph_next_id(void) {
  static atomic_uint_fast64_t last;
  return atomic_fetch_add(&last, 1) + 1;
}

// ---- User objects

qn_result qn_users_copy(const qn_users *from, qn_users *to) {
  if (!from->list)
    return QN_R_OK;
  to->ops = from->ops;
  return from->ops->copy(from->list, &to->list) ? QN_R_OK
                                                : qn_graph_no_memory();
}

void qn_users_drop(qn_users *users) {
  if (users->list)
    users->ops->drop(&users->list);
}

// ---- Nodes

static void drop_payload(qn_node *node) {
  qn_free_aligned(node->arguments);
  qn_free(node->values);
  node->arguments = NULL;
  node->values = NULL;
}

static void free_choice(qn_choice *choice) {
  for (size_t i = 0; choice && i < choice->count; ++i)
    qn_graph_free(choice->bodies[i]);
  if (choice) {
    choice->condition->used = false;
    qn_condition_drop(choice->condition);
  }
  qn_free(choice);
}

static void free_node(qn_node *node) {
  if (node->handle)
    (void)qn_handle_remove(QN_HANDLE_NODE, node->handle);
  drop_payload(node);
  free_choice(node->choice);
  qn_live_drop(node->live);
  qn_graph_free(node->child);
  qn_free(node->extra);
  qn_free(node->after);
  qn_free(node);
}

qn_result qn_node_add_after(qn_node *node, qn_node *after) {
  for (size_t i = 0; i < node->after_count; ++i)
    if (node->after[i] == after)
      return QN_R_OK;
  if (node->after_count == node->after_capacity) {
    const size_t capacity = node->after_capacity * 2 + 2;
    qn_node **grown = qn_realloc(node->after, capacity * sizeof(*node->after));
    if (!grown)
      return qn_graph_no_memory();
    node->after = grown;
    node->after_capacity = capacity;
  }
  node->after[node->after_count++] = after;
  return QN_R_OK;
}

bool qn_node_remove_after(qn_node *node, const qn_node *after) {
  for (size_t i = 0; i < node->after_count; ++i)
    if (node->after[i] == after) {
      memmove(&node->after[i], &node->after[i + 1],
              (--node->after_count - i) * sizeof(*node->after));
      return true;
    }
  return false;
}

qn_result qn_graph_add(qn_graph *graph, qn_node_type type,
                       qn_node *const *after, size_t after_count,
                       qn_node **out_node) {
  if (graph->count == graph->capacity) {
    const size_t capacity = graph->capacity * 2 + 8;
    qn_node **grown = qn_realloc(graph->nodes, capacity * sizeof(*grown));
    if (!grown)
      return qn_graph_no_memory();
    graph->nodes = grown;
    graph->capacity = capacity;
  }
  qn_node *node = qn_alloc_array(1, sizeof(*node));
  if (!node)
    return qn_graph_no_memory();
  node->graph = graph;
  node->type = type;
  node->id = node->origin = qn_graph_next_id();
  node->handle = qn_handle_make(QN_HANDLE_NODE, node);
  qn_result result = node->handle ? QN_R_OK : qn_graph_no_memory();
  for (size_t i = 0; i < after_count && result == QN_R_OK; ++i)
    result = after[i] && after[i]->graph == graph
                 ? qn_node_add_after(node, after[i])
                 : qn_refuse(QN_R_INVALID_VALUE,
                             "a node waits only for nodes of its own graph");
  if (result != QN_R_OK) {
    free_node(node);
    return result;
  }
  graph->nodes[graph->count++] = node;
  *out_node = node;
  return QN_R_OK;
}

void qn_node_destroy(qn_node *node) {
  qn_graph *graph = node->graph;
  size_t kept = 0;
  for (size_t i = 0; i < graph->count; ++i) {
    (void)qn_node_remove_after(graph->nodes[i], node);
    if (graph->nodes[i] != node)
      graph->nodes[kept++] = graph->nodes[i];
  }
  graph->count = kept;
  free_node(node);
}

qn_result qn_kernel_own_arguments(qn_op_kernel *k, uint8_t **out_arguments) {
  size_t size = (size_t)qn_figure_or(k->kernel->arguments_size, 0);
  if (k->packed && k->packed_size > size)
    size = k->packed_size;
  uint8_t *block = qn_alloc_aligned(64, (size_t)qn_align_up(size + 1, 64));
  qn_result result = QN_R_OK;
  if (!block)
    return qn_graph_no_memory();
  memset(block, 0, size);
  if (k->packed)
    memcpy(block, k->packed, k->packed_size);
  else if (k->args && qn_kernel_is_narrow(k->kernel))
    result = qn_kernel_narrow(k->kernel, k->args, block);
  else if (k->args)
    qn_kernel_pack(k->kernel, k->args, block);
  if (result != QN_R_OK) {
    qn_free_aligned(block);
    return result;
  }
  k->args = NULL;
  k->packed = block;
  k->packed_size = size;
  *out_arguments = block;
  return QN_R_OK;
}

// The addresses of arguments as the program is shown them: in the block, or,
// of those that have more bytes on the host, copies behind the addresses.
static void **shown_values(const qn_kernel *kernel, uint8_t *block) {
  const size_t count = kernel->argument_count;
  void **values = qn_alloc_array(count + 1, sizeof(*values) + sizeof(uint64_t));
  uint64_t *wide = (uint64_t *)(void *)(values + count + 1);
  for (size_t i = 0; values && i < count; ++i) {
    const qn_argument *a = &kernel->arguments[i];
    values[i] = block + a->offset;
    if (qn_argument_host_size(a) == a->size)
      continue;
    wide[i] = qn_argument_widen(a, values[i]);
    values[i] = &wide[i];
  }
  return values;
}

qn_result qn_node_set_op(qn_node *node, const qn_op *op) {
  qn_op own = *op;
  uint8_t *arguments = NULL;
  void **values = NULL;
  if (op->kind == QN_OP_KERNEL) {
    QN_CHECK(qn_kernel_own_arguments(&own.kernel, &arguments));
    values = shown_values(op->kernel.kernel, arguments);
    if (!values) {
      qn_free_aligned(arguments);
      return qn_graph_no_memory();
    }
  }
  drop_payload(node);
  if (op->kind == QN_OP_KERNEL)
    own.kernel.live = NULL; // of the graph that it was captured from
  node->op = own;
  node->arguments = arguments;
  node->values = values;
  return QN_R_OK;
}

qn_result qn_node_set_extra(qn_node *node, const void *bytes, size_t size) {
  void *copy = qn_alloc(size);
  if (!copy)
    return qn_graph_no_memory();
  memcpy(copy, bytes, size);
  qn_free(node->extra);
  node->extra = copy;
  node->extra_size = size;
  return QN_R_OK;
}

// ---- What kernels change

qn_result qn_node_set_live(qn_node *node, const qn_device *device) {
  if (!device->info.live_graphs)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "kernels cannot change nodes of graphs on %s",
                     device->backend->name);
  return node->live ? QN_R_OK : qn_live_create(&node->live);
}

static bool has_live(const qn_graph *graph) {
  for (size_t i = 0; i < graph->count; ++i)
    if (graph->nodes[i]->live ||
        (graph->nodes[i]->child && has_live(graph->nodes[i]->child)))
      return true;
  return false;
}

// ---- Conditions

qn_result qn_node_set_choice(qn_node *node, qn_condition *condition,
                             qn_condition_kind kind, size_t count) {
  qn_choice *c = qn_alloc_array(1, sizeof(*c) + count * sizeof(qn_graph *));
  if (!c)
    return qn_graph_no_memory();
  c->condition = qn_condition_hold(condition);
  c->kind = kind;
  node->choice = c;
  for (; c->count < count; ++c->count) {
    QN_CHECK(qn_graph_create(&c->bodies[c->count]));
    c->bodies[c->count]->parent = node;
  }
  condition->used = true;
  return QN_R_OK;
}

qn_result qn_graph_add_condition(qn_graph *graph, qn_device *device,
                                 qn_condition **out) {
  qn_condition **grown =
      qn_realloc(graph->conditions,
                 (graph->condition_count + 1) * sizeof(*graph->conditions));
  if (!grown)
    return qn_graph_no_memory();
  graph->conditions = grown;
  QN_CHECK(qn_condition_create(device, out));
  (*out)->graph = graph->id;
  grown[graph->condition_count++] = *out;
  return QN_R_OK;
}

bool qn_graph_has_choice(const qn_graph *graph) {
  for (size_t i = 0; i < graph->count; ++i)
    if (graph->nodes[i]->choice ||
        (graph->nodes[i]->child && qn_graph_has_choice(graph->nodes[i]->child)))
      return true;
  return false;
}

// ---- Graphs

qn_result qn_graph_create(qn_graph **out_graph) {
  qn_graph *graph = qn_alloc_array(1, sizeof(*graph));
  if (!graph)
    return qn_graph_no_memory();
  graph->id = graph->origin = qn_graph_next_id();
  graph->handle = qn_handle_make(QN_HANDLE_GRAPH, graph);
  if (!graph->handle) {
    qn_free(graph);
    return qn_graph_no_memory();
  }
  *out_graph = graph;
  return QN_R_OK;
}

void qn_graph_free(qn_graph *graph) {
  if (!graph)
    return;
  (void)qn_handle_remove(QN_HANDLE_GRAPH, graph->handle);
  qn_users_drop(&graph->users);
  for (size_t i = 0; i < graph->condition_count; ++i)
    qn_condition_drop(graph->conditions[i]);
  qn_free(graph->conditions);
  qn_free(graph->recapture);
  for (size_t i = 0; i < graph->count; ++i)
    free_node(graph->nodes[i]);
  qn_free(graph->nodes);
  qn_free(graph);
}

static void number_nodes(const qn_graph *graph) {
  for (size_t i = 0; i < graph->count; ++i)
    graph->nodes[i]->place = i;
}

static qn_result clone_node(const qn_node *from, qn_node *to) {
  to->origin = from->id;
  to->event = from->event;
  to->memory = from->memory;
  to->memory_size = from->memory_size;
  to->op = from->op;
  if (from->arguments)
    QN_CHECK(qn_node_set_op(to, &from->op));
  if (from->extra)
    QN_CHECK(qn_node_set_extra(to, from->extra, from->extra_size));
  if (!from->child)
    return QN_R_OK;
  QN_CHECK(qn_graph_clone(from->child, &to->child));
  to->child->parent = to;
  return QN_R_OK;
}

qn_result qn_graph_clone(const qn_graph *graph, qn_graph **out_graph) {
  qn_graph *clone = NULL;
  if (qn_graph_has_choice(graph))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a graph with conditional nodes cannot be cloned or be a "
                     "child graph");
  if (has_live(graph))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a graph with nodes that kernels change cannot be cloned "
                     "or be a child graph");
  QN_CHECK(qn_graph_create(&clone));
  clone->origin = graph->id;
  qn_result result = qn_users_copy(&graph->users, &clone->users);
  for (size_t i = 0; i < graph->count && result == QN_R_OK; ++i) {
    qn_node *node;
    result = qn_graph_add(clone, graph->nodes[i]->type, NULL, 0, &node);
    if (result == QN_R_OK)
      result = clone_node(graph->nodes[i], node);
  }
  number_nodes(graph);
  // Edges may point forwards.
  for (size_t i = 0; i < graph->count && result == QN_R_OK; ++i)
    for (size_t j = 0; j < graph->nodes[i]->after_count && result == QN_R_OK;
         ++j)
      result = qn_node_add_after(
          clone->nodes[i], clone->nodes[graph->nodes[i]->after[j]->place]);
  if (result != QN_R_OK) {
    qn_graph_free(clone);
    return result;
  }
  *out_graph = clone;
  return QN_R_OK;
}

// ---- Order

const qn_node **qn_graph_sorted(const qn_graph *graph, size_t *out_count) {
  const qn_node **order = qn_alloc_array(graph->count + 1, sizeof(*order));
  size_t count = 0;
  if (!order)
    return NULL;
  number_nodes(graph);
  for (size_t i = 0; i < graph->count; ++i)
    graph->nodes[i]->mark = false;
  for (bool moved = true; moved;) {
    moved = false;
    for (size_t i = 0; i < graph->count; ++i) {
      qn_node *node = graph->nodes[i];
      bool ready = !node->mark;
      for (size_t j = 0; j < node->after_count && ready; ++j)
        ready = node->after[j]->mark;
      if (!ready)
        continue;
      node->mark = true;
      order[count++] = node;
      moved = true;
    }
  }
  *out_count = count;
  return order;
}

bool qn_graph_is_acyclic(const qn_graph *graph) {
  size_t count = 0;
  const qn_node **order = qn_graph_sorted(graph, &count);
  qn_free(order);
  return order && count == graph->count;
}
