// SPDX-License-Identifier: Apache-2.0
// Operations of ranks of several processes, piece by piece through the memory
// that they share. An array of all ranks has an owner for each of its parts,
// who sums what the others send and sends them what comes of it.
#ifndef QN_LIBS_COMM_REMOTE_H
#define QN_LIBS_COMM_REMOTE_H

#include "libs/comm/reduce.h"
#include "libs/comm/segment.h"
#include "libs/core/work.h"

// One rank's side.
typedef struct qn_remote {
  qn_segment *segment;
  int rank, ranks;
  // Operations are done in the order in which they were submitted, whatever
  // their streams are.
  _Atomic uint64_t issued, done;
  atomic_int refs;
} qn_remote;

typedef struct qn_remote_op {
  qn_comm_work work;
  const void *send;
  void *recv;
  double factor;     // where `scale` is NULL
  const void *scale; // in device memory
  int peer;          // of PAIR
  bool sends;        // of PAIR: else it receives
  size_t *moved;     // elements, of each rank's lanes; theirs
  bool is_finished;
  struct qn_remote_op *next;
} qn_remote_op;

void qn_remote_release(qn_remote *remote);
// Submits operations that go on side by side; has them freed. 0, or a
// hipError_t.
hipError_t qn_remote_submit(qn_remote *remote, hipStream_t stream,
                            qn_remote_op *first);
void qn_remote_free_ops(qn_remote_op *first);

#endif // QN_LIBS_COMM_REMOTE_H
