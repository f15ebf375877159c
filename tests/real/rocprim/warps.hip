// SPDX-License-Identifier: Apache-2.0
// rocPRIM's warp_reduce, warp_scan, warp_sort and warp_exchange.
#include <rocprim/rocprim.hpp>

#include <algorithm>

#include "block.h"

static const int THREADS = 64;

template <int LANES> __global__ void works(const int *in, int *out) {
  typedef rocprim::warp_reduce<int, LANES> reduce;
  typedef rocprim::warp_scan<int, LANES> scan;
  typedef rocprim::warp_sort<int, LANES> sort;
  typedef rocprim::warp_exchange<int, 2, LANES> exchange;
  __shared__ typename reduce::storage_type reducing[THREADS / LANES];
  __shared__ typename scan::storage_type scanning[THREADS / LANES];
  __shared__ typename sort::storage_type sorting[THREADS / LANES];
  __shared__ typename exchange::storage_type exchanging[THREADS / LANES];
  const int t = threadIdx.x, warp = t / LANES;
  int sum, upto, key = in[t], items[2] = {in[t], in[t] + 1}, moved[2];
  reduce().reduce(in[t], sum, reducing[warp], add());
  scan().inclusive_scan(in[t], upto, scanning[warp], larger());
  sort().sort(key, sorting[warp], less_than());
  exchange().blocked_to_striped(items, moved, exchanging[warp]);
  out[t] = upto;
  out[THREADS + t] = key;
  out[2 * THREADS + 2 * t] = moved[0];
  out[2 * THREADS + 2 * t + 1] = moved[1];
  if (t % LANES == 0)
    out[4 * THREADS + warp] = sum;
}

template <int LANES> void check(const char *what) {
  const std::vector<int> v = real::values<int>(THREADS, 1000);
  std::vector<int> wanted(4 * THREADS + THREADS / LANES, 0);
  for (int t = 0, most = 0; t < THREADS; ++t) {
    const int lane = t % LANES, first = t - lane;
    most = lane == 0 ? v[t] : larger()(most, v[t]);
    wanted[t] = most;
    wanted[THREADS + t] = v[t];
    for (int i = 0; i < 2; ++i) {
      const int number = i * LANES + lane;
      wanted[2 * THREADS + 2 * t + i] = v[first + number / 2] + number % 2;
    }
    wanted[4 * THREADS + t / LANES] += v[t];
  }
  for (int t = THREADS; t < 2 * THREADS; t += LANES)
    std::sort(wanted.begin() + t, wanted.begin() + t + LANES);
  real::same_all(what, THREADS,
                 run_block(works<LANES>, v, wanted.size(), THREADS), wanted);
}

int main() {
  check<32>("32 lanes");
  check<16>("16 lanes");
  check<8>("8 lanes");
  return real::done();
}
