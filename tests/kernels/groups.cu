// SPDX-License-Identifier: Apache-2.0
// Cooperative groups.
// RUN: kernel=group_block grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=group_tiles grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=group_coalesced grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void group_block(int *result) {
  BEGIN();
  __shared__ int cells[64];
  const cg::thread_block block = cg::this_thread_block();
  CHECK(block.thread_rank() == threadIdx.x && block.size() == 64);
  CHECK(block.group_index().x == blockIdx.x && block.thread_index().y == 0);
  cells[block.thread_rank()] = self;
  block.sync();
  CHECK(cells[63 - threadIdx.x] == self - (int)threadIdx.x + 63 - (int)threadIdx.x);
  cg::sync(block);
  const cg::grid_group grid = cg::this_grid();
  CHECK(grid.thread_rank() == (unsigned long long)self && grid.size() == 128);
  PASS(result);
}

template <int N> __device__ bool tile_works() {
  const auto tile = cg::tiled_partition<N>(cg::this_thread_block());
  const int rank = (int)tile.thread_rank();
  bool ok = tile.size() == N && rank == (int)threadIdx.x % N;
  ok = ok && tile.meta_group_rank() == threadIdx.x / N;
  ok = ok && tile.shfl(rank, 0) == 0;
  ok = ok && tile.shfl_xor(rank, N / 2) == (rank ^ (N / 2));
  ok = ok && tile.shfl_up(rank, 1) == (rank ? rank - 1 : 0);
  ok = ok && tile.shfl_down(rank, 1) == (rank < N - 1 ? rank + 1 : rank);
  ok = ok && tile.ballot(rank == 0) == 1u;
  ok = ok && tile.any(rank == N - 1) && !tile.any(rank == N);
  ok = ok && tile.all(rank < N);
  ok = ok && cg::reduce(tile, rank, cg::plus<int>()) == N * (N - 1) / 2;
  ok = ok && cg::reduce(tile, rank, cg::greater<int>()) == N - 1;
  ok = ok && cg::reduce(tile, rank, cg::less<int>()) == 0;
  ok = ok && cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2;
  ok = ok && cg::exclusive_scan(tile, 1) == rank;
  tile.sync();
  return ok;
}

extern "C" __global__ void group_tiles(int *result) {
  BEGIN();
  CHECK(tile_works<32>());
  CHECK(tile_works<16>());
  CHECK(tile_works<8>());
  CHECK(tile_works<4>());
  CHECK(tile_works<2>());
  PASS(result);
}

extern "C" __global__ void group_coalesced(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % 32;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto odd = cg::binary_partition(warp, lane & 1);
  CHECK(odd.size() == 16 && (int)odd.thread_rank() == lane / 2);
  CHECK(odd.shfl(lane, 3) == 6 + (lane & 1));
  CHECK(cg::reduce(odd, lane, cg::plus<int>()) == 240 + (lane & 1) * 16);
  PASS(result);
}
