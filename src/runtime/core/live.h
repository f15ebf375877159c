// SPDX-License-Identifier: Apache-2.0
// Kernel nodes that other kernels of their graph change: how many blocks they
// have, their arguments, whether they run at all. What changes is kept once,
// for the node, the executable graph and its batches, as there is only one
// executable graph of such a graph at a time.
#ifndef QN_RUNTIME_CORE_LIVE_H
#define QN_RUNTIME_CORE_LIVE_H

#include <stdatomic.h>

#include "runtime/contract/backend.h"

typedef struct qn_live {
  qn_kernel_live what; // first: a batch knows only this
  atomic_uint refs;
  atomic_bool used; // by an executable graph
} qn_live;

qn_result qn_live_create(qn_live **out_live);
qn_live *qn_live_hold(qn_live *live); // accepts NULL
void qn_live_drop(qn_live *live);     // accepts NULL
// Takes over the grid and the arguments, which are packed.
qn_result qn_live_set(qn_live *live, const qn_op_kernel *kernel);
// The one that an operation refers to; NULL: none.
qn_live *qn_live_of(const qn_op_kernel *kernel);

#endif // QN_RUNTIME_CORE_LIVE_H
