// SPDX-License-Identifier: Apache-2.0
// Radix sorts by some of the keys' bits, stable in the others, up and down, of
// values of many sizes. Ranges up to the highest bit that do not begin at zero
// only for few keys: for more, which it merges, 5.3.3 shifts by the whole
// width.
#include "keys.h"

struct range {
  unsigned begin, end;
};

template <class K, class V>
static void check_range(const char *what, size_t n, range r) {
  const std::vector<K> k = keys<K>(n, r.end);
  const std::vector<V> v = numbers<V>(n, 0, 30000);
  auto key_of = [&](int i) { return bits(k[i], r.begin, r.end); };
  const std::vector<int> up = places_by(key_of, false, 0, n),
                         down = places_by(key_of, true, 0, n);
  const real::memory<K> in(k), out(n);
  const real::memory<V> values(v), moved(n);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::radix_sort_pairs(scratch, size, in.get(), out.get(),
                                     values.get(), moved.get(), n, r.begin,
                                     r.end);
  });
  real::same_all(what, n, out.host(), picked(k, up));
  real::same_all(what, n, moved.host(), picked(v, up));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::radix_sort_pairs_desc(scratch, size, in.get(), out.get(),
                                          values.get(), moved.get(), n, r.begin,
                                          r.end);
  });
  real::same_all(what, n, out.host(), picked(k, down));
  real::same_all(what, n, moved.host(), picked(v, down));
}

template <class K, class V> static void check(const char *what) {
  const unsigned width = 8 * sizeof(K);
  for (size_t n : {1, 255, 1000, 8000})
    for (range r : {range{0, width}, range{0, 1}, range{width - 1, width},
                    range{3, width / 2 + 2}, range{1, 8}})
      if (n <= 255 || r.end < width || r.begin == 0)
        check_range<K, V>(what, n, r);
}

int main() {
  check<unsigned short, double>("unsigned short");
  check<unsigned, colour>("unsigned");
  check<unsigned long long, record>("unsigned long long");
  return real::done();
}
