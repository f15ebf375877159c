// SPDX-License-Identifier: Apache-2.0
// Graphs: work that is defined once and launched often, built node by node or
// captured from streams.
//
// A graph and its nodes are not thread-safe, as in CUDA; executable graphs are.
#ifndef QN_RUNTIME_CORE_GRAPH_H
#define QN_RUNTIME_CORE_GRAPH_H

#include "runtime/core/condition.h"
#include "runtime/core/live.h"
#include "runtime/core/loader.h"
#include "runtime/core/stream.h"

typedef enum qn_node_type { // hipGraphNodeType
  QN_NODE_KERNEL,
  QN_NODE_COPY,
  QN_NODE_FILL,
  QN_NODE_HOST,
  QN_NODE_GRAPH,
  QN_NODE_EMPTY,
  QN_NODE_WAIT,
  QN_NODE_RECORD,
  QN_NODE_SIGNAL, // semaphores of other APIs
  QN_NODE_AWAIT,
  QN_NODE_ALLOCATE,
  QN_NODE_FREE,
  QN_NODE_VALUES = 14, // WRITE and POLL operations
  QN_NODE_CONDITION,   // CUDA's 13, which HIP has given away
  // Internal: a NATIVE operation, which the API calls a graph of its own.
  QN_NODE_NATIVE = 100,
  QN_NODE_COPIES, // a child graph of copies, CUDA's 14
} qn_node_type;

typedef struct qn_graph qn_graph;
typedef struct qn_recapture qn_recapture;

// A conditional node's graphs, of which a value chooses. Freed with the node.
typedef struct qn_choice {
  qn_condition *condition;
  qn_condition_kind kind;
  size_t count;
  qn_graph *bodies[];
} qn_choice;

typedef struct qn_node {
  qn_graph *graph;
  void *handle;
  qn_node_type type;
  uint64_t id;     // unique in the process
  uint64_t origin; // the id of the node that it is a clone of, or its own
  struct qn_node **after; // what it waits for
  size_t after_count, after_capacity;
  // KERNEL (arguments packed in `arguments`), COPY, FILL, HOST, VALUES.
  qn_op op;
  uint8_t *arguments; // owned, aligned to 64 bytes
  void **values;      // owned: addresses in `arguments`
  qn_graph *child;    // GRAPH, VALUES of a program: owned
  qn_choice *choice;  // CONDITION: owned
  qn_live *live;      // KERNEL that other kernels change; NULL: not; held
  qn_event *event;    // WAIT, RECORD; borrowed
  void *memory;       // ALLOCATE, FREE
  size_t memory_size;
  // What the API stored with it, freed with the node.
  void *extra;
  size_t extra_size;
  bool mark;    // private
  size_t place; // private: its index in the graph, during a traversal
} qn_node;

// The API's user objects, to which graphs, their clones and executable graphs
// hold references.
struct qn_user_ref;
typedef struct qn_user_ops {
  bool (*copy)(const struct qn_user_ref *from, struct qn_user_ref **to);
  void (*drop)(struct qn_user_ref **list);
} qn_user_ops;
typedef struct qn_users {
  struct qn_user_ref *list;
  const qn_user_ops *ops; // NULL: none
} qn_users;
// `to` holds what `from` does, beside its own.
qn_result qn_users_copy(const qn_users *from, qn_users *to);

struct qn_graph {
  void *handle;
  qn_node **nodes; // in order of creation
  size_t count, capacity;
  qn_node *parent; // of a child graph: the node that owns it
  uint64_t id, origin;
  qn_users users;
  qn_condition **conditions; // that were made for it, each held
  size_t condition_count;
  struct qn_recapture
      *recapture; // the API's: where a capture of it goes; owned
};

qn_result qn_graph_create(qn_graph **out_graph);
void qn_graph_free(qn_graph *graph); // accepts NULL
qn_result qn_graph_clone(const qn_graph *graph, qn_graph **out_graph);

// Adds a node that waits for `after`, nodes of the same graph.
qn_result qn_graph_add(qn_graph *graph, qn_node_type type,
                       qn_node *const *after, size_t after_count,
                       qn_node **out_node);
qn_result qn_node_add_after(qn_node *node, qn_node *after);
bool qn_node_remove_after(qn_node *node, const qn_node *after);
void qn_node_destroy(qn_node *node); // other nodes no longer wait for it
// Stores an operation; a kernel's arguments are copied.
qn_result qn_node_set_op(qn_node *node, const qn_op *op);
// Keeps a copy of `size` bytes as `extra`.
qn_result qn_node_set_extra(qn_node *node, const void *bytes, size_t size);
// Makes it a conditional node with as many empty graphs, which belong to it.
qn_result qn_node_set_choice(qn_node *node, qn_condition *condition,
                             qn_condition_kind kind, size_t count);
