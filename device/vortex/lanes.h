// SPDX-License-Identifier: Apache-2.0
// A warp whose lanes are work-items of a group.
#ifndef QN_DEVICE_VORTEX_LANES_H
#define QN_DEVICE_VORTEX_LANES_H

#include "cpu/item.h"

// Of 64 bits only where it has to be, for which machines of 32 have no
// instruction.
static inline uint64_t qn_vx_divide(uint64_t number, uint32_t by,
                                    uint32_t *rest) {
  if (number >> 32) {
    *rest = (uint32_t)(number % by);
    return number / by;
  }
  *rest = (uint32_t)number % by;
  return (uint32_t)number / by;
}

// A kernel's body for lanes; the compiler makes the table, in the record's
// order.
typedef struct qn_vx_lanes_row {
  item_fn *body;        // NULL: there is none
  uint32_t shared_size; // of static shared variables, bytes
} qn_vx_lanes_row;
extern const qn_vx_lanes_row qn_vx_lanes_rows[] QN_DEVICE;

// What all lanes of a warp read. The first words are read by start.S.
typedef struct qn_vx_lanes {
  char *stacks; // one behind another, in the order of lanes
  size_t stack_size;
  void *saved; // the stack pointer of lane 0 before
  item_fn *body;
  const void *args;
  const qn_cpu_launch *launch;
  char *shared;
  uint64_t first, last; // groups
  uint32_t count;       // of lanes
  // Of a team (qn_vx_launch): how many workers, which of them this one is, and
  // the barrier that they meet at. Without one there is 1.
  uint32_t team_size, rank, barrier;
  struct runner *failing;    // takes lanes that trapped
  volatile uint32_t *values; // of the team, one for each work-item
} qn_vx_lanes;

// Of lane 0: all lanes run groups, and lane 0 returns.
QN_DEVICE void qn_vx_on_lanes(qn_vx_lanes *lanes, size_t mask);
// One lane of them.
QN_DEVICE void qn_vx_lane(const qn_vx_lanes *lanes, size_t lane);

// Of all lanes: those of `mask` call `function`.
QN_DEVICE void qn_vx_masked(size_t mask, size_t all, item_fn *function,
                            qn_item *item, const void *args);

// ---- What bodies call instead of the functions of the CPU's library
// (compiler/contract/functions.def): all work-items of a group come there.

QN_DEVICE __typeof__(qn_cpu_barrier) qn_vx_barrier;
QN_DEVICE __typeof__(qn_cpu_barrier_reduce) qn_vx_barrier_reduce;
QN_DEVICE __typeof__(qn_cpu_warp_sync) qn_vx_warp_sync;
QN_DEVICE __typeof__(qn_cpu_active_mask) qn_vx_active_mask;
QN_DEVICE __typeof__(qn_cpu_ballot) qn_vx_ballot;
QN_DEVICE __typeof__(qn_cpu_shuffle) qn_vx_shuffle;
QN_DEVICE __typeof__(qn_cpu_shuffles) qn_vx_shuffles;

#endif // QN_DEVICE_VORTEX_LANES_H
