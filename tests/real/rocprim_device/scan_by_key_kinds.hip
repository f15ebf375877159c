// SPDX-License-Identifier: Apache-2.0
// Scans by key of keys and values of several types, in place, by operations of
// one's own and keys that are equal by an order of one's own.
#include "functors.h"
#include "kinds.h"

struct same_sign {
  template <class T>
  __host__ __device__ bool operator()(const T &a, const T &b) const {
    return (a < 0) == (b < 0);
  }
};

template <class K, class V, class OP, class EQUAL>
static void check(const char *what, int low, int high, OP op, EQUAL equal) {
  for (size_t n : real::sizes) {
    const std::vector<K> k = numbers<K>(n, low, high, 3);
    const std::vector<V> v = numbers<V>(n, 0, 20);
    const V first = as<V>::of(2);
    std::vector<V> upto(n), before(n);
    for (size_t i = 0; i < n; ++i) {
      const bool goes_on = i && equal(k[i - 1], k[i]);
      upto[i] = goes_on ? op(upto[i - 1], v[i]) : v[i];
      before[i] = goes_on ? op(before[i - 1], v[i - 1]) : first;
    }
    const real::memory<K> keys(k);
    const real::memory<V> in(v), out(n);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::exclusive_scan_by_key(scratch, size, keys.get(), in.get(),
                                            out.get(), first, n, op, equal);
    });
    real::same_all(what, n, out.host(), before);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::inclusive_scan_by_key(scratch, size, keys.get(), in.get(),
                                            in.get(), n, op, equal);
    });
    real::same_all(what, n, in.host(), upto);
  }
}

int main() {
  check<int, int>("int", 0, 1, rocprim::plus<int>(), rocprim::equal_to<int>());
  check<signed char, long long>("signed char", 7, 7, add(), equal_to());
  check<double, float>("double", 0, 1, larger(), equal_to());
  check<int, unsigned short>("by sign", -300, 20,
                             rocprim::plus<unsigned short>(), same_sign());
  check<long long, affine>("functions", 0, 1, compose(), equal_to());
  return real::done();
}
