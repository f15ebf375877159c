// SPDX-License-Identifier: Apache-2.0
// Segmented radix sorts of keys of many types, with values, by some bits, with
// offsets that are computed, of segments that are all small, all empty, or one.
#include "keys.h"
#include "segments.h"

// Begins and ends of segments of `length`, as no array holds them.
struct times {
  int length, last;
  __host__ __device__ int operator()(int i) const {
    return i * length < last ? i * length : last;
  }
};

template <class K, class V>
static void check_even(const char *what, size_t n, int length) {
  const unsigned count = (unsigned)((n + length - 1) / length);
  const times at = {length, (int)n};
  const std::vector<K> k = keys<K>(n);
  const std::vector<V> v = numbers<V>(n, 0, 5000);
  std::vector<int> up, down;
  for (unsigned s = 0; s < count; ++s) {
    auto key_of = [&](int i) { return ordered<K>::of(k[i]); };
    up = joined(up, places_by(key_of, false, at(s), at(s + 1)));
    down = joined(down, places_by(key_of, true, at(s), at(s + 1)));
  }
  const auto begin =
      rocprim::make_transform_iterator(rocprim::make_counting_iterator(0), at);
  const real::memory<K> in(k), out(n);
  const real::memory<V> values(v), moved(n);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::segmented_radix_sort_pairs(
        scratch, size, in.get(), out.get(), values.get(), moved.get(),
        (unsigned)n, count, begin, begin + 1);
  });
  same_keys(what, out.host(), picked(k, up));
  real::same_all(what, n, moved.host(), picked(v, up));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::segmented_radix_sort_keys_desc(scratch, size, in.get(),
                                                   out.get(), (unsigned)n,
                                                   count, begin, begin + 1);
  });
  same_keys(what, out.host(), picked(k, down));
}

// Keys by the bits 2 to 11, segments of all lengths.
static void check_bits(size_t n) {
  const std::vector<unsigned short> k = keys<unsigned short>(n);
  const std::vector<int> ends = segments(n);
  const unsigned count = (unsigned)ends.size() - 1;
  std::vector<int> order;
  for (unsigned s = 0; s < count; ++s)
    order = joined(order, places_by([&](int i) { return bits(k[i], 2, 11); },
                                    true, ends[s], ends[s + 1]));
  const real::memory<unsigned short> in(k), out(n);
  const real::memory<int> values(counted(n)), moved(n), offsets(ends);
  real::with_scratch("bits", [&](void *scratch, size_t &size) {
    return rocprim::segmented_radix_sort_pairs_desc(
        scratch, size, in.get(), out.get(), values.get(), moved.get(),
        (unsigned)n, count, offsets.get(), offsets.get() + 1, 2, 11);
  });
  real::same_all("bits", n, out.host(), picked(k, order));
  real::same_all("bits", n, moved.host(), order);
}

template <class K, class V> static void check(const char *what) {
  check_even<K, V>(what, 1, 1);
  check_even<K, V>(what, 500, 1);
  check_even<K, V>(what, 2000, 13);
  check_even<K, V>(what, 5000, 200);
  check_even<K, V>(what, 6000, 6000);
}

int main() {
  check<signed char, int>("signed char");
  check<double, short>("double");
  check<half_t, colour>("half");
  for (size_t n : {1, 300, 8000})
    check_bits(n);
  return real::done();
}
