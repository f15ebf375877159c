// SPDX-License-Identifier: Apache-2.0
// rocPRIM's segmented radix sort and segmented scan.
#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <numeric>

#include "functors.h"
#include "real.h"
#include "segments.h"

int main() {
  for (size_t n : {1, 255, 4097, 20011}) {
    const std::vector<int> keys = real::values<int>(n, 1 << 20),
                           ends = segments(n);
    const unsigned count = (unsigned)ends.size() - 1;
    std::vector<int> sorted = keys, sums(n);
    for (unsigned s = 0; s < count; ++s) {
      std::sort(sorted.begin() + ends[s], sorted.begin() + ends[s + 1]);
      std::partial_sum(keys.begin() + ends[s], keys.begin() + ends[s + 1],
                       sums.begin() + ends[s], larger());
    }
    const real::memory<int> in(keys), offsets(ends);
    real::memory<int> out(n);
    real::with_scratch("segmented_radix_sort_keys",
                       [&](void *scratch, size_t &size) {
                         return rocprim::segmented_radix_sort_keys(
                             scratch, size, in.get(), out.get(), (unsigned)n,
                             count, offsets.get(), offsets.get() + 1);
                       });
    real::same_all("segmented_radix_sort_keys", n, out.host(), sorted);
    real::with_scratch("segmented_inclusive_scan",
                       [&](void *scratch, size_t &size) {
                         return rocprim::segmented_inclusive_scan(
                             scratch, size, in.get(), out.get(), count,
                             offsets.get(), offsets.get() + 1, larger());
                       });
    real::same_all("segmented_inclusive_scan", n, out.host(), sums);
  }
  return real::done();
}
