// SPDX-License-Identifier: Apache-2.0
// rocPRIM's select, unique, partition and run_length_encode.
#include <rocprim/rocprim.hpp>

#include <algorithm>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : {1, 2, 255, 4097, 20011}) {
    const std::vector<int> values = real::values<int>(n, 3);
    std::vector<int> odd, even, heads, lengths;
    for (size_t i = 0; i < n; ++i) {
      (is_odd()(values[i]) ? odd : even).push_back(values[i]);
      if (i == 0 || values[i] != values[i - 1]) {
        heads.push_back(values[i]);
        lengths.push_back(0);
      }
      ++lengths.back();
    }
    const real::memory<int> in(values);
    real::memory<int> out(n), counts(n), number(1);
    auto check = [&](const char *what, const std::vector<int> &wanted) {
      real::same(what, n, number.host()[0], (int)wanted.size());
      real::same_all(what, n, out.host(wanted.size()), wanted);
    };
    real::with_scratch("select", [&](void *scratch, size_t &size) {
      return rocprim::select(scratch, size, in.get(), out.get(), number.get(),
                             n, is_odd());
    });
    check("select", odd);
    real::with_scratch("unique", [&](void *scratch, size_t &size) {
      return rocprim::unique(scratch, size, in.get(), out.get(), number.get(),
                             n, equal_to());
    });
    check("unique", heads);
    real::with_scratch("run_length_encode", [&](void *scratch, size_t &size) {
      return rocprim::run_length_encode(scratch, size, in.get(), (unsigned)n,
                                        out.get(), counts.get(), number.get());
    });
    check("run_length_encode", heads);
    real::same_all("its lengths", n, counts.host(lengths.size()), lengths);
    real::with_scratch("partition", [&](void *scratch, size_t &size) {
      return rocprim::partition(scratch, size, in.get(), out.get(),
                                number.get(), n, is_odd());
    });
    check("partition", odd);
    std::vector<int> rest = out.host();
    rest.erase(rest.begin(), rest.begin() + odd.size());
    std::sort(rest.begin(), rest.end());
    std::sort(even.begin(), even.end());
    real::same_all("the others of partition", n, rest, even);
  }
  return real::done();
}
