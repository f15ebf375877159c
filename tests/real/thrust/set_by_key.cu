// SPDX-License-Identifier: Apache-2.0
// Set operations that carry values along; keys do not repeat here.
#include <thrust/set_operations.h>

#include <algorithm>
#include <map>

#include "vectors.h"

// Sorted keys without repeats, and what belongs to them.
static std::map<int, int> table(size_t n, unsigned seed, int value) {
  std::map<int, int> out;
  for (int key : real::values<int>(n, 20000, seed))
    out[key] = value + key;
  return out;
}

static std::vector<int> keys_of(const std::map<int, int> &from) {
  std::vector<int> out;
  for (const auto &entry : from)
    out.push_back(entry.first);
  return out;
}

static std::vector<int> values_of(const std::map<int, int> &from) {
  std::vector<int> out;
  for (const auto &entry : from)
    out.push_back(entry.second);
  return out;
}

int main() {
  for (size_t n : real::sizes) {
    const std::map<int, int> a = table(n, 1, 1000000),
                             b = table(n / 2 + 1, 2, 2000000);
    std::map<int, int> both = a, common, left = a;
    both.insert(b.begin(), b.end());
    for (const auto &entry : b)
      left.erase(entry.first);
    for (const auto &entry : a)
      if (b.count(entry.first))
        common.insert(entry);
    const thrust::device_vector<int> x = there(keys_of(a)),
                                     y = there(keys_of(b)),
                                     u = there(values_of(a)),
                                     w = there(values_of(b));
    thrust::device_vector<int> keys(a.size() + b.size()),
        values(a.size() + b.size());
    auto check = [&](const char *what, size_t count,
                     const std::map<int, int> &wanted) {
      std::vector<int> k = here(keys), v = here(values);
      k.resize(count);
      v.resize(count);
      real::same_all(what, n, k, keys_of(wanted));
      real::same_all(what, n, v, values_of(wanted));
    };
    auto ends = thrust::set_union_by_key(
        x.begin(), x.end(), y.begin(), y.end(), u.begin(), w.begin(),
        keys.begin(), values.begin());
    check("set_union_by_key", ends.first - keys.begin(), both);
    ends = thrust::set_difference_by_key(
        x.begin(), x.end(), y.begin(), y.end(), u.begin(), w.begin(),
        keys.begin(), values.begin());
    check("set_difference_by_key", ends.first - keys.begin(), left);
    ends = thrust::set_intersection_by_key(x.begin(), x.end(), y.begin(),
                                           y.end(), u.begin(), keys.begin(),
                                           values.begin());
    check("set_intersection_by_key", ends.first - keys.begin(), common);
  }
  return real::done();
}
