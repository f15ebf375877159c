// SPDX-License-Identifier: Apache-2.0
// DeviceRadixSort: keys and pairs, both ways, of some bits only.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <numeric>

#include "real.h"

static std::vector<int> order_of(const std::vector<unsigned> &keys,
                                 unsigned mask, bool down) {
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const unsigned x = keys[a] & mask, y = keys[b] & mask;
    return down ? x > y : x < y;
  });
  return order;
}

int main() {
  for (size_t n : real::sizes) {
    const std::vector<unsigned> keys = real::values<unsigned>(n, 1u << 30);
    std::vector<int> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    const real::memory<unsigned> in(keys);
    const real::memory<int> values(numbers);
    real::memory<unsigned> out(n);
    real::memory<int> moved(n);
    real::with_scratch("SortPairs", [&](void *scratch, size_t &size) {
      return cub::DeviceRadixSort::SortPairs(scratch, size, in.get(),
                                             out.get(), values.get(),
                                             moved.get(), (int)n);
    });
    std::vector<unsigned> wanted = keys;
    std::sort(wanted.begin(), wanted.end());
    real::same_all("SortPairs' keys", n, out.host(), wanted);
    real::same_all("SortPairs' values", n, moved.host(),
                   order_of(keys, ~0u, false));
    real::with_scratch("SortPairsDescending, bits",
                       [&](void *scratch, size_t &size) {
                         return cub::DeviceRadixSort::SortPairsDescending(
                             scratch, size, in.get(), out.get(), values.get(),
                             moved.get(), (int)n, 4, 13);
                       });
    real::same_all("values by nine bits downwards", n, moved.host(),
                   order_of(keys, 0x1ff0, true));
    real::with_scratch("SortKeysDescending",
                       [&](void *scratch, size_t &size) {
                         return cub::DeviceRadixSort::SortKeysDescending(
                             scratch, size, in.get(), out.get(), (int)n);
                       });
    std::reverse(wanted.begin(), wanted.end());
    real::same_all("SortKeysDescending", n, out.host(), wanted);
  }
  return real::done();
}
