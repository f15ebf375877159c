// SPDX-License-Identifier: Apache-2.0
// What graph.c and exec.c share.
#ifndef QN_RUNTIME_CORE_GRAPH_INSIDE_H
#define QN_RUNTIME_CORE_GRAPH_INSIDE_H

#include "runtime/core/graph.h"

uint64_t qn_graph_next_id(void);
qn_result qn_graph_no_memory(void);
void qn_users_drop(qn_users *users);
// Copies a kernel's arguments from the program's memory.
qn_result qn_kernel_own_arguments(qn_op_kernel *k, uint8_t **out_arguments);
// Nodes in topological order, otherwise as created. NULL when out of memory; if
// there is a cycle, some are missing.
const qn_node **qn_graph_sorted(const qn_graph *graph, size_t *out_count);

#endif // QN_RUNTIME_CORE_GRAPH_INSIDE_H
