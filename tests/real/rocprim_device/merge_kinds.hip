// SPDX-License-Identifier: Apache-2.0
// merge of sequences of different lengths, some empty, of keys of each kind and
// by orders of one's own, stable, with values, and from iterators.
#include "functors.h"
#include "keys.h"

struct lengths {
  size_t first, second;
};
static const lengths all_lengths[] = {{0, 0},    {1, 0},      {0, 7},
                                      {1, 1000}, {3000, 100}, {4097, 4096}};

template <class T, class LESS>
static std::vector<T> sorted(size_t n, unsigned seed) {
  std::vector<T> out = numbers<T>(n, 0, 200, seed);
  std::stable_sort(out.begin(), out.end(), LESS());
  return out;
}

template <class CONFIG, class T, class V, class LESS>
static void check(const char *what) {
  for (const lengths &l : all_lengths) {
    const std::vector<T> a = sorted<T, LESS>(l.first, 1),
                         b = sorted<T, LESS>(l.second, 2), k = joined(a, b);
    const std::vector<V> u = numbers<V>(l.first, 0, 9999, 3),
                         v = numbers<V>(l.second, 0, 9999, 4);
    std::vector<int> order = counted(k.size());
    std::stable_sort(order.begin(), order.end(),
                     [&](int x, int y) { return LESS()(k[x], k[y]); });
    const real::memory<T> x(a), y(b), out(k.size());
    const real::memory<V> of_x(u), of_y(v), moved(k.size());
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::merge<CONFIG>(scratch, size, x.get(), y.get(), out.get(),
                                    l.first, l.second, LESS());
    });
    real::same_all(what, k.size(), out.host(), picked(k, order));
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::merge<CONFIG>(scratch, size, x.get(), y.get(), out.get(),
                                    of_x.get(), of_y.get(), moved.get(),
                                    l.first, l.second, LESS());
    });
    real::same_all(what, k.size(), out.host(), picked(k, order));
    real::same_all(what, k.size(), moved.host(), picked(joined(u, v), order));
  }
}

// Numbers that are counted with squares that are computed.
static void check_iterators(int n) {
  const auto count = rocprim::make_counting_iterator(0);
  const auto squares = rocprim::make_transform_iterator(count, square());
  std::vector<int> wanted;
  for (int i = 0; i < n; ++i) {
    wanted.push_back(i);
    wanted.push_back(i * i);
  }
  std::sort(wanted.begin(), wanted.end());
  const real::memory<int> out(wanted.size());
  real::with_scratch("iterators", [&](void *scratch, size_t &size) {
    return rocprim::merge(scratch, size, count, squares, out.get(), n, n,
                          less_than());
  });
  real::same_all("iterators", n, out.host(), wanted);
}

int main() {
  using rocprim::default_config;
  check<default_config, int, double, more_than>("int");
  check<default_config, unsigned char, int, less_than>("unsigned char");
  check<default_config, double, colour, less_than>("double");
  check<default_config, record, record, less_than>("24 bytes");
  check<rocprim::merge_config<64, 3>, int, int, less_than>("configured");
  for (int n : {1, 100, 5000})
    check_iterators(n);
  return real::done();
}
