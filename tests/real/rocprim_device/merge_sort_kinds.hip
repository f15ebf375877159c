// SPDX-License-Identifier: Apache-2.0
// merge_sort of keys of each kind, by orders of one's own, stable, with values
// and without, in place, and by both ways of merging.
#include "functors.h"
#include "keys.h"

struct by_length { // of a record: only its rank's last digit
  __host__ __device__ bool operator()(const record &a, const record &b) const {
    return a.rank % 10 < b.rank % 10;
  }
};

template <class LESS, class T>
static std::vector<int> order_of(const std::vector<T> &k) {
  std::vector<int> order = counted(k.size());
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return LESS()(k[a], k[b]); });
  return order;
}

template <class CONFIG, class T, class V, class LESS>
static void check_size(const char *what, size_t n) {
  const std::vector<T> k = numbers<T>(n, 0, 900);
  const std::vector<V> v = numbers<V>(n, 0, 20000, 4);
  const std::vector<int> order = order_of<LESS>(k);
  const real::memory<T> in(k), out(n), place(k);
  const real::memory<V> values(v), moved(n);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::merge_sort<CONFIG>(scratch, size, in.get(), out.get(), n,
                                       LESS());
  });
  real::same_all(what, n, out.host(), picked(k, order));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::merge_sort<CONFIG>(scratch, size, in.get(), out.get(),
                                       values.get(), moved.get(), n, LESS());
  });
  real::same_all(what, n, out.host(), picked(k, order));
  real::same_all(what, n, moved.host(), picked(v, order));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::merge_sort<CONFIG>(scratch, size, place.get(), place.get(),
                                       n, LESS());
  });
  real::same_all(what, n, place.host(), picked(k, order));
}

template <class T, class V, class LESS> static void check(const char *what) {
  for (size_t n : {0, 1, 33, 1000, 6000})
    check_size<rocprim::default_config, T, V, LESS>(what, n);
}

int main() {
  check<int, short, more_than>("int");
  check<unsigned char, double, less_than>("unsigned char");
  check<double, colour, less_than>("double");
  check<wide_t, int, less_than>("128 bits");
  check<record, record, by_length>("24 bytes");
  for (size_t n : {1000, 20000}) {
    check_size<rocprim::merge_sort_config<128>, int, int, less_than>(
        "128 threads", n);
    // Merged along paths from the beginning.
    check_size<rocprim::merge_sort_config<256, 256, 2, 128, 128, 4, 1000>, int,
               int, less_than>("paths", n);
  }
  return real::done();
}
