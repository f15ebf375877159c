// SPDX-License-Identifier: Apache-2.0
// Iterators that compute: counting, constant, transform, permutation, zip,
// discard, reverse and those that transform what is written.
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

#include <numeric>

#include "vectors.h"

struct weigh {
  template <class Tuple> REAL_FN int operator()(const Tuple &t) const {
    return thrust::get<0>(t) + 2 * thrust::get<1>(t) + 3 * thrust::get<2>(t);
  }
};

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000);
    const thrust::device_vector<int> x = there(a);
    thrust::device_vector<int> out(n), sums(n);
    std::vector<int> wanted(n), reversed(a.rbegin(), a.rend());
    const thrust::counting_iterator<int> count(0);
    real::same("transform_iterator", n,
               thrust::reduce(
                   thrust::make_transform_iterator(count, three_more()),
                   thrust::make_transform_iterator(count + n, three_more())),
               (int)(3 * (n * (n - (n > 0))) / 2 + n));
    auto zipped = thrust::make_zip_iterator(thrust::make_tuple(
        x.begin(), count, thrust::make_constant_iterator(9)));
    thrust::transform(zipped, zipped + n, out.begin(), weigh());
    for (size_t i = 0; i < n; ++i)
      wanted[i] = a[i] + 2 * (int)i + 27;
    real::same_all("zip_iterator", n, here(out), wanted);
    thrust::device_vector<int> map(n);
    for (size_t i = 0; i < n; ++i)
      wanted[i] = (int)(n - 1 - i);
    map = there(wanted);
    auto permuted = thrust::make_permutation_iterator(x.begin(), map.begin());
    thrust::copy(permuted, permuted + n, out.begin());
    real::same_all("permutation_iterator", n, here(out), reversed);
    auto back = thrust::make_reverse_iterator(x.end());
    thrust::copy(back, back + n, out.begin());
    real::same_all("reverse_iterator", n, here(out), reversed);
    auto writer =
        thrust::make_transform_output_iterator(out.begin(), three_more());
    thrust::copy(x.begin(), x.end(), writer);
    for (size_t i = 0; i < n; ++i)
      wanted[i] = three_more()(a[i]);
    real::same_all("transform_output_iterator", n, here(out), wanted);
    const auto ends = thrust::reduce_by_key(
        thrust::make_constant_iterator(1),
        thrust::make_constant_iterator(1) + n, x.begin(),
        thrust::make_discard_iterator(), sums.begin());
    real::same("runs of one key", n, (size_t)(ends.second - sums.begin()),
               (size_t)(n > 0));
    if (n > 0)
      real::same("their sum", n, (int)sums[0],
                 std::accumulate(a.begin(), a.end(), 0));
  }
  return real::done();
}
