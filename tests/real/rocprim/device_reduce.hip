// SPDX-License-Identifier: Apache-2.0
// rocPRIM's reductions: of all, of segments, by key.
#include <rocprim/rocprim.hpp>

#include <numeric>

#include "functors.h"
#include "real.h"
#include "segments.h"

int main() {
  for (size_t n : {1, 2, 255, 4097, 20011}) {
    const std::vector<int> values = real::values<int>(n, 1000),
                           keys = real::values<int>(n, 2, 2),
                           ends = segments(n);
    const unsigned count = (unsigned)ends.size() - 1;
    std::vector<int> sums(count, 0), heads, totals;
    for (unsigned s = 0; s < count; ++s)
      for (int i = ends[s]; i < ends[s + 1]; ++i)
        sums[s] += values[i];
    for (size_t i = 0; i < n; ++i) {
      if (heads.empty() || heads.back() != keys[i]) {
        heads.push_back(keys[i]);
        totals.push_back(0);
      }
      totals.back() += values[i];
    }
    const real::memory<int> in(values), k(keys), offsets(ends);
    real::memory<int> out(n + count), first(n), number(1);
    real::with_scratch("reduce", [&](void *scratch, size_t &size) {
      return rocprim::reduce(scratch, size, in.get(), out.get(), 3, n, add());
    });
    real::same("reduce", n, out.host()[0],
               std::accumulate(values.begin(), values.end(), 3));
    real::with_scratch("segmented_reduce", [&](void *scratch, size_t &size) {
      return rocprim::segmented_reduce(scratch, size, in.get(), out.get(),
                                       count, offsets.get(),
                                       offsets.get() + 1, add(), 0);
    });
    real::same_all("segmented_reduce", n, out.host(count), sums);
    real::with_scratch("reduce_by_key", [&](void *scratch, size_t &size) {
      return rocprim::reduce_by_key(scratch, size, k.get(), in.get(),
                                    (unsigned)n, first.get(), out.get(),
                                    number.get(), add());
    });
    real::same("reduce_by_key's number", n, number.host()[0],
               (int)heads.size());
    real::same_all("reduce_by_key's keys", n, first.host(heads.size()), heads);
    real::same_all("reduce_by_key's sums", n, out.host(totals.size()), totals);
  }
  return real::done();
}
