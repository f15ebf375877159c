// SPDX-License-Identifier: Apache-2.0
// DeviceSegmentedSort: keys and pairs of segments of many lengths.
#include <cub/device/device_segmented_sort.cuh>

#include <algorithm>
#include <numeric>

#include "real.h"
#include "segments.h"

int main() {
  for (size_t n : {1, 255, 4097, 20011}) {
    const std::vector<int> keys = real::values<int>(n, 400),
                           ends = segments(n);
    const int count = (int)ends.size() - 1;
    std::vector<int> numbers(n), wanted = keys, order(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    order = numbers;
    for (int s = 0; s < count; ++s) {
      std::sort(wanted.begin() + ends[s], wanted.begin() + ends[s + 1]);
      std::stable_sort(order.begin() + ends[s], order.begin() + ends[s + 1],
                       [&](int a, int b) { return keys[a] < keys[b]; });
    }
    const real::memory<int> in(keys), values(numbers), offsets(ends);
    real::memory<int> out(n), moved(n);
    real::with_scratch("StableSortPairs", [&](void *scratch, size_t &size) {
      return cub::DeviceSegmentedSort::StableSortPairs(
          scratch, size, in.get(), out.get(), values.get(), moved.get(),
          (int)n, count, offsets.get(), offsets.get() + 1);
    });
    real::same_all("StableSortPairs' keys", n, out.host(), wanted);
    real::same_all("StableSortPairs' values", n, moved.host(), order);
  }
  return real::done();
}
