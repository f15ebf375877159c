// SPDX-License-Identifier: Apache-2.0
// DeviceAdjacentDifference: with the left and the right neighbour.
#include <cub/device/device_adjacent_difference.cuh>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 100000);
    std::vector<int> left = values, right = values;
    for (size_t i = 1; i < n; ++i) {
      left[i] = values[i] - values[i - 1];
      right[i - 1] = values[i - 1] - values[i];
    }
    const real::memory<int> in(values);
    real::memory<int> out(n), place(values);
    real::with_scratch("SubtractLeftCopy", [&](void *scratch, size_t &size) {
      return cub::DeviceAdjacentDifference::SubtractLeftCopy(
          scratch, size, in.get(), out.get(), (int)n, minus_left());
    });
    real::same_all("SubtractLeftCopy", n, out.host(), left);
    real::with_scratch("SubtractRight", [&](void *scratch, size_t &size) {
      return cub::DeviceAdjacentDifference::SubtractRight(
          scratch, size, place.get(), (int)n, minus_left());
    });
    real::same_all("SubtractRight in place", n, place.host(), right);
  }
  return real::done();
}
