// SPDX-License-Identifier: Apache-2.0
// Shuffles one after the other, which fibers do as one operation where nothing
// else stands between them: of all kinds and widths, with masks of some lanes, in
// branches, in blocks with a part of a warp, and around accesses to memory.
// LEVELS: x86-64-v2 x86-64-v3
// OPTIMIZE: 0 1 2 3
#include <algorithm>

#include "program.h"

enum { LANES = 32, FULL = 0xffffffff, EACH = 10, THREADS = 56 };

static __host__ __device__ int input(int i) { return i * 37 % 101 - 50; }

// The lane that a lane's value comes from, of `lanes` that are there.
static int source(int kind, int lane, int by, int width) {
  const int begin = lane & ~(width - 1);
  switch (kind) {
  case 0:
    return begin + (by & (width - 1));
  case 1:
    return lane - begin >= by ? lane - by : lane;
  case 2:
    return lane + by < begin + width ? lane + by : lane;
  default:
    return (lane ^ by) < begin + width ? lane ^ by : lane;
  }
}

// Ten that do not need each other, then four of which each needs the one before.
static __global__ void rows(int *out, const int *in) {
  const int lane = threadIdx.x % LANES;
  const int a = in[threadIdx.x], b = a * 3 + 1;
  int *own = out + (EACH + 4) * threadIdx.x;
  const unsigned mask = threadIdx.x < LANES ? FULL : (1u << (THREADS - LANES)) - 1;
  const int r0 = __shfl_sync(mask, a, lane * 5 + 1);
  const int r1 = __shfl_sync(mask, b, lane / 4, 8);
  const int r2 = __shfl_up_sync(mask, a + 2, 3);
  const int r3 = __shfl_down_sync(mask, b - 1, 5, 16);
  const int r4 = __shfl_xor_sync(mask, a, 9);
  const int r5 = __shfl_xor_sync(mask, b ^ a, 6, 8);
  const int r6 = __shfl_sync(mask, lane, 31 - lane);
  const int r7 = __shfl_up_sync(mask, a, lane & 3, 4);
  const int r8 = __shfl_down_sync(mask, a, 0);
  const int r9 = __shfl_sync(mask, a, 0);
  int chain = r0 + r9;
  for (int i = 0; i < 4; ++i) {
    chain = __shfl_xor_sync(mask, chain, i + 1) + 1;
    own[EACH + i] = chain;
  }
  own[0] = r0;
  own[1] = r1;
  own[2] = r2;
  own[3] = r3;
  own[4] = r4;
  own[5] = r5;
  own[6] = r6;
  own[7] = r7;
  own[8] = r8;
  own[9] = r9;
}

static void check_rows(const std::vector<int> &got) {
  static const int kinds[EACH] = {0, 0, 1, 2, 3, 3, 0, 1, 2, 0};
  static const int widths[EACH] = {32, 8, 32, 16, 32, 8, 32, 4, 32, 32};
  for (int warp = 0; warp * LANES < THREADS; ++warp) {
    const int count = std::min<int>(LANES, THREADS - warp * LANES);
    int chain[LANES];
    for (int lane = 0; lane < count; ++lane) {
      const int by[EACH] = {lane * 5 + 1, lane / 4, 3, 5, 9,
                            6,            31 - lane, lane & 3, 0, 0};
      const int *own = &got[(EACH + 4) * (warp * LANES + lane)];
      for (int i = 0; i < EACH; ++i) {
        int from = source(kinds[i], lane, by[i], widths[i]);
        if (from >= count)
          from = -1; // is not there: whatever comes
        const int a = input(warp * LANES + (from < 0 ? 0 : from));
        const int b = a * 3 + 1;
        const int values[EACH] = {a, b, a + 2, b - 1, a, b ^ a, from, a, a, a};
        if (from >= 0)
          CHECK(own[i] == values[i]);
      }
      chain[lane] = own[0] + own[9];
    }
    for (int i = 0; i < 4; ++i) {
      int next[LANES];
      for (int lane = 0; lane < count; ++lane)
        next[lane] = chain[lane ^ (i + 1)] + 1;
      std::copy(next, next + count, chain);
      for (int lane = 0; lane < count; ++lane)
        CHECK(got[(EACH + 4) * (warp * LANES + lane) + EACH + i] ==
              chain[lane]);
    }
  }
}

// Both halves have rows of their own, of other lengths, and the warp has one
// in which lanes exchange what shared memory had.
static __global__ void halves(int *out, const int *in) {
  __shared__ int kept[LANES];
  const int lane = threadIdx.x;
  const int a = in[lane];
  int r[8] = {};
  if (lane < 16) {
    const unsigned mask = 0xffff;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      r[i] = __shfl_sync(mask, a + i, lane + i, 16);
  } else {
    const unsigned mask = 0xffff0000;
#pragma unroll
    for (int i = 0; i < 6; ++i)
      r[i] = __shfl_xor_sync(mask, a - i, i, 16);
  }
  kept[lane] = r[0];
  __syncwarp();
  const int other = kept[lane ^ 1];
#pragma unroll
  for (int i = 0; i < 5; ++i)
    r[i] += __shfl_sync(FULL, other * (i + 1), lane ^ (i + 1));
  kept[lane] = r[4];
  const int first = __shfl_sync(FULL, r[0], 0);
  for (int i = 0; i < 8; ++i)
    out[8 * lane + i] = r[i] + first * (i == 7);
}

static void check_halves(const std::vector<int> &got) {
  int r[LANES][8] = {}, other[LANES];
  for (int lane = 0; lane < LANES; ++lane)
    for (int i = 0; i < (lane < 16 ? 4 : 6); ++i)
      r[lane][i] = lane < 16 ? input((lane + i) % 16) + i
                             : input(lane ^ i) - i;
  for (int lane = 0; lane < LANES; ++lane)
    other[lane] = r[lane ^ 1][0];
  for (int lane = 0; lane < LANES; ++lane)
    for (int i = 0; i < 5; ++i)
      r[lane][i] += other[lane ^ (i + 1)] * (i + 1);
  for (int lane = 0; lane < LANES; ++lane)
    for (int i = 0; i < 8; ++i)
      CHECK(got[8 * lane + i] == r[lane][i] + (i == 7 ? r[0][0] : 0));
}

int main() {
  std::vector<int> from(THREADS), to((EACH + 4) * THREADS);
  int *in, *out;
  for (int i = 0; i < THREADS; ++i)
    from[i] = input(i);
  OK(cudaMalloc(&in, from.size() * sizeof(int)));
  OK(cudaMalloc(&out, to.size() * sizeof(int)));
  OK(cudaMemcpy(in, from.data(), from.size() * sizeof(int),
                cudaMemcpyHostToDevice));
  rows<<<1, THREADS>>>(out, in);
  OK(cudaMemcpy(to.data(), out, to.size() * sizeof(int),
                cudaMemcpyDeviceToHost));
  check_rows(to);
  halves<<<1, LANES>>>(out, in);
  OK(cudaMemcpy(to.data(), out, 8 * LANES * sizeof(int),
                cudaMemcpyDeviceToHost));
  check_halves(to);
  OK(cudaFree(in));
  OK(cudaFree(out));
  return done();
}
