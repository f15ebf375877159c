// SPDX-License-Identifier: Apache-2.0
// ballot, masked_bit_count, bit_count and get_bit: which lanes say yes, and how
// many of those before one's own; a warp's compaction made of them.
#include <algorithm>

#include "warp.h"

static const int THREADS = 96, WARP = 32, KINDS = 6;

__global__ void votes(const int *in, unsigned *out, int limit) {
  const int t = threadIdx.x, value = in[t];
  const rocprim::lane_mask_type yes = rocprim::ballot(value < limit);
  unsigned *const mine = out + t * KINDS;
  mine[0] = (unsigned)yes;
  mine[1] = rocprim::masked_bit_count(yes);
  mine[2] = rocprim::masked_bit_count(yes, 100);
  mine[3] = rocprim::bit_count((unsigned)value);
  mine[4] = rocprim::bit_count((unsigned long long)value << 30 | 1);
  mine[5] = (unsigned)rocprim::get_bit(value, t % 12);
}

// In their order, those below the limit first.
__global__ void compact(const int *in, int *out, int limit) {
  const int t = threadIdx.x, value = in[t];
  const bool kept = value < limit;
  const rocprim::lane_mask_type yes = rocprim::ballot(kept);
  const unsigned before = rocprim::masked_bit_count(yes);
  const unsigned lane = rocprim::lane_id();
  const unsigned to = kept ? before : rocprim::bit_count(yes) + lane - before;
  out[t / WARP * WARP + to] = value;
}

static unsigned count_bits(unsigned long long x) {
  unsigned n = 0;
  for (; x; x >>= 1)
    n += x & 1;
  return n;
}

static void check(int limit) {
  const std::vector<int> v = real::values<int>(THREADS, 4000);
  std::vector<unsigned> wanted(THREADS * KINDS);
  std::vector<int> order = v;
  for (int first = 0; first < THREADS; first += WARP) {
    unsigned yes = 0;
    for (int i = 0; i < WARP; ++i)
      yes |= (unsigned)(v[first + i] < limit) << i;
    for (int i = 0; i < WARP; ++i) {
      const int value = v[first + i];
      unsigned *const mine = &wanted[(first + i) * KINDS];
      mine[0] = yes;
      mine[1] = count_bits(yes & (((1ull << i) - 1)));
      mine[2] = mine[1] + 100;
      mine[3] = count_bits((unsigned)value);
      mine[4] = count_bits((unsigned long long)value << 30 | 1);
      mine[5] = value >> (first + i) % 12 & 1;
    }
    std::stable_partition(order.begin() + first, order.begin() + first + WARP,
                          [&](int x) { return x < limit; });
  }
  const real::memory<int> in(v), compacted(THREADS);
  const real::memory<unsigned> out(wanted.size());
  votes<<<1, THREADS>>>(in.get(), out.get(), limit);
  compact<<<1, THREADS>>>(in.get(), compacted.get(), limit);
  real::same_all("votes", limit, out.host(), wanted);
  real::same_all("compact", limit, compacted.host(), order);
}

int main() {
  for (int limit : {0, 1000, 2000, 3999, 4000})
    check(limit);
  return real::done();
}
