// SPDX-License-Identifier: Apache-2.0
// rocPRIM's scans: inclusive, exclusive, by key.
#include <rocprim/rocprim.hpp>

#include <numeric>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : {1, 2, 255, 4097, 20011}) {
    const std::vector<int> values = real::values<int>(n, 1000),
                           keys = real::values<int>(n, 2, 2);
    std::vector<int> wanted(n), by_key(n);
    for (size_t i = 0; i < n; ++i)
      by_key[i] = values[i] +
                  (i > 0 && keys[i] == keys[i - 1] ? by_key[i - 1] : 0);
    const real::memory<int> in(values), k(keys);
    real::memory<int> out(n);
    real::with_scratch("inclusive_scan", [&](void *scratch, size_t &size) {
      return rocprim::inclusive_scan(scratch, size, in.get(), out.get(), n,
                                     larger());
    });
    std::partial_sum(values.begin(), values.end(), wanted.begin(), larger());
    real::same_all("inclusive_scan", n, out.host(), wanted);
    real::with_scratch("exclusive_scan", [&](void *scratch, size_t &size) {
      return rocprim::exclusive_scan(scratch, size, in.get(), out.get(), 7, n,
                                     add());
    });
    std::exclusive_scan(values.begin(), values.end(), wanted.begin(), 7);
    real::same_all("exclusive_scan", n, out.host(), wanted);
    real::with_scratch("inclusive_scan_by_key",
                       [&](void *scratch, size_t &size) {
                         return rocprim::inclusive_scan_by_key(
                             scratch, size, k.get(), in.get(), out.get(), n,
                             add());
                       });
    real::same_all("inclusive_scan_by_key", n, out.host(), by_key);
  }
  return real::done();
}
