// SPDX-License-Identifier: Apache-2.0
// Nodes of several copies.
#ifndef QN_HIP_GRAPH_COPIES_H
#define QN_HIP_GRAPH_COPIES_H

#include "hip/graph/graph.h"

// `count` of each list, which the node copies.
typedef struct qn_hip_copies {
  size_t count;
  void *const *to;
  const void *const *from;
  const size_t *sizes;
} qn_hip_copies;

qn_result qn_hip_add_copies(const qn_hip_place *place,
                            const qn_hip_copies *copies);
qn_result qn_hip_set_copies(const void *node, const qn_hip_copies *copies);
// The lists belong to the node.
qn_result qn_hip_get_copies(const void *node, qn_hip_copies *out_copies);
// Of later launches; the batch has as many copies as before.
qn_result qn_hip_update_copies(hipGraphExec_t exec, const void *node,
                               const qn_hip_copies *copies);

#endif // QN_HIP_GRAPH_COPIES_H
