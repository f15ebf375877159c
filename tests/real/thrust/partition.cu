// SPDX-License-Identifier: Apache-2.0
// partition in its kinds, is_partitioned and partition_point.
#include <thrust/partition.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000);
    std::vector<int> wanted = a;
    const size_t odd =
        std::stable_partition(wanted.begin(), wanted.end(), is_odd()) -
        wanted.begin();
    thrust::device_vector<int> x = there(a), yes(n), no(n);
    size_t at =
        thrust::stable_partition(x.begin(), x.end(), is_odd()) - x.begin();
    real::same("stable_partition's end", n, at, odd);
    real::same_all("stable_partition", n, here(x), wanted);
    real::same("is_partitioned", n,
               thrust::is_partitioned(x.begin(), x.end(), is_odd()), true);
    at = thrust::partition_point(x.begin(), x.end(), is_odd()) - x.begin();
    real::same("partition_point", n, at, odd);
    x = there(a);
    auto ends = thrust::stable_partition_copy(
        x.begin(), x.end(), yes.begin(), no.begin(), is_odd());
    yes.resize(ends.first - yes.begin());
    no.resize(ends.second - no.begin());
    real::same_all("those that are", n, here(yes),
                   std::vector<int>(wanted.begin(), wanted.begin() + odd));
    real::same_all("those that are not", n, here(no),
                   std::vector<int>(wanted.begin() + odd, wanted.end()));
    at = thrust::partition(x.begin(), x.end(), is_odd()) - x.begin();
    real::same("partition's end", n, at, odd);
    std::vector<int> got = here(x);
    std::sort(got.begin(), got.begin() + odd);
    std::sort(got.begin() + odd, got.end());
    std::sort(wanted.begin(), wanted.begin() + odd);
    std::sort(wanted.begin() + odd, wanted.end());
    real::same_all("partition", n, got, wanted);
  }
  return real::done();
}
