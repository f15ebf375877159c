// SPDX-License-Identifier: Apache-2.0
// DeviceScan: sums and other operations, inclusive and exclusive, in place.
#include <cub/device/device_scan.cuh>

#include <numeric>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 1000);
    const real::memory<int> in(values);
    real::memory<int> out(n), place(values);
    std::vector<int> wanted(n);
    real::with_scratch("ExclusiveSum", [&](void *scratch, size_t &size) {
      return cub::DeviceScan::ExclusiveSum(scratch, size, in.get(), out.get(),
                                           (int)n);
    });
    std::exclusive_scan(values.begin(), values.end(), wanted.begin(), 0);
    real::same_all("ExclusiveSum", n, out.host(), wanted);
    real::with_scratch("InclusiveSum", [&](void *scratch, size_t &size) {
      return cub::DeviceScan::InclusiveSum(scratch, size, place.get(),
                                           place.get(), (int)n);
    });
    std::partial_sum(values.begin(), values.end(), wanted.begin());
    real::same_all("InclusiveSum in place", n, place.host(), wanted);
    real::with_scratch("InclusiveScan", [&](void *scratch, size_t &size) {
      return cub::DeviceScan::InclusiveScan(scratch, size, in.get(),
                                            out.get(), larger(), (int)n);
    });
    std::partial_sum(values.begin(), values.end(), wanted.begin(), larger());
    real::same_all("InclusiveScan", n, out.host(), wanted);
    real::with_scratch("ExclusiveScan", [&](void *scratch, size_t &size) {
      return cub::DeviceScan::ExclusiveScan(scratch, size, in.get(),
                                            out.get(), smaller(), 700,
                                            (int)n);
    });
    std::exclusive_scan(values.begin(), values.end(), wanted.begin(), 700,
                        smaller());
    real::same_all("ExclusiveScan", n, out.host(), wanted);
  }
  return real::done();
}
