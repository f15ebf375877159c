// SPDX-License-Identifier: Apache-2.0
// sequence, tabulate, fill, replace, reverse, swap_ranges.
#include <thrust/fill.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>

#include <algorithm>

#include "vectors.h"

int main() {
  for (size_t n : real::sizes) {
    thrust::device_vector<int> x(n), y(n, 3);
    std::vector<int> wanted(n), threes(n, 3);
    thrust::sequence(x.begin(), x.end(), 10, 3);
    for (size_t i = 0; i < n; ++i)
      wanted[i] = 10 + 3 * (int)i;
    real::same_all("sequence", n, here(x), wanted);
    thrust::reverse(x.begin(), x.end());
    std::reverse(wanted.begin(), wanted.end());
    real::same_all("reverse", n, here(x), wanted);
    thrust::replace_if(x.begin(), x.end(), is_odd(), -2);
    std::replace_if(wanted.begin(), wanted.end(), is_odd(), -2);
    real::same_all("replace_if", n, here(x), wanted);
    thrust::replace(x.begin(), x.end(), -2, 77);
    std::replace(wanted.begin(), wanted.end(), -2, 77);
    real::same_all("replace", n, here(x), wanted);
    thrust::swap_ranges(x.begin(), x.end(), y.begin());
    real::same_all("swap_ranges, first", n, here(x), threes);
    real::same_all("swap_ranges, second", n, here(y), wanted);
    thrust::tabulate(x.begin(), x.end(), square());
    for (size_t i = 0; i < n; ++i)
      wanted[i] = (int)(i * i);
    real::same_all("tabulate", n, here(x), wanted);
    thrust::fill(x.begin(), x.end(), 5);
    thrust::fill_n(x.begin(), n / 2, 6);
    std::fill(wanted.begin(), wanted.end(), 5);
    std::fill_n(wanted.begin(), n / 2, 6);
    real::same_all("fill", n, here(x), wanted);
  }
  return real::done();
}
