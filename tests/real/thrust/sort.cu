// SPDX-License-Identifier: Apache-2.0
// sort and stable_sort: by value, downwards, and by an order of our own.
#include <thrust/sort.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    std::vector<int> values = real::values<int>(n, 100000);
    for (size_t i = 0; i < n; i += 3)
      values[i] = -values[i];
    thrust::device_vector<int> up = there(values), down = there(values),
                               stable = there(values);
    thrust::sort(up.begin(), up.end());
    thrust::sort(down.begin(), down.end(), more_than());
    thrust::stable_sort(stable.begin(), stable.end(), less_low());
    std::vector<int> wanted = values;
    std::stable_sort(wanted.begin(), wanted.end(), less_low());
    real::same_all("stable_sort", n, here(stable), wanted);
    std::sort(wanted.begin(), wanted.end());
    real::same_all("sort", n, here(up), wanted);
    std::reverse(wanted.begin(), wanted.end());
    real::same_all("sort downwards", n, here(down), wanted);
  }
  return real::done();
}
