// SPDX-License-Identifier: Apache-2.0
// rocPRIM's sorts and merges of keys with values, whole and by segments,
// exclusive scans by key and by segments, runs, partition in three, and
// adjacent_difference_right.
#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <numeric>

#include "functors.h"
#include "real.h"

typedef std::vector<int> ints;

struct below_300 {
  __host__ __device__ bool operator()(int x) const { return x < 300; }
};
struct below_700 {
  __host__ __device__ bool operator()(int x) const { return x < 700; }
};

// The order of a stable sort from the largest to the smallest.
static ints order_down(const ints &keys, size_t from, size_t to) {
  ints order(to - from);
  std::iota(order.begin(), order.end(), (int)from);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return keys[a] > keys[b]; });
  return order;
}

static void check_pairs(const char *what, const ints &keys, const ints &order,
                        const real::memory<int> &out_keys,
                        const real::memory<int> &out_values) {
  ints wanted(keys.size());
  for (size_t i = 0; i < order.size(); ++i)
    wanted[i] = keys[order[i]];
  real::same_all(what, keys.size(), out_keys.host(), wanted);
  real::same_all(what, keys.size(), out_values.host(), order);
}

static void sorts(size_t n) {
  const ints keys = real::values<int>(n, 500);
  ints index(n), up, segments;
  std::iota(index.begin(), index.end(), 0);
  const ints begins = {0, (int)(n / 3), (int)(n / 2), (int)n};
  const real::memory<int> in(keys), values(index), offsets(begins);
  real::memory<int> out_keys(n), out_values(n);
  real::with_scratch("radix_sort_pairs_desc", [&](void *s, size_t &size) {
    return rocprim::radix_sort_pairs_desc(s, size, in.get(), out_keys.get(),
                                          values.get(), out_values.get(), n);
  });
  check_pairs("radix_sort_pairs_desc", keys, order_down(keys, 0, n), out_keys,
              out_values);
  real::with_scratch("radix_sort_keys", [&](void *s, size_t &size) {
    return rocprim::radix_sort_keys(s, size, in.get(), out_keys.get(), n);
  });
  up = keys;
  std::sort(up.begin(), up.end());
  real::same_all("radix_sort_keys", n, out_keys.host(), up);
  real::with_scratch("segmented_radix_sort_pairs_desc",
                     [&](void *s, size_t &size) {
                       return rocprim::segmented_radix_sort_pairs_desc(
                           s, size, in.get(), out_keys.get(), values.get(),
                           out_values.get(), (unsigned)n, 3u, offsets.get(),
                           offsets.get() + 1);
                     });
  for (int k = 0; k < 3; ++k) {
    const ints part = order_down(keys, begins[k], begins[k + 1]);
    segments.insert(segments.end(), part.begin(), part.end());
  }
  check_pairs("segmented_radix_sort_pairs_desc", keys, segments, out_keys,
              out_values);
  real::with_scratch("merge_sort of pairs", [&](void *s, size_t &size) {
    return rocprim::merge_sort(s, size, in.get(), out_keys.get(), values.get(),
                               out_values.get(), n, more_than());
  });
  check_pairs("merge_sort of pairs", keys, order_down(keys, 0, n), out_keys,
              out_values);
}

static void merges(size_t n) {
  ints a = real::values<int>(n, 500), b = real::values<int>(n, 500, 2), keys,
       order(2 * n), wanted(2 * n);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  keys = a;
  keys.insert(keys.end(), b.begin(), b.end());
  std::iota(order.begin(), order.end(), 0);
  const ints first(order.begin(), order.begin() + n),
      second(order.begin() + n, order.end());
  std::stable_sort(order.begin(), order.end(),
                   [&](int x, int y) { return keys[x] < keys[y]; });
  const real::memory<int> x(a), y(b), u(first), v(second);
  real::memory<int> out_keys(2 * n), out_values(2 * n);
  real::with_scratch("merge of pairs", [&](void *s, size_t &size) {
    return rocprim::merge(s, size, x.get(), y.get(), out_keys.get(), u.get(),
                          v.get(), out_values.get(), n, n, less_than());
  });
  check_pairs("merge of pairs", keys, order, out_keys, out_values);
}

