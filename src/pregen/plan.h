// SPDX-License-Identifier: Apache-2.0
// A plan for other engines: each kernel as one plain quern command, so that
// Ninja, a batch system or a remote runner can carry it out.
#ifndef QN_PREGEN_PLAN_H
#define QN_PREGEN_PLAN_H

#include "base/out.h"
#include "pregen/config.h"

typedef struct qn_plan_params {
  const qn_pregen_plan *plan;
  const char *tool;   // path or name of quern
  const char *output; // folder
  const qn_pregen_options *options;
} qn_plan_params;

// The command for a job, NULL-terminated; NULL when out of memory.
const char *const *qn_plan_command(const qn_plan_params *params,
                                   const qn_pregen_job *job, qn_arena *arena);
// The command that writes the manifest when all others have ended.
const char *const *qn_plan_last_command(const qn_plan_params *params,
                                        qn_arena *arena);

// Appends a Ninja file. Its depfiles make Ninja see headers.
qn_status qn_plan_ninja(const qn_plan_params *params, qn_buffer *out,
                        qn_diag *diag);
// Writes the document "quern.plan/1"; as text, a table of the kernels.
void qn_plan_write(const qn_plan_params *params, qn_out *out);

#endif // QN_PREGEN_PLAN_H
