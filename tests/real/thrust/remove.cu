// SPDX-License-Identifier: Apache-2.0
// remove, remove_if and remove_copy_if.
#include <thrust/remove.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 10),
                           flags = real::values<int>(n, 2, 3);
    const thrust::device_vector<int> stencil = there(flags);
    thrust::device_vector<int> x = there(a), out(n);
    std::vector<int> wanted = a, unflagged;
    wanted.erase(std::remove(wanted.begin(), wanted.end(), 4), wanted.end());
    for (size_t i = 0; i < n; ++i)
      if (!flags[i])
        unflagged.push_back(a[i]);
    x.erase(thrust::remove(x.begin(), x.end(), 4), x.end());
    real::same_all("remove", n, here(x), wanted);
    x = there(a);
    x.erase(thrust::remove_if(x.begin(), x.end(), stencil.begin(), is_odd()),
            x.end());
    real::same_all("remove_if by a stencil", n, here(x), unflagged);
    x = there(a);
    out.resize(thrust::remove_copy_if(x.begin(), x.end(), out.begin(),
                                      is_odd()) -
               out.begin());
    wanted = a;
    wanted.erase(std::remove_if(wanted.begin(), wanted.end(), is_odd()),
                 wanted.end());
    real::same_all("remove_copy_if", n, here(out), wanted);
    x.erase(thrust::remove_if(x.begin(), x.end(), is_odd()), x.end());
    real::same_all("remove_if", n, here(x), wanted);
  }
  return real::done();
}
