// SPDX-License-Identifier: Apache-2.0
// What moves and is summed when all ranks of an operation are there.
#ifndef QN_LIBS_COMM_REDUCE_H
#define QN_LIBS_COMM_REDUCE_H

#include <stdbool.h>

#include "cuda/nccl.h"

typedef enum qn_comm_kind {
  QN_COMM_ALL_REDUCE,
  QN_COMM_REDUCE,
  QN_COMM_BROADCAST,
  QN_COMM_ALL_GATHER,
  QN_COMM_REDUCE_SCATTER,
  QN_COMM_PAIR, // rank 0 sends, rank 1 receives
} qn_comm_kind;

typedef struct qn_comm_rank {
  const void *send;
  void *recv;
  double factor; // of what this rank brings
} qn_comm_rank;

typedef struct qn_comm_work {
  qn_comm_kind kind;
  ncclDataType_t type;
  ncclRedOp_t op; // of the first five
  bool scales;    // by each rank's factor, before the sum
  size_t count;
  int root, ranks;
} qn_comm_work;

size_t qn_comm_size(ncclDataType_t type); // bytes; 0: not one of them
double qn_comm_number(ncclDataType_t type, const void *p);
void qn_comm_run(const qn_comm_work *work, const qn_comm_rank *ranks);

#endif // QN_LIBS_COMM_REDUCE_H
