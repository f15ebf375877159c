// SPDX-License-Identifier: Apache-2.0
// partition_three_way, unique and unique_by_key of values of each kind, by
// predicates and equalities of one's own, with nothing in some of the parts,
// and into outputs that are thrown away.
#include "functors.h"
#include "kinds.h"

struct rank_below {
  int limit;
  __host__ __device__ bool operator()(const record &r) const {
    return r.rank < limit;
  }
  template <class T> __host__ __device__ bool operator()(const T &x) const {
    return x < (T)limit;
  }
};
struct same_fours {
  __host__ __device__ bool operator()(const record &a, const record &b) const {
    return a.rank / 4 == b.rank / 4;
  }
  template <class T>
  __host__ __device__ bool operator()(const T &a, const T &b) const {
    return (int)a / 4 == (int)b / 4;
  }
};

template <class T>
static void three(const char *what, size_t n, int low, int high) {
  const std::vector<T> v = numbers<T>(n, 0, 99);
  const rank_below first = {low}, second = {high};
  std::vector<T> wanted[3];
  for (const T &x : v)
    wanted[first(x) ? 0 : second(x) ? 1 : 2].push_back(x);
  const real::memory<T> in(v), a(n), b(n), c(n);
  const real::memory<unsigned> counts(2);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::partition_three_way(scratch, size, in.get(), a.get(),
                                        b.get(), c.get(), counts.get(), n,
                                        first, second);
  });
  const std::vector<unsigned> number = {(unsigned)wanted[0].size(),
                                        (unsigned)wanted[1].size()};
  real::same_all(what, n, counts.host(), number);
  real::same_all(what, n, a.host(wanted[0].size()), wanted[0]);
  real::same_all(what, n, b.host(wanted[1].size()), wanted[1]);
  real::same_all(what, n, c.host(wanted[2].size()), wanted[2]);
}

template <class K, class V, class EQUAL>
static void uniques(const char *what, size_t n, EQUAL equal) {
  const std::vector<K> k = numbers<K>(n, 0, 9);
  const std::vector<V> v = numbers<V>(n, 0, 100);
  std::vector<K> heads;
  std::vector<V> of_heads;
  for (size_t i = 0; i < n; ++i)
    if (i == 0 || !equal(k[i - 1], k[i])) {
      heads.push_back(k[i]);
      of_heads.push_back(v[i]);
    }
  const real::memory<K> in(k), out(n);
  const real::memory<V> values(v), moved(n);
  const real::memory<unsigned> count(1);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::unique(scratch, size, in.get(), out.get(), count.get(), n,
                           equal);
  });
  real::same(what, n, (size_t)count.host()[0], heads.size());
  real::same_all(what, n, out.host(heads.size()), heads);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::unique_by_key(scratch, size, in.get(), values.get(),
                                  rocprim::make_discard_iterator(), moved.get(),
                                  count.get(), n, equal);
  });
  real::same(what, n, (size_t)count.host()[0], heads.size());
  real::same_all(what, n, moved.host(heads.size()), of_heads);
}

template <class T> static void check(const char *what) {
  for (size_t n : {0, 1, 33, 1000, 4097, 20011}) {
    three<T>(what, n, 30, 70);
    three<T>(what, n, 0, 100);
    three<T>(what, n, 50, 20);
    uniques<T, double>(what, n, same_fours());
    uniques<T, colour>(what, n, equal_to());
  }
}

int main() {
  check<int>("int");
  check<unsigned char>("unsigned char");
  check<double>("double");
  check<record>("24 bytes");
  return real::done();
}
