// SPDX-License-Identifier: Apache-2.0
// Executable graphs: the operations of a graph in order, as batches that back
// ends take, or one by one.
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/core/graph_inside.h"
#include "runtime/core/handles.h"
#include "runtime/core/mempool.h"

// hipGraphInstantiateFlagAutoFreeOnLaunch
enum { QN_EXEC_AUTO_FREE = 1 };

// What a conditional node chooses from.
typedef struct branch {
  qn_condition *condition;
  qn_condition_kind kind;
  size_t count;
  qn_exec *bodies[];
} branch;

// One operation of an executable graph and where it comes from.
typedef struct step {
  uint64_t id; // of the node
  qn_node_type type;
  qn_event *event;
  bool disabled;
  qn_op op;           // as it is when enabled
  uint8_t *arguments; // owned
  branch *branch;     // owned; NULL: not a conditional node
  qn_live *live;      // held; NULL: no kernel changes it
} step;

struct qn_exec {
  unsigned long long flags;
  uint64_t id;
  qn_mutex mutex; // of all below
  step *steps;
  size_t count, capacity;
  size_t nodes;     // with child graphs'; also those that are not steps
  uint32_t **after; // of each step
  uint32_t *after_count;
  bool one_by_one;     // has events, which batches cannot have
  bool conditional;    // has conditional nodes, of which a thread takes care
  bool live;           // has nodes that kernels change
  bool by_kernels;     // may be launched by kernels
  const void *handle;  // the program's
  qn_batch *batch;     // NULL: has to be built
  qn_program *program; // of a conditional one; NULL: has to be built
  qn_turns *turns;     // of its launches
  qn_users users;      // of the graph and its child graphs
  qn_graph_change *changes; // of their memory, in the order of the nodes
  size_t change_count;
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
    QN_CHECK(qn_kernel_own_arguments(&op.kernel, &arguments));
  qn_free_aligned(s->arguments);
  s->arguments = arguments;
  s->op = op;
  s->event = node->event;
  if (!s->live)
    return QN_R_OK;
  s->op.kernel.live = &s->live->what;
  return qn_live_set(s->live, &s->op.kernel);
}

// A node that kernels change belongs to one executable graph.
static qn_result take_live(step *s, const qn_node *node) {
  if (!node->live)
    return QN_R_OK;
  if (atomic_exchange(&node->live->used, true))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a graph with nodes that kernels change has one "
                     "executable graph, which is there already");
  s->live = qn_live_hold(node->live);
  s->live->what.enabled = 1;
  s->op.kernel.live = &s->live->what;
  return qn_live_set(s->live, &s->op.kernel);
}

static void give_live(step *s) {
  if (s->live)
    atomic_store(&s->live->used, false);
  qn_live_drop(s->live);
}

static bool is_allowed(const qn_node *node) {
  switch (node->type) {
  case QN_NODE_KERNEL:
  case QN_NODE_COPY:
  case QN_NODE_FILL:
  case QN_NODE_EMPTY:
  case QN_NODE_CONDITION:
    return true;
  case QN_NODE_GRAPH:
    for (size_t i = 0; i < node->child->count; ++i)
      if (!is_allowed(node->child->nodes[i]))
        return false;
    return true;
  default:
    return false;
  }
}

static qn_result check_body(const qn_graph *graph) {
  for (size_t i = 0; i < graph->count; ++i)
    if (!is_allowed(graph->nodes[i]))
      return qn_refuse(QN_R_INVALID_VALUE,
                       "a graph of a conditional node has only kernels, "
                       "copies, fills, empty nodes, conditional nodes, and "
                       "child graphs of these");
  return QN_R_OK;
}

// The condition and an executable graph for each body.
static qn_result make_branch(const qn_node *node, step *s) {
  const qn_choice *from = node->choice;
  branch *b = qn_alloc_array(1, sizeof(*b) + from->count * sizeof(qn_exec *));
  if (!b)
    return qn_graph_no_memory();
  b->condition = qn_condition_hold(from->condition);
  b->kind = from->kind;
  s->branch = b;
  for (; b->count < from->count; ++b->count) {
    QN_CHECK(check_body(from->bodies[b->count]));
    QN_CHECK(qn_exec_create(from->bodies[b->count], 0, &b->bodies[b->count]));
  }
  return QN_R_OK;
}

static void free_branch(branch *b) {
  for (size_t i = 0; b && i < b->count; ++i)
    qn_exec_free(b->bodies[i]);
  if (b)
    qn_condition_drop(b->condition);
  qn_free(b);
}

