// SPDX-License-Identifier: Apache-2.0
// What a plan says, for `quern compile --explain`: records of fields that tabs
// separate, one a line (unit/params.h).
#ifndef QN_COMPILER_SPMD_PLAN_EXPLAIN_H
#define QN_COMPILER_SPMD_PLAN_EXPLAIN_H

#include "compiler/spmd/plan/plan.h"

// Of a kernel that is about to be emitted; `reason`: why there are no packets
// whatever the plan says, or NULL.
void qn_spmd_explain_way(qn_spmd_way way, qn_spmd_way otherwise,
                         const char *reason, qn_buffer *out);
// Forms that are made or left out, and what costs in the packets.
void qn_spmd_explain_plan(const qn_spmd_plan *plan, qn_buffer *out);

#endif // QN_COMPILER_SPMD_PLAN_EXPLAIN_H
