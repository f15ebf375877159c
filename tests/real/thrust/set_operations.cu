// SPDX-License-Identifier: Apache-2.0
// Unions, intersections and differences of sorted sequences with repeats.
#include <thrust/set_operations.h>

#include <algorithm>

#include "vectors.h"

#define CHECK(name)                                                           \
  do {                                                                         \
    thrust::device_vector<int> out(n + m);                                     \
    std::vector<int> wanted;                                                   \
    out.resize(thrust::name(x.begin(), x.end(), y.begin(), y.end(),            \
                            out.begin()) -                                     \
               out.begin());                                                   \
    std::name(a.begin(), a.end(), b.begin(), b.end(),                          \
              std::back_inserter(wanted));                                     \
    real::same_all(#name, n, here(out), wanted);                               \
  } while (0)

int main() {
  for (size_t n : real::sizes) {
    const size_t m = n / 3 + 2;
    std::vector<int> a = real::values<int>(n, 3000),
                     b = real::values<int>(m, 3000, 2);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    const thrust::device_vector<int> x = there(a), y = there(b);
    CHECK(set_union);
    CHECK(set_intersection);
    CHECK(set_difference);
    CHECK(set_symmetric_difference);
  }
  return real::done();
}
