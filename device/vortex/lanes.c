// SPDX-License-Identifier: Apache-2.0
// Groups whose work-items are lanes of a warp.
//
// All lanes run this code together. It is compiled as any other, with nothing
// that lets lanes part: no condition here may depend on the lane.
#include "lanes.h"

static size_t lanes_of(uint32_t count) {
  return count >= 32 ? UINT32_MAX : ((size_t)1 << count) - 1;
}

// All workers of a team come.
static void meet(const qn_vx_lanes *l) {
  __asm__ volatile(".insn r 0x0b, 4, 0, x0, %0, %1"
                   :
                   : "r"((size_t)l->barrier), "r"((size_t)l->team_size)
                   : "memory");
}

static const qn_vx_lanes *lanes_with(const qn_item *item) {
  return (const qn_vx_lanes *)(const void *)item->group;
}

void qn_vx_barrier(qn_item *item) { meet(lanes_with(item)); }

// `op` is a qn_reduce_op.
int qn_vx_barrier_reduce(qn_item *item, int op, int predicate) {
  const qn_vx_lanes *l = lanes_with(item);
  const uint32_t count =
      item->block_dim[0] * item->block_dim[1] * item->block_dim[2];
  uint32_t votes = 0;
  l->values[item->linear] = (uint32_t)predicate;
  meet(l);
  for (uint32_t k = 0; k < count; ++k)
    votes += l->values[k] != 0;
  meet(l); // the next one's values go there
  return op == QN_REDUCE_COUNT ? (int)votes
         : op == QN_REDUCE_ALL ? votes == count
                               : votes != 0;
}

static void place(qn_item *item, uint32_t linear) {
  const uint32_t nx = item->block_dim[0], ny = item->block_dim[1];
  const uint32_t row = linear / nx;
  item->thread[0] = linear % nx;
  item->thread[1] = row % ny;
  item->thread[2] = row / ny;
  item->linear = linear;
  item->lane = linear % QN_CPU_WARP_SIZE;
}

static void run_group(const qn_vx_lanes *l, qn_item *item, uint32_t lane) {
  const uint32_t count =
      item->block_dim[0] * item->block_dim[1] * item->block_dim[2];
  const size_t all = lanes_of(l->count);
  for (uint32_t start = l->rank * l->count; start < count;
       start += l->team_size * l->count) {
    const uint32_t left = count - start;
    place(item, start + lane);
    qn_vx_masked(left < l->count ? lanes_of(left) : all, all, l->body, item,
                 l->args);
  }
  meet(l); // shared memory is the next group's
}

void qn_vx_lane(const qn_vx_lanes *l, size_t lane) {
  const qn_cpu_launch *launch = l->launch;
  qn_item item = {.dynamic_size = launch->shared_size,
                  .launch = launch,
                  .runner = l->failing,
                  .group = (struct group *)(uintptr_t)l,
                  .shared = l->shared};
  for (int k = 0; k < 3; ++k) {
    item.block_dim[k] = launch->block[k];
    item.grid_dim[k] = launch->grid[k];
  }
  for (uint64_t group = l->first; group < l->last; ++group) {
    const uint64_t row = group / item.grid_dim[0];
    if (*(volatile uint32_t *)launch->stop)
      return;
    item.block[0] = (uint32_t)(group % item.grid_dim[0]);
    item.block[1] = (uint32_t)(row % item.grid_dim[1]);
    item.block[2] = (uint32_t)(row / item.grid_dim[1]);
    run_group(l, &item, (uint32_t)lane);
  }
}