static qn_result add_step(qn_exec *exec, const qn_node *node,
                          const exits *before) {
  if (!grow_steps(exec))
    return qn_graph_no_memory();
  const size_t i = exec->count;
  exec->steps[i] = (step){.id = node->id, .type = node->type};
  QN_CHECK(set_step(&exec->steps[i], node));
  exec->after[i] = qn_alloc_array(before->count + 1, sizeof(uint32_t));
  if (!exec->after[i])
    return qn_graph_no_memory();
  if (before->count)
    memcpy(exec->after[i], before->items, before->count * sizeof(uint32_t));
  exec->after_count[i] = (uint32_t)before->count;
  ++exec->count;
  exec->live |= node->live != NULL;
  return take_live(&exec->steps[i], node);
}

static bool is_step(qn_node_type type) {
  return type != QN_NODE_EMPTY && type != QN_NODE_ALLOCATE &&
         type != QN_NODE_FREE;
}

static qn_result add_change(qn_exec *exec, const qn_node *node) {
  qn_graph_change *grown = qn_realloc(
      exec->changes, (exec->change_count + 1) * sizeof(*exec->changes));
  if (!grown)
    return qn_graph_no_memory();
  exec->changes = grown;
  grown[exec->change_count++] = (qn_graph_change){
      .address = node->memory, .allocates = node->type == QN_NODE_ALLOCATE};
  return QN_R_OK;
}

// `out_exits` may be NULL.
static qn_result flatten(qn_exec *exec, const qn_graph *graph,
                         const exits *before, exits *out_exits);

// Adds the steps of a node; `out` receives those that its followers wait for.
static qn_result flatten_node(qn_exec *exec, const qn_node *node,
                              const exits *before, exits *out) {
  if (node->child)
    return flatten(exec, node->child, before, out);
  if (node->type == QN_NODE_ALLOCATE || node->type == QN_NODE_FREE)
    QN_CHECK(add_change(exec, node));
  if (!is_step(node->type))
    return add_exits(out, before) ? QN_R_OK : qn_graph_no_memory();
  QN_CHECK(add_step(exec, node, before));
  if (node->choice) {
    exec->conditional = true;
    QN_CHECK(make_branch(node, &exec->steps[exec->count - 1]));
  }
  if (node->type == QN_NODE_WAIT || node->type == QN_NODE_RECORD)
    exec->one_by_one = true;
  return add_exit(out, (uint32_t)exec->count - 1) ? QN_R_OK
                                                  : qn_graph_no_memory();
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
        good ? flatten_node(exec, node, &mine, &all[node->place])
             : qn_graph_no_memory();
    qn_free(mine.items);
    if (result != QN_R_OK)
      return result;
  }
  return QN_R_OK;
}

static qn_result flatten(qn_exec *exec, const qn_graph *graph,
                         const exits *before, exits *out_exits) {
  size_t count = 0;
  const qn_node **order = qn_graph_sorted(graph, &count);
  exits *all = qn_alloc_array(graph->count + 1, sizeof(*all));
  qn_result result = order && all ? QN_R_OK : qn_graph_no_memory();
  if (result == QN_R_OK && count != graph->count)
    result = qn_refuse(QN_R_INVALID_VALUE, "the graph has a cycle");
  if (result == QN_R_OK)
    result = flatten_all(exec, graph, order, all, before);
  // Followers wait for the exits of all nodes, not only of the last ones: more
  // edges cost little.
  for (size_t i = 0; i < graph->count && result == QN_R_OK && out_exits; ++i)
    if (!add_exits(out_exits, &all[i]))
      result = qn_graph_no_memory();
  if (result == QN_R_OK && out_exits && !graph->count &&
      !add_exits(out_exits, before))
    result = qn_graph_no_memory();
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
  qn_program_drop(exec->program);
  exec->program = NULL;
}

static void free_steps(qn_exec *exec) {
  for (size_t i = 0; i < exec->count; ++i) {
    qn_free_aligned(exec->steps[i].arguments);
    free_branch(exec->steps[i].branch);
    give_live(&exec->steps[i]);
    qn_free(exec->after[i]);
  }
  qn_free(exec->steps);
  qn_free(exec->after);
  qn_free(exec->after_count);
}

static size_t count_nodes(const qn_graph *graph) {
  size_t count = graph->count;
  for (size_t i = 0; i < graph->count; ++i) {
    const qn_node *node = graph->nodes[i];
    count += node->child ? count_nodes(node->child) : 0;
    for (size_t j = 0; node->choice && j < node->choice->count; ++j)
      count += count_nodes(node->choice->bodies[j]);
  }
  return count;
}

