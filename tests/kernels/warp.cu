// SPDX-License-Identifier: Apache-2.0
// Warps of 32: shuffles of every kind and width, votes, matches, reductions.
// RUN: kernel=warp_shuffle grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=warp_types grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=warp_vote grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=warp_reduce grid=2 block=96 shared=0 args="i32[192]=zero,expect=fill:1"
// RUN: kernel=warp_divergent grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=warp_part grid=2 block=40 shared=0 args="i32[80]=zero,expect=fill:1"
#include "check.h"

constexpr unsigned all = 0xffffffffu;

extern "C" __global__ void warp_shuffle(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % 32, value = 100 + lane;
  for (int width = 32; width > 0; width /= 2) {
    const int first = lane & ~(width - 1), last = first + width - 1;
    for (int d = 0; d < width; ++d) {
      const int up = lane - d < first ? lane : lane - d;
      const int down = lane + d > last ? lane : lane + d;
      CHECK(__shfl_sync(all, value, d, width) == 100 + first + d);
      CHECK(__shfl_up_sync(all, value, (unsigned)d, width) == 100 + up);
      CHECK(__shfl_down_sync(all, value, (unsigned)d, width) == 100 + down);
      CHECK(__shfl_xor_sync(all, value, d, width) == 100 + (lane ^ d));
    }
  }
  CHECK(__shfl_sync(all, value, lane + 33) == 100 + (lane + 1) % 32);
  CHECK(__shfl_sync(all, value, (lane * 7) & 31) == 100 + ((lane * 7) & 31));
  CHECK(warpSize == 32);
  PASS(result);
}

extern "C" __global__ void warp_types(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % 32;
  const double d = 1.0 + lane * 0x1p-40;
  CHECK(__shfl_xor_sync(all, d, 3) == 1.0 + (lane ^ 3) * 0x1p-40);
  const long long l = (long long)lane << 33 | 5;
  CHECK(__shfl_sync(all, l, 9) == (9ll << 33 | 5));
  const unsigned long long u = ~(unsigned long long)lane;
  CHECK(__shfl_up_sync(all, u, 1) == ~(unsigned long long)(lane ? lane - 1 : 0));
  CHECK(__shfl_down_sync(all, (float)lane, 2) ==
        (float)(lane < 30 ? lane + 2 : lane));
  CHECK(__shfl_sync(all, (unsigned)lane, 31) == 31u);
  PASS(result);
}

extern "C" __global__ void warp_vote(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % 32;
  CHECK(__ballot_sync(all, lane & 1) == 0xaaaaaaaau);
  CHECK(__ballot_sync(all, lane < 5) == 0x1fu);
  CHECK(__any_sync(all, lane == 31) && !__any_sync(all, lane == 32));
  CHECK(__all_sync(all, lane < 32) && !__all_sync(all, lane < 31));
  CHECK(__activemask() == all);
  CHECK(__match_any_sync(all, lane / 4) == 0xfu << (lane / 4 * 4));
  int same;
  CHECK(__match_all_sync(all, 7, &same) == all && same);
  CHECK(__match_all_sync(all, lane, &same) == 0 && !same);
  __syncwarp();
  PASS(result);
}

extern "C" __global__ void warp_reduce(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % 32;
  CHECK(__reduce_add_sync(all, lane) == 496);
  CHECK(__reduce_max_sync(all, -lane) == 0 && __reduce_min_sync(all, -lane) == -31);
  CHECK(__reduce_max_sync(all, (unsigned)lane) == 31u);
  CHECK(__reduce_and_sync(all, ~(1u << lane)) == 0u);
  CHECK(__reduce_or_sync(all, 1u << lane) == all);
  CHECK(__reduce_xor_sync(all, 1u << lane) == all);
  float sum = (float)lane;
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(all, sum, (unsigned)step);
  CHECK(lane != 0 || sum == 496.0f);
  PASS(result);
}

// Parts of a warp that meet on their own.
extern "C" __global__ void warp_divergent(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % 32;
  if (lane < 8) {
    CHECK(__ballot_sync(0xffu, lane & 1) == 0xaau);
    CHECK(__shfl_sync(0xffu, lane, 7) == 7);
    CHECK(__reduce_add_sync(0xffu, lane) == 28);
  } else {
    CHECK(__any_sync(~0xffu, lane == 8));
    CHECK(__shfl_xor_sync(~0xffu, lane, 1) == (lane ^ 1));
  }
  __syncwarp();
  CHECK(__shfl_sync(all, lane, 0) == 0);
  PASS(result);
}

// The last warp of a block has 8 lanes; the mask names all the same.
extern "C" __global__ void warp_part(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % 32, count = threadIdx.x < 32 ? 32 : 8;
  const unsigned there = count == 32 ? all : 0xffu;
  int same;
  CHECK(__match_any_sync(all, lane / 4) == 0xfu << (lane / 4 * 4));
  CHECK(__match_any_sync(all, 0) == there);
  CHECK(__match_all_sync(all, 7, &same) != 0 && same);
  CHECK(__match_all_sync(all, lane, &same) == 0 && !same);
  CHECK(__reduce_add_sync(all, lane + 1) == count * (count + 1) / 2);
  CHECK(__reduce_xor_sync(all, 1u << lane) == there);
  PASS(result);
}
