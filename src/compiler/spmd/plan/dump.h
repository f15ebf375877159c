// SPDX-License-Identifier: Apache-2.0
// A plan as text, for people and for tests (QUERN_CPU_DUMP).
#ifndef QN_COMPILER_SPMD_PLAN_DUMP_H
#define QN_COMPILER_SPMD_PLAN_DUMP_H

#include "base/buffer.h"
#include "compiler/spmd/plan/plan.h"

// Appends what `plan->settings->dump` selects, as lines that begin with "plan:
// ". `name` is the kernel's, `target` that of the level.
void qn_spmd_dump_plan(const qn_spmd_plan *plan, qn_str name,
                       const char *target, qn_buffer *out);

#endif // QN_COMPILER_SPMD_PLAN_DUMP_H
