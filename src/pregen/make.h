// SPDX-License-Identifier: Apache-2.0
// Generating one kernel, in a separate worker process.
#ifndef QN_PREGEN_MAKE_H
#define QN_PREGEN_MAKE_H

#include "pregen/config.h"
#include "pregen/object.h"

// What is needed to make a kernel.
typedef struct qn_make_params {
  const qn_pregen_job *job;
  const qn_compiler_api *api; // NULL for the jobs of IRON
} qn_make_params;

// The result.
typedef struct qn_made {
  qn_object object;
  qn_buffer insts; // aie2, aie2p: instructions beside the object, which is then
                   // a programmable device image, not a bundle
  qn_buffer commands;
} qn_made;

void qn_made_finish(qn_made *made);

// The compilation of a job; lists are borrowed from it.
qn_compile_params qn_make_compile(const qn_pregen_job *job);
// The same as an object of the cache.
qn_object_params qn_make_object(const qn_pregen_job *job,
                                const qn_compile_params *compile);

// A qn_worker_fn over qn_make_params. The reply is for qn_make_reply, also when
// the status is a failure: then it has the messages.
qn_status qn_make_work(void *params, qn_buffer *reply, qn_diag *diag);
qn_status qn_make_reply(qn_span reply, qn_made *out_made, qn_diag *diag);

// aie2 and aie2p: runs the helper for IRON.
qn_status qn_make_npu(const qn_pregen_job *job, qn_made *made, qn_diag *diag);

#endif // QN_PREGEN_MAKE_H
