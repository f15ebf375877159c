// SPDX-License-Identifier: Apache-2.0
// How a kernel will run on a CPU: which ways, packets of which widths, which
// tiles, and why not others. It is the result of analysis only, of a function
// whose barriers were split; emission follows it (emit/packets.h) and decides
// nothing itself.
//
//   legality   spmd/analysis: what is possible
//   cost       plan/cost.h: what of that is worth it
//   emission   spmd/emit
#ifndef QN_COMPILER_SPMD_PLAN_PLAN_H
#define QN_COMPILER_SPMD_PLAN_PLAN_H

#include "compiler/contract/device.h"
#include "compiler/spmd/analysis/regions.h"
#include "compiler/spmd/plan/settings.h"

// Packets of one form, and the analysis of a kernel for them.
typedef struct qn_spmd_variant {
  unsigned width; // lanes, divided equally among `rows` rows
  unsigned rows;
  const char *reason; // why it is left out; NULL: it is made
  bool is_declined;   // left out for its cost, though legal
  bool may_stream;    // large launches may use streaming stores
  bool is_whole;      // blocks consist of full packets
  bool is_ahead;      // only looks, in front of a group (emit/ahead.h)
  qn_spmd_shapes shapes;
  qn_spmd_shapes group; // for whole groups; if there are barriers
  qn_spmd_regions regions;
  bool *has_range; // by region: packets at a row's end may have nothing to do
  // The same in packets of half the width, for such regions; NULL: there is
  // none.
  struct qn_spmd_variant *half;
  // The same one work-item at a time, for regions with work for no more than
  // `single_max` (by region); NULL: there is none.
  struct qn_spmd_variant *single;
  uint8_t *single_max;
} qn_spmd_variant;

// Whether a region has packets of half the width: not if as many work-items go
// one by one.
static inline bool qn_spmd_has_half(const qn_spmd_variant *v, unsigned region) {
  return v->half && v->has_range[region] &&
         !(v->single && v->single_max[region] >= v->half->width);
}

// A variant that was considered and left out, for the dump and for notes.
typedef struct qn_spmd_left_out {
  unsigned width, rows;
  const char *reason;
} qn_spmd_left_out;

enum { QN_SPMD_LEFT_OUT_MAX = 2 * QN_SPMD_WIDTHS_MAX };

typedef struct qn_spmd_plan {
  LLVMValueRef item; // the kernel for one work-item: (context, args)
  const qn_spmd_settings *settings;
  qn_spmd_way otherwise; // how launches run that packets cannot
  qn_warp_use warp_use;
  bool all_arrive;         // as in the parameters
  bool is_warp_wide;       // packets must be as wide as a warp, for lockstep
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
  bool is_row_of_blocks; // in blocks of one the grid is a row (cpu/cases.h)
  bool can_fail;         // by a trap or an assertion, which names the work-item
  // Values are moved within shared memory with no barrier between: lanes of a
  // warp may rely on lockstep (cpu/lockstep.h).
  bool goes_in_step;
  // Barriers and warp operations that some may leave out are looked for: only
  // where all come to them there are packets (quern cc --check=sync).
  bool all_arrive;
} qn_spmd_plan_params;

// Makes the plan; what is not possible is part of it, not a failure. It changes
// the function only by qn_spmd_split_barriers and qn_spmd_collapse_width.
// `finish` has to be called in any case.
qn_status qn_spmd_plan_make(const qn_spmd_plan_params *params,
                            qn_spmd_plan *plan, qn_diag *diag);
void qn_spmd_plan_finish(qn_spmd_plan *plan);

#endif // QN_COMPILER_SPMD_PLAN_PLAN_H
