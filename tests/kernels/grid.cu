// SPDX-License-Identifier: Apache-2.0
// Synchronisation of the whole grid: each group reads what all others wrote.
// SKIP: spirv64
// RUN: kernel=ring grid=8 block=64 shared=0 cooperative=1 args="i32[512]=zero i32[512]=zero,expect=fill:1"
// RUN: kernel=steps grid=6 block=32 shared=0 cooperative=1 args="i32=10 i32[192]=zero i32[192]=zero i32[192]=zero,expect=fill:1"
// RUN: kernel=ring grid=1 block=512 shared=0 cooperative=1 args="i32[512]=zero i32[512]=zero,expect=fill:1"
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void ring(int *cells, int *result) {
  const cg::grid_group grid = cg::this_grid();
  const int size = (int)grid.size();
  const int self = (int)grid.thread_rank();
  cells[self] = self * 3 + 1;
  grid.sync();
  int good = 1;
  for (int k = 0; k < size; ++k)
    good &= cells[(self + k) % size] == (self + k) % size * 3 + 1;
  result[self] = good && size == (int)(gridDim.x * blockDim.x);
}

// Each step sums two neighbours of the step before, in two buffers by turns.
extern "C" __global__ void steps(int count, int *even, int *odd, int *result) {
  const cg::grid_group grid = cg::this_grid();
  const int size = (int)grid.size();
  const int self = (int)grid.thread_rank();
  even[self] = 1;
  grid.sync();
  for (int step = 0; step < count; ++step) {
    const int *from = step % 2 ? odd : even;
    int *to = step % 2 ? even : odd;
    to[self] = from[self] + from[(self + 1) % size];
    grid.sync();
  }
  const int *last = count % 2 ? odd : even;
  result[self] = last[self] == 1 << count;
}
