// SPDX-License-Identifier: Apache-2.0
// sort_by_key, stable_sort_by_key, is_sorted and is_sorted_until.
#include <thrust/sort.h>

#include <algorithm>
#include <numeric>

#include "vectors.h"

// The order in which a stable sort by `less` takes the keys.
template <class Less>
static std::vector<int> order_of(const std::vector<int> &keys, Less less) {
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return less(keys[a], keys[b]); });
  return order;
}

int main() {
  for (size_t n : real::sizes) {
    const std::vector<int> keys = real::values<int>(n, 500);
    std::vector<int> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    thrust::device_vector<int> k = there(keys), v = there(numbers);
    thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
    std::vector<int> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    real::same_all("keys", n, here(k), sorted);
    real::same_all("values", n, here(v), order_of(keys, less_than()));
    real::same("is_sorted", n, thrust::is_sorted(k.begin(), k.end()), true);
    k = there(keys);
    v = there(numbers);
    thrust::stable_sort_by_key(k.begin(), k.end(), v.begin(), less_low());
    real::same_all("values by an order", n, here(v),
                   order_of(keys, less_low()));
    k = there(keys);
    const size_t until =
        thrust::is_sorted_until(k.begin(), k.end()) - k.begin();
    real::same("is_sorted_until", n, until,
               (size_t)(std::is_sorted_until(keys.begin(), keys.end()) -
                        keys.begin()));
  }
  return real::done();
}
