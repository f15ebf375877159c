// SPDX-License-Identifier: Apache-2.0
// merge and merge_by_key.
#include <thrust/merge.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const size_t m = n / 2 + 3;
    std::vector<int> a = real::values<int>(n, 5000),
                     b = real::values<int>(m, 5000, 2), wanted(n + m);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), wanted.begin());
    const thrust::device_vector<int> x = there(a), y = there(b);
    thrust::device_vector<int> keys(n + m), values(n + m);
    thrust::merge(x.begin(), x.end(), y.begin(), y.end(), keys.begin());
    real::same_all("merge", n, here(keys), wanted);
    // The first sequence's come first among equals: mark them by parity.
    std::vector<int> from_a(n), from_b(m), marks;
    for (size_t i = 0; i < n; ++i)
      from_a[i] = (int)(2 * i);
    for (size_t i = 0; i < m; ++i)
      from_b[i] = (int)(2 * i + 1);
    for (size_t i = 0, j = 0; i < n || j < m;)
      if (j == m || (i < n && !(b[j] < a[i])))
        marks.push_back(from_a[i++]);
      else
        marks.push_back(from_b[j++]);
    const thrust::device_vector<int> u = there(from_a), w = there(from_b);
    thrust::merge_by_key(x.begin(), x.end(), y.begin(), y.end(), u.begin(),
                         w.begin(), keys.begin(), values.begin());
    real::same_all("merge_by_key's keys", n, here(keys), wanted);
    real::same_all("merge_by_key's values", n, here(values), marks);
  }
  return real::done();
}
