// SPDX-License-Identifier: Apache-2.0
// adjacent_difference, find, mismatch and equal.
#include <thrust/adjacent_difference.h>
#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/mismatch.h>

#include <algorithm>
#include <numeric>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 5000);
    std::vector<int> wanted(n), b = a;
    const thrust::device_vector<int> x = there(a);
    thrust::device_vector<int> out(n);
    thrust::adjacent_difference(x.begin(), x.end(), out.begin());
    std::adjacent_difference(a.begin(), a.end(), wanted.begin());
    real::same_all("adjacent_difference", n, here(out), wanted);
    thrust::adjacent_difference(x.begin(), x.end(), out.begin(), larger());
    std::adjacent_difference(a.begin(), a.end(), wanted.begin(), larger());
    real::same_all("adjacent_difference of maxima", n, here(out), wanted);
    real::same("find", n,
               (long)(thrust::find(x.begin(), x.end(), 1234) - x.begin()),
               (long)(std::find(a.begin(), a.end(), 1234) - a.begin()));
    real::same("find_if", n,
               (long)(thrust::find_if(x.begin(), x.end(), below{3}) -
                      x.begin()),
               (long)(std::find_if(a.begin(), a.end(), below{3}) - a.begin()));
    real::same("equal", n, thrust::equal(x.begin(), x.end(), x.begin()), true);
    if (n == 0)
      continue;
    b[n - 1] += 1;
    const thrust::device_vector<int> y = there(b);
    real::same("equal of others", n,
               thrust::equal(x.begin(), x.end(), y.begin()), false);
    const auto at = thrust::mismatch(x.begin(), x.end(), y.begin());
    real::same("mismatch", n, (size_t)(at.first - x.begin()), n - 1);
  }
  return real::done();
}
