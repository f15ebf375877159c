// SPDX-License-Identifier: Apache-2.0
// reduce_by_key: sums and maxima of runs of equal keys.
#include <thrust/reduce.h>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 100);
    std::vector<int> keys = real::values<int>(n, 2, 5);
    std::vector<int> heads, sums, maxima;
    for (size_t i = 0; i < n; ++i) {
      if (i / 3000 % 2)
        keys[i] = 9; // runs longer than a tile
      if (heads.empty() || keys[i] != heads.back()) {
        heads.push_back(keys[i]);
        sums.push_back(0);
        maxima.push_back(0);
      }
      sums.back() += values[i];
      maxima.back() = larger()(maxima.back(), values[i]);
    }
    const thrust::device_vector<int> k = there(keys), v = there(values);
    thrust::device_vector<int> out_keys(n), out(n);
    auto end = thrust::reduce_by_key(k.begin(), k.end(), v.begin(),
                                     out_keys.begin(), out.begin());
    out_keys.resize(end.first - out_keys.begin());
    out.resize(end.second - out.begin());
    real::same_all("keys", n, here(out_keys), heads);
    real::same_all("sums", n, here(out), sums);
    out_keys.resize(n);
    out.resize(n);
    end = thrust::reduce_by_key(k.begin(), k.end(), v.begin(),
                                out_keys.begin(), out.begin(), equal_to(),
                                larger());
    out.resize(end.second - out.begin());
    real::same_all("maxima", n, here(out), maxima);
  }
  return real::done();
}
