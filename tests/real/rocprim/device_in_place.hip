// SPDX-License-Identifier: Apache-2.0
// rocPRIM's unique_by_key, adjacent_difference_inplace and its right form,
// segmented_radix_sort_keys_desc and _pairs, and multi_histogram_range.
#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <utility>

#include "functors.h"
#include "real.h"
#include "segments.h"

static void unique(size_t n) {
  const std::vector<int> keys = real::values<int>(n, 3);
  std::vector<int> values(n), wanted_keys, wanted_values;
  for (size_t i = 0; i < n; ++i) {
    values[i] = (int)i;
    if (i == 0 || keys[i] != keys[i - 1]) {
      wanted_keys.push_back(keys[i]);
      wanted_values.push_back((int)i);
    }
  }
  const real::memory<int> k(keys), v(values), ko(n), vo(n);
  const real::memory<unsigned> count(1);
  real::with_scratch("unique_by_key", [&](void *scratch, size_t &size) {
    return rocprim::unique_by_key(scratch, size, k.get(), v.get(), ko.get(),
                                  vo.get(), count.get(), n, equal_to());
  });
  real::same("unique_by_key, the count", n, (size_t)count.host()[0],
             wanted_keys.size());
  real::same_all("unique_by_key, keys", n, ko.host(wanted_keys.size()),
                 wanted_keys);
  real::same_all("unique_by_key, values", n, vo.host(wanted_values.size()),
                 wanted_values);
}

static void differences(size_t n) {
  const std::vector<int> in = real::values<int>(n, 1000);
  std::vector<int> left(in), right(in);
  for (size_t i = 1; i < n; ++i) {
    left[i] = in[i] - in[i - 1];
    right[i - 1] = in[i - 1] - in[i];
  }
  const real::memory<int> l(in), r(in);
  real::with_scratch("in place", [&](void *scratch, size_t &size) {
    return rocprim::adjacent_difference_inplace(scratch, size, l.get(), n,
                                                rocprim::minus<int>());
  });
  real::with_scratch("in place, right", [&](void *scratch, size_t &size) {
    return rocprim::adjacent_difference_right_inplace(scratch, size, r.get(), n,
                                                      rocprim::minus<int>());
  });
  real::same_all("adjacent_difference_inplace", n, l.host(), left);
  real::same_all("adjacent_difference_right_inplace", n, r.host(), right);
}

static void sorts(size_t n) {
  const std::vector<int> starts = segments(n);
  const unsigned count = (unsigned)starts.size() - 1;
  const std::vector<unsigned> keys = real::values<unsigned>(n, 50);
  std::vector<unsigned> down(keys), values(n), wanted_values(n);
  std::vector<std::pair<unsigned, unsigned>> pairs(n);
  for (size_t i = 0; i < n; ++i) {
    values[i] = (unsigned)i;
    pairs[i] = {keys[i], (unsigned)i};
  }
  for (unsigned s = 0; s < count; ++s) {
    std::sort(down.begin() + starts[s], down.begin() + starts[s + 1],
              more_than());
    std::sort(pairs.begin() + starts[s], pairs.begin() + starts[s + 1]);
  }
  for (size_t i = 0; i < n; ++i)
    wanted_values[i] = pairs[i].second;
  const real::memory<int> offsets(starts);
  const real::memory<unsigned> k(keys), v(values), ko(n), kd(n), vo(n);
  real::with_scratch("segments, desc", [&](void *scratch, size_t &size) {
    return rocprim::segmented_radix_sort_keys_desc(
        scratch, size, k.get(), kd.get(), (unsigned)n, count, offsets.get(),
        offsets.get() + 1);
  });
  real::with_scratch("segments, pairs", [&](void *scratch, size_t &size) {
    return rocprim::segmented_radix_sort_pairs(
        scratch, size, k.get(), ko.get(), v.get(), vo.get(), (unsigned)n, count,
        offsets.get(), offsets.get() + 1);
  });
  real::same_all("segmented_radix_sort_keys_desc", n, kd.host(), down);
  real::same_all("segmented_radix_sort_pairs", n, vo.host(), wanted_values);
}

// Three of four interleaved channels, each with levels of its own.
static void histograms(size_t n) {
  enum { CHANNELS = 4, ACTIVE = 3 };
  const std::vector<int> in = real::values<int>(n * CHANNELS, 120);
  const std::vector<int> levels[ACTIVE] = {
      {0, 10, 50, 100}, {5, 6, 7}, {-20, 60, 61, 90, 119}};
  real::memory<int> samples(in), l0(levels[0]), l1(levels[1]), l2(levels[2]);
  real::memory<unsigned> h0(3), h1(2), h2(4);
  unsigned *bins[ACTIVE] = {h0.get(), h1.get(), h2.get()};
  unsigned counts[ACTIVE] = {4, 3, 5};
  int *bounds[ACTIVE] = {l0.get(), l1.get(), l2.get()};
  real::with_scratch("multi_histogram_range", [&](void *scratch, size_t &size) {
    return rocprim::multi_histogram_range<CHANNELS, ACTIVE>(
        scratch, size, samples.get(), (unsigned)n, bins, counts, bounds);
  });
  const std::vector<unsigned> got[ACTIVE] = {h0.host(), h1.host(), h2.host()};
  for (int c = 0; c < ACTIVE; ++c) {
    std::vector<unsigned> wanted(levels[c].size() - 1, 0);
    for (size_t i = 0; i < n; ++i)
      for (size_t b = 0; b + 1 < levels[c].size(); ++b)
        wanted[b] += in[i * CHANNELS + c] >= levels[c][b] &&
                     in[i * CHANNELS + c] < levels[c][b + 1];
    real::same_all("multi_histogram_range", n, got[c], wanted);
  }
}

int main() {
  for (size_t n : real::sizes) {
    unique(n);
    differences(n);
    sorts(n);
    histograms(n);
  }
  return real::done();
}
