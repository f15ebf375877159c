// SPDX-License-Identifier: Apache-2.0
// BlockDiscontinuity, BlockAdjacentDifference, BlockShuffle and BlockExchange:
// what CUB's programs do not ask for.
#include <hipcub/hipcub.hpp>

#include "block.h"

static const int THREADS = 70, ITEMS = 3, N = THREADS * ITEMS, VALID = 101;

// Flags depend on the place of the second item.
struct third_place {
  __device__ bool operator()(int a, int b, int at) const {
    return a != b && at % 3 == 0;
  }
};

__global__ void flags(const int *in, int *out) {
  typedef hipcub::BlockDiscontinuity<int, THREADS> discontinuity;
  __shared__ discontinuity::TempStorage shared;
  const int t = threadIdx.x;
  int items[ITEMS], heads[ITEMS], tails[ITEMS], thirds[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  discontinuity(shared).FlagHeads(thirds, items, third_place());
  __syncthreads();
  discontinuity(shared).FlagHeadsAndTails(heads, items[0], tails, -7, items,
                                          hipcub::Inequality());
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = thirds[i];
    out[N + t * ITEMS + i] = heads[i];
    out[2 * N + t * ITEMS + i] = tails[i];
  }
}

static std::vector<int> flags_of(const std::vector<int> &v) {
  std::vector<int> wanted(3 * N);
  for (int i = 0; i < N; ++i) {
    const bool head = i > 0 && v[i] != v[i - 1];
    wanted[i] = i == 0 || (head && i % 3 == 0);
    wanted[N + i] = head;
    wanted[2 * N + i] = i == N - 1 || v[i] != v[i + 1];
  }
  return wanted;
}

__global__ void differences(const int *in, int *out) {
  typedef hipcub::BlockAdjacentDifference<int, THREADS> difference;
  __shared__ difference::TempStorage shared;
  const int t = threadIdx.x;
  int items[ITEMS], left[ITEMS], right[ITEMS], last[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  difference(shared).SubtractLeftPartialTile(items, left, minus_left(), VALID,
                                             50);
  __syncthreads();
  difference(shared).SubtractRightPartialTile(items, right, minus_left(),
                                              VALID);
  __syncthreads();
  difference(shared).SubtractRight(items, last, minus_left(), 70);
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = left[i];
    out[N + t * ITEMS + i] = right[i];
    out[2 * N + t * ITEMS + i] = last[i];
  }
}

static std::vector<int> differences_of(const std::vector<int> &v) {
  std::vector<int> wanted(3 * N);
  for (int i = 0; i < N; ++i) {
    wanted[i] = i >= VALID ? v[i] : v[i] - (i == 0 ? 50 : v[i - 1]);
    wanted[N + i] = i + 1 < VALID ? v[i] - v[i + 1] : v[i];
    wanted[2 * N + i] = v[i] - (i == N - 1 ? 70 : v[i + 1]);
  }
  return wanted;
}

__global__ void moves(const int *in, int *out) {
  typedef hipcub::BlockShuffle<int, THREADS> shuffle;
  typedef hipcub::BlockExchange<int, THREADS, ITEMS> exchange;
  __shared__ shuffle::TempStorage shared;
  __shared__ exchange::TempStorage room;
  const int t = threadIdx.x;
  int items[ITEMS], moved[ITEMS], ranks[ITEMS], valid[ITEMS], suffix, prefix;
  for (int i = 0; i < ITEMS; ++i) {
    items[i] = in[t * ITEMS + i];
    ranks[i] = (t * ITEMS + i) % 2 ? -1 : N - 1 - (t * ITEMS + i) / 2;
    valid[i] = ranks[i] >= 0;
  }
  shuffle(shared).Up(items, moved, suffix);
  __syncthreads();
  shuffle(shared).Down(items, moved, prefix);
  out[t] = suffix;
  out[THREADS + t] = prefix;
  exchange(room).ScatterToStripedGuarded(items, moved, ranks);
  for (int i = 0; i < ITEMS; ++i)
    if (t + i * THREADS >= N / 2)
      out[2 * THREADS + t + i * THREADS] = moved[i];
  __syncthreads();
  exchange(room).ScatterToStripedFlagged(items, ranks, valid);
  for (int i = 0; i < ITEMS; ++i)
    if (t + i * THREADS >= N / 2)
      out[2 * THREADS + N + t + i * THREADS] = items[i];
}

static std::vector<int> moves_of(const std::vector<int> &v) {
  std::vector<int> wanted(2 * THREADS + 2 * N, -1);
  for (int t = 0; t < THREADS; ++t) {
    wanted[t] = v[N - 1];
    wanted[THREADS + t] = v[0];
  }
  for (int i = 0; i < N; i += 2)
    wanted[2 * THREADS + N - 1 - i / 2] =
        wanted[2 * THREADS + 2 * N - 1 - i / 2] = v[i];
  return wanted;
}

int main() {
  const std::vector<int> few = real::values<int>(N, 2);
  const std::vector<int> many = real::values<int>(N, 1000);
  real::same_all("flags", N, run_block(flags, few, 3 * N, THREADS),
                 flags_of(few));
  real::same_all("differences", N, run_block(differences, many, 3 * N, THREADS),
                 differences_of(many));
  real::same_all("moves", N,
                 run_block(moves, many, 2 * THREADS + 2 * N, THREADS),
                 moves_of(many));
  return real::done();
}
