// SPDX-License-Identifier: Apache-2.0
// gather, scatter and both by a stencil.
#include <thrust/gather.h>
#include <thrust/scatter.h>

#include <algorithm>
#include <numeric>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000),
                           flags = real::values<int>(n, 2, 3);
    std::vector<int> map(n);
    for (size_t i = 0; i < n; ++i)
      map[i] = (int)(n - 1 - i) ^ (n % 2 == 0 ? 1 : 0);
    std::vector<int> gathered(n), scattered(n), some(n, -1), put(n, -1);
    for (size_t i = 0; i < n; ++i) {
      gathered[i] = a[map[i]];
      scattered[map[i]] = a[i];
      if (flags[i]) {
        some[i] = a[map[i]];
        put[map[i]] = a[i];
      }
    }
    const thrust::device_vector<int> x = there(a), m = there(map),
                                     stencil = there(flags);
    thrust::device_vector<int> out(n);
    thrust::gather(m.begin(), m.end(), x.begin(), out.begin());
    real::same_all("gather", n, here(out), gathered);
    thrust::scatter(x.begin(), x.end(), m.begin(), out.begin());
    real::same_all("scatter", n, here(out), scattered);
    out.assign(n, -1);
    thrust::gather_if(m.begin(), m.end(), stencil.begin(), x.begin(),
                      out.begin());
    real::same_all("gather_if", n, here(out), some);
    out.assign(n, -1);
    thrust::scatter_if(x.begin(), x.end(), m.begin(), stencil.begin(),
                       out.begin());
    real::same_all("scatter_if", n, here(out), put);
  }
  return real::done();
}
