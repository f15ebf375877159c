// SPDX-License-Identifier: Apache-2.0
// Scans that begin anew where the key changes.
#include <thrust/scan.h>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 100);
    std::vector<int> keys = real::values<int>(n, 3, 2);
    for (size_t i = 0; i < n; ++i)
      keys[i] = (int)(i / 700) * 10 + (i % 5 ? keys[i - i % 5] : keys[i]);
    std::vector<int> inclusive(n), exclusive(n), maxima(n);
    for (size_t i = 0; i < n; ++i) {
      const bool head = i == 0 || keys[i] != keys[i - 1];
      inclusive[i] = values[i] + (head ? 0 : inclusive[i - 1]);
      exclusive[i] = head ? 4 : exclusive[i - 1] + values[i - 1];
      maxima[i] = head ? values[i] : larger()(maxima[i - 1], values[i]);
    }
    const thrust::device_vector<int> k = there(keys), v = there(values);
    thrust::device_vector<int> out(n);
    thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin());
    real::same_all("inclusive_scan_by_key", n, here(out), inclusive);
    thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(),
                                  4);
    real::same_all("exclusive_scan_by_key", n, here(out), exclusive);
    thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(),
                                  equal_to(), larger());
    real::same_all("inclusive_scan_by_key of maxima", n, here(out), maxima);
  }
  return real::done();
}
