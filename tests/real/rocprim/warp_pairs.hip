// SPDX-License-Identifier: Apache-2.0
// rocPRIM's warp_sort of keys with values, of one and of several a lane; without
// storage, as 5.3.3's function that takes it does not compile.
#include <rocprim/rocprim.hpp>

#include <algorithm>

#include "block.h"

static const int THREADS = 64;

// Keys differ, so that the order of their values is known.
template <int LANES> __global__ void pairs(const int *in, int *out) {
  typedef rocprim::warp_sort<int, LANES, int> sort;
  const int t = threadIdx.x;
  int key = in[t], value = t;
  sort().sort(key, value, more_than());
  out[t] = key;
  out[THREADS + t] = value;
}

template <int LANES> __global__ void several(const int *in, int *out) {
  typedef rocprim::warp_sort<int, LANES, int> sort;
  const int t = threadIdx.x;
  int keys[2] = {in[2 * t], in[2 * t + 1]}, values[2] = {2 * t, 2 * t + 1};
  sort().sort(keys, values, less_than());
  for (int i = 0; i < 2; ++i) {
    out[2 * t + i] = keys[i];
    out[2 * THREADS + 2 * t + i] = values[i];
  }
}

static std::vector<int> distinct(int n) {
  std::vector<int> out = real::values<int>((size_t)n, 1000);
  for (int i = 0; i < n; ++i)
    out[i] = out[i] * n + i;
  return out;
}

// In groups of `size`: the places of the keys in their order.
template <class F>
static std::vector<int> sorted(const std::vector<int> &keys, int size, F less) {
  const int n = (int)keys.size();
  std::vector<int> places((size_t)n), out(2 * (size_t)n);
  for (int i = 0; i < n; ++i)
    places[i] = i;
  for (int first = 0; first < n; first += size)
    std::sort(places.begin() + first, places.begin() + first + size,
              [&](int a, int b) { return less(keys[a], keys[b]); });
  for (int i = 0; i < n; ++i) {
    out[i] = keys[places[i]];
    out[n + i] = places[i];
  }
  return out;
}

template <int LANES> static void check(const char *what) {
  const std::vector<int> one = distinct(THREADS), two = distinct(2 * THREADS);
  real::same_all(what, THREADS,
                 run_block(pairs<LANES>, one, 2 * THREADS, THREADS),
                 sorted(one, LANES, more_than()));
  real::same_all(what, 2 * THREADS,
                 run_block(several<LANES>, two, 4 * THREADS, THREADS),
                 sorted(two, 2 * LANES, less_than()));
}

int main() {
  check<32>("32 lanes");
  check<16>("16 lanes");
  check<4>("4 lanes");
  return real::done();
}
