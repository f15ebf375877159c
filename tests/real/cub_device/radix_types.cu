// SPDX-License-Identifier: Apache-2.0
// DeviceRadixSort over types whose bits are not their order: signed, floating.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>

#include "real.h"

template <class T> void sorts(const char *what, double scale, double offset) {
  for (size_t n : {1, 100, 7001}) {
    const std::vector<int> numbers = real::values<int>(n, 1 << 20);
    std::vector<T> keys(n);
    for (size_t i = 0; i < n; ++i)
      keys[i] = (T)(numbers[i] * scale + offset);
    real::memory<T> front(keys), back(n);
    cub::DoubleBuffer<T> both(front.get(), back.get());
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return cub::DeviceRadixSort::SortKeys(scratch, size, both, (int)n);
    });
    std::sort(keys.begin(), keys.end());
    real::same_all(what, n,
                   both.Current() == front.get() ? front.host() : back.host(),
                   keys);
  }
}

int main() {
  sorts<signed char>("signed char", 0.0002, -100);
  sorts<unsigned short>("unsigned short", 0.05, 0);
  sorts<long long>("long long", 1e11, -5e16);
  sorts<float>("float", 0.37, -190000.5);
  sorts<double>("double", 1e-7, -0.05);
  return real::done();
}
