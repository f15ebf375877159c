// SPDX-License-Identifier: Apache-2.0
// DeviceSegmentedReduce: sums, maxima and an operation of our own.
#include <cub/device/device_segmented_reduce.cuh>

#include "functors.h"
#include "real.h"
#include "segments.h"

int main() {
  for (size_t n : {1, 255, 4097, 20011}) {
    const std::vector<int> values = real::values<int>(n, 1000),
                           ends = segments(n);
    const int count = (int)ends.size() - 1;
    std::vector<int> sums(count, 0), maxima(count, -3), least(count, 5000);
    for (int s = 0; s < count; ++s)
      for (int i = ends[s]; i < ends[s + 1]; ++i) {
        sums[s] += values[i];
        maxima[s] = larger()(maxima[s], values[i]);
        least[s] = smaller()(least[s], values[i]);
      }
    const real::memory<int> in(values), offsets(ends);
    real::memory<int> out(count);
    real::with_scratch("Sum", [&](void *scratch, size_t &size) {
      return cub::DeviceSegmentedReduce::Sum(scratch, size, in.get(),
                                             out.get(), count, offsets.get(),
                                             offsets.get() + 1);
    });
    real::same_all("Sum", n, out.host(), sums);
    real::with_scratch("Reduce", [&](void *scratch, size_t &size) {
      return cub::DeviceSegmentedReduce::Reduce(
          scratch, size, in.get(), out.get(), count, offsets.get(),
          offsets.get() + 1, larger(), -3);
    });
    real::same_all("Reduce to maxima", n, out.host(), maxima);
    real::with_scratch("Reduce", [&](void *scratch, size_t &size) {
      return cub::DeviceSegmentedReduce::Reduce(
          scratch, size, in.get(), out.get(), count, offsets.get(),
          offsets.get() + 1, smaller(), 5000);
    });
    real::same_all("Reduce to minima", n, out.host(), least);
  }
  return real::done();
}
