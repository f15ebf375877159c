// SPDX-License-Identifier: Apache-2.0
// DeviceSegmentedRadixSort, downwards.
#include <cub/device/device_segmented_radix_sort.cuh>

#include <algorithm>
#include <functional>

#include "real.h"
#include "segments.h"

int main() {
  for (size_t n : {1, 255, 4097, 20011}) {
    const std::vector<int> keys = real::values<int>(n, 1 << 30),
                           ends = segments(n);
    const int count = (int)ends.size() - 1;
    std::vector<int> wanted = keys;
    for (int s = 0; s < count; ++s)
      std::sort(wanted.begin() + ends[s], wanted.begin() + ends[s + 1],
                std::greater<int>());
    const real::memory<int> in(keys), offsets(ends);
    real::memory<int> out(n);
    real::with_scratch("SortKeysDescending",
                       [&](void *scratch, size_t &size) {
                         return cub::DeviceSegmentedRadixSort::
                             SortKeysDescending(scratch, size, in.get(),
                                                out.get(), (int)n, count,
                                                offsets.get(),
                                                offsets.get() + 1);
                       });
    real::same_all("SortKeysDescending", n, out.host(), wanted);
  }
  return real::done();
}
