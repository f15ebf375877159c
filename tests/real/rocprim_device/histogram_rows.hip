// SPDX-License-Identifier: Apache-2.0
// Histograms of pictures whose rows lie further apart than they are long: even
// and by ranges, of one channel and of several, of integers and of floats; and
// of more bins than a block's memory has.
#include "keys.h"

// Samples of `channels` in each of the columns; what is between rows is left.
struct picture {
  unsigned columns, rows, channels, stride; // the last in samples
  size_t size() const { return (size_t)rows * stride; }
};

template <class T, class F>
static void each(const picture &p, const std::vector<T> &v, F visit) {
  for (unsigned r = 0; r < p.rows; ++r)
    for (unsigned c = 0; c < p.columns; ++c)
      visit(&v[(size_t)r * p.stride + c * p.channels]);
}

// The bin of an evenly divided range, or -1.
template <class T> static int even_bin(T x, T low, T high, int bins) {
  return x >= low && x < high ? (int)((x - low) / ((high - low) / bins)) : -1;
}
template <class T> static int range_bin(T x, const std::vector<T> &levels) {
  return (int)(std::upper_bound(levels.begin(), levels.end(), x) -
               levels.begin()) -
         1;
}

template <class T> static void check_one(const char *what, picture p) {
  const std::vector<T> v = numbers<T>(p.size(), 0, 120);
  const std::vector<T> levels = {(T)3, (T)4, (T)40, (T)77, (T)110};
  const real::memory<T> in(v), edges(levels);
  const real::memory<unsigned> even(11), range(4);
  std::vector<unsigned> wanted_even(11, 0), wanted_range(4, 0);
  each(p, v, [&](const T *x) {
    const int e = even_bin(*x, (T)11, (T)99, 11), r = range_bin(*x, levels);
    if (e >= 0)
      ++wanted_even[e];
    if (r >= 0 && r < 4)
      ++wanted_range[r];
  });
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::histogram_even(scratch, size, in.get(), p.columns, p.rows,
                                   p.stride * sizeof(T), even.get(), 12u, (T)11,
                                   (T)99);
  });
  real::same_all(what, p.columns, even.host(), wanted_even);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::histogram_range(scratch, size, in.get(), p.columns, p.rows,
                                    p.stride * sizeof(T), range.get(), 5u,
                                    edges.get());
  });
  real::same_all(what, p.columns, range.host(), wanted_range);
}

// Two of three channels.
template <class T> static void check_channels(const char *what, picture p) {
  const std::vector<T> v = numbers<T>(p.size(), 0, 120);
  const std::vector<T> edges[2] = {{(T)0, (T)50, (T)121}, {(T)9, (T)10}};
  const real::memory<T> in(v), edges0(edges[0]), edges1(edges[1]);
  const real::memory<int> even0(8), even1(10), range0(2), range1(1);
  std::vector<int> wanted[4] = {std::vector<int>(8, 0), std::vector<int>(10, 0),
                                std::vector<int>(2, 0), std::vector<int>(1, 0)};
  each(p, v, [&](const T *x) {
    for (int c = 0; c < 2; ++c) {
      const int bins = c ? 10 : 8, e = even_bin(x[c], (T)20, (T)100, bins),
                r = range_bin(x[c], edges[c]);
      if (e >= 0)
        ++wanted[c][e];
      if (r >= 0 && r < (int)edges[c].size() - 1)
        ++wanted[2 + c][r];
    }
  });
  int *even[2] = {even0.get(), even1.get()},
      *range[2] = {range0.get(), range1.get()};
  unsigned even_levels[2] = {9, 11}, range_levels[2] = {3, 2};
  T low[2] = {(T)20, (T)20}, high[2] = {(T)100, (T)100},
    *bounds[2] = {edges0.get(), edges1.get()};
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::multi_histogram_even<3, 2>(
        scratch, size, in.get(), p.columns, p.rows, p.stride * sizeof(T), even,
        even_levels, low, high);
  });
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::multi_histogram_range<3, 2>(
        scratch, size, in.get(), p.columns, p.rows, p.stride * sizeof(T), range,
        range_levels, bounds);
  });
  real::same_all(what, 0, even0.host(), wanted[0]);
  real::same_all(what, 1, even1.host(), wanted[1]);
  real::same_all(what, 2, range0.host(), wanted[2]);
  real::same_all(what, 3, range1.host(), wanted[3]);
}

template <class CONFIG> static void check_many_bins(size_t n, unsigned bins) {
  const std::vector<int> v = real::values<int>(n, bins);
  std::vector<unsigned> wanted(bins, 0);
  for (int x : v)
    ++wanted[x];
  const real::memory<int> in(v);
  const real::memory<unsigned> out(bins);
  real::with_scratch("many bins", [&](void *scratch, size_t &size) {
    return rocprim::histogram_even<CONFIG>(scratch, size, in.get(), (unsigned)n,
                                           out.get(), bins + 1, 0, (int)bins);
  });
  real::same_all("many bins", n, out.host(), wanted);
}

template <class T> static void check(const char *what) {
  check_one<T>(what, {1, 1, 1, 1});
  check_one<T>(what, {0, 5, 1, 3});
  check_one<T>(what, {100, 7, 1, 100});
  check_one<T>(what, {333, 41, 1, 350});
  check_channels<T>(what, {77, 20, 3, 77 * 3});
  check_channels<T>(what, {500, 9, 3, 1600});
}

int main() {
  check<int>("int");
  check<unsigned char>("unsigned char");
  check<float>("float");
  typedef rocprim::histogram_config<rocprim::kernel_config<128, 3>, 16, 100>
      small;
  check_many_bins<rocprim::default_config>(30000, 5000);
  check_many_bins<small>(30000, 90);
  check_many_bins<small>(30000, 101);
  return real::done();
}