// Copies the user objects of a graph and its child graphs.
static qn_result collect_users(const qn_graph *graph, qn_users *to) {
  QN_CHECK(qn_users_copy(&graph->users, to));
  for (size_t i = 0; i < graph->count; ++i) {
    const qn_node *node = graph->nodes[i];
    if (node->child)
      QN_CHECK(collect_users(node->child, to));
    for (size_t j = 0; node->choice && j < node->choice->count; ++j)
      QN_CHECK(collect_users(node->choice->bodies[j], to));
  }
  return QN_R_OK;
}

qn_result qn_exec_create(const qn_graph *graph, unsigned long long flags,
                         qn_exec **out_exec) {
  for (size_t i = 0; i < graph->condition_count; ++i)
    if (!graph->conditions[i]->used)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "a condition of the graph belongs to no node");
  qn_exec *exec = qn_alloc_array(1, sizeof(*exec));
  if (!exec)
    return qn_graph_no_memory();
  exec->flags = flags;
  exec->id = qn_graph_next_id();
  exec->nodes = count_nodes(graph);
  qn_mutex_init(&exec->mutex);
  const exits none = {0};
  qn_result result = collect_users(graph, &exec->users);
  if (result == QN_R_OK)
    result = flatten(exec, graph, &none, NULL);
  // By parts, as only batches know what kernels changed.
  exec->conditional |= exec->live && exec->one_by_one;
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
  qn_turns_drop(exec->turns);
  qn_users_drop(&exec->users);
  qn_free(exec->changes);
  qn_mutex_finish(&exec->mutex);
  qn_free(exec);
}

unsigned long long qn_exec_flags(const qn_exec *exec) { return exec->flags; }

uint64_t qn_exec_id(const qn_exec *exec) { return exec->id; }

void qn_exec_set_handle(qn_exec *exec, const void *handle) {
  exec->handle = handle;
}

qn_result qn_exec_let_kernels_launch(qn_exec *exec, const qn_device *device) {
  if (!device->info.live_graphs)
    return qn_refuse(QN_R_NOT_SUPPORTED, "kernels cannot launch graphs on %s",
                     device->backend->name);
  for (size_t i = 0; i < exec->count; ++i)
    if (exec->steps[i].type > QN_NODE_FILL)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "a graph that kernels launch has only kernels, copies, "
                       "fills, and child graphs of these");
  exec->by_kernels = true;
  return QN_R_OK;
}

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
    if (own->ops[i].kind == QN_OP_KERNEL) {
      qn_free_aligned((void *)(uintptr_t)own->ops[i].kernel.packed);
      qn_live_drop(qn_live_of(&own->ops[i].kernel));
    }
    if (own->after)
      qn_free(own->after[i]);
  }
  qn_free(own->ops);
  qn_free(own->after);
  qn_free(own->after_count);
  qn_users_drop(&own->users);
  qn_free(own);
}

static void do_nothing(void *user) { (void)user; }

static qn_batch *find_batch(const void *handle);

// Steps `first` to `first + count` alone, which run after all before them.
static qn_result fill_batch(const qn_exec *exec, size_t first, size_t count,
                            own_batch *own) {
  for (size_t i = 0; i < count; ++i) {
    const step *s = &exec->steps[first + i];
    own->ops[i] = s->op;
    if (s->disabled)
      own->ops[i] = (qn_op){.kind = QN_OP_HOST, .host = {.fn = do_nothing}};
    ++own->batch.count;
    if (own->ops[i].kind == QN_OP_KERNEL) {
      uint8_t *copy;
      own->ops[i].kernel.packed = NULL;
      own->ops[i].kernel.live = NULL;
      qn_op_kernel k = s->op.kernel;
      QN_CHECK(qn_kernel_own_arguments(&k, &copy));
      own->ops[i].kernel = k;
      (void)qn_live_hold(s->live);
    }
    const uint32_t *after = exec->after[first + i];
    own->after[i] =
        qn_alloc_array(exec->after_count[first + i] + 1, sizeof(uint32_t));
    if (!own->after[i])
      return qn_graph_no_memory();
    for (size_t j = 0; j < exec->after_count[first + i]; ++j)
      if (after[j] >= first)
        own->after[i][own->after_count[i]++] = after[j] - (uint32_t)first;
  }
  return QN_R_OK;
}

