// SPDX-License-Identifier: Apache-2.0
// Inclusive and exclusive scans, with an operation, of transformed values.
#include <thrust/scan.h>
#include <thrust/transform_scan.h>

#include <algorithm>
#include <numeric>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> values = real::values<int>(n, 1000);
    const thrust::device_vector<int> in = there(values);
    thrust::device_vector<int> out(n);
    std::vector<int> wanted(n), squares(n);
    thrust::inclusive_scan(in.begin(), in.end(), out.begin());
    std::partial_sum(values.begin(), values.end(), wanted.begin());
    real::same_all("inclusive_scan", n, here(out), wanted);
    thrust::exclusive_scan(in.begin(), in.end(), out.begin(), 7);
    std::exclusive_scan(values.begin(), values.end(), wanted.begin(), 7);
    real::same_all("exclusive_scan", n, here(out), wanted);
    thrust::inclusive_scan(in.begin(), in.end(), out.begin(), larger());
    std::partial_sum(values.begin(), values.end(), wanted.begin(), larger());
    real::same_all("inclusive_scan of maxima", n, here(out), wanted);
    std::transform(values.begin(), values.end(), squares.begin(),
                   three_more());
    thrust::transform_inclusive_scan(in.begin(), in.end(), out.begin(),
                                     three_more(), add());
    std::partial_sum(squares.begin(), squares.end(), wanted.begin());
    real::same_all("transform_inclusive_scan", n, here(out), wanted);
    thrust::transform_exclusive_scan(in.begin(), in.end(), out.begin(),
                                     three_more(), -5, add());
    std::exclusive_scan(squares.begin(), squares.end(), wanted.begin(), -5);
    real::same_all("transform_exclusive_scan", n, here(out), wanted);
    out = in;
    thrust::exclusive_scan(out.begin(), out.end(), out.begin());
    std::exclusive_scan(values.begin(), values.end(), wanted.begin(), 0);
    real::same_all("exclusive_scan in place", n, here(out), wanted);
  }
  return real::done();
}
