// SPDX-License-Identifier: Apache-2.0
// DeviceSelect: by flags, by a condition, without repeats.
#include <cub/device/device_select.cuh>

#include <algorithm>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 3);
    const std::vector<char> flags = real::values<char>(n, 2, 3);
    std::vector<int> flagged, odd, runs = values;
    for (size_t i = 0; i < n; ++i) {
      if (flags[i])
        flagged.push_back(values[i]);
      if (is_odd()(values[i]))
        odd.push_back(values[i]);
    }
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    const real::memory<int> in(values);
    const real::memory<char> f(flags);
    real::memory<int> out(n), count(1);
    auto check = [&](const char *what, const std::vector<int> &wanted) {
      real::same(what, n, count.host()[0], (int)wanted.size());
      real::same_all(what, n, out.host(wanted.size()), wanted);
    };
    real::with_scratch("Flagged", [&](void *scratch, size_t &size) {
      return cub::DeviceSelect::Flagged(scratch, size, in.get(), f.get(),
                                        out.get(), count.get(), (int)n);
    });
    check("Flagged", flagged);
    real::with_scratch("If", [&](void *scratch, size_t &size) {
      return cub::DeviceSelect::If(scratch, size, in.get(), out.get(),
                                   count.get(), (int)n, is_odd());
    });
    check("If", odd);
    real::with_scratch("Unique", [&](void *scratch, size_t &size) {
      return cub::DeviceSelect::Unique(scratch, size, in.get(), out.get(),
                                       count.get(), (int)n);
    });
    check("Unique", runs);
  }
  return real::done();
}