static qn_result make_batch(const qn_exec *exec, size_t first, size_t count,
                            qn_batch **out) {
  own_batch *own = qn_alloc_array(1, sizeof(*own));
  if (!own)
    return qn_graph_no_memory();
  atomic_init(&own->batch.refs, 1);
  own->batch.free = free_batch;
  own->ops = qn_alloc_array(count + 1, sizeof(*own->ops));
  own->after = qn_alloc_array(count + 1, sizeof(*own->after));
  own->after_count = qn_alloc_array(count + 1, sizeof(*own->after_count));
  qn_result result = own->ops && own->after && own->after_count
                         ? fill_batch(exec, first, count, own)
                         : qn_graph_no_memory();
  if (result == QN_R_OK)
    result = qn_users_copy(&exec->users, &own->users);
  own->batch.ops = own->ops;
  own->batch.after = (const uint32_t *const *)own->after;
  own->batch.after_count = own->after_count;
  own->batch.handle = exec->handle;
  // A part's kernels could not launch graphs, as those may have to wait for the
  // other parts.
  own->batch.find = exec->conditional ? NULL : find_batch;
  if (result != QN_R_OK)
    qn_batch_drop(&own->batch);
  else
    *out = &own->batch;
  return result;
}

static qn_result whole_batch(qn_exec *exec) {
  return exec->batch ? QN_R_OK : make_batch(exec, 0, exec->count, &exec->batch);
}

// Called from kernels.
static qn_batch *find_batch(const void *handle) {
  qn_exec *exec = qn_handle_find(QN_HANDLE_EXEC, handle);
  if (!exec || !exec->by_kernels)
    return NULL;
  qn_mutex_lock(&exec->mutex);
  qn_batch *batch =
      whole_batch(exec) == QN_R_OK ? qn_batch_hold(exec->batch) : NULL;
  qn_mutex_unlock(&exec->mutex);
  return batch;
}

// ---- Programs, of graphs with conditional nodes

static qn_result make_program(const qn_exec *exec, qn_program **out);

static qn_result fill_part(const branch *from, qn_program_part *part) {
  part->condition = qn_condition_hold(from->condition);
  part->kind = from->kind;
  part->bodies = qn_alloc_array(from->count + 1, sizeof(qn_program *));
  if (!part->bodies)
    return qn_graph_no_memory();
  for (; part->body_count < from->count; ++part->body_count)
    QN_CHECK(make_program(from->bodies[part->body_count],
                          &part->bodies[part->body_count]));
  return QN_R_OK;
}

static bool is_alone(const step *s) { return s->branch || s->event; }

static qn_result fill_program(const qn_exec *exec, qn_program *p) {
  for (size_t i = 0; i < exec->count;) {
    qn_program_part *part = &p->parts[p->count++];
    const step *s = &exec->steps[i];
    if (s->branch) {
      QN_CHECK(fill_part(s->branch, part));
      ++i;
      continue;
    }
    if (s->event) {
      part->event = s->event;
      part->awaits = s->type == QN_NODE_WAIT;
      ++i;
      continue;
    }
    const size_t first = i;
    while (i < exec->count && !is_alone(&exec->steps[i]))
      ++i;
    QN_CHECK(make_batch(exec, first, i - first, &part->batch));
  }
  return QN_R_OK;
}

