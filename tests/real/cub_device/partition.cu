// SPDX-License-Identifier: Apache-2.0
// DevicePartition: in two by flags or a condition, in three by two conditions.
#include <cub/device/device_partition.cuh>

#include <algorithm>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 1000);
    std::vector<int> yes, no, small, middle, large;
    for (int value : values) {
      (is_odd()(value) ? yes : no).push_back(value);
      (value < 100 ? small : value < 600 ? middle : large).push_back(value);
    }
    // Those that are not come backwards, from the end.
    std::vector<int> wanted = yes;
    wanted.insert(wanted.end(), no.rbegin(), no.rend());
    const real::memory<int> in(values);
    real::memory<int> out(n), count(2), a(n), b(n), c(n);
    real::with_scratch("If", [&](void *scratch, size_t &size) {
      return cub::DevicePartition::If(scratch, size, in.get(), out.get(),
                                      count.get(), (int)n, is_odd());
    });
    real::same("If's number", n, count.host()[0], (int)yes.size());
    real::same_all("If", n, out.host(), wanted);
    if (n == 0)
      continue; // CUB 1.17 leaves the numbers alone then
    real::with_scratch("If in three", [&](void *scratch, size_t &size) {
      return cub::DevicePartition::If(scratch, size, in.get(), a.get(),
                                      b.get(), c.get(), count.get(), (int)n,
                                      below{100}, below{600});
    });
    real::same("the first part's number", n, count.host()[0],
               (int)small.size());
    real::same("the second part's number", n, count.host()[1],
               (int)middle.size());
    real::same_all("the first part", n, a.host(small.size()), small);
    real::same_all("the second part", n, b.host(middle.size()), middle);
    real::same_all("the third part", n, c.host(large.size()), large);
  }
  return real::done();
}
