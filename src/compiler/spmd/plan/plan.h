// SPDX-License-Identifier: Apache-2.0
// How a kernel is to run on a CPU: which ways, in packets of which widths,
// which tiles, and why not others. It is made by looking, of a function whose
// barriers were split; what it says is then emitted (emit/packets.h), and
// nothing else.
//
//   legality   spmd/analysis: what can be
//   cost       plan/cost.h: what of that is worth it
//   emission   spmd/emit
#ifndef QN_COMPILER_SPMD_PLAN_PLAN_H
#define QN_COMPILER_SPMD_PLAN_PLAN_H

#include "compiler/contract/device.h"
#include "compiler/spmd/analysis/regions.h"
#include "compiler/spmd/plan/settings.h"

// Packets of one form, and all that is known of a kernel in them.
typedef struct qn_spmd_variant {
  unsigned width; // lanes: of each of `rows` rows as many
  unsigned rows;
  const char *reason; // why it is left out; NULL: it is made
  bool is_declined;   // for what it would cost, though it could be made
  bool may_stream;    // big launches may write past the caches
  qn_spmd_shapes shapes;
  qn_spmd_shapes group; // for whole groups; where there are barriers
  qn_spmd_regions regions;
  bool *has_range; // by region: packets at a row's end may have nothing to do
  // The same in packets of half the width, for such regions; NULL: there is
  // none.
  struct qn_spmd_variant *half;
} qn_spmd_variant;

// A variant that was tried in vain, for the dump and for notes.
typedef struct qn_spmd_left_out {
  unsigned width, rows;
  const char *reason;
} qn_spmd_left_out;

enum { QN_SPMD_LEFT_OUT_MAX = 2 * QN_SPMD_WIDTHS_MAX };

typedef struct qn_spmd_plan {
  LLVMValueRef item; // the kernel for one work-item: (context, args)
  const qn_spmd_settings *settings;
  qn_spmd_way otherwise; // how launches run that packets do not take
  qn_warp_use warp_use;
  bool is_warp_wide;       // packets of a warp's width, whose lanes count on it
  uint32_t collapse_width; // QN_COLLAPSE_..., or of blocks
  unsigned min_row;        // work-items of rows that go in packets
  // Packets could be made, but scalar code is faster.
  bool is_declined;
  qn_spmd_graph graph;          // of the whole function
  qn_spmd_graph *region_graphs; // by region
  unsigned region_count;        // 1: no barrier
  qn_spmd_variant packets;
  qn_spmd_variant tiles; // packets of several rows; made only beside `packets`
  qn_spmd_variant widths[QN_SPMD_WIDTHS_MAX]; // further ones that are made
  unsigned width_count;
  qn_spmd_left_out left_out[QN_SPMD_LEFT_OUT_MAX];
  unsigned left_out_count;
  qn_arena arena;
} qn_spmd_plan;

typedef struct qn_spmd_plan_params {
  LLVMValueRef item;
  const qn_spmd_settings *settings; // outlives the plan
  qn_spmd_way otherwise;
  bool can_fail; // by a trap or an assertion, which names the work-item
  // What is read in shared memory is handed on there with no barrier between:
  // lanes of a warp may count on going together (cpu/lockstep.h).
  bool goes_in_step;
} qn_spmd_plan_params;

// Makes the plan; what cannot be is its content, not a failure. It changes
// nothing but what qn_spmd_split_barriers and qn_spmd_collapse_width do.
// `finish` is due in any case.
qn_status qn_spmd_plan_make(const qn_spmd_plan_params *params,
                            qn_spmd_plan *plan, qn_diag *diag);
void qn_spmd_plan_finish(qn_spmd_plan *plan);

#endif // QN_COMPILER_SPMD_PLAN_PLAN_H
