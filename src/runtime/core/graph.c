// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/core/handles.h"

static qn_result no_memory(void) {
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a graph");
}

static uint64_t next_id(void) {
  static atomic_uint_fast64_t last;
  return atomic_fetch_add(&last, 1) + 1;
}

// ---- User objects

static qn_result copy_users(const qn_users *from, qn_users *to) {
  if (!from->list)
    return QN_R_OK;
  to->ops = from->ops;
  return from->ops->copy(from->list, &to->list) ? QN_R_OK : no_memory();
}

static void drop_users(qn_users *users) {
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

static void free_node(qn_node *node) {
  if (node->handle)
    (void)qn_handle_remove(QN_HANDLE_NODE, node->handle);
  drop_payload(node);
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
      return no_memory();
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
      return no_memory();
    graph->nodes = grown;
    graph->capacity = capacity;
  }
  qn_node *node = qn_alloc_array(1, sizeof(*node));
  if (!node)
    return no_memory();
  node->graph = graph;
  node->type = type;
  node->id = node->origin = next_id();
  node->handle = qn_handle_make(QN_HANDLE_NODE, node);
  qn_result result = node->handle ? QN_R_OK : no_memory();
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

// Copies a kernel's arguments from the program's memory.
static qn_result own_arguments(qn_op_kernel *k, uint8_t **out_arguments) {
  size_t size = (size_t)qn_figure_or(k->kernel->arguments_size, 0);
  if (k->packed && k->packed_size > size)
    size = k->packed_size;
  uint8_t *block = qn_alloc_aligned(64, (size_t)qn_align_up(size + 1, 64));
  if (!block)
    return no_memory();
  memset(block, 0, size);
  if (k->packed)
    memcpy(block, k->packed, k->packed_size);
  else if (k->args)
    qn_kernel_pack(k->kernel, k->args, block);
  k->args = NULL;
  k->packed = block;
  k->packed_size = size;
  *out_arguments = block;
  return QN_R_OK;
}

qn_result qn_node_set_op(qn_node *node, const qn_op *op) {
  qn_op own = *op;
  uint8_t *arguments = NULL;
  void **values = NULL;
  if (op->kind == QN_OP_KERNEL) {
    const qn_kernel *kernel = op->kernel.kernel;
    QN_CHECK(own_arguments(&own.kernel, &arguments));
    values = qn_alloc_array(kernel->argument_count + 1, sizeof(*values));
    if (!values) {
      qn_free_aligned(arguments);
      return no_memory();
    }
    for (size_t i = 0; i < kernel->argument_count; ++i)
      values[i] = arguments + kernel->arguments[i].offset;
  }
  drop_payload(node);
  node->op = own;
  node->arguments = arguments;
  node->values = values;
  return QN_R_OK;
}

qn_result qn_node_set_extra(qn_node *node, const void *bytes, size_t size) {
  void *copy = qn_alloc(size);
  if (!copy)
    return no_memory();
  memcpy(copy, bytes, size);
  qn_free(node->extra);
  node->extra = copy;
  node->extra_size = size;
  return QN_R_OK;
}

// ---- Graphs

qn_result qn_graph_create(qn_graph **out_graph) {
  qn_graph *graph = qn_alloc_array(1, sizeof(*graph));
  if (!graph)
    return no_memory();
  graph->id = graph->origin = next_id();
  graph->handle = qn_handle_make(QN_HANDLE_GRAPH, graph);
  if (!graph->handle) {
    qn_free(graph);
    return no_memory();
  }
  *out_graph = graph;
  return QN_R_OK;
}

void qn_graph_free(qn_graph *graph) {
  if (!graph)
    return;
  (void)qn_handle_remove(QN_HANDLE_GRAPH, graph->handle);
  drop_users(&graph->users);
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
  qn_graph *clone;
  QN_CHECK(qn_graph_create(&clone));
  clone->origin = graph->id;
  qn_result result = copy_users(&graph->users, &clone->users);
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

// Nodes in topological order, otherwise as created. NULL when out of memory; if
// there is a cycle, some are missing.
static const qn_node **sorted(const qn_graph *graph, size_t *out_count) {
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
  const qn_node **order = sorted(graph, &count);
  qn_free(order);
  return order && count == graph->count;
}

// ---- Executable graphs

// One operation of an executable graph and where it comes from.
typedef struct step {
  uint64_t id; // of the node
  qn_node_type type;
  qn_event *event;
  bool disabled;
  qn_op op;           // as it is when enabled
  uint8_t *arguments; // owned
} step;

struct qn_exec {
  unsigned long long flags;
  qn_mutex mutex; // of all below
  step *steps;
  size_t count, capacity;
  size_t nodes;     // with child graphs'; also those that are not steps
  uint32_t **after; // of each step
  uint32_t *after_count;
  bool one_by_one; // has events, which batches cannot have
  qn_batch *batch; // NULL: has to be built
  qn_users users;  // of the graph and its child graphs
};

typedef struct exits { // steps that a node's followers wait for
  uint32_t *items;
  size_t count, capacity;
} exits;

static bool add_exit(exits *e, uint32_t item) {
  for (size_t i = 0; i < e->count; ++i)
    if (e->items[i] == item)
      return true;
  if (e->count == e->capacity) {
    const size_t capacity = e->capacity * 2 + 4;
    uint32_t *grown = qn_realloc(e->items, capacity * sizeof(*grown));
    if (!grown)
      return false;
    e->items = grown;
    e->capacity = capacity;
  }
  e->items[e->count++] = item;
  return true;
}

static bool add_exits(exits *to, const exits *from) {
  bool good = true;
  for (size_t i = 0; i < from->count && good; ++i)
    good = add_exit(to, from->items[i]);
  return good;
}

static bool grow_steps(qn_exec *exec) {
  if (exec->count < exec->capacity)
    return true;
  const size_t capacity = exec->capacity * 2 + 16;
  step *steps = qn_realloc(exec->steps, capacity * sizeof(*steps));
  if (steps)
    exec->steps = steps;
  uint32_t **after = qn_realloc(exec->after, capacity * sizeof(*after));
  if (after)
    exec->after = after;
  uint32_t *counts = qn_realloc(exec->after_count, capacity * sizeof(*counts));
  if (counts)
    exec->after_count = counts;
  if (!steps || !after || !counts)
    return false;
  exec->capacity = capacity;
  return true;
}

static qn_result set_step(step *s, const qn_node *node) {
  qn_op op = node->op;
  uint8_t *arguments = NULL;
  if (node->type == QN_NODE_KERNEL)
    QN_CHECK(own_arguments(&op.kernel, &arguments));
  qn_free_aligned(s->arguments);
  s->arguments = arguments;
  s->op = op;
  s->event = node->event;
  return QN_R_OK;
}

static qn_result add_step(qn_exec *exec, const qn_node *node,
                          const exits *before) {
  if (!grow_steps(exec))
    return no_memory();
  const size_t i = exec->count;
  exec->steps[i] = (step){.id = node->id, .type = node->type};
  QN_CHECK(set_step(&exec->steps[i], node));
  exec->after[i] = qn_alloc_array(before->count + 1, sizeof(uint32_t));
  if (!exec->after[i])
    return no_memory();
  if (before->count)
    memcpy(exec->after[i], before->items, before->count * sizeof(uint32_t));
  exec->after_count[i] = (uint32_t)before->count;
  ++exec->count;
  return QN_R_OK;
}

static bool is_step(qn_node_type type) {
  return type != QN_NODE_EMPTY && type != QN_NODE_ALLOCATE &&
         type != QN_NODE_FREE;
}

// `out_exits` may be NULL.
static qn_result flatten(qn_exec *exec, const qn_graph *graph,
                         const exits *before, exits *out_exits);

// Adds the steps of a node; `out` receives those that its followers wait for.
static qn_result flatten_node(qn_exec *exec, const qn_node *node,
                              const exits *before, exits *out) {
  if (node->child)
    return flatten(exec, node->child, before, out);
  if (!is_step(node->type))
    return add_exits(out, before) ? QN_R_OK : no_memory();
  QN_CHECK(add_step(exec, node, before));
  if (node->type == QN_NODE_WAIT || node->type == QN_NODE_RECORD)
    exec->one_by_one = true;
  return add_exit(out, (uint32_t)exec->count - 1) ? QN_R_OK : no_memory();
}

static qn_result flatten_all(qn_exec *exec, const qn_graph *graph,
                             const qn_node **order, exits *all,
                             const exits *before) {
  for (size_t i = 0; i < graph->count; ++i) {
    const qn_node *node = order[i];
    exits mine = {0};
    bool good = node->after_count || add_exits(&mine, before);
    for (size_t j = 0; j < node->after_count && good; ++j)
      good = add_exits(&mine, &all[node->after[j]->place]);
    const qn_result result =
        good ? flatten_node(exec, node, &mine, &all[node->place]) : no_memory();
    qn_free(mine.items);
    if (result != QN_R_OK)
      return result;
  }
  return QN_R_OK;
}

static qn_result flatten(qn_exec *exec, const qn_graph *graph,
                         const exits *before, exits *out_exits) {
  size_t count = 0;
  const qn_node **order = sorted(graph, &count);
  exits *all = qn_alloc_array(graph->count + 1, sizeof(*all));
  qn_result result = order && all ? QN_R_OK : no_memory();
  if (result == QN_R_OK && count != graph->count)
    result = qn_refuse(QN_R_INVALID_VALUE, "the graph has a cycle");
  if (result == QN_R_OK)
    result = flatten_all(exec, graph, order, all, before);
  // Followers wait for the exits of all nodes, not only of the last ones: more
  // edges cost little.
  for (size_t i = 0; i < graph->count && result == QN_R_OK && out_exits; ++i)
    if (!add_exits(out_exits, &all[i]))
      result = no_memory();
  if (result == QN_R_OK && out_exits && !graph->count &&
      !add_exits(out_exits, before))
    result = no_memory();
  for (size_t i = 0; all && i < graph->count; ++i)
    qn_free(all[i].items);
  qn_free(all);
  qn_free(order);
  return result;
}

static void drop_batch(qn_exec *exec) {
  if (exec->batch)
    qn_batch_drop(exec->batch);
  exec->batch = NULL;
}

static void free_steps(qn_exec *exec) {
  for (size_t i = 0; i < exec->count; ++i) {
    qn_free_aligned(exec->steps[i].arguments);
    qn_free(exec->after[i]);
  }
  qn_free(exec->steps);
  qn_free(exec->after);
  qn_free(exec->after_count);
}

static size_t count_nodes(const qn_graph *graph) {
  size_t count = graph->count;
  for (size_t i = 0; i < graph->count; ++i)
    count += graph->nodes[i]->child ? count_nodes(graph->nodes[i]->child) : 0;
  return count;
}

// Copies the user objects of a graph and its child graphs.
static qn_result collect_users(const qn_graph *graph, qn_users *to) {
  QN_CHECK(copy_users(&graph->users, to));
  for (size_t i = 0; i < graph->count; ++i)
    if (graph->nodes[i]->child)
      QN_CHECK(collect_users(graph->nodes[i]->child, to));
  return QN_R_OK;
}

qn_result qn_exec_create(const qn_graph *graph, unsigned long long flags,
                         qn_exec **out_exec) {
  qn_exec *exec = qn_alloc_array(1, sizeof(*exec));
  if (!exec)
    return no_memory();
  exec->flags = flags;
  exec->nodes = count_nodes(graph);
  qn_mutex_init(&exec->mutex);
  const exits none = {0};
  qn_result result = collect_users(graph, &exec->users);
  if (result == QN_R_OK)
    result = flatten(exec, graph, &none, NULL);
  if (result != QN_R_OK)
    qn_exec_free(exec);
  else
    *out_exec = exec;
  return result;
}

void qn_exec_free(qn_exec *exec) {
  if (!exec)
    return;
  drop_batch(exec); // a running one has a reference of its own
  free_steps(exec);
  drop_users(&exec->users);
  qn_mutex_finish(&exec->mutex);
  qn_free(exec);
}

unsigned long long qn_exec_flags(const qn_exec *exec) { return exec->flags; }

// ---- Batches

// A batch with copies of all that its operations point to.
typedef struct own_batch {
  qn_batch batch;
  qn_op *ops;
  uint32_t **after;
  uint32_t *after_count;
  qn_users users;
} own_batch;

static void free_batch(qn_batch *batch) {
  own_batch *own = (own_batch *)batch;
  if (batch->drop && batch->prepared)
    batch->drop(batch->prepared);
  for (size_t i = 0; own->ops && i < batch->count; ++i) {
    if (own->ops[i].kind == QN_OP_KERNEL)
      qn_free_aligned((void *)(uintptr_t)own->ops[i].kernel.packed);
    if (own->after)
      qn_free(own->after[i]);
  }
  qn_free(own->ops);
  qn_free(own->after);
  qn_free(own->after_count);
  drop_users(&own->users);
  qn_free(own);
}

static void do_nothing(void *user) { (void)user; }

static qn_result fill_batch(const qn_exec *exec, own_batch *own) {
  for (size_t i = 0; i < exec->count; ++i) {
    const step *s = &exec->steps[i];
    own->ops[i] = s->op;
    if (s->disabled)
      own->ops[i] = (qn_op){.kind = QN_OP_HOST, .host = {.fn = do_nothing}};
    ++own->batch.count;
    if (own->ops[i].kind == QN_OP_KERNEL) {
      uint8_t *copy;
      own->ops[i].kernel.packed = NULL;
      qn_op_kernel k = s->op.kernel;
      QN_CHECK(own_arguments(&k, &copy));
      own->ops[i].kernel = k;
    }
    own->after_count[i] = exec->after_count[i];
    own->after[i] = qn_alloc_array(exec->after_count[i] + 1, sizeof(uint32_t));
    if (!own->after[i])
      return no_memory();
    memcpy(own->after[i], exec->after[i],
           exec->after_count[i] * sizeof(uint32_t));
  }
  return QN_R_OK;
}

static qn_result make_batch(qn_exec *exec) {
  own_batch *own = qn_alloc_array(1, sizeof(*own));
  if (!own)
    return no_memory();
  atomic_init(&own->batch.refs, 1);
  own->batch.free = free_batch;
  own->ops = qn_alloc_array(exec->count + 1, sizeof(*own->ops));
  own->after = qn_alloc_array(exec->count + 1, sizeof(*own->after));
  own->after_count = qn_alloc_array(exec->count + 1, sizeof(*own->after_count));
  qn_result result = own->ops && own->after && own->after_count
                         ? fill_batch(exec, own)
                         : no_memory();
  if (result == QN_R_OK)
    result = copy_users(&exec->users, &own->users);
  own->batch.ops = own->ops;
  own->batch.after = (const uint32_t *const *)own->after;
  own->batch.after_count = own->after_count;
  if (result != QN_R_OK)
    qn_batch_drop(&own->batch);
  else
    exec->batch = &own->batch;
  return result;
}

// ---- Launching

static qn_result launch_step(const step *s, qn_stream *stream) {
  if (s->disabled)
    return QN_R_OK;
  if (s->type == QN_NODE_RECORD)
    return qn_event_record(s->event, stream);
  if (s->type == QN_NODE_WAIT)
    return qn_stream_wait_event(stream, s->event);
  return qn_stream_submit_now(stream, &s->op);
}

static qn_result launch_locked(qn_exec *exec, qn_stream *stream) {
  if (exec->one_by_one) {
    for (size_t i = 0; i < exec->count; ++i)
      QN_CHECK(launch_step(&exec->steps[i], stream));
    return QN_R_OK;
  }
  if (!exec->count)
    return QN_R_OK;
  if (!exec->batch)
    QN_CHECK(make_batch(exec));
  const qn_op op = {.kind = QN_OP_BATCH, .batch = exec->batch};
  return qn_stream_submit_now(stream, &op);
}

qn_result qn_exec_launch(qn_exec *exec, qn_stream *stream) {
  if (atomic_load(&stream->capture)) {
    // In a capture the graph's operations are captured.
    for (size_t i = 0; i < exec->count; ++i)
      if (!exec->steps[i].disabled)
        QN_CHECK(qn_stream_submit(stream, &exec->steps[i].op));
    return QN_R_OK;
  }
  qn_mutex_lock(&exec->mutex);
  const qn_result result = launch_locked(exec, stream);
  qn_mutex_unlock(&exec->mutex);
  return result;
}

// ---- Updates

static step *find_step(qn_exec *exec, const qn_node *node) {
  for (size_t i = 0; i < exec->count; ++i)
    if (exec->steps[i].id == node->id && exec->steps[i].type == node->type)
      return &exec->steps[i];
  return NULL;
}

qn_result qn_exec_update_node(qn_exec *exec, const qn_node *node) {
  qn_mutex_lock(&exec->mutex);
  step *s = find_step(exec, node);
  qn_result result =
      s ? collect_users(node->graph, &exec->users)
        : qn_refuse(QN_R_INVALID_VALUE,
                    "the executable graph was not made with that node");
  if (result == QN_R_OK)
    result = set_step(s, node);
  drop_batch(exec);
  qn_mutex_unlock(&exec->mutex);
  return result;
}

qn_result qn_exec_get_enabled(qn_exec *exec, const qn_node *node, bool *out) {
  qn_mutex_lock(&exec->mutex);
  const step *s = find_step(exec, node);
  if (s)
    *out = !s->disabled;
  qn_mutex_unlock(&exec->mutex);
  return s ? QN_R_OK
           : qn_refuse(QN_R_INVALID_VALUE,
                       "the executable graph was not made with that node");
}

qn_result qn_exec_set_enabled(qn_exec *exec, const qn_node *node,
                              bool enabled) {
  if (node->type > QN_NODE_FILL)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "only kernels, copies and fills can be turned off");
  qn_mutex_lock(&exec->mutex);
  step *s = find_step(exec, node);
  if (s) {
    s->disabled = !enabled;
    drop_batch(exec);
  }
  qn_mutex_unlock(&exec->mutex);
  return s ? QN_R_OK
           : qn_refuse(QN_R_INVALID_VALUE,
                       "the executable graph was not made with that node");
}

static qn_node *find_node(const qn_graph *graph, uint64_t id) {
  for (size_t i = 0; i < graph->count; ++i) {
    if (graph->nodes[i]->id == id)
      return graph->nodes[i];
    qn_node *inner =
        graph->nodes[i]->child ? find_node(graph->nodes[i]->child, id) : NULL;
    if (inner)
      return inner;
  }
  return NULL;
}

// Compares two step by step; reports at which step they differ, and how.
static qn_update compare(const qn_exec *a, const qn_exec *b, size_t *out_at) {
  *out_at = 0;
  if (a->count != b->count || a->nodes != b->nodes)
    return QN_UPDATE_TOPOLOGY;
  for (size_t i = 0; i < a->count; ++i) {
    const step *x = &a->steps[i];
    const step *y = &b->steps[i];
    *out_at = i;
    if (x->type != y->type)
      return QN_UPDATE_NODE_TYPE;
    if (a->after_count[i] != b->after_count[i] ||
        memcmp(a->after[i], b->after[i],
               a->after_count[i] * sizeof(uint32_t)) != 0)
      return QN_UPDATE_TOPOLOGY;
    if (x->type == QN_NODE_COPY &&
        (x->op.copy.to.device != y->op.copy.to.device ||
         x->op.copy.from.device != y->op.copy.from.device))
      return QN_UPDATE_PARAMETERS;
  }
  return QN_UPDATE_DONE;
}

qn_result qn_exec_update(qn_exec *exec, const qn_graph *graph,
                         qn_node **out_node, qn_update *out_update) {
  qn_exec *fresh;
  size_t at;
  *out_node = NULL;
  *out_update = QN_UPDATE_ERROR;
  QN_CHECK(qn_exec_create(graph, exec->flags, &fresh));
  qn_mutex_lock(&exec->mutex);
  *out_update = compare(exec, fresh, &at);
  if (*out_update == QN_UPDATE_DONE) {
    // Steps keep the ids of the old nodes, by which the program refers to them.
    for (size_t i = 0; i < exec->count; ++i) {
      step *x = &exec->steps[i];
      step *y = &fresh->steps[i];
      y->id = x->id;
      const step kept = *x;
      *x = *y;
      *y = kept;
      x->disabled = kept.disabled;
    }
    const qn_users users = exec->users;
    exec->users = fresh->users;
    fresh->users = users;
    drop_batch(exec);
  } else if (at < fresh->count) {
    *out_node = find_node(graph, fresh->steps[at].id);
  }
  qn_mutex_unlock(&exec->mutex);
  qn_exec_free(fresh);
  return *out_update == QN_UPDATE_DONE
             ? QN_R_OK
             : qn_refuse(QN_R_GRAPH_UPDATE,
                         "the graph differs from the one that was "
                         "instantiated, at step %zu",
                         at);
}
