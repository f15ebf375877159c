// SPDX-License-Identifier: Apache-2.0
// reduce, transform_reduce, inner_product, count and the logical ones.
#include <thrust/count.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <algorithm>
#include <numeric>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000),
                           b = real::values<int>(n, 1000, 2);
    const thrust::device_vector<int> x = there(a), y = there(b);
    real::same("reduce", n, thrust::reduce(x.begin(), x.end(), 5LL),
               std::accumulate(a.begin(), a.end(), 5LL));
    real::same("reduce to the maximum", n,
               thrust::reduce(x.begin(), x.end(), -1, larger()),
               std::accumulate(a.begin(), a.end(), -1, larger()));
    real::same("transform_reduce", n,
               thrust::transform_reduce(x.begin(), x.end(), three_more(), 0,
                                        add()),
               std::transform_reduce(a.begin(), a.end(), 0, add(),
                                     three_more()));
    real::same("inner_product", n,
               thrust::inner_product(x.begin(), x.end(), y.begin(), 1LL),
               std::inner_product(a.begin(), a.end(), b.begin(), 1LL));
    real::same("count", n, (long)thrust::count(x.begin(), x.end(), 7),
               (long)std::count(a.begin(), a.end(), 7));
    real::same("count_if", n,
               (long)thrust::count_if(x.begin(), x.end(), is_odd()),
               (long)std::count_if(a.begin(), a.end(), is_odd()));
    real::same("all_of", n, thrust::all_of(x.begin(), x.end(), below{999}),
               std::all_of(a.begin(), a.end(), below{999}));
    real::same("any_of", n, thrust::any_of(x.begin(), x.end(), below{2}),
               std::any_of(a.begin(), a.end(), below{2}));
    real::same("none_of", n, thrust::none_of(x.begin(), x.end(), below{1}),
               std::none_of(a.begin(), a.end(), below{1}));
    const thrust::device_vector<double> halves(n, 0.5);
    real::same("reduce of doubles", n,
               thrust::reduce(halves.begin(), halves.end()), 0.5 * (double)n);
  }
  return real::done();
}