static qn_result make_program(const qn_exec *exec, qn_program **out) {
  qn_program *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return qn_graph_no_memory();
  atomic_init(&p->refs, 1);
  p->parts = qn_alloc_array(exec->count + 1, sizeof(*p->parts));
  const qn_result result =
      p->parts ? fill_program(exec, p) : qn_graph_no_memory();
  if (result == QN_R_OK)
    *out = p;
  else
    qn_program_drop(p);
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

static qn_result launch_program(qn_exec *exec, qn_stream *stream) {
  if (!exec->turns)
    QN_CHECK(qn_turns_create(stream->device, &exec->turns));
  if (!exec->program)
    QN_CHECK(make_program(exec, &exec->program));
  return qn_program_launch(exec->program, exec->turns, stream);
}

static qn_result launch_steps(qn_exec *exec, qn_stream *stream) {
  if (exec->conditional)
    return launch_program(exec, stream);
  if (exec->one_by_one) {
    for (size_t i = 0; i < exec->count; ++i)
      QN_CHECK(launch_step(&exec->steps[i], stream));
    return QN_R_OK;
  }
  if (!exec->count)
    return QN_R_OK;
  QN_CHECK(whole_batch(exec));
  const qn_op op = {.kind = QN_OP_BATCH, .batch = exec->batch};
  return qn_stream_submit_now(stream, &op);
}

static qn_result launch_locked(qn_exec *exec, qn_stream *stream) {
  QN_CHECK(qn_mempool_graph_launch(exec->changes, exec->change_count,
                                   (exec->flags & QN_EXEC_AUTO_FREE) != 0));
  const qn_result result = launch_steps(exec, stream);
  if (result != QN_R_OK)
    qn_mempool_graph_undo(exec->changes, exec->change_count);
  return result;
}

qn_result qn_exec_launch(qn_exec *exec, qn_stream *stream) {
  if (atomic_load(&stream->capture)) {
    if (exec->conditional)
      return qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                       "a graph with conditional nodes cannot be captured");
    if (exec->live)
      return qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                       "a graph with nodes that kernels change cannot be "
                       "captured");
    if (exec->change_count)
      return qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                       "a graph that allocates or frees cannot be captured");
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
  for (size_t i = 0; i < exec->count; ++i) {
    step *s = &exec->steps[i];
    if (s->id == node->id && s->type == node->type)
      return s;
    for (size_t j = 0; s->branch && j < s->branch->count; ++j) {
      step *inner = find_step(s->branch->bodies[j], node);
      if (inner)
        return inner;
    }
  }
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
    *out = s->live ? s->live->what.enabled != 0 : !s->disabled;
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
  if (s && s->live) {
    s->live->what.enabled = enabled;
  } else if (s) {
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
    const qn_choice *choice = graph->nodes[i]->choice;
    qn_node *inner =
        graph->nodes[i]->child ? find_node(graph->nodes[i]->child, id) : NULL;
    for (size_t j = 0; choice && j < choice->count && !inner; ++j)
      inner = find_node(choice->bodies[j], id);
    if (inner)
      return inner;
  }
  return NULL;
}

static qn_update compare(const qn_exec *a, const qn_exec *b, size_t *out_at);

static qn_update compare_branches(const branch *a, const branch *b) {
  size_t at;
  if (a->kind != b->kind || a->count != b->count)
    return QN_UPDATE_PARAMETERS;
  for (size_t i = 0; i < a->count; ++i) {
    const qn_update update = compare(a->bodies[i], b->bodies[i], &at);
    if (update != QN_UPDATE_DONE)
      return update;
  }
  return QN_UPDATE_DONE;
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
    if (x->branch) {
      const qn_update update = compare_branches(x->branch, y->branch);
      if (update != QN_UPDATE_DONE)
        return update;
    }
  }
  return QN_UPDATE_DONE;
}

// Takes over the steps of `fresh`, which is alike. They keep the ids of the old
// nodes, by which the program refers to them.
static void take_steps(qn_exec *exec, qn_exec *fresh) {
  for (size_t i = 0; i < exec->count; ++i) {
    step *x = &exec->steps[i];
    step *y = &fresh->steps[i];
    for (size_t j = 0; x->branch && j < x->branch->count; ++j) {
      take_steps(x->branch->bodies[j], y->branch->bodies[j]);
      qn_exec *body = x->branch->bodies[j];
      x->branch->bodies[j] = y->branch->bodies[j];
      y->branch->bodies[j] = body;
    }
    y->id = x->id;
    const step kept = *x;
    *x = *y;
    *y = kept;
    x->disabled = kept.disabled;
  }
}

qn_result qn_exec_update(qn_exec *exec, const qn_graph *graph,
                         qn_node **out_node, qn_update *out_update) {
  qn_exec *fresh = NULL;
  size_t at = 0;
  *out_node = NULL;
  *out_update = QN_UPDATE_ERROR;
  if (exec->live) {
    *out_update = QN_UPDATE_NOT_SUPPORTED;
    return qn_refuse(QN_R_GRAPH_UPDATE,
                     "an executable graph with nodes that kernels change is "
                     "not updated as a whole");
  }
  const qn_result made = qn_exec_create(graph, exec->flags, &fresh);
  if (!fresh)
    return made;
  qn_mutex_lock(&exec->mutex);
  *out_update = compare(exec, fresh, &at);
  if (*out_update == QN_UPDATE_DONE) {
    take_steps(exec, fresh);
    const qn_users users = exec->users;
    exec->users = fresh->users;
    fresh->users = users;
    qn_graph_change *changes = exec->changes;
    exec->changes = fresh->changes;
    fresh->changes = changes;
    exec->change_count = fresh->change_count;
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