// A value for the graph's conditional nodes, which lives as long as it.
qn_result qn_graph_add_condition(qn_graph *graph, qn_device *device,
                                 qn_condition **out_condition);
// Whether there is a conditional node in it or in a child graph.
bool qn_graph_has_choice(const qn_graph *graph);
// Lets kernels change a kernel node, for good.
qn_result qn_node_set_live(qn_node *node, const qn_device *device);
// False when the edges form a cycle, so that no order exists.
bool qn_graph_is_acyclic(const qn_graph *graph);

// ---- Executable graphs

typedef struct qn_exec qn_exec;

qn_result qn_exec_create(const qn_graph *graph, unsigned long long flags,
                         qn_exec **out_exec);
// Launches in progress still finish.
void qn_exec_free(qn_exec *exec);
unsigned long long qn_exec_flags(const qn_exec *exec);
uint64_t qn_exec_id(const qn_exec *exec); // unique among graphs and nodes
// Its handle, of QN_HANDLE_EXEC, by which kernels know it.
void qn_exec_set_handle(qn_exec *exec, const void *handle);
// Lets kernels launch it, on devices that have that.
qn_result qn_exec_let_kernels_launch(qn_exec *exec, const qn_device *device);
qn_result qn_exec_launch(qn_exec *exec, qn_stream *stream);

// Updates what one node does in later launches from `node`, which has the same
// kind and id.
qn_result qn_exec_update_node(qn_exec *exec, const qn_node *node);
qn_result qn_exec_get_enabled(qn_exec *exec, const qn_node *node, bool *out);
qn_result qn_exec_set_enabled(qn_exec *exec, const qn_node *node, bool enabled);

typedef enum qn_update { // hipGraphExecUpdateResult
  QN_UPDATE_DONE,
  QN_UPDATE_ERROR,
  QN_UPDATE_TOPOLOGY,
  QN_UPDATE_NODE_TYPE,
  QN_UPDATE_FUNCTION,
  QN_UPDATE_PARAMETERS,
  QN_UPDATE_NOT_SUPPORTED,
} qn_update;
// Updates all of it, when the nodes and edges are the same.
qn_result qn_exec_update(qn_exec *exec, const qn_graph *graph,
                         qn_node **out_node, qn_update *out_update);

// ---- Capture

typedef enum qn_capture_mode { // hipStreamCaptureMode
  QN_CAPTURE_GLOBAL,
  QN_CAPTURE_THREAD,
  QN_CAPTURE_RELAXED,
} qn_capture_mode;

typedef enum qn_capture_status { // hipStreamCaptureStatus
  QN_CAPTURE_NONE,
  QN_CAPTURE_ACTIVE,
  QN_CAPTURE_INVALIDATED,
} qn_capture_status;

// `graph` NULL: a new one. Otherwise nodes are added to it, waiting for
// `after`.
qn_result qn_capture_begin(qn_stream *stream, qn_capture_mode mode,
                           qn_graph *graph, qn_node *const *after,
                           size_t after_count);
qn_result qn_capture_end(qn_stream *stream, qn_graph **out_graph);

typedef struct qn_capture_info {
  qn_capture_status status;
  unsigned long long id;
  qn_graph *graph;
  bool is_given;         // the graph was there before the capture
  qn_node *const *after; // what the stream's next node waits for; borrowed
  size_t after_count;
} qn_capture_info;
void qn_capture_get_info(qn_stream *stream, qn_capture_info *out_info);
// The same for a program's query: refused for the null stream while a stream
// that it would wait for captures; that capture stays valid.
qn_result qn_capture_ask(qn_stream *stream, qn_capture_info *out_info);
// Replaces, or extends, what the next node waits for.
qn_result qn_capture_set_after(qn_stream *stream, qn_node *const *after,
                               size_t after_count, bool replace);
// Sets the calling thread's mode; returns the old one.
qn_capture_mode qn_capture_exchange_mode(qn_capture_mode mode);
// Adds a node to the graph that a stream captures, after what came before.
qn_result qn_capture_add(qn_stream *stream, qn_node_type type,
                         qn_node **out_node);

#endif // QN_RUNTIME_CORE_GRAPH_H
