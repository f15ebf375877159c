// SPDX-License-Identifier: Apache-2.0
// Groups whose work-items are lanes of a warp.
//
// All lanes run this code together. It is compiled as any other, with nothing
// that lets lanes part: no condition here may depend on the lane.
#include "lanes.h"

static size_t lanes_of(uint32_t count) {
  return count >= 32 ? UINT32_MAX : ((size_t)1 << count) - 1;
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
  for (uint32_t start = 0; start < count; start += l->count) {
    const uint32_t left = count - start;
    place(item, start + lane);
    qn_vx_masked(left < l->count ? lanes_of(left) : all, all, l->body, item,
                 l->args);
  }
}

void qn_vx_lane(const qn_vx_lanes *l, size_t lane) {
  const qn_cpu_launch *launch = l->launch;
  qn_item item = {.dynamic_size = launch->shared_size,
                  .launch = launch,
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
