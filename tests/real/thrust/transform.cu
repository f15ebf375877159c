// SPDX-License-Identifier: Apache-2.0
// transform of one and two inputs and by a stencil, for_each, generate.
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/transform.h>

#include <algorithm>

#include "vectors.h"

struct always_six {
  REAL_FN int operator()() const { return 6; }
};
struct double_it {
  REAL_FN void operator()(int &x) const { x *= 2; }
};

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> a = real::values<int>(n, 1000),
                           b = real::values<int>(n, 1000, 2);
    const thrust::device_vector<int> x = there(a), y = there(b);
    thrust::device_vector<int> out(n, -1);
    std::vector<int> wanted(n, -1), products(n);
    thrust::transform_if(x.begin(), x.end(), y.begin(), out.begin(),
                         three_more(), is_odd());
    for (size_t i = 0; i < n; ++i)
      wanted[i] = is_odd()(b[i]) ? three_more()(a[i]) : -1;
    real::same_all("transform_if", n, here(out), wanted);
    thrust::transform(x.begin(), x.end(), out.begin(), square());
    std::transform(a.begin(), a.end(), wanted.begin(), square());
    real::same_all("transform", n, here(out), wanted);
    thrust::transform(x.begin(), x.end(), y.begin(), out.begin(),
                      minus_left());
    std::transform(a.begin(), a.end(), b.begin(), wanted.begin(),
                   minus_left());
    real::same_all("transform of two", n, here(out), wanted);
    thrust::for_each(out.begin(), out.end(), double_it());
    std::for_each(wanted.begin(), wanted.end(), double_it());
    real::same_all("for_each", n, here(out), wanted);
    thrust::for_each_n(out.begin(), n / 2, double_it());
    std::for_each(wanted.begin(), wanted.begin() + n / 2, double_it());
    real::same_all("for_each_n", n, here(out), wanted);
    thrust::generate(out.begin(), out.end(), always_six());
    real::same_all("generate", n, here(out), std::vector<int>(n, 6));
  }
  return real::done();
}
