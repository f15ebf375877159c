// SPDX-License-Identifier: Apache-2.0
// Work-items one after another in plain loops, for kernels without barriers and
// warp operations, or a packet of them at once. This file is kept as bitcode
// and inlined into each entry, so that the context dissolves into registers and
// the optimiser sees the loops.
#include "item.h"

static inline __attribute__((always_inline)) void
place_group(qn_item *item, const qn_cpu_launch *launch, uint64_t group) {
  const uint64_t row = group / launch->grid[0];
  item->block[0] = (uint32_t)(group % launch->grid[0]);
  item->block[1] = (uint32_t)(row % launch->grid[1]);
  item->block[2] = (uint32_t)(row / launch->grid[1]);
}

// Fills in what is the same for all groups; zero without memory.
static inline __attribute__((always_inline)) int
begin_item(qn_item *item, const qn_cpu_launch *launch, qn_cpu_scratch *scratch,
           uint64_t memory, struct runner *runner) {
  for (int i = 0; i < 3; ++i) {
    item->block_dim[i] = launch->block[i];
    item->grid_dim[i] = launch->grid[i];
  }
  item->dynamic_size = launch->shared_size;
  item->launch = launch;
  item->runner = runner;
  item->group = NULL;
  item->shared = NULL;
  if (!memory)
    return 1;
  const qn_cpu_services *services = launch->services;
  if (!services->reserve(services->user, scratch, memory, 0, 0)) {
    services->fail(services->user, "no memory for shared variables");
    return 0;
  }
  item->shared = scratch->memory;
  return 1;
}

// `shared` is the size of the static shared variables in bytes; `runner` is set
// when the loop can be left by a failure (qn_cpu_run_guarded), else NULL.
__attribute__((always_inline)) void
qn_cpu_run_loop(item_fn *body, const void *args, const qn_cpu_launch *launch,
                uint64_t first, uint64_t last, qn_cpu_scratch *scratch,
                uint32_t shared, struct runner *runner) {
  qn_item item;
  const uint32_t nx = launch->block[0];
  const uint32_t ny = launch->block[1];
  const uint32_t nz = launch->block[2];
  if (!begin_item(&item, launch, scratch,
                  (uint64_t)shared + launch->shared_size, runner))
    return;
  for (uint64_t group = first; group < last; ++group) {
    if (*(volatile uint32_t *)launch->stop)
      return;
    place_group(&item, launch, group);
    uint32_t linear = 0;
    for (uint32_t z = 0; z < nz; ++z)
      for (uint32_t y = 0; y < ny; ++y) {
        for (uint32_t x = 0; x < nx; ++x) {
          item.thread[0] = x;
          item.thread[1] = y;
          item.thread[2] = z;
          item.linear = linear + x;
          item.lane = (linear + x) % QN_CPU_WARP_SIZE;
          body(&item, args);
        }
        linear += nx;
      }
  }
}

// ---- Packets

// What to do next: the same for all packets of a group, or -1 for nothing.
typedef int32_t packet_fn(qn_item *item, const void *args);
// The same for the lanes whose bits are set.
typedef int32_t partial_fn(qn_item *item, const void *args, uint64_t lanes);

// Whether indices fit: packets take it that none in the grid reaches 2^31.
__attribute__((always_inline)) int
qn_cpu_packets_fit(const qn_cpu_launch *launch) {
  enum { MOST = INT32_MAX - 64 };
  for (int i = 0; i < 3; ++i)
    if ((uint64_t)launch->grid[i] * launch->block[i] > MOST)
      return 0;
  return 1;
}

// One group: `width` items at a time along x, the rest of a row masked.
static inline __attribute__((always_inline)) void
run_rows(packet_fn *whole, partial_fn *partial, uint32_t width, qn_item *item,
         const void *args) {
  const uint32_t nx = item->block_dim[0];
  uint32_t linear = 0;
  for (uint32_t z = 0; z < item->block_dim[2]; ++z)
    for (uint32_t y = 0; y < item->block_dim[1]; ++y, linear += nx) {
      item->thread[1] = y;
      item->thread[2] = z;
      for (uint32_t x = 0; x < nx; x += width) {
        item->thread[0] = x;
        item->linear = linear + x;
        item->lane = (linear + x) % QN_CPU_WARP_SIZE;
        if (nx - x >= width)
          (void)whole(item, args);
        else
          (void)partial(item, args, (UINT64_C(1) << (nx - x)) - 1);
      }
    }
}

__attribute__((always_inline)) void
qn_cpu_run_packets(packet_fn *whole, partial_fn *partial, uint32_t width,
                   const void *args, const qn_cpu_launch *launch,
                   uint64_t first, uint64_t last, qn_cpu_scratch *scratch,
                   uint32_t shared, struct runner *runner) {
  qn_item item;
  if (!begin_item(&item, launch, scratch,
                  (uint64_t)shared + launch->shared_size, runner))
    return;
  for (uint64_t group = first; group < last; ++group) {
    if (*(volatile uint32_t *)launch->stop)
      return;
    place_group(&item, launch, group);
    run_rows(whole, partial, width, &item, args);
  }
}
