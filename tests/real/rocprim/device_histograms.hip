// SPDX-License-Identifier: Apache-2.0
// rocPRIM's upper_bound and binary_search, its histograms of ranges and of
// several channels, and transform of two sequences.
#include <rocprim/rocprim.hpp>

#include <algorithm>

#include "functors.h"
#include "real.h"

static void search(size_t n) {
  std::vector<int> a = real::values<int>(n, 1000),
                   b = real::values<int>(n, 1000, 2), wanted(n), sum(n);
  std::sort(a.begin(), a.end());
  const real::memory<int> x(a), y(b);
  real::memory<int> out(n);
  real::with_scratch("upper_bound", [&](void *scratch, size_t &size) {
    return rocprim::upper_bound(scratch, size, x.get(), y.get(), out.get(), n,
                                n, less_than());
  });
  for (size_t i = 0; i < n; ++i)
    wanted[i] = (int)(std::upper_bound(a.begin(), a.end(), b[i]) - a.begin());
  real::same_all("upper_bound", n, out.host(), wanted);
  real::with_scratch("binary_search", [&](void *scratch, size_t &size) {
    return rocprim::binary_search(scratch, size, x.get(), y.get(), out.get(), n,
                                  n, less_than());
  });
  for (size_t i = 0; i < n; ++i)
    wanted[i] = std::binary_search(a.begin(), a.end(), b[i]);
  real::same_all("binary_search", n, out.host(), wanted);
  real::ok(rocprim::transform(x.get(), y.get(), out.get(), n,
                              rocprim::plus<int>()),
           "transform");
  for (size_t i = 0; i < n; ++i)
    sum[i] = a[i] + b[i];
  real::same_all("transform of two", n, out.host(), sum);
}

// Bins of unequal widths; what is below the first or above the last has none.
static void ranges(size_t n) {
  const std::vector<int> v = real::values<int>(n, 1000);
  const std::vector<int> levels = {10, 11, 50, 400, 401, 990};
  const real::memory<int> in(v), edges(levels);
  real::memory<int> bins(levels.size() - 1);
  std::vector<int> wanted(levels.size() - 1, 0);
  real::with_scratch("histogram_range", [&](void *scratch, size_t &size) {
    return rocprim::histogram_range(scratch, size, in.get(), (unsigned)n,
                                    bins.get(), (unsigned)levels.size(),
                                    edges.get());
  });
  for (int value : v)
    for (size_t i = 0; i + 1 < levels.size(); ++i)
      wanted[i] += value >= levels[i] && value < levels[i + 1];
  real::same_all("histogram_range", n, bins.host(), wanted);
}

// Pixels of four channels, of which three are counted.
static void channels(size_t n) {
  const std::vector<unsigned char> v =
      real::values<unsigned char>(4 * n, 256, 3);
  const real::memory<unsigned char> in(v);
  real::memory<int> red(16), green(8), blue(4);
  int *bins[3] = {red.get(), green.get(), blue.get()};
  unsigned levels[3] = {17, 9, 5};
  int low[3] = {0, 0, 64}, high[3] = {256, 256, 128};
  real::with_scratch("multi_histogram_even", [&](void *scratch, size_t &size) {
    return rocprim::multi_histogram_even<4, 3>(scratch, size, in.get(),
                                               (unsigned)n, bins, levels, low,
                                               high);
  });
  std::vector<int> wanted[3] = {std::vector<int>(16, 0), std::vector<int>(8, 0),
                                std::vector<int>(4, 0)};
  for (size_t i = 0; i < n; ++i)
    for (int c = 0; c < 3; ++c) {
      const int value = v[4 * i + c], width = (high[c] - low[c]) /
                                              (int)(levels[c] - 1);
      if (value >= low[c] && value < high[c])
        ++wanted[c][(value - low[c]) / width];
    }
  real::same_all("red", n, red.host(), wanted[0]);
  real::same_all("green", n, green.host(), wanted[1]);
  real::same_all("blue", n, blue.host(), wanted[2]);
}

int main() {
  for (size_t n : {1, 2, 255, 4097, 20011}) {
    search(n);
    ranges(n);
    channels(n);
  }
  return real::done();
}
