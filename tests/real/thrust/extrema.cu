// SPDX-License-Identifier: Apache-2.0
// min_element, max_element and minmax_element.
#include <thrust/extrema.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000000);
    const thrust::device_vector<int> x = there(a);
    const long least = std::min_element(a.begin(), a.end()) - a.begin();
    const long most = std::max_element(a.begin(), a.end()) - a.begin();
    const long last =
        std::max_element(a.begin(), a.end(), less_low()) - a.begin();
    real::same("min_element", n,
               (long)(thrust::min_element(x.begin(), x.end()) - x.begin()),
               least);
    real::same("max_element", n,
               (long)(thrust::max_element(x.begin(), x.end()) - x.begin()),
               most);
    real::same("max_element by an order", n,
               (long)(thrust::max_element(x.begin(), x.end(), less_low()) -
                      x.begin()),
               last);
    const auto both = thrust::minmax_element(x.begin(), x.end());
    if (n != 0) {
      real::same("minmax_element's least", n, (int)*both.first, a[least]);
      real::same("minmax_element's most", n, (int)*both.second, a[most]);
    }
  }
  return real::done();
}
