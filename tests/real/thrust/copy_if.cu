// SPDX-License-Identifier: Apache-2.0
// copy_if, by value and by a stencil, and copy_n.
#include <thrust/copy.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000),
                           flags = real::values<int>(n, 2, 3);
    const thrust::device_vector<int> x = there(a), stencil = there(flags);
    thrust::device_vector<int> out(n);
    std::vector<int> wanted;
    std::copy_if(a.begin(), a.end(), std::back_inserter(wanted), is_odd());
    out.resize(thrust::copy_if(x.begin(), x.end(), out.begin(), is_odd()) -
               out.begin());
    real::same_all("copy_if", n, here(out), wanted);
    wanted.clear();
    for (size_t i = 0; i < n; ++i)
      if (flags[i])
        wanted.push_back(a[i]);
    out.resize(n);
    out.resize(thrust::copy_if(x.begin(), x.end(), stencil.begin(),
                               out.begin(), is_odd()) -
               out.begin());
    real::same_all("copy_if by a stencil", n, here(out), wanted);
    out.assign(n / 2, 0);
    thrust::copy_n(x.begin(), n / 2, out.begin());
    real::same_all("copy_n", n, here(out),
                   std::vector<int>(a.begin(), a.begin() + n / 2));
  }
  return real::done();
}
