// SPDX-License-Identifier: Apache-2.0
// DeviceReduce: sums, extrema and where they are, an operation of our own.
#include <cub/device/device_reduce.cuh>

#include <algorithm>
#include <numeric>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 1000000);
    const real::memory<int> in(values);
    real::memory<int> out(1);
    real::memory<long long> wide(1);
    real::with_scratch("Reduce", [&](void *scratch, size_t &size) {
      return cub::DeviceReduce::Reduce(scratch, size, in.get(), wide.get(),
                                       (int)n, add(), 9LL);
    });
    real::same("Reduce", n, wide.host()[0],
               std::accumulate(values.begin(), values.end(), 9LL));
    real::with_scratch("Sum", [&](void *scratch, size_t &size) {
      return cub::DeviceReduce::Sum(scratch, size, in.get(), out.get(),
                                    (int)n);
    });
    real::same("Sum", n, (unsigned)out.host()[0],
               std::accumulate(values.begin(), values.end(), 0u));
    if (n == 0)
      continue;
    real::with_scratch("Min", [&](void *scratch, size_t &size) {
      return cub::DeviceReduce::Min(scratch, size, in.get(), out.get(),
                                    (int)n);
    });
    const auto least = std::min_element(values.begin(), values.end());
    real::same("Min", n, out.host()[0], *least);
    real::with_scratch("Max", [&](void *scratch, size_t &size) {
      return cub::DeviceReduce::Max(scratch, size, in.get(), out.get(),
                                    (int)n);
    });
    real::same("Max", n, out.host()[0],
               *std::max_element(values.begin(), values.end()));
    real::memory<cub::KeyValuePair<int, int>> pair(1);
    real::with_scratch("ArgMin", [&](void *scratch, size_t &size) {
      return cub::DeviceReduce::ArgMin(scratch, size, in.get(), pair.get(),
                                       (int)n);
    });
    real::same("ArgMin's place", n, pair.host()[0].key,
               (int)(least - values.begin()));
    real::same("ArgMin's value", n, pair.host()[0].value, *least);
  }
  return real::done();
}
