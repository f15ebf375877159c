// SPDX-License-Identifier: Apache-2.0
// reduce_by_key of keys and values of several types, keys that are equal by an
// order of one's own, runs that cross tiles, all one key, and configurations.
#include "functors.h"
#include "kinds.h"

struct same_tens {
  template <class T>
  __host__ __device__ bool operator()(const T &a, const T &b) const {
    return (long long)a / 10 == (long long)b / 10;
  }
};

template <class CONFIG, class K, class V, class OP, class EQUAL>
static void check_one(const char *what, const std::vector<K> &k,
                      const std::vector<V> &v, OP op, EQUAL equal) {
  std::vector<K> heads;
  std::vector<V> totals;
  for (size_t i = 0; i < k.size(); ++i)
    if (i && equal(k[i - 1], k[i])) {
      totals.back() = op(totals.back(), v[i]);
    } else {
      heads.push_back(k[i]);
      totals.push_back(v[i]);
    }
  const real::memory<K> keys(k), first(k.size());
  const real::memory<V> values(v), sums(k.size());
  const real::memory<unsigned> count(1);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::reduce_by_key<CONFIG>(
        scratch, size, keys.get(), values.get(), (unsigned)k.size(),
        first.get(), sums.get(), count.get(), op, equal);
  });
  real::same(what, k.size(), (size_t)count.host()[0], heads.size());
  real::same_all(what, k.size(), first.host(heads.size()), heads);
  real::same_all(what, k.size(), sums.host(heads.size()), totals);
}

// Runs of some length: sorted keys, of which many are the same.
template <class K> static std::vector<K> runs(size_t n, unsigned seldom) {
  const std::vector<int> random = real::values<int>(n, seldom, 7);
  std::vector<K> out(n);
  long long key = 0;
  for (size_t i = 0; i < n; ++i)
    out[i] = (K)(key += random[i] == 0 ? 3 : 0);
  return out;
}

template <class K, class V, class OP, class EQUAL>
static void check(const char *what, OP op, EQUAL equal) {
  for (size_t n : real::sizes)
    for (unsigned seldom : {1u, 3u, 500u})
      check_one<rocprim::default_config>(what, runs<K>(n, seldom),
                                         numbers<V>(n, 0, 9), op, equal);
}

int main() {
  typedef rocprim::reduce_by_key_config<rocprim::kernel_config<128, 2>,
                                        rocprim::kernel_config<64, 5>>
      small;
  check<int, int>("int", rocprim::plus<int>(), rocprim::equal_to<int>());
  check<unsigned short, double>("unsigned short", add(), equal_to());
  check<double, long long>("double", larger(), equal_to());
  check<long long, affine>("functions", compose(), equal_to());
  check<int, int>("keys equal by tens", add(), same_tens());
  for (size_t n : {1000, 70000})
    check_one<small>("configured", runs<int>(n, 40), numbers<int>(n, 0, 100),
                     add(), equal_to());
  return real::done();
}
