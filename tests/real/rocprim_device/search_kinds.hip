// SPDX-License-Identifier: Apache-2.0
// lower_bound, upper_bound and binary_search for values of each kind, by orders
// of one's own, in nothing, in all that is the same, and from iterators.
#include "functors.h"
#include "keys.h"

template <class T, class LESS>
static void check_in(const char *what, std::vector<T> hay,
                     const std::vector<T> &needles, LESS less) {
  const size_t n = hay.size(), m = needles.size();
  std::stable_sort(hay.begin(), hay.end(), less);
  std::vector<unsigned> low(m), high(m), found(m);
  for (size_t i = 0; i < m; ++i) {
    low[i] =
        (unsigned)(std::lower_bound(hay.begin(), hay.end(), needles[i], less) -
                   hay.begin());
    high[i] =
        (unsigned)(std::upper_bound(hay.begin(), hay.end(), needles[i], less) -
                   hay.begin());
    found[i] = high[i] > low[i];
  }
  const real::memory<T> in(hay), for_what(needles);
  const real::memory<unsigned> out(m);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::lower_bound(scratch, size, in.get(), for_what.get(),
                                out.get(), n, m, less);
  });
  real::same_all(what, n, out.host(), low);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::upper_bound(scratch, size, in.get(), for_what.get(),
                                out.get(), n, m, less);
  });
  real::same_all(what, n, out.host(), high);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::binary_search(scratch, size, in.get(), for_what.get(),
                                  out.get(), n, m, less);
  });
  real::same_all(what, n, out.host(), found);
}

template <class T, class LESS> static void check(const char *what, LESS less) {
  for (size_t n : {0, 1, 100, 5000})
    for (size_t m : {1, 3000}) {
      check_in(what, numbers<T>(n, 0, 90), numbers<T>(m, 0, 100, 2), less);
      check_in(what, numbers<T>(n, 7, 7), numbers<T>(m, 6, 8, 2), less);
    }
}

// Where each number stands among the squares; both are computed.
static void check_iterators(int n) {
  const auto count = rocprim::make_counting_iterator(0);
  const auto squares = rocprim::make_transform_iterator(count, square());
  std::vector<int> wanted(n);
  for (int i = 0; i < n; ++i)
    while (wanted[i] < n && wanted[i] * wanted[i] < i)
      ++wanted[i];
  const real::memory<int> out(n);
  real::with_scratch("iterators", [&](void *scratch, size_t &size) {
    return rocprim::lower_bound(scratch, size, squares, count, out.get(), n, n,
                                less_than());
  });
  real::same_all("iterators", n, out.host(), wanted);
}

int main() {
  check<int>("int", rocprim::less<int>());
  check<signed char>("signed char, downwards", more_than());
  check<double>("double", rocprim::less<double>());
  check<wide_t>("128 bits", less_than());
  check<record>("24 bytes", less_than());
  for (int n : {1, 100, 5000})
    check_iterators(n);
  return real::done();
}