static void scans(size_t n) {
  const ints v = real::values<int>(n, 10), keys_of = real::values<int>(n, 3, 4);
  ints keys(n), wanted(n), segmented(n);
  for (size_t i = 0; i < n; ++i) // runs of some length
    keys[i] = i ? keys[i - 1] + (keys_of[i] == 0) : 0;
  const ints begins = {0, (int)(n / 4), (int)n};
  const real::memory<int> in(v), by(keys), offsets(begins);
  real::memory<int> out(n);
  real::with_scratch("exclusive_scan_by_key", [&](void *s, size_t &size) {
    return rocprim::exclusive_scan_by_key(s, size, by.get(), in.get(),
                                          out.get(), 7, n);
  });
  for (size_t i = 0; i < n; ++i)
    wanted[i] = i && keys[i] == keys[i - 1] ? wanted[i - 1] + v[i - 1] : 7;
  real::same_all("exclusive_scan_by_key", n, out.host(), wanted);
  real::with_scratch("segmented_exclusive_scan", [&](void *s, size_t &size) {
    return rocprim::segmented_exclusive_scan(s, size, in.get(), out.get(), 2u,
                                             offsets.get(), offsets.get() + 1,
                                             3, rocprim::plus<int>());
  });
  for (int k = 0; k < 2; ++k)
    for (int i = begins[k], sum = 3; i < begins[k + 1]; sum += v[i++])
      segmented[i] = sum;
  real::same_all("segmented_exclusive_scan", n, out.host(), segmented);
  real::with_scratch("adjacent_difference_right", [&](void *s, size_t &size) {
    return rocprim::adjacent_difference_right(s, size, in.get(), out.get(), n,
                                              rocprim::minus<int>());
  });
  for (size_t i = 0; i < n; ++i)
    wanted[i] = i + 1 < n ? v[i] - v[i + 1] : v[i];
  real::same_all("adjacent_difference_right", n, out.host(), wanted);
}

static void parts(size_t n) {
  const ints v = real::values<int>(n, 1000), few = real::values<int>(n, 3, 5);
  ints low, middle, high, starts, lengths;
  const real::memory<int> in(v), runs(few);
  real::memory<int> first(n), second(n), rest(n), counts(2), one(1);
  real::with_scratch("partition_three_way", [&](void *s, size_t &size) {
    return rocprim::partition_three_way(s, size, in.get(), first.get(),
                                        second.get(), rest.get(), counts.get(),
                                        n, below_300(), below_700());
  });
  for (int value : v)
    (value < 300 ? low : value < 700 ? middle : high).push_back(value);
  real::same_all("counts", n, counts.host(),
                 ints{(int)low.size(), (int)middle.size()});
  real::same_all("first", n, first.host(low.size()), low);
  real::same_all("second", n, second.host(middle.size()), middle);
  real::same_all("rest", n, rest.host(high.size()), high);
  real::with_scratch("non trivial runs", [&](void *s, size_t &size) {
    return rocprim::run_length_encode_non_trivial_runs(
        s, size, runs.get(), (unsigned)n, first.get(), second.get(),
        one.get());
  });
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && few[end] == few[i]; ++end)
      ;
    if (end - i > 1) {
      starts.push_back((int)i);
      lengths.push_back((int)(end - i));
    }
  }
  real::same_all("count of runs", n, one.host(), ints{(int)starts.size()});
  real::same_all("starts of runs", n, first.host(starts.size()), starts);
  real::same_all("lengths of runs", n, second.host(starts.size()), lengths);
}

int main() {
  for (size_t n : {1, 2, 255, 4097, 20011}) {
    sorts(n);
    merges(n);
    scans(n);
    parts(n);
  }
  return real::done();
}
