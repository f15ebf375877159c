// SPDX-License-Identifier: Apache-2.0
// Kernels without barriers and warp operations: work-items one after another in
// plain loops. This file is kept as bitcode and inlined into each entry, so
// that the context dissolves into registers and the optimiser sees the loops.
#include "item.h"

static inline __attribute__((always_inline)) void
place_group(qn_item *item, const qn_cpu_launch *launch, uint64_t group) {
  const uint64_t row = group / launch->grid[0];
  item->block[0] = (uint32_t)(group % launch->grid[0]);
  item->block[1] = (uint32_t)(row % launch->grid[1]);
  item->block[2] = (uint32_t)(row / launch->grid[1]);
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
  for (int i = 0; i < 3; ++i) {
    item.block_dim[i] = launch->block[i];
    item.grid_dim[i] = launch->grid[i];
  }
  item.dynamic_size = launch->shared_size;
  item.launch = launch;
  item.runner = runner;
  item.group = NULL;
  item.shared = NULL;
  const uint64_t memory = (uint64_t)shared + launch->shared_size;
  if (memory) {
    const qn_cpu_services *services = launch->services;
    if (!services->reserve(services->user, scratch, memory, 0, 0)) {
      services->fail(services->user, "no memory for shared variables");
      return;
    }
    item.shared = scratch->memory;
  }
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
