// SPDX-License-Identifier: Apache-2.0
// sort over types of other sizes, by radix and by merging.
#include <thrust/sort.h>

#include <algorithm>

#include "vectors.h"

template <class T> void sorts(const char *what, double scale, double offset) {
  for (size_t n : {0, 1, 257, 9001}) {
    std::vector<T> values(n);
    const std::vector<int> numbers = real::values<int>(n, 1 << 20);
    for (size_t i = 0; i < n; ++i)
      values[i] = (T)(numbers[i] * scale + offset);
    thrust::device_vector<T> sorted = there(values);
    thrust::sort(sorted.begin(), sorted.end());
    std::sort(values.begin(), values.end());
    real::same_all(what, n, here(sorted), values);
  }
}

int main() {
  sorts<unsigned char>("unsigned char", 0.0002, 0);
  sorts<short>("short", 0.05, -20000);
  sorts<long long>("long long", 1e11, -5e16);
  sorts<float>("float", 0.37, -190000.5);
  sorts<double>("double", 1e-7, -0.05);
  return real::done();
}
