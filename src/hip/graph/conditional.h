// SPDX-License-Identifier: Apache-2.0
// Conditional nodes, which only CUDA's APIs have.
#ifndef QN_HIP_GRAPH_CONDITIONAL_H
#define QN_HIP_GRAPH_CONDITIONAL_H

#include "hip/graph/graph.h"

typedef struct qn_hip_condition_request {
  hipGraph_t graph;
  uint32_t initial;
  unsigned flags; // cudaGraphCondAssignDefault
} qn_hip_condition_request;
// A handle, which kernels write through: the address of the value.
qn_result qn_hip_condition_make(const qn_hip_condition_request *request,
                                unsigned long long *out_handle);

// cudaConditionalNodeParams and CUDA_CONDITIONAL_NODE_PARAMS.
typedef struct qn_hip_choice {
  unsigned long long handle;
  int kind; // qn_condition_kind
  unsigned size;
  hipGraph_t *graphs; // set: an array of the node's
} qn_hip_choice;
qn_result qn_hip_add_choice(const qn_hip_place *place, qn_hip_choice *choice);

#endif // QN_HIP_GRAPH_CONDITIONAL_H
