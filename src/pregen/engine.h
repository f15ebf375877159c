// SPDX-License-Identifier: Apache-2.0
// Plans carried out by other programs: Ninja, or Slurm on a shared folder.
#ifndef QN_PREGEN_ENGINE_H
#define QN_PREGEN_ENGINE_H

#include "pregen/plan.h"

typedef enum qn_engine_kind {
  QN_ENGINE_NINJA,
  QN_ENGINE_SLURM,
} qn_engine_kind;

typedef struct qn_engine_params {
  const qn_plan_params *plan;
  qn_engine_kind kind;
  unsigned jobs;           // at a time; 0: the engine decides
  const char *const *args; // for ninja or sbatch
  size_t arg_count;
  bool verbose;
} qn_engine_params;

typedef struct qn_engine_result {
  bool failed;        // some kernels
  qn_buffer messages; // what the engine said; owned by the caller
} qn_engine_result;

// Runs the plan to its end. OK even when some kernels failed. QN_E_NOT_FOUND if
// the engine is missing.
qn_status qn_engine_run(const qn_engine_params *params,
                        qn_engine_result *out_result, qn_diag *diag);

#endif // QN_PREGEN_ENGINE_H
