// SPDX-License-Identifier: Apache-2.0
// rocPRIM's merge, lower_bound, transform, adjacent_difference, histogram_even.
#include <rocprim/rocprim.hpp>

#include <algorithm>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : {1, 2, 255, 4097, 20011}) {
    std::vector<int> a = real::values<int>(n, 1000),
                     b = real::values<int>(n, 1000, 2), wanted(n), both(2 * n);
    const real::memory<int> raw(a);
    real::memory<int> out(n), merged(2 * n), bins(10);
    real::ok(rocprim::transform(raw.get(), out.get(), n, three_more()),
             "transform");
    std::transform(a.begin(), a.end(), wanted.begin(), three_more());
    real::same_all("transform", n, out.host(), wanted);
    real::with_scratch("adjacent_difference",
                       [&](void *scratch, size_t &size) {
                         return rocprim::adjacent_difference(
                             scratch, size, raw.get(), out.get(), n,
                             minus_left());
                       });
    for (size_t i = 0; i < n; ++i)
      wanted[i] = i == 0 ? a[0] : a[i] - a[i - 1];
    real::same_all("adjacent_difference", n, out.host(), wanted);
    real::with_scratch("histogram_even", [&](void *scratch, size_t &size) {
      return rocprim::histogram_even(scratch, size, raw.get(), (unsigned)n,
                                     bins.get(), 11, 100, 900);
    });
    std::vector<int> counts(10, 0);
    for (int value : a)
      if (value >= 100 && value < 900)
        ++counts[(value - 100) / 80];
    real::same_all("histogram_even", n, bins.host(), counts);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
    const real::memory<int> x(a), y(b);
    real::with_scratch("merge", [&](void *scratch, size_t &size) {
      return rocprim::merge(scratch, size, x.get(), y.get(), merged.get(), n,
                            n, less_than());
    });
    real::same_all("merge", n, merged.host(), both);
    real::with_scratch("lower_bound", [&](void *scratch, size_t &size) {
      return rocprim::lower_bound(scratch, size, x.get(), y.get(), out.get(),
                                  n, n, less_than());
    });
    for (size_t i = 0; i < n; ++i)
      wanted[i] =
          (int)(std::lower_bound(a.begin(), a.end(), b[i]) - a.begin());
    real::same_all("lower_bound", n, out.host(), wanted);
  }
  return real::done();
}
