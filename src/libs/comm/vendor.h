// SPDX-License-Identifier: Apache-2.0
// NVIDIA's own NCCL, opened at run time, for ranks on its devices: one of their
// communicators behind each of ours.
//
// What a group of ours has for them is in a group of theirs, which begins with
// the first such call and ends with ours.
#ifndef QN_LIBS_COMM_VENDOR_H
#define QN_LIBS_COMM_VENDOR_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/nccl.h"
#include "hip/hip_runtime_api.h"

// A communicator of theirs and the device that it was made for.
typedef struct qn_nccl_ref {
  void *comm;
  int device;
} qn_nccl_ref;

// NULL with a reason where there is no such library, or it lacks the function.
void *qn_nccl_symbol(const char *name);

ncclResult_t qn_nccl_unique_id(ncclUniqueId *out);
// `ref->comm` receives the communicator, in a group when that ends at the
// latest: it must stay where it is.
ncclResult_t qn_nccl_init(qn_nccl_ref *ref, int ranks, const ncclUniqueId *id,
                          int rank, bool in_group);
ncclResult_t qn_nccl_split(qn_nccl_ref parent, int color, int order,
                           qn_nccl_ref *ref, bool in_group);
typedef struct qn_nccl_fewer {
  int *excluded;
  int count, flags;
} qn_nccl_fewer;
ncclResult_t qn_nccl_shrink(qn_nccl_ref parent, const qn_nccl_fewer *how,
                            qn_nccl_ref *ref, bool in_group);

// A function of a communicator alone, and one with a place for a number.
ncclResult_t qn_nccl_do(const char *name, qn_nccl_ref ref);
ncclResult_t qn_nccl_ask(const char *name, qn_nccl_ref ref, int *out);

ncclResult_t qn_nccl_make_op(qn_nccl_ref ref, ncclRedOp_t *op, void *scalar,
                             ncclDataType_t type,
                             ncclScalarResidence_t residence);
ncclResult_t qn_nccl_drop_op(qn_nccl_ref ref, ncclRedOp_t op);

// A function whose arguments are numbers and addresses, then the communicator
// and the stream.
enum { QN_NCCL_ARGS_MAX = 6 };
typedef struct qn_nccl_call {
  const char *name;
  uint64_t args[QN_NCCL_ARGS_MAX];
  unsigned count;
} qn_nccl_call;
ncclResult_t qn_nccl_submit(qn_nccl_ref ref, const qn_nccl_call *call,
                            hipStream_t stream, bool in_group);

// The end of the outermost group.
ncclResult_t qn_nccl_end_group(void);

#endif // QN_LIBS_COMM_VENDOR_H
