// SPDX-License-Identifier: Apache-2.0
// DeviceMergeSort: pairs and keys, stable, in place and to another place.
#include <cub/device/device_merge_sort.cuh>

#include <algorithm>
#include <numeric>

#include "functors.h"
#include "real.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> keys = real::values<int>(n, 1000);
    std::vector<int> numbers(n), order(n), wanted = keys;
    std::iota(numbers.begin(), numbers.end(), 0);
    order = numbers;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return less_low()(keys[a], keys[b]);
    });
    real::memory<int> k(keys), v(numbers), in(keys), out(n);
    real::with_scratch("StableSortPairs", [&](void *scratch, size_t &size) {
      return cub::DeviceMergeSort::StableSortPairs(scratch, size, k.get(),
                                                   v.get(), (int)n,
                                                   less_low());
    });
    std::stable_sort(wanted.begin(), wanted.end(), less_low());
    real::same_all("StableSortPairs' keys", n, k.host(), wanted);
    real::same_all("StableSortPairs' values", n, v.host(), order);
    real::with_scratch("SortKeysCopy", [&](void *scratch, size_t &size) {
      return cub::DeviceMergeSort::SortKeysCopy(scratch, size, in.get(),
                                                out.get(), (int)n,
                                                more_than());
    });
    std::sort(wanted.begin(), wanted.end(), more_than());
    real::same_all("SortKeysCopy", n, out.host(), wanted);
    real::same_all("what it copied", n, in.host(), keys);
  }
  return real::done();
}
