// SPDX-License-Identifier: Apache-2.0
// Binary searches for one value and for many.
#include <thrust/binary_search.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    std::vector<int> a = real::values<int>(n, 2000);
    const std::vector<int> asked = real::values<int>(777, 2100, 2);
    std::sort(a.begin(), a.end());
    std::vector<int> lower, upper, found;
    for (int q : asked) {
      lower.push_back(
          (int)(std::lower_bound(a.begin(), a.end(), q) - a.begin()));
      upper.push_back(
          (int)(std::upper_bound(a.begin(), a.end(), q) - a.begin()));
      found.push_back(std::binary_search(a.begin(), a.end(), q));
    }
    const thrust::device_vector<int> x = there(a), q = there(asked);
    thrust::device_vector<int> out(asked.size());
    thrust::lower_bound(x.begin(), x.end(), q.begin(), q.end(), out.begin());
    real::same_all("lower_bound", n, here(out), lower);
    thrust::upper_bound(x.begin(), x.end(), q.begin(), q.end(), out.begin());
    real::same_all("upper_bound", n, here(out), upper);
    thrust::binary_search(x.begin(), x.end(), q.begin(), q.end(), out.begin());
    real::same_all("binary_search", n, here(out), found);
    const auto range = thrust::equal_range(x.begin(), x.end(), asked[0]);
    real::same("equal_range's begin", n, (int)(range.first - x.begin()),
               lower[0]);
    real::same("equal_range's end", n, (int)(range.second - x.begin()),
               upper[0]);
  }
  return real::done();
}
