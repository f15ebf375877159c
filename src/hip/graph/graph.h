// SPDX-License-Identifier: Apache-2.0
// What the files of the graph API share.
#ifndef QN_HIP_GRAPH_GRAPH_H
#define QN_HIP_GRAPH_GRAPH_H

#include "hip/core/api.h"
#include "runtime/core/graph.h"

qn_result qn_hip_graph_find(const void *handle, qn_graph **out_graph);
qn_result qn_hip_node_find(const void *handle, qn_node **out_node);
// A node of a certain type.
qn_result qn_hip_node_find_type(const void *handle, qn_node_type type,
                                qn_node **out_node);
qn_result qn_hip_exec_find(const void *handle, qn_exec **out_exec);

// Where a new node goes, from the parameters that all such calls begin with.
typedef struct qn_hip_place {
  hipGraphNode_t *to;
  hipGraph_t graph;
  const hipGraphNode_t *after;
  size_t count;
} qn_hip_place;
// Adds a node and calls `set` with it and `params`; if that fails, the node is
// removed.
qn_result qn_hip_add_node(const qn_hip_place *place, qn_node_type type,
                          qn_result (*set)(qn_node *node, const void *params),
                          const void *params);
// Updates a node of an executable graph: applies `set` to a copy of the node.
qn_result
qn_hip_update_exec(hipGraphExec_t exec, hipGraphNode_t node, qn_node_type type,
                   qn_result (*set)(qn_node *node, const void *params),
                   const void *params);

// CUDA's attribute of kernel nodes that kernels change, which HIP has not, and
// its value.
enum { QN_HIP_ATTRIBUTE_LIVE = 13 };
typedef struct qn_hip_live {
  int updatable;
  void *node; // for the device's functions
} qn_hip_live;
qn_result qn_hip_set_live(qn_node *node, qn_hip_live *value);
// Around a launch with it: whether `stream` captures; sets it for what was
// captured.
hipError_t qn_hip_live_begin(hipStream_t stream);
hipError_t qn_hip_live_captured(hipStream_t stream, void *value);

// The flags may be combined, as in CUDA.
qn_result qn_hip_instantiate(hipGraphExec_t *to, hipGraph_t graph,
                             unsigned long long flags);
// Updates the nodes of a child graph from those of `now`, which must have the
// same topology.
qn_result qn_hip_update_child(qn_exec *exec, const qn_graph *was,
                              const qn_graph *now);

// The same of a node that is a graph of its own: `set` gives a copy its child.
qn_result qn_hip_update_parts(qn_exec *exec, const qn_node *node,
                              qn_result (*set)(qn_node *node,
                                               const void *params),
                              const void *params);

// Setters for the above: `params` is HIP's struct, or what the name says.
qn_result qn_hip_set_kernel(qn_node *node, const void *params);
qn_result qn_hip_set_copy(qn_node *node, const void *params);
qn_result qn_hip_set_fill(qn_node *node, const void *params);
qn_result qn_hip_set_host(qn_node *node, const void *params);
qn_result qn_hip_set_event(qn_node *node, const void *params);
qn_result qn_hip_set_child(qn_node *node, const void *params);
typedef struct qn_hip_plain_copy { // of hipGraphAddMemcpyNode1D
  void *to;
  const void *from;
  size_t size;
  hipMemcpyKind kind;
} qn_hip_plain_copy;
qn_result qn_hip_set_plain_copy(qn_node *node, const void *params);

// ---- Captures into a graph that exists

// Called for a node that does something else now, with the old node and a
// captured one; false ends the recapture. `fn` is the program's function.
typedef bool qn_hip_changed(void (*fn)(void), void *user, void *was, void *now);
typedef struct qn_hip_listener {
  qn_hip_changed *changed;
  void (*fn)(void); // NULL: none, every change is taken
  void *user;
} qn_hip_listener;
hipError_t qn_hip_recapture(hipStream_t stream, hipStreamCaptureMode mode,
                            hipGraph_t graph, const qn_hip_listener *listener);
// The end of a capture: of one that began so, *graph becomes the graph that was
// there. Otherwise nothing happens.
qn_result qn_hip_recapture_end(qn_graph **graph);

// As CUDA releases a user object: references that the program does not hold are
// an error.
qn_result qn_hip_user_release(const void *handle, unsigned count);

// Bytes for each semaphore of a node behind the arrays that its parameters'
// getters return: the handles lie last but these. CUDA's structs go there,
// which live as long as HIP's.
enum { QN_HIP_SEMAPHORE_ROOM = 160 };

#endif // QN_HIP_GRAPH_GRAPH_H
