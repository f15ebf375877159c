// SPDX-License-Identifier: Apache-2.0
// rocPRIM's radix sort and merge sort: keys, pairs, downwards, by an order.
#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <numeric>

#include "functors.h"
#include "real.h"

template <class Less>
static std::vector<int> order_of(const std::vector<int> &keys, Less less) {
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return less(keys[a], keys[b]); });
  return order;
}

int main() {
  for (size_t n : {1, 2, 255, 4097, 20011}) {
    std::vector<int> keys = real::values<int>(n, 100000), numbers(n);
    for (size_t i = 0; i < n; i += 2)
      keys[i] = -keys[i];
    std::iota(numbers.begin(), numbers.end(), 0);
    const real::memory<int> k(keys), v(numbers);
    real::memory<int> out(n), moved(n);
    real::with_scratch("radix_sort_pairs", [&](void *scratch, size_t &size) {
      return rocprim::radix_sort_pairs(scratch, size, k.get(), out.get(),
                                       v.get(), moved.get(), n);
    });
    std::vector<int> wanted = keys;
    std::sort(wanted.begin(), wanted.end());
    real::same_all("radix_sort_pairs' keys", n, out.host(), wanted);
    real::same_all("radix_sort_pairs' values", n, moved.host(),
                   order_of(keys, less_than()));
    real::with_scratch("radix_sort_keys_desc",
                       [&](void *scratch, size_t &size) {
                         return rocprim::radix_sort_keys_desc(
                             scratch, size, k.get(), out.get(), n);
                       });
    std::reverse(wanted.begin(), wanted.end());
    real::same_all("radix_sort_keys_desc", n, out.host(), wanted);
    real::with_scratch("merge_sort", [&](void *scratch, size_t &size) {
      return rocprim::merge_sort(scratch, size, k.get(), out.get(), v.get(),
                                 moved.get(), n, less_low());
    });
    real::same_all("merge_sort's values", n, moved.host(),
                   order_of(keys, less_low()));
  }
  return real::done();
}
