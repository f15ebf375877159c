// SPDX-License-Identifier: Apache-2.0
// unique, unique_copy and unique_by_key.
#include <thrust/unique.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> keys = real::values<int>(n, 3),
                           values = real::values<int>(n, 1000, 2);
    std::vector<int> wanted, firsts;
    for (size_t i = 0; i < n; ++i)
      if (i == 0 || keys[i] != keys[i - 1]) {
        wanted.push_back(keys[i]);
        firsts.push_back(values[i]);
      }
    thrust::device_vector<int> k = there(keys), v = there(values), out(n);
    out.resize(thrust::unique_copy(k.begin(), k.end(), out.begin()) -
               out.begin());
    real::same_all("unique_copy", n, here(out), wanted);
    k.erase(thrust::unique(k.begin(), k.end()), k.end());
    real::same_all("unique", n, here(k), wanted);
    k = there(keys);
    auto ends = thrust::unique_by_key(k.begin(), k.end(), v.begin());
    k.erase(ends.first, k.end());
    v.erase(ends.second, v.end());
    real::same_all("unique_by_key's keys", n, here(k), wanted);
    real::same_all("unique_by_key's values", n, here(v), firsts);
  }
  return real::done();
}
